// Plotly on a node that is reused; its script is loaded once, from the app's own server.

import { element } from "../picture/element.js";
import { predictCurves } from "../picture/prediction/curve_prediction.js";
import { scrolled } from "../streamlit/streamlit.js";
import { ask } from "../store/store.js";
import { isZoomed, pageZoom } from "../picture/zoom.js";

/** Space below a figure, its minimum height, and the change in height that is not worth redrawing. */
const UNDER = 70, LEAST = 240, SAME = 24;
/** How much higher than asked a figure grows in a large window, and what it then leaves to what is below it. */
const GROWTH = 2, FOLLOWING = 120;
/** How much of a figure is in the window if it counts as in sight. */
const HALF = 0.5;
/** @type {Promise<Plot.Plotly> | null} */
let loading = null;
/**
 * How often a figure is redrawn, with no visible change, while the user is idle: browsers only compile well what has
 * already run.
 */
const REHEARSALS = 10, REHEARSAL_MS = 40;
let rehearsed = 0;

/** @type {typeof globalThis & {Plotly?: Plot.Plotly}} where Plotly's script puts it */
const loaded = globalThis;

/** Loads Plotly; only the first caller has to give its URL. @param {string} [address] */
export function plotly(address = "") {
  loading ??= new Promise((done, failed) => {
    if (loaded.Plotly) return done(loaded.Plotly);
    const script = element("script");
    script.src = address;
    script.onload = () => (loaded.Plotly ? done(loaded.Plotly) : failed());
    script.onerror = failed;
    document.head.append(script);
  });
  return loading;
}

/** The colours and the font of the current theme. @param {HTMLElement} node */
function themeOf(node) {
  const style = getComputedStyle(node), value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    line: value("--st-border-color"), ink: value("--st-text-color"), background: value("--st-background-color"),
    font: value("--st-font") || "sans-serif",
  };
}

/**
 * Returns the figure in the colours of a theme, at this height.
 * @param {Plot.Figure} figure @param {ReturnType<typeof themeOf>} theme @param {number} height
 */
export function themed({ data, layout }, { line, ink, background, font }, height) {
  const axis = (/** @type {Plot.Axis} */ given) => ({
    gridcolor: line, zerolinecolor: line, linecolor: line,
    // Our numbers are short, so they need not be rotated or hidden: checking that costs a layout for each of them.
    tickangle: 0, ticklabeloverflow: "allow", ...given,
    title: { font: { size: 13 }, ...given?.title },
  });
  const axes = Object.keys(layout).filter((name) => /^[xy]axis/.test(name));
  return {
    data,
    layout: {
      ...layout, ...Object.fromEntries(axes.map((name) => [name, axis(/** @type {Plot.Axis} */ (layout[name]))])), height, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", autosize: true,
      font: { family: font, size: 13, color: ink },
      hoverlabel: { bgcolor: background, bordercolor: line, font: { color: ink } },
    },
  };
}

/**
 * The second array if it has the same numbers as the first, else the first. An array without any is never the same: Plotly
 * would keep what it computed for another axis.
 * @template {ArrayLike<number | null>} A @param {A} one @param {A} [shown]
 */
function shownIfAlike(one, shown) {
  return one.length && shown?.length === one.length && Array.from(one).every((number, place) => number === shown[place]) ? shown : one;
}

/**
 * Returns the traces with those arrays that the node shows already, where the numbers are the same: Plotly compares
 * arrays by identity, and only restyles a line whose numbers stay.
 * @param {Plot.Trace[]} data @param {Pick<Plot.Trace, "x" | "y">[]} [shown]
 */
export function withShownArrays(data, shown = []) {
  return data.map((trace, place) => ({
    ...trace, x: shownIfAlike(trace.x, shown[place]?.x), y: shownIfAlike(trace.y, shown[place]?.y),
  }));
}

/** The names of the axes of a layout. @param {object} layout */
function axesIn(layout) {
  return Object.keys(layout).filter((name) => /^[xy]axis/.test(name)).sort().join();
}

