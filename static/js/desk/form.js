// The ruling form opens without asking the server, and nothing typed into it is lost: it is kept for this tab by item,
// through live updates, another item, a reload or a failed request, until the ruling is made.
import { form, isFormOpen, isOpenDialog } from "./elements.js";

const restored = new WeakSet();
let sent = null;

const read = (key) => { try { return JSON.parse(sessionStorage.getItem(`desk:${key}`)); } catch { return null; } };
const write = (key, value) => { try { sessionStorage.setItem(`desk:${key}`, JSON.stringify(value)); } catch { /* full or forbidden */ } };
const forget = (key) => { try { sessionStorage.removeItem(`desk:${key}`); } catch { /* forbidden */ } };

function fieldValues() {
  const values = {};
  for (const field of form().elements) {
    if (!field.name || field.type === "hidden") continue;
    if (field.type === "radio") { if (field.checked) values[field.name] = field.value; }
    else if (field.type === "checkbox") values[`${field.name}=${field.value}`] = field.checked;
    else if (field.value !== field.defaultValue) values[field.name] = field.value;
  }
  return values;
}
function save() {
  write(form().dataset.draft, { open: !form().hidden, values: fieldValues() });
}
function restore() {
  if (!form() || restored.has(form())) return;
  restored.add(form());
  const saved = form().hidden && read(form().dataset.draft);
  if (!saved) return;
  for (const field of form().elements) {
    if (field.type === "radio") field.checked = saved.values[field.name] === field.value;
    else if (field.type === "checkbox") field.checked = saved.values[`${field.name}=${field.value}`] ?? false;
    else if (field.name in saved.values) field.value = saved.values[field.name];
  }
  form().hidden = !saved.open;
}

/* Approving against a failing check asks one question, which Enter answers. */
const asks = (ruling) => form().querySelector(`.desk-ask.for-${CSS.escape(ruling)}`);
function focusField(ruling) {
  const send = form().querySelector("[type=submit]");
  send.querySelector("[data-send-key]").textContent = asks(ruling) ? "Enter" : "Ctrl Enter";
  if (asks(ruling)) return send.focus();
  const field = form().querySelector(`.for-${CSS.escape(ruling)} textarea`) ?? form().querySelector("[name=note]");
  field.focus();
  field.setSelectionRange?.(field.value.length, field.value.length);
}
export function openForm(ruling) {
  const choice = form()?.querySelector(`[name=ruling][value="${CSS.escape(ruling)}"]`);
  if (!choice) return;
  choice.checked = true;
  form().hidden = false;
  document.querySelector("[data-chain]")?.scrollIntoView(); // what is edited is held against its evidence
  focusField(ruling);
  save();
}
export function closeForm() {
  form().hidden = true;
  save();
  document.querySelector(".desk-body")?.focus({ preventScroll: true });
}

export function takeKey(event) {
  if (!isFormOpen()) return false;
  if (event.key === "Escape" && !isOpenDialog()) closeForm();
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form().requestSubmit();
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
document.addEventListener("input", (event) => { if (event.target.closest("#desk-form")) save(); });

const isRuling = (event) => event.detail.requestConfig.path.includes("/rule/");
document.addEventListener("htmx:beforeRequest", (event) => { if (isRuling(event)) sent = form()?.dataset.draft ?? null; });
document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful && sent && isRuling(event)) forget(sent); });
document.addEventListener("htmx:afterSettle", restore);
restore();

// A link can open the page with the form of one ruling, as if its key had been pressed.
const opened = isFormOpen() && form().querySelector("[name=ruling]:checked");
if (opened) focusField(opened.value);
