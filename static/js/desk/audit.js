// An audit by keyboard: 1, 2, 3 answer the check at hand and go to the next, N and P walk the sentences of the response,
// X marks one, Ctrl Enter sends. A, R, T and F decide (desk.js presses them). Heard before the keys of the queue.
import { TYPING, isOpenDialog } from "./elements.js";

const form = () => document.getElementById("audit-form");
const checks = () => [...form().querySelectorAll("[data-check]")];
const sentences = () => [...document.querySelectorAll("#audit-response input")];
const isAnswered = (check) => Boolean(check.querySelector(":checked"));
const inFocus = (all) => all.find((one) => one.contains(document.activeElement));

/* The check in focus, else the first without an answer. */
const atHand = () => inFocus(checks()) ?? checks().find((check) => !isAnswered(check));
function showHand() {
  if (!form()) return;
  const hand = checks().find((check) => !isAnswered(check));
  for (const check of checks()) check.toggleAttribute("data-hand", check === hand);
}

function answer(key) {
  const check = atHand();
  if (!check) return;
  check.querySelector(`[data-answer="${key}"]`).click();
  const next = checks().find((one) => !isAnswered(one));
  (next ? next.querySelector("input") : form().querySelector("[name=decision]")).focus({ preventScroll: true });
  showHand();
}
function walk(step) {
  const all = sentences();
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? all.at(step > 0 ? 0 : -1) : all[at + step];
  if (!next) return;
  next.focus({ preventScroll: true });
  next.closest("label").scrollIntoView({ block: "nearest" });
}

function press(key) {
  if ("123".includes(key)) answer(key);
  else if (key === "n") walk(1);
  else if (key === "p") walk(-1);
  else if (key === "x" && sentences().includes(document.activeElement)) document.activeElement.click();
  else return false;
  return true;
}
addEventListener("keydown", (event) => {
  if (!form() || isOpenDialog() || document.querySelector("details.menu[open]")) return;
  const isTypedElsewhere = event.target.closest(TYPING) && event.target.form !== form(); // such as a comment
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isTypedElsewhere) {
    event.preventDefault();
    return form().querySelector("[type=submit]").click();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.target.closest(TYPING)) return;
  if (event.key.length !== 1 || !press(event.key.toLowerCase())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("change", ({ target }) => {
  showHand();
  if (target.name === "decision") target.focus({ preventScroll: true }); // a key chooses it from anywhere
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  showHand();
  if (target.id === "audit-form") (atHand()?.querySelector("input") ?? form().querySelector("[name=decision]"))?.focus({ preventScroll: true });
});
showHand();
