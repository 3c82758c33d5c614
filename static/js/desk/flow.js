// The one state of the desk: what is on its way decides what may be pressed, so that nobody rules on an item unseen.
//
//   idle      nothing is on its way
//   loading   an item was asked for
//   acting    a ruling, its undo, an audit or a new judgement was sent; it belongs to the item that was read
//   settling  its answer has come, but has not been shown for a moment yet
import { desk, keyed, openRow, rows } from "./elements.js";

const SETTLE_MS = 400;
const RULES = "[data-ruling], #desk-form [type=submit], #audit-form [type=submit], [data-key=v]";
const UNDOES = "[data-key=u], [action*='/undo/'] [type=submit]";
const ANSWERS = "#audit-form .segment, .audit-sentence"; // what the answer that comes back would forget
const LEAVES = ".desk-row, [data-key=j], [data-key=k]";
const REFUSED = { loading: RULES, acting: `${RULES}, ${UNDOES}, ${LEAVES}, ${ANSWERS}`, settling: RULES };

export const STEPS = { j: 1, k: -1 };

const loads = new Set(); // requests, for an answer may name another target than its request did
const afterLoad = [];
let acts = 0;
let settledAt = 0;
let next = ""; // the row that was chosen meanwhile
let steps = 0; // J less K, pressed meanwhile

export const isLoading = () => loads.size > 0;
/* callback(successful) is called when an item that was asked for has come, or has not. */
export const whenLoaded = (callback) => afterLoad.push(callback);
const asksForItem = ({ detail }) => detail.target?.id === "desk-item" && !detail.requestConfig.elt.matches("#desk-selection, #desk-item");
const isAct = ({ detail }) => /\/(rule|undo|judge-again|answer)\//.test(detail.requestConfig?.path ?? "");

export function state() {
  if (acts) return "acting";
  if (isLoading()) return "loading";
  return performance.now() < settledAt ? "settling" : "idle";
}
export function isRefused(target) {
  const refused = REFUSED[state()];
  return Boolean(refused && target.closest(refused));
}

/* Grey while the item on the page is not one to rule on; an item that only loads is there in a moment. */
function showState() {
  desk().toggleAttribute("data-resting", ["acting", "settling"].includes(state()));
}
document.addEventListener("htmx:beforeSend", (event) => {
  if (asksForItem(event)) loads.add(event.detail.xhr);
  if (isAct(event)) { acts += 1; showState(); }
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, successful } = event.detail;
  if (loads.delete(xhr)) for (const callback of afterLoad) callback(successful);
  if (!isAct(event)) return;
  acts = Math.max(0, acts - 1);
  settledAt = performance.now() + SETTLE_MS;
  showState();
  setTimeout(showState, SETTLE_MS + 1);
});

/* Whoever asks for another item before this one has come gets it next: both answers at once would miss their places. Each
   J or K counts, and the items between are stepped over unclaimed. */
export function refuse(event) {
  const target = event.submitter ?? event.target;
  const leaves = isLoading() && target.closest(LEAVES);
  if (leaves) note(leaves);
  if (!leaves && !isRefused(target)) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}
function note(leaves) {
  const step = STEPS[leaves.dataset.key];
  if (step) return addStep(step);
  next = leaves.id;
  steps = 0;
}
export const addStep = (step) => { steps += step; };
/* The row that was asked for, the last of those shown at most; off their edge the neighbour that the foot names. */
function wanted() {
  const all = rows();
  const at = all.indexOf(document.getElementById(next) ?? openRow());
  const to = at < 0 ? null : all[Math.min(Math.max(at + steps, 0), all.length - 1)];
  return steps && (!to || to === openRow()) ? keyed(steps > 0 ? "j" : "k") : to;
}
document.addEventListener("submit", refuse, true);
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "desk-item" || isLoading() || !(next || steps)) return;
  const target = wanted();
  next = "";
  steps = 0;
  if (target !== openRow()) target?.click();
});
