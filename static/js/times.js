// Keeps "3 min ago" and "43 min overdue" true while a page stays open, as the server wrote them, and shows clocks in local time.
(() => {
  const STEPS = [[60, 1, "s"], [3600, 60, "min"], [86400, 3600, "h"], [2592000, 86400, "d"]];
  const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
  const EXACT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

  function words(moment, isDue) {
    const seconds = (Date.now() - moment) / 1000;
    const size = Math.abs(seconds);
    if (size < 45) return isDue ? "due now" : "just now";
    const step = STEPS.find(([limit]) => size < limit);
    if (!step) return null;
    const length = `${Math.round(size / step[1])} ${step[2]}`;
    if (isDue) return seconds < 0 ? `due in ${length}` : `${length} overdue`;
    return seconds < 0 ? `in ${length}` : `${length} ago`;
  }

  function refresh() {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      const text = words(Date.parse(time.dateTime), time.dataset.relative === "due");
      if (text && time.textContent !== text) time.textContent = text;
    }
  }

  function showLocalClocks(root) {
    for (const time of root.querySelectorAll("time[data-clock]")) time.textContent = CLOCK.format(new Date(time.dateTime));
    for (const time of root.querySelectorAll("time[data-exact]")) time.textContent = EXACT.format(new Date(time.dateTime));
  }

  showLocalClocks(document);
  document.addEventListener("htmx:load", (event) => showLocalClocks(event.target));
  setInterval(refresh, 20000);
})();
