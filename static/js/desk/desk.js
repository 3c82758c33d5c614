// The review desk by keyboard. Every key presses a link or button that is on the page, so what a key does can be seen
// and clicked, and the server alone decides what is offered. A key or click goes to the selection, to the form and to the
// item, in this order; `flow.js` refuses what may not be pressed just now.
import { TYPING, handOver, isOpenDialog, keyed, openRow, rows } from "./elements.js";
import * as selection from "./selection.js";
import { STEPS, addStep, isLoading, isRefused, refuse, state } from "./flow.js";
import * as form from "./form.js";
import "./audit.js";
import "./list.js";
import "./talk.js";
import { showToast } from "./toasts.js";

const RULING_KEYS = "aertfdvcih";
const HINT_MS = 5000;

document.addEventListener("click", (event) => selection.takeClick(event) || refuse(event) || form.takeClick(event), true);

document.addEventListener("keydown", (event) => {
  if (form.takeKey(event) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest(TYPING) || document.querySelector("details.menu[open], .desk-plan details[open]") || isOpenDialog()) return;
  const key = event.key.toLowerCase();
  if (!selection.takeKey(event, key) && key.length === 1) press(event, key);
});

function press(event, key) {
  if (STEPS[key] && isLoading() && !event.repeat) return addStep(STEPS[key]);
  const target = keyed(key);
  if (!target) return walkOrExplain(key);
  event.preventDefault();
  if (isRefused(target)) return;
  if (event.shiftKey && target.dataset.ruling) return form.openForm(target.dataset.ruling);
  if (event.shiftKey || event.repeat) return;
  handOver(target).click();
}

function walkOrExplain(key) {
  return STEPS[key] ? openNext(STEPS[key]) : explain(key);
}

/* After the item that is open, else after the row in focus: that is where a selection was left. */
function openNext(step) {
  const at = rows().indexOf(openRow() ?? document.activeElement.closest(".desk-line")?.querySelector(".desk-row"));
  const row = at < 0 ? rows().at(step > 0 ? 0 : -1) : rows()[at + step];
  if (row) handOver(row).click();
}

/* A ruling's key that does nothing here is answered with what does. */
function explain(key) {
  if (key === "u" && state() === "acting") return showToast("Your ruling is on its way. Once it is there, U undoes it.", HINT_MS);
  if (key === "u") return showToast("Nothing to undo: none of your rulings is pending.", HINT_MS);
  if (!RULING_KEYS.includes(key)) return;
  const foot = document.getElementById("desk-foot");
  document.querySelector("[data-key-answer]")?.remove();
  showToast(foot ? foot.dataset.keyHint : "Open an item first: J opens the next one.", HINT_MS).dataset.keyAnswer = "";
}

// A refused ruling comes back as the form with its reason (409, 422): htmx shows it only when told to.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (![409, 422].includes(xhr.status) || !xhr.getResponseHeader("HX-Retarget")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
