// How Streamlit 1.67 builds its controls: the value in one, the value that an event will give it, and how an event is
// held back from it. Only the class `st-key-...` is documented; the roles, the ARIA attributes and the fields inside are
// not. Each function has a test of its name in tests/browser/test_streamlit_seams.py.

/** The longest time that a control's redraw is delayed so that its picture is drawn first. */
const LONGEST_DELAY_MS = 60;
/** Keys that complete a text or a number, or step it. */
const FINISHING = ["Enter", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];

/** @param {string} key */
const classOf = (key) => `.st-key-${key}`;

/** The element of the control with this key; null if it is not drawn. @param {string} key */
export const boxOf = (key) => document.querySelector(classOf(key));

/** The messages about what was typed, below the row with the controls. */
const MESSAGES = '[data-testid="stLayoutWrapper"]:has(> :is(.st-key-controls_row, .st-key-front_row)) ~ [data-testid="stElementContainer"] > .stAlert';

/**
 * Puts each message below its control, as far to the right as it has room there.
 * @param {string[]} keys of the controls that have a message, in the order of these
 */
export function placeMessages(keys) {
  const messages = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(MESSAGES));
  for (const [place, message] of messages.entries()) {
    const box = keys[place] ? boxOf(keys[place])?.getBoundingClientRect() : null, line = message.parentElement?.getBoundingClientRect();
    if (!box || !line) continue;
    const room = line.width - message.getBoundingClientRect().width;
    message.style.marginLeft = `${Math.max(0, Math.min(box.left - line.left, room))}px`;
  }
}

/** Returns whether an element is in the control with this key. @param {Element} element @param {string} key */
export const isInControl = (element, key) => Boolean(element.closest?.(classOf(key)));

/** Returns whether an element is a field in which a number is typed. @param {HTMLInputElement} field */
export const isNumberField = ({ type }) => type === "number";

/**
 * The value of a number in a field: on a slider of options, the number is an index.
 * @param {HTMLInputElement} field @param {number} number @param {Streamlit.Options} options
 */
export function valueAt(field, number, options) {
  return field.type === "range" && options ? options[number] : number;
}

/**
 * Returns the value of a control; undefined if it has no usable value.
 * @param {Element} box @param {Streamlit.Options} options
 */
export function valueOf(box, options) {
  const radios = [...box.querySelectorAll("[role=radio]")];
  if (radios.length) {
    const place = radios.findIndex((radio) => radio.getAttribute("aria-checked") === "true");
    return place < 0 ? undefined : options?.[place];
  }
  const field = box.querySelector("input");
  if (!field) return undefined;
  // Text typed into a list only searches for an option; Streamlit reports the choice.
  if (field.getAttribute("role") === "combobox") return undefined;
  if (field.type === "checkbox") return field.checked;
  if (field.type === "range") return valueAt(field, Number(field.value), options);
  if (field.type === "number") {
    // A number between two steps is valid: the step only applies to the buttons.
    const { badInput, rangeUnderflow, rangeOverflow } = field.validity;
    const isBad = field.value === "" || badInput || rangeUnderflow || rangeOverflow;
    return isBad ? undefined : Number(field.value);
  }
  return field.value;
}

/**
 * Returns whether an event can have given a control a new value; a half-typed one does not count yet.
 * @param {Streamlit.ControlEvent} event
 */
export function counts(event) {
  const { type, target } = event;
  if (target.type === "range" || target.type === undefined) return true;
  const isTyped = ["text", "number"].includes(target.type);
  if (!isTyped) return true;
  if (type === "keydown") return FINISHING.includes(event.key ?? "");
  return type === "change";
}

/**
 * Returns whether the control has its new value during the event itself, before Streamlit has redrawn it.
 * @param {Streamlit.ControlEvent} event
 */
export function isSaid(event) {
  const { type, target } = event;
  if (type === "input") return target.type === "range" || target.type === "checkbox";
  return type === "keydown" && event.key === "Enter" && ["text", "number"].includes(target.type);
}

/** @param {string} text */
const decimals = (text) => text.split(".")[1]?.length ?? 0;
/** The direction of an arrow key in a number field and on a slider. @type {Record<string, Record<string, number>>} */
const ARROWS = { number: { ArrowUp: 1, ArrowDown: -1 }, range: { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 } };

