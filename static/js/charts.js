// Draws the figures of a page with Plotly, which is fetched when the first of them comes near the screen. Colours are
// names of the stylesheet's tokens and get their worth here, again whenever the scheme changes or a figure was swapped.
(() => {
  const source = document.currentScript.dataset.plotly;
  const charts = () => [...document.querySelectorAll("[data-chart]")];
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.forcedColorAdjust = "none"; // else all series are of one colour where colours are forced
  document.body.append(probe);
  const PAPER_WIDTH = 640; // px, what a page of A4 or Letter has beside its margins and those of a card
  let library = null;
  let isPrinting = false;

  function load() {
    library ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
    return library;
  }
  function resolveToken(token) {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  }
  function coloured(value) {
    if (typeof value === "string") return value.startsWith("--") ? resolveToken(value) : value;
    if (Array.isArray(value)) return value.map(coloured);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, coloured(held)]));
    return value;
  }
  function axis(own, calm) {
    return { gridcolor: calm.line, zerolinecolor: calm.line, linecolor: calm.line, tickfont: { color: calm.text }, automargin: true, fixedrange: true, ...own };
  }
  async function draw(chart) {
    try {
      await load();
    } catch {
      chart.textContent = "The figure could not be loaded. Load the page again, or read the table below.";
      return;
    }
    const figure = coloured(JSON.parse(document.getElementById(chart.dataset.chart).textContent));
    const calm = { line: resolveToken("--line"), text: resolveToken("--text-3") };
    const layout = {
      ...figure.layout,
      font: { family: getComputedStyle(document.body).fontFamily, size: 11, color: resolveToken("--text-2") },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      margin: { l: 44, r: 8, t: 8, b: 36, ...figure.layout.margin },
      legend: { orientation: "h", yref: "container", y: 0, yanchor: "bottom", x: 0, traceorder: "normal" },
      hovermode: "closest",
      hoverlabel: { bgcolor: resolveToken("--raised"), bordercolor: resolveToken("--line-strong"), font: { color: resolveToken("--text") } },
      bargap: 0.25,
      dragmode: false,
      ...(isPrinting && { width: Math.min(chart.clientWidth, PAPER_WIDTH) }),
      xaxis: axis(figure.layout.xaxis, calm),
      yaxis: axis(figure.layout.yaxis, calm),
      ...(figure.layout.yaxis2 && { yaxis2: axis(figure.layout.yaxis2, calm) }),
    };
    window.Plotly.react(chart, figure.data, layout, { displayModeBar: false, responsive: true });
    chart.dataset.drawn = "yes";
  }
  const near = new IntersectionObserver((seen) => {
    for (const entry of seen) if (entry.isIntersecting) { near.unobserve(entry.target); draw(entry.target); }
  }, { rootMargin: "300px" });
  const again = () => { for (const chart of charts()) if (chart.dataset.drawn) draw(chart); };

  charts().forEach((chart) => near.observe(chart));
  // On paper nobody scrolls: every figure is drawn at once, and narrow enough.
  addEventListener("beforeprint", () => { isPrinting = true; charts().forEach(draw); });
  addEventListener("afterprint", () => { isPrinting = false; again(); });
  document.addEventListener("themechange", again);
  document.addEventListener("htmx:oobAfterSwap", again);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
})();