/** Sizes of a figure that grow with the page: of letters, lines and points, and of margins. */
const SIZES = new Set(["size", "width", "l", "r", "t", "b", "standoff", "ticklen"]), NOT_SIZED = new Set(["x", "y", "z", "domain", "range", "text"]);

/** @param {any} value @param {number} by @returns {any} */
function grown(value, by) {
  if (Array.isArray(value)) return value.map((one) => grown(one, by));
  if (!value || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, SIZES.has(name) && typeof one === "number" ? one * by : NOT_SIZED.has(name) ? one : grown(one, by)]));
}

/** A figure for a zoomed page: Plotly finds the pointer only in elements that are not zoomed, so its letters grow instead. @param {ReturnType<typeof themed>} figure */
function enlarged(figure) {
  return isZoomed() ? /** @type {typeof figure} */ (grown(figure, pageZoom())) : figure;
}

/** Returns the top of a figure, relative to the whole page. @param {HTMLElement} node */
function topOf(node) {
  return Math.round(node.getBoundingClientRect().top + scrolled() * pageZoom());
}

/**
 * Returns the height that the figure asks for, reduced if it would end below the window, more if there is room to spare.
 * @param {Plot.Part} part @param {number} top
 */
function heightOf({ figure: { layout } }, top) {
  if (isZoomed()) return Math.max(LEAST * pageZoom(), window.innerHeight - top - UNDER);
  const rest = window.innerHeight - top - UNDER;
  if (top >= window.innerHeight) return layout.height;
  return Math.max(Math.min(layout.height, Math.max(LEAST, rest)), Math.min(GROWTH * layout.height, rest - FOLLOWING));
}

/** Returns the position of a pointer on the x axis; null outside the axes. @param {Plot.Node} node @param {MouseEvent} event */
function xUnder(node, { clientX, clientY }) {
  const area = node.querySelector(".nsewdrag")?.getBoundingClientRect();
  const isInside = area && clientX >= area.left && clientX <= area.right && clientY >= area.top && clientY <= area.bottom;
  if (!isInside) return null;
  const { range, type } = node.layout.xaxis, at = range[0] + ((clientX - area.left) / area.width) * (range[1] - range[0]);
  return type === "log" ? 10 ** at : at;
}

const CONFIG = {
  displaylogo: false, responsive: true, scrollZoom: false, doubleClick: false,
  modeBarButtons: [["toImage"]],
  // Without hover the bar would always cover the picture; "Share" saves the picture there.
  displayModeBar: globalThis.matchMedia?.("(hover: none)").matches ? false : "hover",
};

/** Returns the configuration, with the words of the page in place of Plotly's own. @param {Record<string, string>} strings */
function configured({ plot_save, plot_saving, plot_saved }) {
  const dictionary = {
    "Download plot as a PNG": plot_save, "Preparing image - this may take a few seconds": plot_saving,
    "Image download succeeded": plot_saved,
  };
  return { ...CONFIG, locales: { "en-US": { dictionary } } }; // The locale that Plotly takes if none is chosen.
}

const whenIdle = globalThis.requestIdleCallback ?? ((act) => setTimeout(act));

