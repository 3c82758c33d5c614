// What has the focus keeps it when htmx brings its part of the page anew: the element with the same id (htmx finds that one
// itself), else the one with the same address or the same words. When there is none, the focus goes to the part, so that
// Tab goes on from there and not from the top of the page.
(() => {
  let left = null; // { target, focused, at }: what has the focus in a part that is replaced, and its place among those like it

  const wordsOf = (one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim();
  const labelOf = (one) => [one.tagName, one.name ?? "", wordsOf(one)].join();
  const alike = (part, focused) => [...part.querySelectorAll(focused.tagName)].filter((one) => labelOf(one) === labelOf(focused));

  /* Rows come and go: one of them is known by its address alone. */
  function counterpart(part) {
    const { focused, at } = left;
    const href = focused.getAttribute("href");
    const there = [...part.querySelectorAll("a[href]")].filter((one) => one.getAttribute("href") === href);
    const here = focused.closest("[data-row]") ? [] : alike(part, focused);
    return there.find((one) => wordsOf(one) === wordsOf(focused)) ?? there[0] ?? here[at];
  }
  function focusPart(part) {
    if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
    const focused = document.activeElement;
    if (shouldSwap && target !== document.body && target.contains(focused)) {
      left = { target, focused, at: alike(target, focused).indexOf(focused) };
    }
  });
  /* Another answer may take the part out of the page before it has settled: then only that one's is heard. */
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!left || (detail.target !== left.target && left.target.isConnected)) return;
    const part = document.getElementById(left.target.id) ?? left.target;
    if (document.activeElement === document.body && part.isConnected) {
      const found = counterpart(part);
      if (found) found.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusPart(part);
    }
    left = null;
  });
})();
