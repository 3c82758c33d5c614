// A list of rows in a form (data-rows: its path) ends with a blank row, which is there again once that one is filled in.
const boxes = (form) => [...form.querySelectorAll("[data-rows]")];
const rowsOf = (box) => box.querySelectorAll("fieldset");
const isBlank = (row) => [...row.querySelectorAll("input")].every(({ type, checked, value }) => (type === "checkbox" ? !checked : !value));

function addRow(box) {
  const all = rowsOf(box);
  const [here, next] = [all.length - 1, all.length];
  const path = box.dataset.rows;
  const html = all[here].outerHTML.replaceAll(`${path}.${here}.`, `${path}.${next}.`);
  all[here].insertAdjacentHTML("afterend", html.replaceAll(`"${path.replaceAll(".", "-")}-${here}-`, `"${path.replaceAll(".", "-")}-${next}-`));
}
/* As many rows as the fields of these names need. */
export function addRowsFor(form, names) {
  for (const box of boxes(form)) {
    const start = `${box.dataset.rows}.`;
    const numbers = names.filter((name) => name.startsWith(start)).map((name) => parseInt(name.slice(start.length), 10));
    while (rowsOf(box).length <= Math.max(...numbers)) addRow(box);
  }
}
export function endWithBlankRow(form) {
  for (const box of boxes(form)) if (!isBlank([...rowsOf(box)].at(-1))) addRow(box);
}
document.addEventListener("input", ({ target }) => { if (target.form) endWithBlankRow(target.form); });
