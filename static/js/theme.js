// Runs before the first paint: applies the stored colour scheme, and says that scripts run at all.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  let stored = null;
  try { stored = localStorage.getItem("theme"); } catch { /* storage can be forbidden; then the system decides */ }
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* kept for this page only */ }
    document.dispatchEvent(new CustomEvent("themechange"));
  });

  // Paper is light, whatever the screen is.
  const setScheme = (scheme) => { root.style.colorScheme = scheme; document.dispatchEvent(new CustomEvent("themechange")); };
  addEventListener("beforeprint", () => setScheme("light"));
  addEventListener("afterprint", () => setScheme(""));
})();
