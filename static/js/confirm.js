// <form data-confirm="Revoke it? Calls are refused at once.">: asks before it is sent. Without this script it is sent at once.
(() => {
  const dialog = document.getElementById("confirm");
  let asked = null;

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.dataset.confirm || form === asked) return;
    event.preventDefault();
    dialog.querySelector("p").textContent = form.dataset.confirm;
    dialog.querySelector("[value=yes]").textContent = submitter?.textContent.trim() || "Yes";
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "yes") return submitter?.focus();
      asked = form;
      form.requestSubmit(submitter);
    }, { once: true });
    dialog.showModal();
  });
})();
