// Menus are <details>: they work alone. This closes them on Escape, on a click elsewhere and when the focus leaves them. One
// that is there to be filled in opens at its field. The folds of two texts side by side open together, so that the lines stay
// beside each other. The tab that is open is in view.
(() => {
  const open = () => document.querySelectorAll("details.menu[open]");

  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("focusin", ({ target }) => {
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.menu[open]");
    if (!menu || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    const items = [...menu.querySelectorAll("a, button")];
    const step = event.key === "ArrowDown" ? 1 : -1;
    items.at((items.indexOf(document.activeElement) + step + items.length) % items.length)?.focus();
  });
  document.addEventListener("toggle", ({ target }) => {
    if (target.open && target.matches("details.menu")) target.querySelector("[data-first-field]")?.focus();
  }, true);
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const pairs = document.querySelector(".draft-pairs");
  const chosen = pairs?.querySelector("[aria-current]");
  if (chosen) pairs.scrollLeft += chosen.getBoundingClientRect().left - pairs.getBoundingClientRect().left - pairs.clientWidth / 2;
  document.addEventListener("toggle", ({ target }) => {
    if (!target.matches(".versus .diff-same")) return;
    const sides = [...target.closest(".versus").children].map((side) => [...side.querySelectorAll(".diff-same")]);
    const at = sides.find((folds) => folds.includes(target)).indexOf(target);
    for (const folds of sides) folds[at].open = target.open;
  }, true);
})();
