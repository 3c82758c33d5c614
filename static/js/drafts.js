// What is typed into a form is kept for this person in this tab under the form's data-draft, until it was taken: through
// live updates, another page, a reload, a failed request or the end of a session. Taken is what htmx sent, and what the
// page that comes next names as data-draft-taken; a link with data-drop-draft begins anew. A form with data-draft-sent
// came back from the server with what was typed, all of which is kept.
import { form as rulingForm } from "./desk/elements.js";
import { addRowsFor, endWithBlankRow } from "./rows.js";

const restored = new WeakSet();
const keys = new WeakMap();
const drafted = () => [...document.querySelectorAll("form[data-draft]")].filter((form) => !restored.has(form));

const stored = (key) => `draft:${document.body.dataset.person}:${key}`;
const read = (key) => { try { return JSON.parse(sessionStorage.getItem(stored(key))); } catch { return null; } };
const write = (key, value) => { try { sessionStorage.setItem(stored(key), JSON.stringify(value)); } catch { /* full or forbidden */ } };
const forget = (key) => { try { sessionStorage.removeItem(stored(key)); } catch { /* forbidden */ } };

const isDrafted = ({ name, type, dataset }) => name && type !== "submit" && (type !== "hidden" || "drafted" in dataset);

function fieldValues(form) {
  const values = {};
  const before = read(form.dataset.draft)?.values ?? {};
  for (const field of [...form.elements].filter(isDrafted)) {
    const isTyped = field.value !== field.defaultValue || field.type === "hidden" || "draftSent" in form.dataset;
    if (field.type === "radio") { if (field.checked) values[field.name] = field.value; }
    else if (field.type === "checkbox") values[`${field.name}=${field.value}`] = field.checked;
    else if (isTyped || field.name in before) values[field.name] = field.value;
  }
  return values;
}
export function saveDraft(form) {
  write(form.dataset.draft, { open: !form.hidden, values: fieldValues(form) });
}
/* Whoever types fast has typed before this script came. */
const isTyped = (form) =>
  [...form.elements].some((field) => isDrafted(field) && field.defaultValue !== undefined && field.value !== field.defaultValue);
/* A ruling's form that the server sent open is to be filled in anew. */
function restore(form) {
  restored.add(form);
  if ("draftSent" in form.dataset) return saveDraft(form);
  const saved = (form.hidden || form !== rulingForm()) && read(form.dataset.draft);
  if (!saved) return isTyped(form) && saveDraft(form);
  addRowsFor(form, Object.keys(saved.values));
  for (const field of [...form.elements].filter(isDrafted)) {
    if (field.type === "radio") field.checked = saved.values[field.name] === field.value;
    else if (field.type === "checkbox") field.checked = saved.values[`${field.name}=${field.value}`] ?? false;
    else if (field.name in saved.values) field.value = saved.values[field.name];
  }
  endWithBlankRow(form);
  form.hidden = !saved.open;
  document.addEventListener("DOMContentLoaded", () => form.dispatchEvent(new CustomEvent("restored"))); // htmx hears it from then on
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
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-drop-draft]")) forget(target.closest("form").dataset.draft);
});
for (const taken of document.querySelectorAll("[data-draft-taken]")) forget(taken.dataset.draftTaken);
restoreAll();
