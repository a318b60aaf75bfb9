// The note on what to watch for after a chip was clicked: one for all rows of a page, while it applies. Pure, except
// for the rows that a store keeps: tested without a browser.

/** @param {Page.Setting} one @param {Page.Setting} other */
function isSame(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/**
 * Returns whether what a chip set is still there: its setting, and for a chip that only pinned a cell, that pin.
 * @param {Page.PressedChip} pressedChip @param {Page.State} state
 */
function holds({ setting, selection, changesSetting }, state) {
  return isSame(setting, state.setting) && (changesSetting || !selection || selection.pin === state.selection.pin);
}

/**
 * Returns the row that shows the note, and its text: that of the chip clicked last while it applies, else of the first
 * chip that is on; null if there is nothing to watch for.
 * @param {Page.ChipsPart[]} rows @param {Page.PressedChip | null} pressed @param {Page.State | null} state
 */
export function noteOf(rows, pressed, state) {
  if (pressed && state && holds(pressed, state) && rows.some(({ id }) => id === pressed.row)) return { row: pressed.row, text: pressed.hint };
  for (const { id, chips, inLine } of rows) {
    const on = inLine ? null : chips.find((chip) => chip.on && chip.hint);
    if (on) return { row: id, text: on.hint };
  }
  return null;
}

/**
 * Stores the click on a chip that has a note: it replaces every other note.
 * @param {Page.Store} store @param {Pick<Page.ChipsPart, "id" | "inLine">} chipsPart @param {Page.Chip} chip
 */
export function rememberPress(store, { id, inLine }, { setting, selection, hint }) {
  if (inLine || !hint || !store.state) return;
  const changesSetting = !isSame(setting, store.state.setting);
  store.pressedChip = { row: id, setting, selection, hint, changesSetting, language: store.shared.language };
}

/**
 * The id of the row that has room for a note: a menu has none, so its note is among the suggestions.
 * @param {Page.ChipsPart[]} rows @param {{row: string} | null} note
 */
export function rowOfNote(rows, note) {
  const own = rows.find(({ id }) => id === note?.row);
  return own?.kind === "menu" ? "suggestions" : own?.id;
}

/**
 * The longest note that a row may have to show: it keeps the room, so that the picture below stays where it is.
 * @param {Page.ChipsPart[]} rows @param {Page.ChipsPart} part
 */
export function longestNote(rows, part) {
  const own = rows.filter((row) => rowOfNote(rows, { row: row.id }) === part.id);
  const notes = own.flatMap(({ chips, inLine }) => (inLine ? [] : chips.map(({ hint }) => hint)));
  return notes.reduce((most, one) => (one.length > most.length ? one : most), "");
}

/**
 * Returns whether a note is that of a chip in the menu of questions: the head of the page says the same.
 * @param {Page.ChipsPart[]} rows @param {{text: string} | null} note
 */
export function isAnswer(rows, note) {
  const questions = rows.find(({ id }) => id === "questions");
  return Boolean(note && questions?.chips.some(({ hint }) => hint === note.text));
}

/** Updates the notes of all rows. `rows` are views with a `part` and a `setNote`. @param {Page.Store} store */
export function refreshNotes(store) {
  const rows = [...(store.chipRows ?? [])], isOld = store.pressedChip?.language !== store.shared.language;
  const note = noteOf(rows.map(({ part }) => part), isOld ? null : store.pressedChip, store.state);
  const shownIn = rowOfNote(rows.map(({ part }) => part), note);
  const isSaid = Boolean(store.answerShown) && isAnswer(rows.map(({ part }) => part), note);
  for (const row of rows) {
    row.setNote(note && row.part.id === shownIn && !isSaid ? note.text : "");
    row.keepRoom?.(longestNote(rows.map(({ part }) => part), row.part));
  }
}
