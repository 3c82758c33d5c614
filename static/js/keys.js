// Keys that hold on every page: `?` help, `/` and Ctrl+K search, `g` then a letter goes to a page,
// J and K walk the rows of a list, S searches it. None is active while somebody types, but Ctrl+Enter, which sends a long text.
(() => {
  const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  let goTo = 0;

  const typing = (event) => event.target.closest?.(TYPING) || event.metaKey || event.altKey;
  const show = (id) => document.getElementById(id)?.showModal?.();

  function openPalette() {
    const palette = document.getElementById("palette");
    if (!palette || palette.open) return;
    palette.showModal();
    palette.querySelector("input").select();
  }

  function walk(step) {
    const rows = [...document.querySelectorAll("[data-row]")];
    if (!rows.length) return document.querySelector(`a[data-step="${step}"]`)?.click();
    const at = rows.indexOf(document.activeElement?.closest("[data-row]"));
    const row = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    const target = row.matches("a") ? row : row.querySelector("a");
    target?.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  function follow(letter) {
    document.querySelector(`[data-go="${CSS.escape(letter)}"]`)?.click();
  }

  /* The search of a list, above the rows that J and K walk. Left by Enter or Escape it keeps what was typed. */
  function search(event) {
    const box = document.querySelector("main [type=search]");
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }
  const leaveSearch = () => document.activeElement.matches("main [type=search]") && document.activeElement.blur();
  document.addEventListener("submit", leaveSearch);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !event.target.matches("main [type=search]")) return;
    event.preventDefault(); // which would empty it
    leaveSearch();
  });

  /* The second letter is no key of the page: heard before all others. */
  addEventListener("keydown", (event) => {
    const isSecond = goTo && performance.now() - goTo < 1200;
    if (!isSecond || event.ctrlKey || typing(event) || document.querySelector("dialog[open]")) return;
    goTo = 0;
    event.preventDefault();
    event.stopImmediatePropagation();
    follow(event.key.toLowerCase());
  }, true);

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return openPalette();
    }
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && event.target.matches("textarea")) {
      return event.target.form?.querySelector("[data-send]")?.click();
    }
    if (event.ctrlKey || event.defaultPrevented || typing(event) || document.querySelector("dialog[open]")) return;
    if (event.key === "/") { event.preventDefault(); openPalette(); }
    else if (event.key === "?") show("keyboard-help");
    else if (event.key === "g") goTo = performance.now();
    else if (event.key === "s") search(event);
    else if (!document.querySelector("[data-own-keys]") && event.key === "j") walk(1);
    else if (!document.querySelector("[data-own-keys]") && event.key === "k") walk(-1);
  });

  /* What is called a button is pressed as one. */
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches("a[role=button]")) return;
    event.preventDefault();
    event.target.click();
  });

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener) {
      event.preventDefault();
      opener.closest("details.menu")?.removeAttribute("open");
      return opener.dataset.dialog === "palette" ? openPalette() : show(opener.dataset.dialog);
    }
    if (event.target.closest("[data-close]") || event.target.matches("dialog")) event.target.closest("dialog").close();
  });
})();
