// What there is to watch for after a chip was pressed: one note for all rows of a page, as long as it holds.
// Pure but for the rows that a store remembers: tested without a browser.

function isSame(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** Whether what a chip brought is still there: its setting, and of one that only pinned a cell that pin. */
function holds({ setting, place, changesSetting }, state) {
  return isSame(setting, state.setting) && (changesSetting || !place || place.pin === state.place.pin);
}

/**
 * The row that has the note, and its text: of the chip that was pressed last while that holds, else of the first one
 * that is on; null where there is nothing to watch for.
 */
export function noteOf(rows, pressed, state) {
  if (pressed && state && holds(pressed, state) && rows.some(({ id }) => id === pressed.row)) return { row: pressed.row, text: pressed.watch };
  for (const { id, chips, inLine } of rows) {
    const on = inLine ? null : chips.find((chip) => chip.on && chip.watch);
    if (on) return { row: id, text: on.watch };
  }
  return null;
}

/** A chip with something to watch for was pressed: its note takes the place of every other one. */
export function rememberPress(store, { id, inLine }, { setting, place, watch }) {
  if (inLine || !watch || !store.state) return;
  const changesSetting = !isSame(setting, store.state.setting);
  store.pressedChip = { row: id, setting, place, watch, changesSetting, language: store.shared.language };
}

/** Brings the notes of all rows to what holds now. `rows` are views with a `part` and a `setNote`. */
export function refreshNotes(store) {
  const rows = [...(store.chipRows ?? [])], isOld = store.pressedChip?.language !== store.shared.language;
  const note = noteOf(rows.map(({ part }) => part), isOld ? null : store.pressedChip, store.state);
  for (const row of rows) row.setNote(note?.row === row.part.id ? note.text : "");
}
