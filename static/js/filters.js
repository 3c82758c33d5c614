// Empty filters stay out of the address, so that the links people send each other are short.
document.addEventListener("htmx:configRequest", (event) => {
  const { verb, parameters } = event.detail;
  if (verb !== "get") return;
  for (const [name, value] of Object.entries(parameters)) if (value === "") delete parameters[name];
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || form.hasAttribute("hx-get")) return;
  for (const field of form.elements) if (field.name && field.value === "") field.disabled = true;
});
// The way back has one step for a search, in however many pauses it was typed, and none for what is asked for again. What was
// not understood in an address is said of that address alone.
(() => {
  let typedInto = null; // the form of the last step, when it was typed

  document.addEventListener("htmx:beforeHistoryUpdate", ({ detail: { history, requestConfig } }) => {
    const isTyped = requestConfig.triggeringEvent?.type === "input";
    const isSame = new URL(history.path, location.origin).href === location.origin + location.pathname + location.search;
    if (isSame || (isTyped && typedInto === requestConfig.elt)) history.type = "replace";
    if (isSame) return;
    typedInto = isTyped ? requestConfig.elt : null;
    document.getElementById("passed-over")?.remove();
  });
})();
// Links that narrow the page by what `data-sets` names keep what was chosen in the list since.
(() => {
  function follow() {
    for (const link of document.querySelectorAll("a[data-sets]")) {
      const next = new URL(location.href);
      const own = new URL(link.href).searchParams;
      for (const name of link.dataset.sets.split(" ")) {
        next.searchParams.delete(name);
        for (const value of own.getAll(name)) next.searchParams.append(name, value);
      }
      link.href = next.search || "?";
    }
  }
  for (const event of ["htmx:pushedIntoHistory", "htmx:replacedInHistory"]) document.addEventListener(event, follow);
})();
