// Toasts leave by themselves after data-for milliseconds, not while looked at or sending; one with an action stays readable.
(() => {
  const DEFAULT = 6000;
  const watch = (toast) => {
    if (toast.dataset.watched) return;
    toast.dataset.watched = "yes";
    const leave = () => (toast.matches(":hover, :focus-within, :has(.htmx-request)") ? setTimeout(leave, 1000) : toast.remove());
    setTimeout(leave, Number(toast.dataset.for) || DEFAULT);
  };
  const all = () => document.querySelectorAll(".toast").forEach(watch);
  all();
  document.addEventListener("htmx:afterSettle", all);
})();