/** @param {{store: Page.Store, isPredicted?: boolean}} context `isPredicted` is false where a page asks for predictions itself */
export function curvesPart({ store, isPredicted = true }) {
  const node = /** @type {Plot.Node} */ (element("div", "curves"));
  node.dataset.workbench = "curve";
  /** @type {Plot.Part} */
  let part;
  const prediction = predictCurves(store, node, { part: () => part, draw: () => draw(), isOffered: isPredicted });
  /** @type {ReturnType<typeof themeOf>} */
  let theme;
  /** @type {number | null} */
  let top = null;
  let text = "", zoom = pageZoom(), isListening = false, isTaken = false, timer = 0, rehearsal = 0, drawing = 0, turn = 0, isInSight = true;

  async function draw() {
    node.dataset.drawing = String(drawing += 1);
    const Plotly = await plotly(store.shared.plotly), height = heightOf(part, top ?? 0);
    node.style.height = `${height}px`;
    const { data, layout } = enlarged(themed(prediction.shown().figure, theme, height));
    if (node.layout && axesIn(node.layout) !== axesIn(layout)) {
      // Of a figure without points Plotly would leave an axis that is new without a place.
      Plotly.purge(node);
      isListening = false;
    }
    // The configuration only has to be passed once.
    await Plotly.react(node, withShownArrays(data, node.data), layout, isListening ? undefined : configured(store.shared.strings));
    if (!isListening) {
      node.on("plotly_click", clicked);
      node.addEventListener("click", clickedBeside);
    }
    isListening = true;
    if ((drawing -= 1) === 0) delete node.dataset.drawing;
    node.dataset.drawn = String(performance.now());
    prediction.placed();
    if (rehearsed < REHEARSALS) rehearse();
  }

  /** What is mostly out of the window is drawn after all that is in sight, which waits for no such curve. */
  function drawInTurn() {
    if (isInSight || document.hidden) return draw();
    cancelAnimationFrame(turn);
    turn = requestAnimationFrame(() => setTimeout(() => node.isConnected && draw()));
  }

  /** Draws the same figure again, as if all of its numbers were new. */
  function rehearse() {
    clearTimeout(rehearsal);
    rehearsal = setTimeout(() => whenIdle(() => {
      // Not under the pointer: the tooltip would disappear.
      if (!node.isConnected || rehearsed >= REHEARSALS || node.matches(":hover")) return;
      rehearsed += 1;
      const data = node.data.map((trace) => ({ ...trace, x: Array.from(trace.x), y: Array.from(trace.y) }));
      loaded.Plotly?.react(node, data, { ...node.layout });
      rehearse();
    }), REHEARSAL_MS);
  }

  /**
   * Updates position and theme. Reading them forces a layout of the whole page, so it is done once at first, and later
   * only after the picture is drawn.
   */
  function look() {
    const found = { theme: themeOf(node), top: topOf(node) };
    const isOther = JSON.stringify(found.theme) !== JSON.stringify(theme) || zoom !== pageZoom()
      || Math.abs(heightOf(part, found.top) - heightOf(part, top ?? 0)) > SAME;
    if (isOther || top === null) ({ theme, top } = found);
    zoom = pageZoom();
    return isOther;
  }

  function lookAgain() {
    clearTimeout(timer);
    timer = setTimeout(() => node.isConnected && look() && draw());
  }

  /** @param {{points: {x: number}[]}} event */
  function clicked({ points: [point] }) {
    isTaken = true;
    choose(point.x);
  }

  /** @param {number} x */
  function choose(x) {
    if (!part.click || !store.state) return;
    const { setting, selection } = store.state;
    ask(store, { to: { setting: { ...setting, [part.click]: Math.round(x) }, selection } });
  }

  /** Plotly reports clicks on a curve only; a click above or below one means the x under the pointer. @param {MouseEvent} event */
  function clickedBeside(event) {
    setTimeout(() => {
      const x = isTaken ? null : xUnder(node, event);
      isTaken = false;
      if (x !== null) choose(x);
    });
  }

  window.addEventListener("resize", lookAgain);
  const sight = new IntersectionObserver((seen) => {
    isInSight = (seen.at(-1)?.intersectionRatio ?? 1) >= HALF;
  }, { threshold: HALF });
  sight.observe(node);
  return {
    node: prediction.frame, picture: () => ({ kind: /** @type {const} */ ("curves"), part: prediction.shown() }),
    /** @param {Plot.Part} next */
    show(next) {
      part = next;
      node.dataset.id = part.id ?? "";
      node.classList.toggle("clickable", Boolean(part.click));
      node.setAttribute("role", "figure");
      node.setAttribute("aria-label", part.name);
      if (!theme) look();
      prediction.adapt();
      const now = JSON.stringify([next.figure, pageZoom()]);
      if (now !== text) drawInTurn();
      text = now;
      lookAgain();
    },
    refresh: () => part && lookAgain(),
    moved: () => part && lookAgain(),
    close() {
      clearTimeout(timer);
      clearTimeout(rehearsal);
      cancelAnimationFrame(turn);
      sight.disconnect();
      prediction.close();
      window.removeEventListener("resize", lookAgain);
      loaded.Plotly?.purge(node);
    },
  };
}