/**
 * The value to which an arrow key steps a field or slider, before Streamlit has drawn it; undefined for any other
 * event.
 * @param {Streamlit.ControlEvent} event
 */
export function steppedNumber(event) {
  const { type, target: field, key = "" } = event, by = ARROWS[field.type]?.[key];
  if (type !== "keydown" || !by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (!/^[\d.]+$/.test(field.step) || !/^-?[\d.]+$/.test(field.value)) return undefined;
  const sum = Number(field.value) + by * Number(field.step);
  const next = Number(sum.toFixed(Math.max(decimals(field.value), decimals(field.step))));
  const isInside = (field.min === "" || next >= Number(field.min)) && (field.max === "" || next <= Number(field.max));
  return isInside ? next : undefined;
}

/** The index of the option that is clicked; -1 if there is none. @param {Streamlit.ControlEvent} event @param {Element} box */
export function pressedPlace(event, box) {
  const radio = event.target.closest?.("[role=radio]");
  return radio ? [...box.querySelectorAll("[role=radio]")].indexOf(radio) : -1;
}

/**
 * The value that a switch will have after the pointer goes up or the click is done; undefined if the event is not on a
 * switch.
 * @param {Streamlit.ControlEvent} event @param {Element | null} box
 */
export function switched({ type, target }, box) {
  /** @type {HTMLInputElement | null | undefined} */
  const field = target.closest?.("label")?.querySelector("input[type=checkbox]");
  if (!field || !box?.contains(field)) return undefined;
  // For a click on the input itself, as with the space bar, it is already set.
  return type === "click" && target === field ? field.checked : !field.checked;
}

/**
 * Returns whether an element is in an option of an open list, which is drawn over the page, apart from its control.
 * @param {Element} element
 */
export const isOption = (element) => Boolean(element.closest?.("[role=option]"));

/**
 * Returns the option of a control's open list that an event chooses, as its text; undefined where it chooses none.
 * @param {Streamlit.ControlEvent} event @param {Element | null} box
 */
export function chosenOption({ type, target, key }, box) {
  const field = box?.querySelector("input[role=combobox]"), list = field?.getAttribute("aria-controls");
  if (!field || !list) return undefined;
  const isEnter = type === "keydown" && key === "Enter" && target === field;
  const marked = isEnter ? document.getElementById(field.getAttribute("aria-activedescendant") ?? "") : null;
  const option = type === "pointerup" ? target.closest?.("[role=option]") : marked;
  return option?.closest("[role=listbox]")?.id === list ? option.textContent : undefined;
}

/**
 * Returns whether an event can be delayed; the Enter that ends a syllable belongs to Hangul input.
 * @param {Streamlit.ControlEvent} event
 */
export function canWait({ type, isComposing }) {
  return ["keydown", "click"].includes(type) && !isComposing;
}

/** Redispatches the event to handlers that have not received it yet. @param {Streamlit.ControlEvent} event */
function again(event) {
  if (event.type === "click") event.target.click();
  else {
    const { key, code, keyCode } = event;
    event.target.dispatchEvent(new KeyboardEvent(event.type, { key, code, keyCode, bubbles: true, cancelable: true }));
  }
}

/**
 * Holds an event back from Streamlit until the picture is drawn: Streamlit's redraw of the changed control takes
 * longer than the server's answer, which would have to wait for it. Only briefly, and one event at a time.
 */
export function createDelay() {
  /** @type {Streamlit.ControlEvent | null} */
  let event = null;
  let timer = 0, isAgain = false;

  function release() {
    clearTimeout(timer);
    const kept = event;
    event = null;
    if (!kept || !kept.target.isConnected) return;
    isAgain = true;
    again(kept);
    isAgain = false;
  }

  return {
    release,
    /** Whether the current event is one that was held back. */
    isAgain: () => isAgain,
    isKeeping: () => event !== null,
    /** @param {Streamlit.ControlEvent} next */
    keep(next) {
      release();
      event = next;
      next.preventDefault();
      next.stopImmediatePropagation();
      timer = setTimeout(release, LONGEST_DELAY_MS);
    },
  };
}
