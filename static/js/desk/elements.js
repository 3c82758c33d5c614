// The parts of the review desk, looked up when they are needed: htmx brings them anew.
export const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
export const desk = () => document.querySelector(".desk");
export const item = () => document.getElementById("desk-item");
export const list = () => document.getElementById("desk-list");
export const form = () => document.getElementById("desk-form");
export const isFormOpen = () => Boolean(form() && !form().hidden);
export const rows = () => [...document.querySelectorAll(".desk-row")];
export const openRow = () => document.querySelector('.desk-row[aria-current="true"]');
export const keyed = (key) => [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((one) => !one.disabled);
export const isOpenDialog = () => Boolean(document.querySelector("dialog[open]"));

/* What was swapped in this very moment is not htmx's yet: pressed now, a link would load the whole page, and what is asked
   of a part would be heard by nobody. */
export function handOver(part) {
  if (part.closest(".htmx-settling")) window.htmx.process(part.closest("form") ?? part);
  return part;
}
/* Asks the server for a part again. */
export const refresh = (part) => part.dispatchEvent(new CustomEvent("live"));

/* Says something to those who hear the page. */
export function announce(text) {
  document.getElementById("desk-said").textContent = text;
}
