// The API page's library has a dark scheme of its own, under a class; here it follows ours.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  follow();
  document.addEventListener("themechange", follow);
  system.addEventListener("change", follow);
})();
