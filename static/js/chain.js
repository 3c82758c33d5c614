// The evidence chain: a claim in the response and its card light up together, by mouse, touch and keyboard.
// Without this script the claims are plain links to their cards, and the cards link back.
(() => {
  const LINGER = 90;
  let timer = 0;
  let pinned = null;

  const chain = () => document.querySelector("[data-chain]");
  const all = (id) => chain().querySelectorAll(`[data-claim="${CSS.escape(id)}"]`);
  const card = (id) => document.getElementById(`evidence-${id}`);
  const place = (id) => chain().querySelector(`.claim[data-claim="${CSS.escape(id)}"]`);

  /* Where nothing is pointed at, the first problem and its evidence stand out. */
  const firstProblem = () => chain()?.querySelector(".claim[data-problem]")?.dataset.claim ?? null;
  function light(id) {
    for (const lit of chain().querySelectorAll(".lit")) lit.classList.remove("lit");
    if (id) for (const part of all(id)) part.classList.add("lit");
  }
  /* What can be seen of a column: it may end below the screen, or below the pane of the desk that holds it. */
  function visiblePart(column) {
    const own = column.getBoundingClientRect();
    const pane = column.closest(".desk-body")?.getBoundingClientRect();
    return { top: Math.max(own.top, pane?.top ?? 0), bottom: Math.min(own.bottom, pane?.bottom ?? innerHeight) };
  }
  /* Scrolls only the column that holds the element, never the page under the reader's eyes. */
  function scrollColumnTo(element, { atOnce = false } = {}) {
    const column = element?.closest("[data-column]");
    if (!column || column.scrollHeight <= column.clientHeight) return;
    const inner = element.getBoundingClientRect();
    const outer = visiblePart(column);
    if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
    const calm = atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches;
    column.scrollBy({ top: inner.top - outer.top - 12, behavior: calm ? "auto" : "smooth" });
  }
  function follow(from, id) {
    light(id);
    scrollColumnTo(from.matches(".evidence-card, .evidence-card *") ? place(id) : card(id));
  }
  const claimOf = (event) => (chain()?.contains(event.target) ? event.target.closest("[data-claim]") : null);

  document.addEventListener("mouseover", (event) => {
    const part = claimOf(event);
    clearTimeout(timer);
    if (part) timer = setTimeout(() => follow(part, part.dataset.claim), LINGER);
    else if (chain()) timer = setTimeout(() => light(pinned ?? firstProblem()), LINGER);
  });
  document.addEventListener("focusin", (event) => {
    const part = claimOf(event);
    if (part) follow(part, part.dataset.claim);
  });
  /* A link from elsewhere on the page to a claim or a finding: its place in the response comes into view. */
  function jump(event) {
    const link = event.target.closest("a[data-finding], a[data-claim]");
    if (!link || !chain() || chain().contains(link)) return false;
    const aim = document.getElementById(link.hash.slice(1)) ?? (link.dataset.claim ? place(link.dataset.claim) : null);
    const goal = aim?.closest(".claim") ?? aim?.nextElementSibling ?? aim;
    if (!goal) return false;
    event.preventDefault();
    if (goal.dataset.claim) { pinned = goal.dataset.claim; follow(goal, pinned); }
    scrollColumnTo(goal);
    goal.scrollIntoView({ block: "nearest" });
    if (!goal.matches("a, [tabindex]")) goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
    return true;
  }

  document.addEventListener("click", (event) => {
    if (jump(event)) return;
    if (event.target.closest("[data-next-problem]")) return step(1);
    const part = claimOf(event);
    if (!part) { if (chain()) light((pinned = null)); return; }
    pinned = part.dataset.claim;
    const link = event.target.closest("a[data-claim]");
    if (!link) return;
    const goal = link.closest(".evidence-card") ? place(pinned) : card(pinned);
    if (!goal) return;
    event.preventDefault();
    history.replaceState(history.state, "", link.hash);
    follow(link, pinned);
    goal.focus({ preventScroll: Boolean(goal.closest("[data-column]")?.scrollHeight > goal.closest("[data-column]")?.clientHeight) });
    light(pinned);
  });
  /* Beyond the last problem of a page of claims comes the next page that has one. */
  const AIM = "#next-problem";
  function turnPage(by) {
    const link = document.querySelector(`.claim-pages [rel=${by > 0 ? "next" : "prev"}]`);
    if (link) location.assign(`${link.href.split("#")[0]}${by > 0 ? AIM : ""}`);
    return Boolean(link);
  }
  function step(by) {
    const problems = [...chain().querySelectorAll(".claim[data-problem][data-first]")];
    const last = problems.at(by > 0 ? -1 : 0);
    const onLast = last && last.dataset.claim === (document.activeElement.dataset?.claim ?? pinned);
    if ((!last || onLast) && turnPage(by)) return;
    if (!last) return;
    const at = problems.findIndex((link) => link.dataset.claim === (document.activeElement.dataset?.claim ?? pinned));
    const next = problems.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by) % problems.length);
    pinned = next.dataset.claim;
    next.focus();
  }
  /* What is wrong is in view when a response opens, its evidence beside it, unless the address led to another place. */
  let opened = null;
  function showFirstProblem() {
    if (!chain() || chain() === opened) return;
    opened = chain();
    pinned = null;
    const first = firstProblem();
    light(first);
    if (location.hash) return;
    scrollColumnTo(first ? place(first) : chain().querySelector(".finding-mark"), { atOnce: true });
    if (first) scrollColumnTo(card(first), { atOnce: true });
  }
  showFirstProblem();
  document.addEventListener("htmx:afterSettle", () => {
    showFirstProblem();
    // The line of the whole evidence that a quote's link asked for, once, and without moving the frame around it.
    const line = document.getElementById("whole-at");
    if (!line || line.dataset.shown) return;
    line.dataset.shown = "yes";
    line.scrollIntoView({ block: "nearest" });
  });

  if (location.hash === AIM && chain()) {
    history.replaceState(history.state, "", location.pathname + location.search);
    step(1);
  }
  document.addEventListener("keydown", (event) => {
    if (!chain() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    if (event.key === "Enter" && event.target.matches(".evidence-card")) event.target.querySelector("a[data-claim]").click();
    else if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "Escape") light((pinned = null));
  });
})();
