// Selecting rows of the queue: X, Shift+J and Shift+K, Shift+click, Escape. The boxes in the list are the selection; the
// server is asked for what can be done with it and puts it into the address. While something is selected and no item is
// open, J and K only walk the rows.
(() => {
  const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  const form = () => document.getElementById("desk-selection");
  const selecting = () => document.querySelector("#desk-item [data-clear-selection]"); // while htmx settles, a class may be the old one
  const formOpen = () => document.querySelector("#desk-form:not([hidden])");
  const lines = () => [...document.querySelectorAll(".desk-line")];
  const boxIn = (line) => line.querySelector("[data-pick]");
  const boxes = () => [...document.querySelectorAll("[data-pick]")];
  const whole = () => form().querySelector("[data-whole]");
  const elsewhere = () => [...form().querySelectorAll("[data-elsewhere]")];
  const count = () => (whole() ? Number(form().dataset.total) : elsewhere().length + boxes().filter((box) => box.checked).length);
  let hand = null; // the id of the row that keys speak about
  let from = null; // where a range with Shift begins
  let shifted = false;
  let touchedAt = 0;
  let leftAt = 0;

  /* The row at hand: the one in focus, the item that is open, or the one of the last key. */
  function atHand() {
    const focused = document.activeElement?.closest(".desk-line");
    const opened = document.querySelector('.desk-row[aria-current="true"]')?.closest(".desk-line");
    return focused ?? opened ?? lines().find((line) => boxIn(line)?.value === hand) ?? null;
  }
  function take(line) {
    hand = boxIn(line).value;
    line.querySelector(".desk-row").focus({ preventScroll: true });
    line.scrollIntoView({ block: "nearest" });
  }

  function show() {
    const picked = count();
    const state = whole() ? "whole" : picked ? "some" : "none";
    for (const sign of form().querySelectorAll("[data-picked]")) sign.hidden = sign.dataset.picked !== state;
    form().querySelector("[data-pick-count]").textContent = picked;
    form().querySelector("[data-pick-none]").hidden = !picked;
    const all = form().querySelector("[data-pick-all]");
    if (all) all.hidden = state === "whole";
    const here = boxes().filter((box) => box.checked).length;
    const page = form().querySelector("[data-pick-page]");
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
    const most = Number(form().dataset.most);
    for (const box of chosen) box.checked = on && (box.checked || count() < most);
    if (chosen.some((box) => box.checked !== on)) tell(`${most} can be selected one by one. Take all that match instead.`);
    changed();
  }
  function changed() {
    touchedAt = performance.now();
    show();
    document.getElementById("desk-said").textContent = `${count()} selected.`;
    window.htmx.trigger(form(), "selected");
  }
  function tell(text) {
    document.dispatchEvent(new CustomEvent("desk:say", { detail: text }));
  }
  function clear() {
    for (const one of elsewhere()) one.remove();
    pick(boxes(), false);
  }

  function range(line, on) {
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
    if (boxes().length && boxes().every((box) => box.checked)) form().querySelector("[data-pick-all]:not([hidden])")?.click();
    else pick(boxes(), true);
  }

  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !form()) return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open], details.menu[open]")) return;
    if (key === "escape") {
      if (formOpen()) return;
      const back = document.querySelector("[data-to-selection]");
      if (back) back.click();
      else if (count()) clear();
      return;
    }
    if (key === "x") event.shiftKey ? togglePage() : toggle();
    else if (["j", "k"].includes(key) && event.shiftKey) extend(key === "j" ? 1 : -1);
    else if (["j", "k"].includes(key) && selecting()) walk(key === "j" ? 1 : -1);
    else return;
    event.preventDefault();
  });

  document.addEventListener("pointerdown", (event) => {
    shifted = event.shiftKey;
    if (shifted && event.target.closest(".desk-line")) event.preventDefault(); // no text is marked
  });
  document.addEventListener("click", (event) => {
    const line = event.target.closest(".desk-row")?.closest(".desk-line");
    if (line && form() && event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      range(line, true);
      take(line);
    } else if (event.target.closest("[data-clear-selection], [data-pick-none]")) {
      event.preventDefault();
      event.stopPropagation();
      if (formOpen()) document.querySelector("[data-close-form]").click();
      clear();
    }
  }, true);
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-pick-page]")) return pick(boxes(), event.target.checked);
    if (!event.target.matches("[data-pick]")) return;
    const line = event.target.closest(".desk-line");
    if (shifted && (from ?? hand)) range(line, event.target.checked);
    else pick([event.target], event.target.checked);
    hand = event.target.value;
    from = hand;
    shifted = false;
  });

  // What was asked before the last mark would show older marks: the list is asked for again. An item that was opened
  // meanwhile stays, and so does a form that is being filled in.
  const asker = (event) => event.detail.requestConfig.elt.id;
  const forPane = (event) => ["desk-selection", "desk-item"].includes(asker(event));
  document.addEventListener("htmx:beforeRequest", (event) => {
    event.detail.xhr.askedAt = performance.now();
    if (asker(event) === "desk-item" && formOpen()) event.preventDefault();
    else if (event.detail.target?.id === "desk-item" && !forPane(event)) leftAt = performance.now();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (forPane(event)) event.detail.shouldSwap &&= xhr.askedAt >= leftAt;
    else if (target?.id === "desk-list" && xhr.askedAt < touchedAt) {
      event.detail.shouldSwap = false;
      target.dispatchEvent(new CustomEvent("live"));
    }
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!form()) return;
    show();
    // Another search has nothing selected: the pane must not offer what the list no longer says.
    if (event.detail.target?.id === "desk-list" && selecting() && !count()) window.htmx.trigger(form(), "selected");
  });
  if (form()) show();
})();
