// Short messages in the corner of the desk, and the seconds that are left to undo.
const STAYS_MS = 8000;

export function showToast(text, stays = STAYS_MS) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("desk-toasts").append(toast);
  setTimeout(() => toast.remove(), stays);
  return toast;
}

/* An answer needs the form that asked for it: htmx places its parts in the page of that form, and says there that it came. */
const isSending = (toast) => Boolean(toast.querySelector(".htmx-request"));

function countDown() {
  for (const toast of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((Date.parse(toast.dataset.until) - Date.now()) / 1000);
    if (left <= 0 && !isSending(toast)) toast.remove();
    else toast.querySelector("[data-countdown]").textContent = `${Math.max(left, 0)} s`;
  }
}
countDown();
setInterval(countDown, 250);
