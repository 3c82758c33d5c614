// Short messages in the corner of the desk, and the seconds that are left to undo.
const ERROR_MS = 8000;

export function showToast(text, stays = ERROR_MS) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("desk-toasts").append(toast);
  setTimeout(() => toast.remove(), stays);
  return toast;
}

document.addEventListener("htmx:sendError", () => showToast("The server cannot be reached. What you typed is kept."));
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  showToast(xhr.status === 403 ? "You may not do this any more. Reload the page." : `The server answered ${xhr.status}. What you typed is kept.`);
});

function countDown() {
  for (const toast of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((Date.parse(toast.dataset.until) - Date.now()) / 1000);
    if (left <= 0) toast.remove();
    else toast.querySelector("[data-countdown]").textContent = `${left} s`;
  }
}
countDown();
setInterval(countDown, 250);
