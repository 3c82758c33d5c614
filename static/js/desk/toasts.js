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

function countDown() {
  for (const toast of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((Date.parse(toast.dataset.until) - Date.now()) / 1000);
    if (left <= 0) toast.remove();
    else toast.querySelector("[data-countdown]").textContent = `${left} s`;
  }
}
countDown();
setInterval(countDown, 250);
