// Makes the graph of beliefs a place to walk in: dragging zooms, a double click shows all, a click opens the belief.
(() => {
  const chart = document.querySelector("[data-opens]");
  if (!chart) return;
  const drawn = new MutationObserver(openOnClick);
  function openOnClick() {
    if (!chart.dataset.drawn) return;
    drawn.disconnect();
    window.Plotly.relayout(chart, { dragmode: "zoom" });
    chart.on("plotly_click", (event) => {
      const address = event.points[0]?.customdata;
      if (address) window.location.assign(address);
    });
  }
  drawn.observe(chart, { attributes: true, attributeFilter: ["data-drawn"] });
  openOnClick(); // where the figure was drawn before this file had come
})();
