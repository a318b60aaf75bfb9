// Plotly itself, on a node that is kept: it comes from the app's own server, once.

import { element } from "../picture/element.js";
import { ask } from "./store.js";

/** What stands below a figure, its least height, and how much of that is not worth another drawing. */
const UNDER = 70, LEAST = 240, SAME = 24;
let loading = null;
/** So often a figure is drawn again, unseen, while nobody does anything: a browser compiles well only what it has run. */
const REHEARSALS = 10, REHEARSAL_MS = 40;
let rehearsed = 0;

/** Plotly, when it is there; its address need be known only to who asks first. */
export function plotly(address = "") {
  loading ??= new Promise((loaded, failed) => {
    if (globalThis.Plotly) return loaded(globalThis.Plotly);
    const script = element("script");
    script.src = address;
    script.onload = () => loaded(globalThis.Plotly);
    script.onerror = failed;
    document.head.append(script);
  });
  return loading;
}

/** The colours and the font of the theme in force. */
function themeOf(node) {
  const style = getComputedStyle(node), value = (name) => style.getPropertyValue(name).trim();
  return {
    line: value("--st-border-color"), ink: value("--st-text-color"), background: value("--st-background-color"),
    font: value("--st-font") || "sans-serif",
  };
}

/** The figure in the colours of a theme, so high. */
export function themed({ data, layout }, { line, ink, background, font }, height) {
  const axis = (given) => ({
    gridcolor: line, zerolinecolor: line, linecolor: line,
    // Numbers as short as ours need neither be turned nor hidden: to find that out takes the browser a layout each.
    tickangle: 0, ticklabeloverflow: "allow", ...given,
    title: { font: { size: 13 }, ...given?.title },
  });
  const axes = Object.keys(layout).filter((name) => /^[xy]axis/.test(name));
  return {
    data,
    layout: {
      ...layout, ...Object.fromEntries(axes.map((name) => [name, axis(layout[name])])), height, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", autosize: true,
      font: { family: font, size: 13, color: ink },
      hoverlabel: { bgcolor: background, bordercolor: line, font: { color: ink } },
    },
  };
}

/** Where a figure starts, on the whole page. */
function topOf(node) {
  return Math.round(node.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0));
}

/** As high as the figure wants to be, less where it would end below the window. */
function heightOf({ figure: { layout } }, top) {
  const rest = window.innerHeight - top - UNDER;
  return top < window.innerHeight ? Math.min(layout.height, Math.max(LEAST, rest)) : layout.height;
}

/** Where on the x axis a pointer is; null where it is outside the axes. */
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
  // Where nothing hovers it would cover the picture for good; "Share" saves the picture there.
  displayModeBar: globalThis.matchMedia?.("(hover: none)").matches ? false : "hover",
};

const whenIdle = globalThis.requestIdleCallback ?? ((act) => setTimeout(act));

export function curvesPart({ store }) {
  const node = element("div", "curves");
  node.dataset.workbench = "curve";
  let part = null, isListening = false, isTaken = false, theme = null, top = null, timer = 0, rehearsal = 0, drawing = 0;

  async function draw() {
    node.dataset.drawing = String(drawing += 1);
    const Plotly = await plotly(store.shared.plotly), height = heightOf(part, top);
    node.style.height = `${height}px`;
    const { data, layout } = themed(part.figure, theme, height);
    // What is the same need be said but once.
    await Plotly.react(node, data, layout, isListening ? undefined : CONFIG);
    if (!isListening) {
      node.on("plotly_click", clicked);
      node.addEventListener("click", clickedBeside);
    }
    isListening = true;
    if ((drawing -= 1) === 0) delete node.dataset.drawing;
    node.dataset.drawn = performance.now();
    if (rehearsed < REHEARSALS) rehearse();
  }

  /** The same figure once more, as if all of its numbers were new. */
  function rehearse() {
    clearTimeout(rehearsal);
    rehearsal = setTimeout(() => whenIdle(() => {
      // Not under the pointer: what is read there would vanish.
      if (!node.isConnected || rehearsed >= REHEARSALS || node.matches(":hover")) return;
      rehearsed += 1;
      const data = node.data.map((trace) => ({ ...trace, x: [...trace.x], y: [...trace.y] }));
      globalThis.Plotly.react(node, data, { ...node.layout });
      rehearse();
    }), REHEARSAL_MS);
  }

  /**
   * Where it stands and in which colours. To ask makes the browser lay out the whole page: that is done at first,
   * and then when the picture stands already.
   */
  function look() {
    const found = { theme: themeOf(node), top: topOf(node) };
    const isOther = JSON.stringify(found.theme) !== JSON.stringify(theme)
      || Math.abs(heightOf(part, found.top) - heightOf(part, top)) > SAME;
    if (isOther || top === null) ({ theme, top } = found);
    return isOther;
  }

  function lookAgain() {
    clearTimeout(timer);
    timer = setTimeout(() => node.isConnected && look() && draw());
  }

  function clicked({ points: [point] }) {
    isTaken = true;
    choose(point.x);
  }

  function choose(x) {
    if (!part.click) return;
    const { setting, place } = store.state;
    ask(store, { to: { setting: { ...setting, [part.click]: Math.round(x) }, place } });
  }

  /** Plotly reports a click on a curve; one above or below a curve means the x under the pointer. */
  function clickedBeside(event) {
    setTimeout(() => {
      const x = isTaken ? null : xUnder(node, event);
      isTaken = false;
      if (x !== null) choose(x);
    });
  }

  window.addEventListener("resize", lookAgain);
  return {
    node, picture: () => ({ kind: "curves", part }),
    show(next) {
      part = next;
      node.dataset.id = part.id;
      node.classList.toggle("clickable", Boolean(part.click));
      node.setAttribute("role", "figure");
      node.setAttribute("aria-label", part.name);
      if (!theme) look();
      draw();
      lookAgain();
    },
    refresh: () => part && lookAgain(),
    close() {
      clearTimeout(timer);
      clearTimeout(rehearsal);
      window.removeEventListener("resize", lookAgain);
      globalThis.Plotly?.purge(node);
    },
  };
}
