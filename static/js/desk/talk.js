// Comments, assigning and snoozing: M writes, I and H open their menus, `@` in a comment offers the colleagues there are.
const NAMES_SHOWN = 6;
const MINUTE = 60_000;
const CALLED = /(?<![\w.@+-])@([\w.@+-]*)$/;

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-focus]");
  if (!opener) return;
  event.preventDefault();
  document.getElementById(opener.dataset.focus)?.focus();
});

/* A menu begins at its first choice, and a letter goes to the next that begins with it. A time that would be refused is
   refused where it is typed, for the menu closes once it is sent. */
document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !target.matches(".desk-plan details")) return;
  target.querySelector("button")?.focus();
  const field = target.querySelector("[data-local-time]");
  if (field) Object.assign(field, { min: localMinute(Date.now() + MINUTE), max: localMinute(Date.parse(field.dataset.localTime)) });
}, true);
const localMinute = (time) => new Date(time - new Date(time).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
document.addEventListener("keydown", (event) => {
  const menu = event.target.closest(".desk-plan details[open]");
  if (!menu || event.target.matches("input") || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...menu.querySelectorAll(".menu-item")];
  const after = items.indexOf(document.activeElement) + 1;
  [...items.slice(after), ...items.slice(0, after)].find((one) => one.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const menu = detail.elt.closest(".desk-plan details");
  if (!menu) return;
  menu.open = false;
  document.querySelector(".desk-body")?.focus({ preventScroll: true });
});

/* A chosen time is that of the reader, and is sent with its zone. */
document.addEventListener("formdata", ({ target, formData }) => {
  const field = target.querySelector("[data-local-time]");
  if (field?.value) formData.set(field.name, new Date(field.value).toISOString());
});

const isComment = (target) => target.matches("#comment-text");
const shownNames = () => document.getElementById("talk-names");
const options = () => [...(shownNames()?.children ?? [])];
const chosen = () => options().findIndex((one) => one.ariaSelected === "true");

function choose(at) {
  const all = options();
  for (const [index, one] of all.entries()) one.ariaSelected = String(index === (at + all.length) % all.length);
  document.getElementById("comment-text").setAttribute("aria-activedescendant", all[chosen()].id);
}
function hideNames() {
  shownNames()?.remove();
  document.getElementById("comment-text")?.removeAttribute("aria-activedescendant");
}
function offerNames(field) {
  hideNames();
  const begun = CALLED.exec(field.value.slice(0, field.selectionStart))?.[1].toLowerCase();
  if (begun === undefined) return;
  const found = field.dataset.names.split(" ").filter((name) => name.toLowerCase().startsWith(begun)).slice(0, NAMES_SHOWN);
  if (!found.length) return;
  const box = document.createElement("div");
  Object.assign(box, { id: "talk-names", className: "talk-names", role: "listbox", ariaLabel: "Colleagues" });
  box.append(...found.map((name, index) => Object.assign(document.createElement("div"), { id: `talk-name-${index}`, className: "menu-item", role: "option", textContent: name })));
  box.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    insertName(field, event.target.textContent);
  });
  field.form.append(box);
  choose(0);
}
function insertName(field, name) {
  const before = field.value.slice(0, field.selectionStart).replace(CALLED, `@${name} `);
  field.setRangeText(before, 0, field.selectionStart, "end");
  hideNames();
}

document.addEventListener("input", ({ target }) => { if (isComment(target)) offerNames(target); });
document.addEventListener("focusout", ({ target }) => { if (isComment(target)) hideNames(); });
document.addEventListener("keydown", (event) => {
  if (!isComment(event.target)) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  else if (shownNames() && event.key === "ArrowDown") choose(chosen() + 1);
  else if (shownNames() && event.key === "ArrowUp") choose(chosen() - 1);
  else if (shownNames() && ["Enter", "Tab"].includes(event.key)) insertName(event.target, options()[chosen()].textContent);
  else if (shownNames() && event.key === "Escape") hideNames();
  else if (event.key === "Escape") document.querySelector(".desk-body")?.focus({ preventScroll: true });
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
