// Plotly itself, on a node that is kept: it comes from the app's own server, once.

import { element } from "../picture/element.js";
import { ask } from "./store.js";

/** What stands below a figure, and its least height. */
const UNDER = 70, LEAST = 240;
let loading = null;

/** Plotly, when it is there. */
function plotly(address) {
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

/** The figure in the colours of the theme in force. */
function themed(figure, node) {
  const style = getComputedStyle(node), value = (name) => style.getPropertyValue(name).trim();
  const line = value("--st-border-color"), ink = value("--st-text-color");
  const axis = (given) => ({
    gridcolor: line, zerolinecolor: line, linecolor: line, ...given,
    title: { font: { size: 13 }, ...given?.title },
  });
  const { layout } = figure;
  return {
    data: figure.data,
    layout: {
      ...layout, height: node.clientHeight, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", autosize: true,
      font: { family: value("--st-font") || "sans-serif", size: 13, color: ink },
      hoverlabel: { bgcolor: value("--st-background-color"), bordercolor: line, font: { color: ink } },
      xaxis: axis(layout.xaxis), yaxis: axis(layout.yaxis),
    },
  };
}

/** As high as the figure wants to be, less where it would end below the window. */
function heightOf({ figure: { layout } }, node) {
  const top = node.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);
  const rest = window.innerHeight - top - UNDER;
  return top < window.innerHeight ? Math.min(layout.height, Math.max(LEAST, rest)) : layout.height;
}

const CONFIG = {
  displaylogo: false, responsive: true, scrollZoom: false, doubleClick: false,
  modeBarButtons: [["toImage"]], displayModeBar: "hover",
};

export function curvesPart({ store }) {
  const node = element("div", "curves");
  node.dataset.workbench = "curve";
  let part = null, isListening = false;

  async function draw() {
    const Plotly = await plotly(store.shared.plotly);
    const { data, layout } = themed(part.figure, node);
    await Plotly.react(node, data, layout, CONFIG);
    if (!isListening) node.on("plotly_click", clicked);
    isListening = true;
    node.dataset.drawn = performance.now();
  }

  function clicked({ points: [point] }) {
    if (!part.click) return;
    const { setting, place } = store.state;
    ask(store, { to: { setting: { ...setting, [part.click]: Math.round(point.x) }, place } });
  }

  return {
    node,
    show(next) {
      part = next;
      node.dataset.id = part.id;
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", part.name);
      node.style.height = `${heightOf(part, node)}px`;
      draw();
    },
    redraw: () => part && draw(),
    close: () => globalThis.Plotly?.purge(node),
  };
}
