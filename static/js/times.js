// Keeps "3 min ago" true while a page stays open; the server wrote the same words.
(() => {
  const STEPS = [[60, 1, "s"], [3600, 60, "min"], [86400, 3600, "h"], [2592000, 86400, "d"]];

  function words(moment) {
    const seconds = (Date.now() - moment) / 1000;
    const size = Math.abs(seconds);
    if (size < 45) return "just now";
    const step = STEPS.find(([limit]) => size < limit);
    if (!step) return null;
    const told = `${Math.round(size / step[1])} ${step[2]}`;
    return seconds < 0 ? `in ${told}` : `${told} ago`;
  }

  function refresh() {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      const told = words(Date.parse(time.dateTime));
      if (told && time.textContent !== told) time.textContent = told;
    }
  }
  setInterval(refresh, 20000);
})();
