// Runs in the measured page: records when an event occurred and when the picture after it was drawn.
// Both sides are timed in the same way, until the drawing code is done and before the browser paints.

(() => {
  const times = { event: null, picture: null };

  function everywhere(root, selector) {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const element of root.querySelectorAll("*")) {
      const inside = element.shadowRoot && everywhere(element.shadowRoot, selector);
      if (inside) return inside;
    }
    return null;
  }

  function drawn(at) {
    if (times.event !== null && times.picture === null && at > times.event) times.picture = at;
  }

  function watchBoard() {
    const board = everywhere(document, ".board");
    const observer = new MutationObserver(() => drawn(Number(board.dataset.drawn)));
    observer.observe(board, { attributes: true, attributeFilter: ["data-drawn"] });
  }

  /** Plotly draws a heatmap as an <image>; Streamlit rebuilds the chart's node for new data. */
  function watchPlotly() {
    const picture = () => document.querySelector(".js-plotly-plot image")?.getAttribute("href") ?? null;
    let shown = picture();
    const look = () => {
      const now = picture();
      if (now === null || now === shown) return;
      shown = now;
      drawn(performance.now());
    };
    new MutationObserver(look).observe(document.body, {
      attributes: true, attributeFilter: ["href", "xlink:href"], childList: true, subtree: true,
    });
  }

  /**
   * Wait for an answer of the route: everything immediately visible is in place, and the map and the curves that the
   * answer changes are drawn.
   */
  function watchAnswer() {
    const root = document.documentElement;
    const all = (selector) => [...document.querySelectorAll(`.workbench.main ${selector}`)];
    const settle = () => {
      const answered = Number(root.dataset.answered), curves = all("[data-workbench=curve]");
      const maps = all(".model-map").map((map) => Number(map.dataset.drawn));
      if (times.event === null || answered <= times.event) return;
      if (curves.some((curve) => "drawing" in curve.dataset) || maps.some((end) => end <= times.event)) return;
      drawn(Math.max(answered, ...maps, ...curves.map((curve) => Number(curve.dataset.drawn))));
    };
    const observer = new MutationObserver(settle);
    observer.observe(root, { attributes: true, attributeFilter: ["data-answered"] });
    observer.observe(document.body, { attributes: true, attributeFilter: ["data-drawn"], subtree: true });
  }

  /** Wait until the arithmetic shows as much as was chosen, the layout of the page included. */
  function watchLevel() {
    const settle = (changes) => {
      for (const { target } of changes) target.getBoundingClientRect();
      drawn(performance.now());
    };
    new MutationObserver(settle).observe(document.body, { attributes: true, attributeFilter: ["data-level"], subtree: true });
  }

  /** Wait for a board that is created after the event. */
  function watchFirst() {
    const look = () => {
      const board = times.event !== null && times.picture === null && everywhere(document, ".board");
      if (board?.dataset?.drawn) drawn(Number(board.dataset.drawn));
      requestAnimationFrame(look);
    };
    look();
  }

  const watchers = { plotly: watchPlotly, board: watchBoard, first: watchFirst, answer: watchAnswer, level: watchLevel };
  window.stopwatch = {
    times,
    watch: (what) => watchers[what](),
    reset: () => { times.event = times.picture = null; },
  };
  const began = (event) => { times.event ??= event.timeStamp; };
  window.addEventListener("keydown", began, true);
  window.addEventListener("mousemove", began, true);
  window.addEventListener("pointerdown", began, true);
})();
