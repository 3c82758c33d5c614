// The queue beside the item: what of it is kept while an item loads, where it scrolls, and what came in.
import { isClaimed } from "./claim.js";
import { announce, desk, item, list, openRow, refresh } from "./elements.js";
import { isLoading, whenLoaded } from "./flow.js";

// Foot and list hold the element that asked for the item, and the item brings both anew: until then they stay. What was
// held back is asked for again when no item came.
let heldBack = false;
let waiting = Number(list()?.dataset.open ?? 0);

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isLoading() || !["desk-foot", "desk-list"].includes(event.detail.target.id)) return;
  event.detail.shouldSwap = false;
  heldBack = true;
});
whenLoaded((successful) => {
  if (heldBack && !successful) refresh(list());
  heldBack = false;
});
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id === "desk-filter") event.detail.path = location.pathname;
});

/* What is asked from beside the list is asked under the search of the address, which may be newer than the item; the
   search in an item's evidence is another. */
const ofDesk = /^\/desk\/(?!.*\/evidence\/)/;
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.closest("#desk-item, #desk-foot, #desk-toasts") || !ofDesk.test(detail.path)) return;
  const address = new URL(detail.path, location);
  const q = new URLSearchParams(location.search).get("q");
  if (q === null) address.searchParams.delete("q");
  else address.searchParams.set("q", q);
  detail.path = address.pathname + address.search;
});
/* The neighbours in the foot are those of the search. */
const searchOf = (address) => new URL(address, location).searchParams.get("q") ?? "";
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const foot = document.getElementById("desk-foot");
  const isStale = foot && searchOf(foot.getAttribute("hx-get")) !== searchOf(location);
  if (isStale && ["desk-list", "desk-foot"].includes(detail.target?.id)) refresh(foot);
});

function announceArrivals() {
  const now = Number(list().dataset.open);
  if (now > waiting) announce(now - waiting === 1 ? "One more item waits." : `${now - waiting} more items wait.`);
  waiting = now;
}
function keepSearch() {
  const box = document.getElementById("desk-q");
  if (box && document.activeElement !== box) box.value = list().dataset.q;
  for (const kept of document.querySelectorAll("[data-search]")) kept.value = list().dataset.q;
}
const showRow = () => openRow()?.scrollIntoView({ block: "nearest" });
const focusItem = () => item().querySelector("article > .desk-body")?.focus({ preventScroll: true });
/* Where the page itself scrolls, another item begins at its title and not where the last one was left. */
let address = location.pathname;
function beginAtTop() {
  if (address !== location.pathname) scrollTo({ top: 0, behavior: "instant" });
  address = location.pathname;
}
function showItem() {
  beginAtTop();
  const isRead = item().matches("article");
  if (isRead) document.querySelector(".desk > .notice")?.remove(); // what the page said when it was opened
  desk().classList.toggle("desk-reading", isClaimed() || isRead);
  showRow();
  if (!document.activeElement?.closest("#desk-form")) focusItem();
}
/* What a colleague, or another tab, did to the item that is open. */
let strip = "";
let read = null;
function announceStrip() {
  const now = document.querySelector("#desk-foot .desk-strip")?.textContent.replace(/\s+/g, " ").trim() ?? "";
  if (item() === read && now && now !== strip) announce(now);
  strip = now;
  read = item();
}
document.addEventListener("htmx:afterSettle", (event) => {
  announceArrivals();
  announceStrip();
  keepSearch();
  if (event.detail.target?.id === "desk-item" || event.target.id === "desk-item") showItem();
});
// A page that was opened by a link is as if J had been pressed, unless its address led to a place of its own.
showRow();
if (document.activeElement === document.body && !location.hash) focusItem();
