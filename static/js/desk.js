// The review desk by keyboard. Every key presses a link or button that is on the page, so what a key does can be seen
// and clicked, and the server alone decides what is offered. Opening an item claims it (htmx); leaving releases it here.
(() => {
  const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  const RULING_KEYS = "aertfdvc";
  const item = () => document.getElementById("desk-item");
  const keyed = (key) => [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((one) => !one.disabled);
  let held = null;

  const token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
  function leave(address) {
    navigator.sendBeacon(address, new URLSearchParams({ csrfmiddlewaretoken: token() }));
  }
  function follow() {
    const now = item()?.dataset.release ?? null;
    if (held && held !== now) leave(held);
    held = now;
  }

  // While an item is on its way, foot and list stay as they are: they hold the element that asked for it, and the item
  // brings both anew. What was held back is asked for again when no item came.
  let coming = 0;
  const askedForItem = new WeakSet(); // an answer may name another target than its request did
  let heldBack = false;
  const asksForItem = (event) => event.detail.target?.id === "desk-item" && !event.detail.requestConfig.elt.matches("#desk-selection, #desk-item");
  document.addEventListener("htmx:beforeSend", (event) => {
    if (!asksForItem(event)) return;
    coming += 1;
    askedForItem.add(event.detail.xhr);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!askedForItem.delete(event.detail.xhr)) return;
    coming = Math.max(0, coming - 1);
    if (heldBack && !event.detail.successful) document.getElementById("desk-list").dispatchEvent(new CustomEvent("live"));
    heldBack = false;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!coming || !["desk-foot", "desk-list"].includes(event.detail.target.id)) return;
    event.detail.shouldSwap = false;
    heldBack = true;
  });

  // A ruling in flight belongs to the item that was read. Until the next one has been shown for a moment, nothing can be
  // ruled: neither a key pressed twice nor a slow click may rule on an item that nobody has seen.
  const SHOWN_MS = 400;
  const RULES = "[data-ruling], #desk-form [type=submit], #audit-form [type=submit], [data-key=v]";
  const UNDOES = "[data-key=u], [action*='/undo/'] [type=submit]";
  const desk = () => document.querySelector(".desk");
  const isAct = (event) => /\/(rule|undo|judge-again|answer)\//.test(event.detail.requestConfig?.path ?? "");
  let acting = 0;
  let restEnds = 0;
  const rests = () => acting > 0 || coming > 0 || performance.now() < restEnds;
  const LEAVES = ".desk-row, [data-key=j], [data-key=k]";
  const mustRest = (target) => (target.closest(RULES) && rests()) || (target.closest(`${UNDOES}, ${LEAVES}`) && acting > 0);
  function showRest() {
    desk().toggleAttribute("data-resting", rests());
    if (!acting && rests()) setTimeout(showRest, restEnds - performance.now() + 1);
  }
  document.addEventListener("htmx:beforeSend", (event) => { if (isAct(event)) { acting += 1; showRest(); } });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isAct(event)) return;
    acting = Math.max(0, acting - 1);
    restEnds = performance.now() + SHOWN_MS;
    showRest();
  });
  /* Whoever asks for another item before this one has come gets it next: both answers at once would miss their places. */
  let following = "";
  function refuseWhileResting(event) {
    const target = event.submitter ?? event.target;
    const leaves = target.closest(LEAVES);
    if (leaves && coming) following = leaves.id;
    if (!mustRest(target) && !(leaves && coming)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "desk-item" || coming || !following) return;
    const next = document.getElementById(following);
    following = "";
    next?.click();
  });
  document.addEventListener("click", refuseWhileResting, true);
  document.addEventListener("submit", refuseWhileResting, true);

  function open(step) {
    const rows = [...document.querySelectorAll(".desk-row")];
    const at = rows.findIndex((row) => row.ariaCurrent === "true");
    (at < 0 ? rows[step > 0 ? 0 : rows.length - 1] : rows[at + step])?.click();
  }

  /* A ruling's key that does nothing here is answered with what does. */
  function say(key) {
    const foot = document.getElementById("desk-foot");
    if (key === "u") return showToast("There is nothing to undo; the 10 s are over.", 5000);
    if (!RULING_KEYS.includes(key)) return;
    const hint = foot ? foot.dataset.keyHint : "Open an item first: J opens the next one.";
    document.querySelector("[data-key-answer]")?.remove();
    showToast(hint, 5000).dataset.keyAnswer = "";
  }

  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open]") || key.length !== 1) return;
    const target = keyed(key);
    if (!target) return key === "j" ? open(1) : key === "k" ? open(-1) : say(key);
    event.preventDefault();
    if (mustRest(target)) return;
    if (event.shiftKey && target.dataset.ruling) {
      document.dispatchEvent(new CustomEvent("desk:ruling", { detail: target.dataset.ruling }));
    } else if (!event.shiftKey && !event.repeat) {
      // What was swapped in this very moment is not htmx's yet; pressed now, it would load the whole page.
      window.htmx?.process(target.closest("form") ?? target);
      target.click();
    }
  });

  // A refused ruling comes back as the form with its reason (409, 422): htmx shows it only when told to.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (new URL(xhr.responseURL || location.href).pathname.startsWith("/sign-in")) {
      event.detail.shouldSwap = false;
      location.reload();
    } else if ([409, 422].includes(xhr.status) && xhr.getResponseHeader("HX-Retarget")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id === "desk-filter") event.detail.path = location.pathname;
  });
  /* What comes in is told to those who hear the page. */
  let waiting = Number(document.getElementById("desk-list")?.dataset.open ?? 0);
  function tellArrivals(list) {
    const now = Number(list.dataset.open);
    if (now > waiting) document.getElementById("desk-said").textContent = now - waiting === 1 ? "One more item waits." : `${now - waiting} more items wait.`;
    waiting = now;
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    follow();
    const list = document.getElementById("desk-list");
    tellArrivals(list);
    const box = document.getElementById("desk-q");
    if (box && document.activeElement !== box) box.value = list.dataset.q;
    for (const kept of document.querySelectorAll("[data-search]")) kept.value = list.dataset.q;
    if (event.detail.target?.id !== "desk-item" && event.target.id !== "desk-item") return;
    document.querySelector(".desk").classList.toggle("desk-reading", Boolean(held) || item().matches("article"));
    document.querySelector('.desk-row[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
    if (item().matches("article") && !document.activeElement?.closest("#desk-form")) item().querySelector(".desk-body")?.focus({ preventScroll: true });
  });

  function showToast(text, stays = 8000) {
    const toast = document.createElement("div");
    toast.className = "toast";
    toast.textContent = text;
    document.getElementById("desk-toasts").append(toast);
    setTimeout(() => toast.remove(), stays);
    return toast;
  }
  document.addEventListener("desk:say", (event) => showToast(event.detail));
  document.addEventListener("htmx:sendError", () => showToast("The server cannot be reached. What you typed is kept."));
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    showToast(xhr.status === 403 ? "You may not do this any more. Reload the page." : `The server answered ${xhr.status}. What you typed is kept.`);
  });

  function count() {
    for (const toast of document.querySelectorAll("[data-until]")) {
      const left = Math.ceil((Date.parse(toast.dataset.until) - Date.now()) / 1000);
      if (left <= 0) toast.remove();
      else toast.querySelector("[data-countdown]").textContent = `${left} s`;
    }
  }
  count();
  setInterval(count, 250);

  // A claim is held for somebody who is there: seen, and at work within the last minutes.
  const AWAY_MS = 5 * 60_000;
  let lastActive = Date.now();
  const isAway = () => document.visibilityState === "hidden" || Date.now() - lastActive > AWAY_MS;
  function noteActive() {
    const wasAway = isAway();
    lastActive = Date.now();
    if (wasAway) document.querySelector("[data-heartbeat]")?.dispatchEvent(new CustomEvent("awake"));
  }
  for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) addEventListener(kind, noteActive, { passive: true });
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.matches("[data-heartbeat]") && isAway()) event.preventDefault();
  });

  addEventListener("pagehide", () => { if (held) leave(held); held = null; });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  follow();
})();
