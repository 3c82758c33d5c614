// <button data-copy="id">: puts the text of that element on the clipboard and says so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const label = button.querySelector("[data-label]") ?? button;
  const before = label.textContent;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    label.textContent = "Copied";
  } catch {
    label.textContent = "Not allowed";
  }
  setTimeout(() => { label.textContent = before; }, 1500);
});
