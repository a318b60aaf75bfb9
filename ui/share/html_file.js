// One picture as a page of its own: everything in one file, to be pointed at and pinned without a server.

import { escaped } from "./svg_context.js";
import { importMap } from "./bundle.js";
import { plotted } from "./curves_figure.js";
import { themeCalled } from "./figure.js";
import { deflated, packed } from "./packed.js";

const ENTRY = "ui/share/standalone.js";
const STYLES = { board: "matrix_view", lines: "word_lines", map: "model_map" };
const COLOURS = {
  light: { background: "#ffffff", text: "#1d2433", border: "#dfe3ea", primary: "#3654c9", second: "#f3f4f7" },
  dark: { background: "#12151c", text: "#e6e9f0", border: "#343c4b", primary: "#92a8ff", second: "#1a1e28" },
};
const CURVES_WIDTH = 960;
const LOOKS = `body { margin: 0; background: var(--st-background-color); color: var(--st-text-color); font: 14px/1.45 var(--st-font); }
main { padding: 20px; } h1 { font-size: 20px; margin: 0 0 14px; } footer { margin-top: 16px; opacity: .8; font-size: 13px; }
.lines { max-width: 720px; } .lines .legend { pointer-events: none; } .map-links { display: none; }
.curve-readout { min-height: 3em; } .curve-readout span { margin-left: 14px; padding-left: 6px; white-space: pre-wrap; }
/* What they show comes from the server. */
.model-map .tools :is(.parameters, .way) { display: none; }
.chip { font: inherit; color: inherit; background: none; border: 1px solid var(--st-border-color); border-radius: 999px; min-height: 30px; padding: 3px 12px; cursor: pointer; }`;

/** Unpacks the modules and the data that stand in the page, and lets the ones draw the others. */
const START = `(async () => {
  const open = async (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());
  };
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = new TextDecoder().decode(await open("picture-modules"));
  document.head.append(map);
  const { show } = await import("${ENTRY}");
  show(await open("picture-data"));
})();`;

/** What a picture is drawn from, and nothing that could be changed in it. */
async function dataOf(picture, strings, theme) {
  if (picture.kind === "curves") return { kind: "curves", ...await plotted(picture.part.figure, theme, CURVES_WIDTH) };
  if (picture.kind !== "board") {
    const { pin, trail } = picture.view.store.state.place;
    return { kind: picture.kind, strings, part: { ...picture.part, links: [], editable: [], hideField: "", playsOnce: false }, place: { pin, trail } };
  }
  const { board, id } = picture, chosen = board.items.filter((item) => !id || item.id === id);
  const items = chosen.map((item) => (item.shape ? {
    ...item, font: undefined, nameWidth: undefined, editable: false, paintable: false, below: id ? false : item.below, rowLabels: id ? true : item.rowLabels,
    ownRowLabels: id ? true : item.ownRowLabels,
  } : item));
  return { kind: "board", strings: { ...strings, hint: "" }, items, pin: board.header.pin };
}

function variables(name) {
  const { background, text, border, primary, second } = COLOURS[name === "dark" ? "dark" : "light"];
  return `:root { --st-background-color: ${background}; --st-text-color: ${text}; --st-border-color: ${border}; --st-primary-color: ${primary};
  --st-secondary-background-color: ${second}; --st-font: Arial, Helvetica, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", sans-serif;
  color-scheme: ${name === "dark" ? "dark" : "light"}; }`;
}

async function read(url) {
  return (await fetch(url)).text();
}

/** The text of the file. */
export async function htmlOf(picture, { title, caption, theme, strings, language }) {
  const root = new URL("../../", import.meta.url).href, part = STYLES[picture.kind];
  const [imports, style] = await Promise.all([importMap(root + ENTRY, root, read), part ? read(`${root}ui/picture/${part}/${part}.css`) : ""]);
  return `<!doctype html>
<html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${variables(theme)}
${LOOKS}
.workbench {
${style}}</style>
</head>
<body><main class="workbench"><h1>${escaped(title)}</h1><div id="picture"></div><footer>${escaped(caption)}</footer></main>
<script type="text/plain" id="picture-modules">${await deflated(new TextEncoder().encode(JSON.stringify(imports)))}</script>
<script type="text/plain" id="picture-data">${await deflated(packed(await dataOf(picture, strings, themeCalled(theme))))}</script>
<script>${START}</script></body></html>
`;
}
