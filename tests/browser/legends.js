// Reads legends and what they explain; evaluated in a page in which `drawn_texts.js` runs.
({
  /** The colour bars in sight, each with the cells of its matrix: those with written numbers, else some others. */
  bars: (seen = window.textsSeen()) => [...document.querySelectorAll("figure[data-workbench=matrix]")].flatMap((figure) => {
    const strip = figure.querySelector(".strip"), overlay = figure.querySelector("canvas.overlay");
    if (!strip?.checkVisibility() || !overlay.dataset.cells) return [];
    const boxOf = (element) => element.getBoundingClientRect();
    const isIn = ({ left, right, top, bottom }) =>
      left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const bar = boxOf(strip), canvas = boxOf(overlay), frame = boxOf(figure.querySelector(".frame"));
    const [left, top, width, height] = overlay.dataset.cells.split(" ").map(Number);
    const [rows, cols] = overlay.ariaLabel.match(/\d+/g).slice(-2).map(Number);
    const cellBox = (row, col) => {
      const box = { left: canvas.left + left + col * width, top: canvas.top + top + row * height };
      return { ...box, right: box.left + width, bottom: box.top + height };
    };
    const asCell = (row, col, text) => {
      const box = cellBox(row, col);
      const isShown = isIn(box) && box.left >= frame.left && box.right <= frame.right;
      return isShown && row < rows && col < cols ? [{ text, box: [box.left, box.top, width, height] }] : [];
    };
    const written = seen.flatMap(({ text, where, box: [x, y, wide, high] }) => {
      if (!where.startsWith(`#${figure.dataset.id} `) || !/^−?[0-9.]+$/.test(text)) return [];
      const col = Math.floor((x + wide / 2 - canvas.left - left) / width);
      const row = Math.floor((y + high / 2 - canvas.top - top) / height);
      return row < 0 || col < 0 ? [] : asCell(row, col, text);
    });
    const places = [[0, 0], [rows >> 1, cols >> 1], [rows - 1, 0], [rows - 1, cols - 1]];
    const pointed = written.length || width < 3 || height < 3 ? [] : places.flatMap(([row, col]) => asCell(row, col, ""));
    return isIn(bar) ? [{ id: figure.dataset.id, cells: written, pointed,
      ends: [...figure.querySelectorAll(".end")].map((end) => end.textContent),
      bar: [bar.left, bar.top, bar.width, bar.height] }] : [];
  }),

  /** The entries of legends of lines whose colour no line has. */
  unmatchedLines: () => {
    const colours = (selector, name) => [...document.querySelectorAll(selector)]
      .filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one)[name]);
    const drawn = [...colours(".js-plotly-plot path.js-line", "stroke"),
      ...colours(".js-plotly-plot .bars path", "fill"), ...colours(".stack-bar *", "backgroundColor")];
    const swatches = [...document.querySelectorAll(".workbench .legend .swatch")]
      .filter((one) => one.checkVisibility() && one.closest(".area")?.querySelector(".js-line"));
    return swatches.flatMap((swatch) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(swatch);
      const colour = parseFloat(borderTopWidth) > 0 ? borderTopColor : backgroundColor;
      return drawn.includes(colour) ? [] : [`${swatch.parentElement.textContent}: ${colour}`];
    });
  },

  /** The heads that are on, whose colour no line between the words has. */
  unmatchedHeads: () => [...document.querySelectorAll(".lines")].filter((one) => one.checkVisibility()).flatMap((lines) => {
    const drawn = window.strokesOn(lines.querySelector(".field canvas"));
    return [...lines.querySelectorAll(".legend button[aria-pressed=true]")].flatMap((button) => {
      const colour = window.hexOf(getComputedStyle(button).backgroundColor);
      return drawn.includes(colour) ? [] : [`${button.ariaLabel}: ${colour}, drawn are ${drawn}`];
    });
  }),

  showOutlines: (isShown) => document.querySelectorAll("canvas.overlay").forEach((one) => {
    one.style.visibility = isShown ? "" : "hidden";
  }),

  mapLegend: () => Object.fromEntries(["diverging", "weights"].map((scale) => {
    const { left, top, width, height } = document.querySelector(`.map-legend .${scale}`).getBoundingClientRect();
    return [scale, [left, top, width, height]];
  })),

  /** The cells with the smallest and the largest number of a tensor of so many axes. */
  extremes: (name, shape) => {
    const node = document.querySelector("[data-workbench=map]"), found = [];
    const visit = (index) => {
      if (index.length === shape) {
        const cell = `${name}@${index.join(".")}`, value = node.cellValue(cell);
        if (value !== undefined && Number.isFinite(value)) found.push({ cell, value });
        return value !== undefined;
      }
      let at = 0;
      while (visit([...index, at])) at += 1;
      return at > 0;
    };
    visit([]);
    found.sort((one, other) => one.value - other.value);
    return found.length ? [found[0], found.at(-1)] : [];
  },
})
