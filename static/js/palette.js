// The jump palette: arrows choose among the results that the server sent, Enter opens the chosen one. Whoever types faster
// than the server answers gets the first result of what was typed, never one of the results before.
(() => {
  const palette = document.getElementById("palette");
  if (!palette) return;
  const field = palette.querySelector("input");
  const items = () => [...palette.querySelectorAll(".palette-item")];
  let answered = ""; // the text that the results are of
  let isEntered = false;

  function choose(index) {
    const all = items();
    all.forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    field.setAttribute("aria-activedescendant", all[index]?.id ?? "");
    all[index]?.scrollIntoView({ block: "nearest" });
  }

  palette.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.findIndex((item) => item.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown") { event.preventDefault(); choose(Math.min(at + 1, all.length - 1)); }
    if (event.key === "ArrowUp") { event.preventDefault(); choose(Math.max(at - 1, 0)); }
    isEntered = event.key === "Enter" && field.value !== answered;
    if (event.key === "Enter" && (isEntered || all[at])) event.preventDefault();
    if (event.key === "Enter" && !isEntered) all[at]?.click();
    if (event.key === "Escape") { event.preventDefault(); palette.close(); } // a search field would only clear itself
  });
  palette.addEventListener("htmx:afterSwap", ({ detail }) => {
    answered = detail.requestConfig.parameters.q ?? "";
    choose(0);
    if (isEntered && field.value === answered) items()[0]?.click();
  });
})();
