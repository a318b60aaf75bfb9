// The actions on a map, used by pointer, keys and tools.

import { ask, setView } from "../../store/store.js";
import { askForCells, askForOrigins, need } from "./fetch_on_demand.js";
import { flyToCell, flyToTitle, placeUnder } from "./interaction.js";
import { sentenceSide } from "./layout.js";
import { probabilityOf } from "./next_tokens.js";
import { placeOf, writeCell } from "./places.js";
import { readoutText, showWritten, storyOf, updateReadout } from "./readout.js";
import { writeView } from "./view_text.js";

const VIEW_MS = 250;

/** @param {ModelMap.View} view */
function viewSoon(view) {
  clearTimeout(view.viewTimer);
  view.viewTimer = setTimeout(() => {
    setView(view.store, { name: view.part.viewField, text: writeView(view.layout, view.camera, view.isPlaying ? null : view.time, view) });
    view.toolbar.refresh();
  }, VIEW_MS);
}

/**
 * The actions on a map, used by pointer, keys and tools.
 * @param {ModelMap.View} view @returns {Omit<ModelMap.Actions, "draw" | "fit" | "takeNumbers" | "layOut">}
 */
export function actionsOf(view) {
  return {
    redraw() {
      view.frame ||= requestAnimationFrame(view.draw);
      viewSoon(view);
    },
    look(camera) {
      view.camera = camera;
      view.redraw();
    },
    need: (name) => need(view, name),
    under: (point) => placeUnder(view, point),
    async full(place) {
      if (view.tensors[place].full) return;
      view.asked.add(view.tensors[place].name);
      await askForCells(view);
    },
    hover(place) {
      const key = place && keyOf(place);
      if (key === view.hoverKey) return;
      view.hoverKey = key;
      view.selection.hovered = !place || place.parameter || place.title ? null : place;
      view.hoveredTitle = place?.title ?? null;
      view.card.show(view, place?.parameter ?? null);
      updateReadout({ ...view, selection: { ...view.selection, hovered: place } });
      view.stage.style.cursor = (place?.isWord && place.side === sentenceSide(view.part)) || place?.isRibbon || place?.next || place?.title ? "pointer" : "";
      view.frame ||= requestAnimationFrame(view.draw);
    },
    click(place) {
      if (place?.isWord) view.clickWord(place);
      else if (place?.title) {
        view.live.textContent = readoutText(view, place);
        flyToTitle(view, place.title);
      }
      else if (place?.parameter) {
        pinText(view, `${place.parameter.name}@${place.parameterIndex.join(".")}`);
        view.card.show(view, place.parameter);
      }
      else if (place?.next) view.pinOrNot(probabilityOf(view.part, place.row, place.next.name));
      else if (place?.place !== undefined) view.pinOrNot(placeOf(view.part, place.place, place.index));
      view.stage.focus({ preventScroll: true });
    },
    clickWord({ side, row }) {
      const { hideField } = view.part, { state } = view.store;
      if (side !== sentenceSide(view.part) || !hideField || !state || row === undefined) return;
      const { setting, selection } = state;
      const hidden = new Set(String(setting[hideField]).split("_").filter(Boolean).map(Number));
      if (!hidden.delete(row)) hidden.add(row);
      ask(view.store, { to: { setting: { ...setting, [hideField]: [...hidden].sort((a, b) => a - b).join("_") }, selection } });
    },
    /** Pin a cell, or remove the pin if the cell is already pinned. */
    pinOrNot(place) {
      if (place) view.pin(isPinned(view, place) ? null : place);
    },
    pin(place, { isFlown = false } = {}) {
      if (place && isFlown) flyToCell(view, place);
      pinText(view, place ? writeCell(view.part, place) : "");
      Object.assign(view.selection, { pinned: place, parameter: null, trail: [], hovered: null });
      view.live.textContent = readoutText(view, place);
      if (place && !isFlown) keepInSight(view, place);
      updateReadout(view);
      view.redraw();
    },
    first: () => placeOf(view.part, 0, view.part.tensors[0].shape.length === 2 ? [0, 0] : [0, 0, 0]),
    timeChanged() {
      view.toolbar.refresh();
      view.links.refresh();
      showWritten(view);
      updateReadout(view);
      // Announce each step that the user takes, but not those of playback: it would never stop talking.
      if (!view.isPlaying) view.live.textContent = storyOf(view);
      view.redraw();
    },
    setParameters(isOn) {
      view.hasParameters = isOn;
      view.fit();
      view.toolbar.refresh();
    },
    setOrigins(isOn) {
      view.hasOrigins = isOn;
      Object.assign(view.selection, { origins: [], ends: [] });
      updateReadout(view);
      if (isOn) askForOrigins(view);
      view.toolbar.refresh();
      view.redraw();
    },
    setCache(isOn) {
      view.hasCache = isOn;
      view.cacheCard.refresh(view);
      view.live.textContent = isOn ? view.cacheCard.node.innerText : "";
      view.toolbar.refresh();
      view.redraw();
    },
    setSeen(seen) {
      view.seen = seen;
      view.takeNumbers();
      view.toolbar.refresh();
      updateReadout(view);
      view.redraw();
    },
  };
}

/** What is pointed at, as a text that differs for different things. @param {ModelMap.Hit} hit */
function keyOf({ side, row, place, index, parameterIndex, isRibbon, next, title }) {
  return JSON.stringify([side, row, place, index, parameterIndex, isRibbon, next?.name, title && [title.kind, title.text, title.x, title.y]]);
}

/** @param {ModelMap.View} view @param {ModelMap.Cell} place */
function isPinned(view, place) {
  const { pinned } = view.selection;
  return pinned?.place === place.place && pinned.index.join() === place.index.join();
}

/** @param {ModelMap.View} view @param {string} text */
function pinText(view, text) {
  view.ownPin = text;
  ask(view.store, { do: { pin: text } });
  view.store.pinned?.();
}

/** Pan the map if a key has moved the pin out of the window. @param {ModelMap.View} view @param {ModelMap.Cell} place */
function keepInSight(view, place) {
  const { layout, camera, placed } = view, box = placed.boxes.find(({ column }) => column.place === place.place && column.kind !== "lines");
  const top = placed.tops[place.side] + place.row * placed.pitch;
  const isIn = box && box.x + box.width > camera.x && box.x < camera.x + layout.room.width && top > camera.y && top < camera.y + layout.room.height;
  if (!isIn) flyToCell(view, place);
}
