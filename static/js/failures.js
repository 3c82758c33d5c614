// What htmx asked for and did not get, or not within some seconds, is said in a toast. Whoever was signed out meanwhile reloads the page, which asks to
// sign in and leads back to where one was.
(() => {
  const STAYS_MS = 8000;
  const SLOW_MS = 5000;
  const waits = new Map(); // of each request a person made: its timer, then its toast

  function showToast(text) {
    const toast = Object.assign(document.createElement("div"), { className: "toast", textContent: text });
    document.getElementById("toasts").append(toast);
    return toast;
  }
  /* Once, however often it failed. */
  function say(text) {
    for (const same of document.querySelectorAll("#toasts > .toast")) if (same.textContent === text) same.remove();
    const toast = showToast(text);
    setTimeout(() => toast.remove(), STAYS_MS);
    return toast;
  }
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    if (requestConfig.triggeringEvent?.type === "live") return;
    const timer = setTimeout(() => waits.set(xhr, { toast: showToast("The server has not answered yet. What you typed is kept.") }), SLOW_MS);
    waits.set(xhr, { timer });
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr, successful } }) => {
    const { timer, toast } = waits.get(xhr) ?? {};
    clearTimeout(timer);
    toast?.remove();
    waits.delete(xhr);
    if (successful) for (const past of document.querySelectorAll("#toasts > [data-unreached]")) past.remove();
  });
  /* What a person pressed may have left the page, replaced by another answer. It stands in the page again while its own is
     taken, without the ids that others have now: htmx looks for the parts of an answer in the tree of what asked, and says
     there that it came. */
  const shelter = Object.assign(document.createElement("div"), { id: "shelter", hidden: true });
  document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr, requestConfig } }) => {
    if (requestConfig.triggeringEvent?.type === "live") return;
    xhr.addEventListener("readystatechange", () => {
      if (xhr.readyState !== XMLHttpRequest.DONE || elt.isConnected) return;
      for (const named of [elt, ...elt.querySelectorAll("[id]")]) named.removeAttribute("id");
      shelter.replaceChildren(elt);
      document.body.append(shelter);
    });
    xhr.addEventListener("loadend", () => shelter.remove());
  });
  // A request that a newer one replaces (hx-sync) is no error; one that failed is logged with its own event right after.
  htmx.logger = (_, event, detail) => {
    if (event === "htmx:sendAbort" || event === "htmx:afterRequest") delete detail.error;
  };
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!new URL(detail.xhr.responseURL || location.href).pathname.startsWith("/sign-in")) return;
    detail.shouldSwap = false;
    location.reload();
  });
  document.addEventListener("htmx:timeout", () => say("The server did not answer. Reload the page to see what it did; what you typed is kept."));
  document.addEventListener("htmx:sendError", () => {
    say("The server cannot be reached. What you typed is kept.").dataset.unreached = ""; // until it is
  });
  document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
    if (xhr.responseText.includes('id="stale-form"')) return say("You signed in again since this page was opened. Reload it; what you typed is kept.");
    say(xhr.status === 403 ? "You may not do this any more. Reload the page." : `The server answered ${xhr.status}. What you typed is kept.`);
  });
})();
