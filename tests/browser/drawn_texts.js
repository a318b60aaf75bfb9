// Records every text written on a canvas, from the first frame on, and finds the faults of all texts in sight: on
// canvases, in SVG and in HTML. Runs in the page, before its own scripts; `window.textFaults()` is called by the tests.
(() => {
  /** Overlaps up to this many pixels are ignored, and cuts of less than this. */
  const SLACK = 1.5;
  /** Sample points along a text and across it. */
  const ALONG = 9, ACROSS = [0.25, 0.5, 0.75];
  /** At so few pixels, three points of a text tell what covers it. */
  const SHORT = 60;
  /** So many pixels of a long sentence are enough to move in. */
  const ROOMY = 200;
  /** Thinner rectangles are lines through or beside a text, not grounds. */
  const THIN = 4;
  const ICONS = "[data-testid=stIconMaterial], .katex-mathml, [data-testid=stStatusWidget]";
  /** Pointing at a picture's labels says them in full; but of so few letters nobody guesses the rest. */
  const SAYS_NOTHING = /^[^가-힣]{1,3}…$|^[가-힣]…$/u;
  const UNSEEN = ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION", "TEXTAREA"];
  const pen = document.createElement("canvas").getContext("2d");
  const frames = new WeakMap();

  // --- What is drawn on canvases ---

  function frameOf(canvas) {
    if (!frames.has(canvas)) frames.set(canvas, { acts: [], clips: [], saved: [], path: null });
    return frames.get(canvas);
  }

  function quadOf(context, x, y, width, height) {
    const m = context.getTransform();
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(([a, b]) => [
      m.a * a + m.c * b + m.e, m.b * a + m.d * b + m.f,
    ]);
  }

  /** Whether a rectangle begins a new frame: the map leaves out what always lies under its lower edge. */
  function isWhole(canvas, [[left, top], , [right, bottom]]) {
    return left <= 1 && top <= 1 && right >= canvas.width - 1 && bottom >= 0.8 * canvas.height;
  }

  /** An area is painted over: what was written below it is gone. */
  function cover(context, quad) {
    const frame = frameOf(context.canvas);
    if (isWhole(context.canvas, quad)) frame.acts = [];
    else frame.acts.push({ cover: quad, clips: frame.clips });
  }

  function isOpaque(context) {
    const { fillStyle, globalAlpha } = context;
    if (globalAlpha < 0.95) return false;
    return typeof fillStyle !== "string" || fillStyle.startsWith("#");
  }

  const watched = {
    fillText(context, [text, x, y]) {
      if (!String(text).trim()) return;
      const { font, textAlign, textBaseline, fillStyle, globalAlpha } = context, frame = frameOf(context.canvas);
      frame.acts.push({ text: String(text), x, y, font, textAlign, textBaseline, fillStyle, globalAlpha, m: context.getTransform(), clips: frame.clips });
    },
    fillRect(context, [x, y, width, height]) {
      if (isOpaque(context)) cover(context, quadOf(context, x, y, width, height));
    },
    clearRect(context, [x, y, width, height]) {
      cover(context, quadOf(context, x, y, width, height));
    },
    drawImage(context, [image, ...places]) {
      const [x, y, width = image.width, height = image.height] = places.slice(places.length === 8 ? 4 : 0);
      if (context.globalAlpha >= 0.95) cover(context, quadOf(context, x, y, width, height));
    },
    stroke(context) {
      if (context.canvas.closest(".lines")) frameOf(context.canvas).acts.push({ stroke: context.strokeStyle });
    },
    save(context) {
      const frame = frameOf(context.canvas);
      frame.saved.push(frame.clips);
    },
    restore(context) {
      const frame = frameOf(context.canvas);
      frame.clips = frame.saved.pop() ?? [];
    },
    beginPath(context) {
      frameOf(context.canvas).path = null;
    },
    rect(context, [x, y, width, height]) {
      frameOf(context.canvas).path = quadOf(context, x, y, width, height);
    },
    clip(context) {
      const frame = frameOf(context.canvas);
      if (frame.path) frame.clips = [...frame.clips, frame.path];
    },
  };
  for (const [name, note] of Object.entries(watched)) {
    const original = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      if (this.canvas instanceof HTMLCanvasElement) note(this, given);
      return original.apply(this, given);
    };
  }
  for (const side of ["width", "height"]) {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      get, configurable: true, enumerable: true,
      set(value) {
        frames.delete(this);
        set.call(this, value);
      },
    });
  }

  // --- Geometry ---

  const at = ([a, b], [c, d], share) => [a + (c - a) * share, b + (d - b) * share];

  function isIn(quad, [x, y]) {
    let sign = 0;
    for (let place = 0; place < quad.length; place++) {
      const [[ax, ay], [bx, by]] = [quad[place], quad[(place + 1) % quad.length]];
      const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      if (side * sign < -1e-6) return false;
      if (side) sign = side;
    }
    return true;
  }

  /** A quadrilateral smaller by `by` pixels at each side; null if nothing is left. */
  function shrunk(quad, by) {
    const [a, b, , d] = quad, length = (one, other) => Math.hypot(other[0] - one[0], other[1] - one[1]);
    const wide = length(a, b), high = length(a, d);
    if (wide <= 2 * by || high <= 2 * by) return null;
    const [u, v] = [by / wide, by / high];
    const point = (along, across) => at(at(quad[0], quad[1], along), at(quad[3], quad[2], along), across);
    return [point(u, v), point(1 - u, v), point(1 - u, 1 - v), point(u, 1 - v)];
  }

  function areApart(one, other) {
    return [one, other].some((quad) => quad.some((point, place) => {
      const next = quad[(place + 1) % quad.length], normal = [next[1] - point[1], point[0] - next[0]];
      const along = (corners) => corners.map(([x, y]) => x * normal[0] + y * normal[1]);
      const [first, second] = [along(one), along(other)];
      return Math.max(...first) <= Math.min(...second) || Math.max(...second) <= Math.min(...first);
    }));
  }

  function boundsOf(quad) {
    const xs = quad.map(([x]) => x), ys = quad.map(([, y]) => y);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  function samples(quad) {
    const points = [];
    for (let place = 0; place < ALONG; place++) {
      const along = (place + 0.5) / ALONG;
      for (const across of ACROSS) points.push(at(at(quad[0], quad[1], along), at(quad[3], quad[2], along), across));
    }
    return points;
  }

  const rectQuad = ({ left, top, right, bottom }) => [[left, top], [right, top], [right, bottom], [left, bottom]];

  // --- The page ---

  function* everyElement(root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* everyElement(element.shadowRoot);
    }
  }

  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;

  /** The boxes that clip an element, each with whether one can scroll in it. */
  function clipsOf(element) {
    const clips = [];
    let position = getComputedStyle(element).position;
    for (let one = parentOf(element); one; one = parentOf(one)) {
      const style = getComputedStyle(one), isSkipped = position === "absolute" && style.position === "static" && style.transform === "none";
      if (!isSkipped && style.display !== "contents" && style.display !== "inline") {
        const [x, y] = [style.overflowX, style.overflowY];
        if (x !== "visible" || y !== "visible") {
          const box = one.getBoundingClientRect(), left = box.left + one.clientLeft, top = box.top + one.clientTop;
          clips.push({ element: one, left, top, right: left + one.clientWidth, bottom: top + one.clientHeight, x, y, isEllipsis: style.textOverflow === "ellipsis" });
        }
      }
      if (position === "fixed") break;
      if (!isSkipped) position = style.position === "static" ? position === "absolute" ? "static" : position : style.position;
    }
    return clips;
  }

  /** The clips of an element, and its own where it is a block that holds the text. */
  function textClips(element) {
    const marker = { element, ...element.getBoundingClientRect().toJSON() }, style = getComputedStyle(element), own = [];
    if (style.display !== "inline" && (style.overflowX !== "visible" || style.overflowY !== "visible")) {
      const left = marker.left + element.clientLeft, top = marker.top + element.clientTop;
      own.push({ element, left, top, right: left + element.clientWidth, bottom: top + element.clientHeight, x: style.overflowX, y: style.overflowY, isEllipsis: style.textOverflow === "ellipsis" });
    }
    return [...own, ...clipsOf(element)];
  }

  const colours = new Map();
  function hasGround(element) {
    if (element instanceof HTMLCanvasElement) return Boolean(element.closest(".model-map"));
    const { backgroundColor, opacity } = getComputedStyle(element);
    if (!colours.has(backgroundColor)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      colours.set(backgroundColor, pen.getImageData(0, 0, 1, 1).data[3] > 230);
    }
    return colours.get(backgroundColor) && Number(opacity) > 0.9;
  }

  /** What is opaque and lies over an element at a point, if anything. */
  function overAt(element, [x, y]) {
    const root = element.getRootNode(), top = root.elementFromPoint(x, y);
    const isSameStack = top?.className === "overlay" && top.parentElement === element.parentElement;
    if (!top || isSameStack || top.contains(element) || element.contains(top)) return null;
    for (const one of root.elementsFromPoint(x, y)) {
      if (one === element || one.contains(element)) return null;
      if (!element.contains(one) && hasGround(one)) return one;
    }
    return null;
  }

  /** Whether an element is fixed to the window: what is scrolled passes below it. */
  function isFixed(element) {
    for (let one = element; one; one = parentOf(one)) if (getComputedStyle(one).position === "fixed") return true;
    return false;
  }

  function nameOf(element) {
    const named = element.closest("[data-id], [data-testid], [class]");
    const picture = element.closest("[data-id]")?.dataset.id;
    const own = named?.getAttribute("class")?.split(" ").slice(0, 2).join(".") || named?.dataset.testid || element.tagName.toLowerCase();
    return [picture && `#${picture}`, own].filter(Boolean).join(" ");
  }

  // --- All texts in sight, each with its quadrilateral of ink in the window ---

  const inks = new Map();
  function inkOf(font, text, textAlign, textBaseline) {
    const key = `${font}|${textAlign}|${textBaseline}|${text}`;
    if (!inks.has(key)) {
      Object.assign(pen, { font, textAlign, textBaseline });
      inks.set(key, pen.measureText(text));
    }
    return inks.get(key);
  }

  function canvasTexts(canvas) {
    const frame = frames.get(canvas), box = canvas.getBoundingClientRect();
    if (!frame || !box.width || !isShown(canvas)) return [];
    const scale = box.width / canvas.width, inWindow = (quad) => quad.map(([x, y]) => [box.left + x * scale, box.top + y * scale]);
    const clips = clipsOf(canvas), above = [...canvas.parentElement.querySelectorAll(":scope > canvas")];
    const later = above.slice(above.indexOf(canvas) + 1).filter(isShown).flatMap((one) => {
      const over = one.getBoundingClientRect(), of = over.width / one.width;
      return (frames.get(one)?.acts ?? []).filter((act) => act.cover).map((act) => act.cover.map(([x, y]) => [over.left + x * of, over.top + y * of]));
    });
    const covers = frame.acts.map((act, order) => act.cover && { order, quad: inWindow(act.cover), clips: act.clips.map(inWindow) }).filter(Boolean);
    const grounds = [...covers, ...later.map((quad) => ({ order: Infinity, quad, clips: [] }))].filter(({ quad }) => {
      const { left, right, top, bottom } = boundsOf(quad);
      return right - left >= THIN && bottom - top >= THIN;
    }).map((one) => ({ ...one, bounds: boundsOf(one.quad) }));
    return frame.acts.flatMap((act, order) => {
      if (!act.text || act.globalAlpha < 0.05) return [];
      const ink = inkOf(act.font, act.text, act.textAlign, act.textBaseline), { m } = act;
      const [left, right] = [act.x - ink.actualBoundingBoxLeft, act.x + ink.actualBoundingBoxRight];
      const [top, bottom] = [act.y - ink.actualBoundingBoxAscent, act.y + ink.actualBoundingBoxDescent];
      const quad = inWindow([[left, top], [right, top], [right, bottom], [left, bottom]].map(([x, y]) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]));
      const bounds = boundsOf(quad), own = act.clips.map(inWindow);
      const near = grounds.filter((one) => one.order > order && one.bounds.left < bounds.right && one.bounds.right > bounds.left && one.bounds.top < bounds.bottom && one.bounds.bottom > bounds.top);
      const isWiped = (point) => near.some((one) => isIn(one.quad, point) && one.clips.every((clip) => isIn(clip, point)));
      const isInside = (point) => own.every((clip) => isIn(clip, point)) && isIn(rectQuad(box), point);
      return [{ text: act.text, source: "canvas", element: canvas, quad, clips, isWiped, isInside, colour: act.fillStyle, edge: own.map(boundsOf).concat(boundsOf(rectQuad(box))) }];
    });
  }

  function fontOf(element) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  }

  /** The boxes of a text's lines. One that ends in an ellipsis has two: as much as is seen, and the whole one. */
  function linesOf(range) {
    const rects = [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= 1);
    return rects.filter((one) => !rects.some((other) => other.width > one.width && other.left === one.left && other.top === one.top));
  }

  function* htmlTexts(element) {
    const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!nodes.length || UNSEEN.includes(element.tagName) || !isShown(element) || element.closest(ICONS)) return;
    for (const node of nodes) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.data.trim().replaceAll(/\s+/g, " "), ink = inkOf(fontOf(element), text, "left", "alphabetic");
      const clips = textClips(element), isTurned = getComputedStyle(element).writingMode !== "horizontal-tb";
      for (const rect of linesOf(range)) {
        const base = rect.top + ink.fontBoundingBoxAscent + (rect.height - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2;
        const box = isTurned ? rect : { left: rect.left, right: rect.right, top: Math.max(rect.top, base - ink.actualBoundingBoxAscent), bottom: Math.min(rect.bottom, base + ink.actualBoundingBoxDescent) };
        yield { text, source: "html", element, quad: rectQuad(box), clips, isWiped: () => false, isInside: () => true, edge: [] };
      }
    }
  }

  function svgText(element) {
    const text = element.textContent.trim();
    if (!text || !isShown(element)) return [];
    const { x, y, width, height } = element.getBBox(), m = element.getScreenCTM();
    if (!m || !width) return [];
    const top = y + 0.17 * height, bottom = y + 0.85 * height;
    const quad = [[x, top], [x + width, top], [x + width, bottom], [x, bottom]].map(([a, b]) => [m.a * a + m.c * b + m.e, m.b * a + m.d * b + m.f]);
    const whole = rectQuad(element.closest("svg").getBoundingClientRect());
    return [{ text, source: "svg", element, quad, clips: clipsOf(element.closest("svg")), isWiped: () => false, isInside: (point) => isIn(whole, point), edge: [boundsOf(whole)] }];
  }

  function allTexts() {
    const texts = [];
    for (const element of everyElement(document.body)) {
      if (element instanceof HTMLCanvasElement) texts.push(...canvasTexts(element));
      else if (element.namespaceURI === "http://www.w3.org/2000/svg") texts.push(...(element.tagName === "text" ? svgText(element) : []));
      else texts.push(...htmlTexts(element));
    }
    return texts;
  }

  // --- Faults ---

  const isScrolled = (overflow) => overflow === "auto" || overflow === "scroll";

  /** How a text is cut by the boxes around it: null where it is whole or wholly out of sight. */
  function cutOf({ quad, clips, edge, source }) {
    const box = boundsOf(quad);
    const isOut = (one) => box.right <= one.left + 1 || box.left >= one.right - 1 || box.bottom <= one.top + 1 || box.top >= one.bottom - 1;
    const frame = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    if (isOut(frame) || clips.some(isOut) || edge.some(isOut)) return { isOut: true };
    const across = (one) => Math.max(one.left - box.left, box.right - one.right), down = (one) => Math.max(one.top - box.top, box.bottom - one.bottom);
    let canScroll = false;
    for (const one of clips) {
      const [x, y] = [across(one) > SLACK, down(one) > SLACK && !canScroll];
      canScroll ||= isScrolled(one.y) && one.element.scrollHeight > one.element.clientHeight + 1;
      if (one.isEllipsis && x && !isScrolled(one.x)) return { how: "ellipsis", by: one.element, pixels: across(one) };
      if (x && one.x !== "visible") return { how: isScrolled(one.x) ? "scrolled" : "cut", by: one.element, pixels: across(one) };
      if (y && one.y !== "visible" && !isScrolled(one.y)) return { how: "cut", by: one.element, pixels: down(one) };
    }
    if (source !== "html") {
      const worst = Math.max(...edge.map((one) => Math.max(across(one), down(one))));
      if (worst > SLACK) return { how: "edge", by: null, pixels: worst };
    }
    const beyond = across(frame);
    return beyond > SLACK ? { how: "window", by: null, pixels: beyond } : null;
  }

  function describe(text, more) {
    const { left, top, right, bottom } = boundsOf(text.quad), box = [left, top, right - left, bottom - top].map(Math.round);
    return { text: text.text.slice(0, 60), where: nameOf(text.element), box, ...more };
  }

  /** Whether a tooltip has all of a text that ends in an ellipsis. */
  const isToldInFull = ({ text, element }) => Boolean(element.closest("[title]")?.title.includes(text));

  /** The texts that can be read at least in part, and the faults of each one. */
  function seenTexts(faults) {
    const seen = [];
    for (const text of allTexts()) {
      const cut = cutOf(text);
      if (cut?.isOut) continue;
      const within = samples(text.quad).filter(([x, y]) => x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight && text.clips.every((one) => x >= one.left - 1 && x <= one.right + 1 && y >= one.top - 1 && y <= one.bottom + 1));
      const written = within.filter((point) => text.isInside(point) && !text.isWiped(point));
      if (!written.length) continue;
      const middle = within.filter((_, place) => place % ACROSS.length === 1), { left, right } = boundsOf(text.quad);
      const middles = right - left > SHORT ? middle : [middle[0], middle[middle.length >> 1], middle.at(-1)].filter(Boolean);
      const over = middles.map((point) => overAt(text.element, point)).filter(Boolean);
      // At the edge of what is scrolled, round corners cover some of a line.
      const isPassing = text.clips.some((one) => isScrolled(one.y) && (one.top > boundsOf(text.quad).top || one.bottom < boundsOf(text.quad).bottom));
      if (over.length === middles.length) continue;
      // Below what covers it in part, nothing else is seen of it.
      if (!over.length) seen.push(text);
      if (over.length && !isPassing && !isFixed(over[0])) faults.push(describe(text, { fault: "covered", by: nameOf(over[0]) }));
      else if (within.some(text.isWiped)) faults.push(describe(text, { fault: "wiped", by: "canvas" }));
      else if (cut && !(cut.how === "ellipsis" && isToldInFull(text))) faults.push(describe(text, { fault: cut.how, by: cut.by ? nameOf(cut.by) : "", pixels: Math.round(cut.pixels) }));
      if (SAYS_NOTHING.test(text.text) && text.source === "canvas") faults.push(describe(text, { fault: "shortened", by: "" }));
    }
    return seen;
  }

  /** Texts of one formula are set by KaTeX, close to each other. */
  const isOfOneFormula = (one, other) => {
    const formula = one.element.closest?.(".katex");
    return Boolean(formula) && formula === other.element.closest?.(".katex");
  };

  /** As much of a text as its surroundings do not clip. */
  function inSight({ quad, clips, source }) {
    if (source === "canvas") return quad;
    const box = boundsOf(quad);
    for (const one of clips) {
      Object.assign(box, { left: Math.max(box.left, one.left), right: Math.min(box.right, one.right), top: Math.max(box.top, one.top), bottom: Math.min(box.bottom, one.bottom) });
    }
    return rectQuad(box);
  }

  function overlaps(seen) {
    const boxes = seen.map((text) => ({ text, quad: shrunk(inSight(text), SLACK / 2) })).filter(({ quad }) => quad)
      .map((one) => ({ ...one, ...boundsOf(one.quad) })).sort((one, other) => one.top - other.top);
    const found = [];
    boxes.forEach((one, place) => {
      for (let next = place + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
        const other = boxes[next];
        if (other.left >= one.right || one.left >= other.right || areApart(one.quad, other.quad) || isOfOneFormula(one.text, other.text)) continue;
        const { text, where, box } = describe(other.text, {});
        found.push(describe(one.text, { fault: "overlap", by: text, otherWhere: where, otherBox: box }));
      }
    });
    return found;
  }

  /** The fields whose value is wider than they are. A long sentence is read by moving in its field, if that is roomy. */
  function cutFields() {
    const found = [];
    for (const field of everyElement(document.body)) {
      if (!["INPUT", "SELECT"].includes(field.tagName) || !isShown(field)) continue;
      const isNumber = field.type === "number" || /^[\d.,−-]+$/.test(field.value), isText = field.type === "text" || isNumber;
      if (isText && (isNumber || field.clientWidth < ROOMY) && field.clientWidth > 20 && field.scrollWidth > field.clientWidth + 1) {
        found.push({ fault: "cut", text: field.value, where: nameOf(field), box: [], by: field.getAttribute("aria-label") ?? "" });
      }
      if (field instanceof HTMLSelectElement && field.clientWidth) {
        const style = getComputedStyle(field), text = field.selectedOptions[0]?.textContent ?? "";
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (inkOf(fontOf(field), text, "left", "alphabetic").width > room + 1) found.push({ fault: "cut", text, where: nameOf(field), box: [], by: "select" });
      }
    }
    return found;
  }

  window.textFaults = () => {
    const faults = [], seen = seenTexts(faults);
    return { count: seen.length, faults: [...faults, ...overlaps(seen), ...cutFields()] };
  };
  /** The colours of the lines on a canvas, as #rrggbb. */
  window.strokesOn = (canvas) => [...new Set((frames.get(canvas)?.acts ?? []).map(({ stroke }) => stroke).filter(Boolean))];
  window.hexOf = (colour) => Object.assign(pen, { fillStyle: colour }).fillStyle;
  window.textsSeen = () => seenTexts([]).map((text) => describe(text, { source: text.source }));
})();
