// Selecting rows of the queue: X, Shift+J and Shift+K, Shift+click, Escape. The boxes in the list are the selection; the
// server is asked for what can be done with it and puts it into the address. While something is selected and no item is
// open, J and K only walk the rows.
import { announce, handOver, isFormOpen, openRow, refresh } from "./elements.js";
import { closeForm } from "./form.js";
import { showToast } from "./toasts.js";

const picks = () => document.getElementById("desk-selection");
const isSelecting = () => Boolean(document.querySelector("#desk-item [data-clear-selection]")); // while htmx settles, a class may be the old one
const lines = () => [...document.querySelectorAll(".desk-line")];
const boxIn = (line) => line.querySelector("[data-pick]");
const boxes = () => [...document.querySelectorAll("[data-pick]")];
const whole = () => picks().querySelector("[data-whole]");
const elsewhere = () => [...picks().querySelectorAll("[data-elsewhere]")];
const count = () => (whole() ? Number(picks().dataset.total) : elsewhere().length + boxes().filter((box) => box.checked).length);
let hand = null; // the id of the row that keys speak about
let from = null; // where a range with Shift begins
let isShifted = false;
let touchedAt = 0;
let leftAt = 0;
const askedAt = new WeakMap();

/* The row at hand: the one in focus, the item that is open, or the one of the last key. */
function atHand() {
  const focused = document.activeElement?.closest(".desk-line");
  return focused ?? openRow()?.closest(".desk-line") ?? lines().find((line) => boxIn(line)?.value === hand) ?? null;
}
function take(line) {
  hand = boxIn(line).value;
  line.querySelector(".desk-row").focus({ preventScroll: true });
  line.scrollIntoView({ block: "nearest" });
}

function show() {
  const picked = count();
  const state = whole() ? "whole" : picked ? "some" : "none";
  for (const sign of picks().querySelectorAll("[data-picked]")) sign.hidden = sign.dataset.picked !== state;
  picks().querySelector("[data-pick-count]").textContent = picked;
  picks().querySelector("[data-pick-none]").hidden = !picked;
  const all = picks().querySelector("[data-pick-all]");
  if (all) all.hidden = state === "whole";
  const here = boxes().filter((box) => box.checked).length;
  const page = picks().querySelector("[data-pick-page]");
  page.checked = here > 0 && here === boxes().length;
  page.indeterminate = here > 0 && here < boxes().length;
}
function leaveWhole() {
  whole()?.remove();
  for (const box of boxes()) box.name = "selected";
}
/* Sets boxes and asks for the pane. An address holds so many ids and no more. */
function pick(chosen, on) {
  leaveWhole();
  const most = Number(picks().dataset.most);
  for (const box of chosen) box.checked = on && (box.checked || count() < most);
  if (chosen.some((box) => box.checked !== on)) showToast(`${most} can be selected one by one. Take all that match instead.`);
  touchedAt = performance.now();
  show();
  announce(`${count()} selected.`);
  askForPane();
}
const askForPane = () => window.htmx.trigger(handOver(picks()), "selected");
/* The pane and the link that were in focus go; the row stays. */
function clear() {
  const line = atHand() ?? lines()[0];
  for (const one of elsewhere()) one.remove();
  pick(boxes(), false);
  if (line) take(line);
}

function pickRange(line, on) {
  const all = lines();
  const start = all.findIndex((one) => boxIn(one).value === (from ?? hand));
  const end = all.indexOf(line);
  pick(all.slice(Math.min(start < 0 ? end : start, end), Math.max(start, end) + 1).map(boxIn), on);
}
function walk(step) {
  const all = lines();
  const at = all.indexOf(atHand());
  const next = at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
  if (next) take(next);
  return next;
}
function extend(step) {
  const start = atHand() ?? lines().at(step > 0 ? 0 : -1);
  if (!start) return;
  take(start);
  from = hand;
  pick([start, walk(step)].filter(Boolean).map(boxIn), true);
}
function toggle() {
  const line = atHand() ?? walk(1);
  if (!line) return;
  take(line);
  from = hand;
  pick([boxIn(line)], !boxIn(line).checked);
}
/* The page first, then all that match. */
function togglePage() {
  if (boxes().length && boxes().every((box) => box.checked)) picks().querySelector("[data-pick-all]:not([hidden])")?.click();
  else pick(boxes(), true);
}
/* Back to the selection that an opened item came from, then out of it. */
function leave() {
  const back = document.querySelector("[data-to-selection]");
  if (back) handOver(back).click();
  else if (count()) clear();
}

export function takeKey(event, key) {
  if (!picks() || document.querySelector("details.menu[open]")) return false;
  const step = { j: 1, k: -1 }[key];
  if (key === "escape") { leave(); return true; }
  if (key === "x") event.shiftKey ? togglePage() : toggle();
  else if (step && event.shiftKey) extend(step);
  else if (step && isSelecting()) walk(step);
  else return false;
  event.preventDefault();
  return true;
}
export function takeClick(event) {
  const line = event.target.closest(".desk-row")?.closest(".desk-line");
  const isRange = line && picks() && event.shiftKey;
  if (!isRange && !event.target.closest("[data-clear-selection], [data-pick-none]")) return false;
  event.preventDefault();
  event.stopPropagation();
  if (isRange) {
    pickRange(line, true);
    take(line);
  } else {
    if (isFormOpen()) closeForm();
    clear();
  }
  return true;
}
document.addEventListener("pointerdown", (event) => {
  isShifted = event.shiftKey;
  if (isShifted && event.target.closest(".desk-line")) event.preventDefault(); // no text is marked
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-pick-page]")) return pick(boxes(), event.target.checked);
  if (!event.target.matches("[data-pick]")) return;
  if (isShifted && (from ?? hand)) pickRange(event.target.closest(".desk-line"), event.target.checked);
  else pick([event.target], event.target.checked);
  hand = event.target.value;
  from = hand;
  isShifted = false;
});

// What was asked before the last mark would show older marks: the list is asked for again, and the pane has been. An item
// that was opened meanwhile stays, and so does a form that is being filled in.
const asker = (event) => event.detail.requestConfig.elt.id;
const isForPane = (event) => ["desk-selection", "desk-item"].includes(asker(event));
document.addEventListener("htmx:beforeRequest", (event) => {
  askedAt.set(event.detail.xhr, performance.now());
  if (asker(event) === "desk-item" && isFormOpen()) event.preventDefault();
  else if (event.detail.target?.id === "desk-item" && !isForPane(event)) leftAt = performance.now();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  if (isForPane(event)) event.detail.shouldSwap &&= askedAt.get(xhr) >= Math.max(leftAt, touchedAt);
  else if (target?.id === "desk-list" && askedAt.get(xhr) < touchedAt) {
    event.detail.shouldSwap = false;
    refresh(target);
  }
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (!picks()) return;
  show();
  // Another search has nothing selected: the pane must not offer what the list no longer says.
  if (event.detail.target?.id === "desk-list" && isSelecting() && !count()) askForPane();
});
if (picks()) show();
