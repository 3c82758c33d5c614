// The ruling form opens without asking the server; drafts.js keeps what is typed into it.
import { saveDraft } from "../drafts.js";
import { TYPING, form, isFormOpen, isOpenDialog } from "./elements.js";

/* Approving against a failing check asks one question, which Enter answers. */
const asks = (ruling) => form().querySelector(`.desk-ask.for-${CSS.escape(ruling)}`);
function focusField(ruling) {
  form().querySelector(".segment:has(:checked)")?.scrollIntoView({ block: "nearest" });
  const send = form().querySelector("[type=submit]");
  send.querySelector("[data-send-key]").textContent = asks(ruling) ? "Enter" : "Ctrl Enter";
  if (asks(ruling)) return send.focus();
  const field = form().querySelector(`.for-${CSS.escape(ruling)} textarea`) ?? form().querySelector("[name=note]");
  const [from, to] = placeToEdit(field);
  field.setSelectionRange?.(from, to);
  field.focus();
  if (field.id === "edit" && from < to) scrollToText(field, to);
}
/* A browser brings into view what is typed, not what was chosen by a script: the height of the text up to there says where it is. */
function scrollToText(field, end) {
  const text = field.value;
  const { selectionStart, selectionEnd } = field;
  field.value = text.slice(0, end);
  const below = field.scrollHeight;
  field.value = text;
  field.setSelectionRange(selectionStart, selectionEnd);
  field.scrollTop = below - field.clientHeight / 2;
}
const firstMark = () => document.querySelector(".draft [data-problem] .finding-mark") ?? document.querySelector(".draft .finding-mark");
/* In an untouched draft the first thing that a finding speaks of, of a claim before its form, chosen so that typing replaces
   it, and the whole of the message that is only proposed, not one that was written before an undo; else the end. */
function placeToEdit(field) {
  const end = field.value.length;
  const isProposed = field.value === field.defaultValue && !("takenUp" in form().dataset);
  if (field.id === "message" && isProposed) return [0, end];
  const mark = field.id === "edit" && field.value === field.defaultValue && firstMark();
  if (!mark) return [end, end];
  const before = document.createRange();
  before.setStart(mark.closest(".draft"), 0);
  before.setEndBefore(mark);
  const at = before.toString().length;
  const to = at + mark.textContent.length;
  return field.value.slice(at, to) === mark.textContent ? [at, to] : [end, end];
}
export function openForm(ruling) {
  const choice = form()?.querySelector(`[name=ruling][value="${CSS.escape(ruling)}"]`);
  if (!choice) return;
  choice.checked = true;
  form().hidden = false;
  document.querySelector("[data-chain]")?.scrollIntoView(); // what is edited is held against its evidence
  focusField(ruling);
  saveDraft(form());
}
export function closeForm() {
  form().hidden = true;
  saveDraft(form());
  document.querySelector(".desk-body")?.focus({ preventScroll: true });
}

export function takeKey(event) {
  if (!isFormOpen() || isOpenDialog()) return false;
  const isTypedElsewhere = event.target.closest(TYPING) && event.target.form !== form();
  if (event.key === "Escape") closeForm();
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isTypedElsewhere) form().requestSubmit();
  else return false;
  event.preventDefault();
  return true;
}
export function takeClick(event) {
  const offered = event.target.closest("[data-ruling]");
  const opens = offered && form() && (!("atOnce" in offered.dataset) || isFormOpen());
  if (!opens && !event.target.closest("[data-close-form]")) return;
  event.preventDefault();
  if (!opens) return closeForm();
  event.stopPropagation();
  openForm(offered.dataset.ruling);
}
document.addEventListener("change", (event) => {
  if (event.target.matches("#desk-form [name=ruling]")) focusField(event.target.value);
});

// What could not be ruled on when it was sent can be sent once the foot offers rulings again.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const send = detail.target.id === "desk-foot" && form()?.querySelector("[type=submit]:disabled");
  if (!send || !document.querySelector("#desk-foot .desk-rulings")) return;
  send.disabled = false;
  form().querySelector("[role=alert]")?.remove();
});

// A link can open the page with the form of one ruling, as if its key had been pressed.
const opened = isFormOpen() && form().querySelector("[name=ruling]:checked");
if (opened) focusField(opened.value);
