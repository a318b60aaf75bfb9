// A document to print: its style, and formatted text as HTML. Only listed tags are made, and every text is escaped.

import { escaped } from "../../share/svg_attributes.js";
import { allowedAddress, TAGS } from "../formatted.js";

/** Common font families, including Korean ones. */
const FONTS = "Arial, Helvetica, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif";

/** The size of the paper is the printer's: A4 and Letter have the same margins. */
const STYLE = `
@page { margin: 15mm 16mm 17mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8.5pt ${FONTS}; color: #555; } }
:root { color-scheme: light; }
* { box-sizing: border-box; }
html { background: #fff; }
body { margin: 0 auto; max-width: 178mm; font: 11pt/1.45 ${FONTS}; color: #111; overflow-wrap: break-word; word-break: keep-all; }
@media screen { body { padding: 12mm 6mm; } }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 4mm; text-wrap: balance; }
/* A step begins where there is room for its heading and what follows; a picture or a block is never cut. */
h2 { font-size: 13pt; line-height: 1.25; margin: 0 0 2.5mm; break-after: avoid; }
h2 .count { color: #555; font-weight: 400; margin-right: 2mm; }
p, ul, ol, pre, table { margin: 0 0 2.5mm; orphans: 3; widows: 3; }
ul, ol { padding-left: 6mm; }
code, pre { font-family: Consolas, Menlo, 'DejaVu Sans Mono', monospace; font-size: .92em; }
pre { white-space: pre-wrap; padding: 2mm 3mm; border: .3mm solid #ccc; border-radius: 1mm; }
table { border-collapse: collapse; max-width: 100%; }
th, td { border: .3mm solid #888; padding: 1mm 2mm; text-align: left; vertical-align: top; }
a { color: inherit; }
.person { display: flex; gap: 6mm; margin: 0 0 5mm; }
.person span { flex: 1; border-bottom: .3mm solid #555; padding-bottom: .5mm; color: #555; }
.person span + span { flex: .5; }
.meta, figcaption { font-size: 9pt; color: #555; }
.step { margin: 0 0 7mm; padding-top: 4mm; border-top: .3mm solid #bbb; }
figure { margin: 0 0 3.5mm; break-inside: avoid; }
figure img { display: block; max-width: 100%; height: auto; max-height: 165mm; margin: 0 auto; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.block { break-inside: avoid; margin: 0 0 3.5mm; padding: 2.5mm 3.5mm; border: .3mm solid #999; border-radius: 1.5mm; }
.block > :last-child { margin-bottom: 0; }
.block .kind { font-size: 9pt; font-weight: 700; color: #555; margin: 0 0 1mm; }
.block .ask { font-weight: 700; }
.line { display: flex; align-items: end; gap: 2mm; min-height: 8mm; margin: 0 0 1.5mm; }
.line::after { content: ""; flex: 1; border-bottom: .3mm solid #555; }
.options { list-style: none; padding: 0; }
.options li { display: flex; gap: 2.5mm; margin: 0 0 1.5mm; }
.box { flex: none; width: 4mm; height: 4mm; margin-top: .7mm; border: .35mm solid #222; border-radius: .6mm; text-align: center; font: 700 9pt/3.4mm ${FONTS}; }
.blanks { table-layout: fixed; width: 100%; } .blanks th { font-size: 9pt; text-align: center; } .blanks td { height: 9mm; }
.grid { width: auto; } .grid :is(th, td) { width: 12mm; height: 9mm; padding: 0 1mm; font-size: 9pt; text-align: center; vertical-align: middle; } .grid .corner { border: 0; }
.grid .painted { background: repeating-linear-gradient(45deg, #333 0 .5mm, #bbb .5mm 1.3mm); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.frame { height: 55mm; border: .3mm dashed #777; border-radius: 1mm; }
.answer { color: #0b5c2e; } .answer p { margin: 0; } .note { border-style: dashed; }
.answers { width: 100%; } .answers th, .answers td { font-size: 9.5pt; } .answers tr { break-inside: avoid; } thead { display: table-header-group; }
`;

/**
 * A whole document.
 * @param {string} title @param {string} language @param {string} body
 */
export function documentOf(title, language, body) {
  return `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

/** Formatted text. @param {Lessons.Tree} tree @returns {string} */
export function htmlOf(tree) {
  return tree.map((piece) => {
    if (typeof piece === "string") return escaped(piece);
    const [head, ...inside] = piece, content = htmlOf(inside);
    if (Array.isArray(head)) return allowedAddress(head[1]) ? `<a href="${escaped(allowedAddress(head[1]))}">${content}</a>` : content;
    const tag = TAGS.has(head) ? head : "span";
    return tag === "br" || tag === "hr" ? `<${tag}>` : `<${tag}>${content}</${tag}>`;
  }).join("");
}

/** @param {string} className @param {string} inside */
export const div = (className, inside) => `<div class="${className}">${inside}</div>`;

export { escaped };
