// What htmx asked for and did not get is said in a toast. Whoever was signed out meanwhile reloads the page, which asks to
// sign in and leads back to where one was.
(() => {
  const STAYS_MS = 8000;

  function say(text) {
    const toast = Object.assign(document.createElement("div"), { className: "toast", textContent: text });
    document.getElementById("toasts").append(toast);
    setTimeout(() => toast.remove(), STAYS_MS);
  }
  // A request that a newer one replaces (hx-sync) is no error; one that failed is logged with its own event right after.
  htmx.logger = (_, event, detail) => {
    if (event === "htmx:sendAbort" || event === "htmx:afterRequest") delete detail.error;
  };
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!new URL(detail.xhr.responseURL || location.href).pathname.startsWith("/sign-in")) return;
    detail.shouldSwap = false;
    location.reload();
  });
  document.addEventListener("htmx:sendError", () => say("The server cannot be reached. What you typed is kept."));
  document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
    if (xhr.responseText.includes('id="stale-form"')) return say("You signed in again since this page was opened. Reload it; what you typed is kept.");
    say(xhr.status === 403 ? "You may not do this any more. Reload the page." : `The server answered ${xhr.status}. What you typed is kept.`);
  });
})();
