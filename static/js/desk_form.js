// The ruling form opens without asking the server, and nothing typed into it is lost: it is kept for this tab by item,
// through live updates, another item, a reload or a failed request, until the ruling is made.
(() => {
  const form = () => document.getElementById("desk-form");
  const kept = (key) => { try { return JSON.parse(sessionStorage.getItem(`desk:${key}`)); } catch { return null; } };
  const keep = (key, value) => { try { sessionStorage.setItem(`desk:${key}`, JSON.stringify(value)); } catch { /* full or forbidden */ } };
  const forget = (key) => { try { sessionStorage.removeItem(`desk:${key}`); } catch { /* forbidden */ } };
  let sent = null;

  function values() {
    const told = {};
    for (const field of form().elements) {
      if (!field.name || field.type === "hidden") continue;
      if (field.type === "radio") { if (field.checked) told[field.name] = field.value; }
      else if (field.type === "checkbox") told[`${field.name}=${field.value}`] = field.checked;
      else if (field.value !== field.defaultValue) told[field.name] = field.value;
    }
    return told;
  }
  function save() {
    keep(form().dataset.draft, { open: !form().hidden, values: values() });
  }
  function restore() {
    const held = form() && form().hidden && !form().dataset.seen && kept(form().dataset.draft);
    if (form()) form().dataset.seen = "yes";
    if (!held) return;
    for (const field of form().elements) {
      if (field.type === "radio") field.checked = held.values[field.name] === field.value;
      else if (field.type === "checkbox") field.checked = held.values[`${field.name}=${field.value}`] ?? false;
      else if (field.name in held.values) field.value = held.values[field.name];
    }
    form().hidden = !held.open;
  }
  function show(ruling) {
    if (!form()) return;
    const choice = form().querySelector(`[name=ruling][value="${CSS.escape(ruling)}"]`);
    if (!choice) return;
    choice.checked = true;
    form().hidden = false;
    focusField(ruling);
    save();
  }
  /* Approving against a failing check asks one question, which Enter answers. */
  const asks = (ruling) => form().querySelector(`.desk-ask.for-${CSS.escape(ruling)}`);
  function focusField(ruling) {
    const send = form().querySelector("[type=submit]");
    send.querySelector("[data-send-key]").textContent = asks(ruling) ? "Enter" : "Ctrl Enter";
    if (asks(ruling)) return send.focus();
    const field = form().querySelector(`.for-${CSS.escape(ruling)} textarea`) ?? form().querySelector("[name=note]");
    field.focus();
    field.setSelectionRange?.(field.value.length, field.value.length);
  }
  function close() {
    form().hidden = true;
    save();
    document.querySelector(".desk-body")?.focus({ preventScroll: true });
  }

  document.addEventListener("desk:ruling", (event) => show(event.detail));
  document.addEventListener("click", (event) => {
    const offered = event.target.closest("[data-ruling]");
    const atOnce = offered && "atOnce" in offered.dataset;
    if (offered && form() && (!atOnce || !form().hidden)) {
      event.preventDefault();
      event.stopPropagation();
      show(offered.dataset.ruling);
    } else if (event.target.closest("[data-close-form]")) {
      event.preventDefault();
      close();
    }
  }, true);
  document.addEventListener("change", (event) => {
    if (event.target.matches("#desk-form [name=ruling]")) focusField(event.target.value);
  });
  document.addEventListener("input", (event) => { if (event.target.closest("#desk-form")) save(); });
  document.addEventListener("keydown", (event) => {
    if (!form() || form().hidden) return;
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) { event.preventDefault(); close(); }
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); form().requestSubmit(); }
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.path.includes("/rule/")) sent = form()?.dataset.draft ?? null;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && sent && event.detail.requestConfig.path.includes("/rule/")) forget(sent);
  });
  document.addEventListener("htmx:afterSettle", restore);
  restore();
  // A link can open the page with the form of one ruling; it stands as if its key had been pressed.
  const opened = form() && !form().hidden && form().querySelector("[name=ruling]:checked");
  if (opened) focusField(opened.value);
})();
