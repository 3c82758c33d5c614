// Opening an item claims it (htmx); leaving it, or being away for long, releases it here.
import { item } from "./elements.js";

const AWAY_MS = 5 * 60_000;
const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];
let claimed = null;
let lastActive = Date.now();

export const isClaimed = () => Boolean(claimed);
const token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

function release() {
  if (claimed) navigator.sendBeacon(claimed, new URLSearchParams({ csrfmiddlewaretoken: token() }));
  claimed = null;
}
function claimShownItem() {
  const shown = item()?.dataset.release ?? null;
  if (claimed !== shown) release();
  claimed = shown;
}
document.addEventListener("htmx:afterSettle", claimShownItem);
addEventListener("pagehide", release);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
claimShownItem();

/* A claim is for somebody who is there: seen, and at work within the last minutes. */
const isAway = () => document.visibilityState === "hidden" || Date.now() - lastActive > AWAY_MS;
function noteActive() {
  const wasAway = isAway();
  lastActive = Date.now();
  if (wasAway) document.querySelector("[data-heartbeat]")?.dispatchEvent(new CustomEvent("awake"));
}
for (const kind of SIGNS_OF_LIFE) addEventListener(kind, noteActive, { passive: true });
/* A heartbeat claims what is free, as a second tab leaves it that is closed; not what was released here by hand. */
let isReleased = false;
document.addEventListener("htmx:configRequest", (event) => {
  const { elt, path } = event.detail;
  if (/\/(claim|release)\//.test(path)) isReleased = path.includes("/release/");
  if (elt.matches("[data-heartbeat]") && (isAway() || isReleased)) event.preventDefault();
});
