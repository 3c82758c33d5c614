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
// What was not understood in an address is said of that address alone.
document.addEventListener("htmx:pushedIntoHistory", () => document.getElementById("passed-over")?.remove());
