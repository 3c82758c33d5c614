// A fold (<details>) that a person opened or closed stays so when htmx brings its part of the page anew. It is known by its
// id, else by the words of its summary without their numbers, for these change with what is inside.
(() => {
  const left = new Map(); // whether each fold that a person opened or closed is open, by its key
  const handled = new WeakSet();

  const wordsOf = (fold) => (fold.querySelector("summary")?.textContent ?? "").replace(/[\d\s.,]+/g, " ").trim();
  const placeOf = (fold) => [fold.closest("[data-record]")?.dataset.record, fold.closest("[aria-labelledby]")?.getAttribute("aria-labelledby")];
  /* [key, fold] of every fold; those alike are counted. Menus close when their part goes. */
  function keyed() {
    const counts = new Map();
    return [...document.querySelectorAll("details:not(.menu)")].map((fold) => {
      const label = [...placeOf(fold), fold.id || wordsOf(fold)].join("|");
      counts.set(label, (counts.get(label) ?? 0) + 1);
      return [`${label}|${counts.get(label)}`, fold];
    });
  }

  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("summary")?.parentElement;
    if (fold) handled.add(fold);
  });
  document.addEventListener("toggle", ({ target }) => {
    if (!handled.has(target)) return;
    const found = keyed().find(([, fold]) => fold === target);
    if (found) left.set(found[0], target.open);
  }, true);
  /* Before the browser paints, so that nothing below jumps. What a fold fetches when it opens has to listen by then. */
  document.addEventListener("htmx:afterSwap", () => {
    if (!left.size) return;
    for (const [key, fold] of keyed()) {
      if (!left.has(key) || fold.open === left.get(key)) continue;
      htmx.process(fold);
      handled.add(fold);
      fold.open = left.get(key);
    }
  });
})();
