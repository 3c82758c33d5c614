// One WebSocket says that something changed ({"topic", "ids"}, never content; no ids: any of them); each part of the
// page that shows it asks the server for itself again. A part that shows one record asks at once; lists wait a random
// time up to "spread" seconds, so that many open pages do not ask together, and hidden pages until they are seen.
// Elements: data-live="attempts turns", data-live-id to hear about one record only; they carry hx-get and
// hx-trigger="live". data-record names the record that all inside is about. After a reconnect everything asks again, since messages may be missed. The topic "heartbeat" only
// says that the connection is alive.
(() => {
  const FIRST_WAIT = 1000;
  const LONGEST_WAIT = 30000;
  const GATHER = 250;
  const LONGEST_SILENCE = 50000; // the server's heartbeat comes every 20 s
  const LOOK_EVERY = 5000;
  const parts = () => [...document.querySelectorAll("[data-live]")];
  if (!parts().length) return;

  let wait = FIRST_WAIT;
  let socket = null;
  let heardAt = 0;
  let isHeard = false;
  let wasHeard = false;
  const pending = new Set();
  let flushAt = 0;
  let timer = 0;
  let again = 0;

  /* A press ends in a click only if what was pressed is still there: news of its part wait for that. */
  let pressed = null;
  let released = 0;
  const release = () => { pressed = null; };
  addEventListener("pointerdown", ({ target, button }) => {
    clearTimeout(released);
    pressed = button === 0 ? target : null;
  }, true);
  addEventListener("pointerup", () => { released = setTimeout(release, GATHER); }, true); // a tap clicks a little later
  addEventListener("pointercancel", release, true);
  addEventListener("click", release);
  /* A part that was brought anew since, or is just being brought, may be older than the news: it asks once it is there. */
  function flush() {
    timer = 0;
    if (document.hidden) return;
    for (const part of pending) {
      const now = part.isConnected ? part : document.getElementById(part.id);
      if (now?.closest(".htmx-request, .htmx-settling") || now?.contains(pressed)) continue;
      pending.delete(part);
      now?.dispatchEvent(new CustomEvent("live"));
    }
    if (pending.size) flushWithin(GATHER);
  }
  function flushWithin(delay) {
    const at = Date.now() + delay;
    if (timer && flushAt <= at) return;
    clearTimeout(timer);
    flushAt = at;
    timer = setTimeout(flush, delay);
  }
  function refresh(chosen, spread = 0) {
    if (!chosen.length) return;
    for (const part of chosen) pending.add(part);
    const one = chosen.some((part) => part.dataset.liveId);
    flushWithin(one ? GATHER : GATHER + Math.random() * spread * 1000);
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden && pending.size) flushWithin(0); });
  /* Another answer brought the part anew while this one was on the way. What was asked by itself has no place any more;
     what a person asked for takes the place of that answer, but a part of one record never that of another's. */
  const asked = new WeakMap(); // of each request the record it was sent from, and the part that its answer is for
  const recordOf = (element) => element.closest("[data-record]")?.dataset.record;
  function hasPlace(place, record) {
    const shown = place && recordOf(place.parentElement);
    return place ? !shown || shown === record : !record;
  }
  function swapIfWanted({ target, detail }) {
    const isLive = detail.requestConfig.triggeringEvent?.type === "live";
    if (isLive && target.contains(pressed)) {
      detail.shouldSwap = false;
      return refresh([detail.requestConfig.elt]);
    }
    if (target.isConnected && !target.closest("#shelter")) return;
    const { record, id = target.id } = asked.get(detail.xhr) ?? {};
    const place = document.getElementById(id);
    if (isLive || !hasPlace(place, record)) detail.shouldSwap = false;
    else detail.target = place ?? target;
  }
  document.addEventListener("htmx:beforeSend", ({ detail: { elt, target, xhr } }) => {
    asked.set(xhr, { record: recordOf(elt), id: target.id });
    target.addEventListener("htmx:beforeSwap", swapIfWanted);
  });

  function concerns(part, message) {
    const topics = part.dataset.live.split(" ");
    return topics.includes(message.topic) && (!part.dataset.liveId || !message.ids || message.ids.includes(part.dataset.liveId));
  }
  let shown = {};
  const showIn = (root) => { for (const sign of root.querySelectorAll(".live")) Object.assign(sign, shown); };
  function show(textContent, title) {
    shown = { textContent, title };
    showIn(document);
  }
  document.addEventListener("htmx:load", ({ detail }) => showIn(detail.elt));
  function connected(state) {
    document.documentElement.dataset.connected = String(state);
    if (state) show("Live", "Updates by itself");
    else show("Offline", "Not connected; tries again by itself");
  }
  const signedOut = () => show("Signed out", "Reload the page to sign in");

  function connect() {
    clearTimeout(again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = new WebSocket(`${scheme}://${location.host}/ws/live/`);
    socket = opened;
    heardAt = Date.now();
    opened.addEventListener("message", (event) => {
      if (socket !== opened) return;
      if (!isHeard) heardFirst();
      heardAt = Date.now();
      const message = JSON.parse(event.data);
      if (message.topic === "heartbeat") return;
      document.dispatchEvent(new CustomEvent("live:message", { detail: message }));
      refresh(parts().filter((part) => concerns(part, message)), message.spread);
    });
    opened.addEventListener("close", (event) => { if (socket === opened) lost(event.code); });
  }
  function heardFirst() {
    wait = FIRST_WAIT;
    isHeard = true;
    connected(true);
    if (wasHeard) refresh(parts());
    wasHeard = true;
  }
  function lost(code) {
    socket = null;
    isHeard = false;
    connected(false);
    if (code === 4401 || code === 4403) return signedOut();
    again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
  /* A connection may be dead without being closed: its server hangs, or the network went away. Closing it waits for an
     answer as well, so that is not waited for. */
  function drop() {
    const dead = socket;
    lost();
    dead.close();
  }
  setInterval(() => { if (socket && Date.now() - heardAt >= LONGEST_SILENCE) drop(); }, LOOK_EVERY);
  addEventListener("offline", () => { if (socket) drop(); });
  addEventListener("online", () => { if (!socket) connect(); });
  connect();
})();
