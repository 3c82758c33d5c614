// Menus are <details>: they work alone. This closes them on Escape, on a click elsewhere, and when another opens.
(() => {
  const open = () => document.querySelectorAll("details.menu[open]");

  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
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
})();
