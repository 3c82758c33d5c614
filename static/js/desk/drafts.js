// What is typed into a form of the desk is kept for this tab under the form's data-draft, until it was taken: through live
// updates, another item, a reload, a failed request or the end of a session.
import { form as rulingForm } from "./elements.js";

const restored = new WeakSet();
const keys = new WeakMap();
const drafted = () => [...document.querySelectorAll("form[data-draft]")].filter((form) => !restored.has(form));

const read = (key) => { try { return JSON.parse(sessionStorage.getItem(`desk:${key}`)); } catch { return null; } };
const write = (key, value) => { try { sessionStorage.setItem(`desk:${key}`, JSON.stringify(value)); } catch { /* full or forbidden */ } };
const forget = (key) => { try { sessionStorage.removeItem(`desk:${key}`); } catch { /* forbidden */ } };

function fieldValues(form) {
  const values = {};
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden") continue;
    if (field.type === "radio") { if (field.checked) values[field.name] = field.value; }
    else if (field.type === "checkbox") values[`${field.name}=${field.value}`] = field.checked;
    else if (field.value !== field.defaultValue) values[field.name] = field.value;
  }
  return values;
}
export function saveDraft(form) {
  write(form.dataset.draft, { open: !form.hidden, values: fieldValues(form) });
}
/* A ruling's form that the server sent open is to be filled in anew. */
function restore(form) {
  restored.add(form);
  const saved = (form.hidden || form !== rulingForm()) && read(form.dataset.draft);
  if (!saved) return;
  for (const field of form.elements) {
    if (field.type === "radio") field.checked = saved.values[field.name] === field.value;
    else if (field.type === "checkbox") field.checked = saved.values[`${field.name}=${field.value}`] ?? false;
    else if (field.name in saved.values) field.value = saved.values[field.name];
  }
  form.hidden = !saved.open;
}
const restoreAll = () => drafted().forEach(restore);

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => { if (target.form?.dataset.draft) saveDraft(target.form); });
}
// A ruling without a form, such as a dismissal, takes what was typed about the item with it.
const sender = ({ detail: { elt, requestConfig } }) => (requestConfig.path.includes("/rule/") ? rulingForm() : elt);
document.addEventListener("htmx:beforeRequest", (event) => keys.set(event.detail.xhr, sender(event)?.dataset.draft));
document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
  const isTaken = xhr.status && xhr.status < 400 && !new URL(xhr.responseURL).pathname.startsWith("/sign-in");
  if (isTaken && keys.get(xhr)) forget(keys.get(xhr));
});
document.addEventListener("htmx:afterSettle", restoreAll);
restoreAll();
