// The page on which a student types the code of a class; the link of the QR code brings it along and joins at once.

import { addressIn, codeIn, joinClass, post } from "./requests.js";
import { readKey, writeSeat } from "./seat.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const [field, button] = [/** @type {HTMLInputElement} */ (form.querySelector("input")), /** @type {HTMLButtonElement} */ (form.querySelector("button"))];
const message = /** @type {HTMLElement} */ (document.querySelector("#message")), words = form.dataset, root = words.root ?? "";

/** @param {string} text @param {boolean} isWrong */
function say(text, isWrong) {
  message.textContent = text;
  message.className = isWrong ? "wrong" : "";
  field.toggleAttribute("aria-invalid", isWrong);
}

/** Why nobody was let in, by the status of the answer. @type {Record<number, string>} */
const REASONS = { 0: "offline", 404: "none", 429: "many", 503: "interrupted" };

/** @param {string} typed */
async function join(typed) {
  const code = codeIn(typed);
  if (!code) return say(words.wrong ?? "", true);
  button.disabled = true;
  say(words.joining ?? "", false);
  const { status, body } = await joinClass(root, code);
  // The teacher's link for another computer brings the key.
  const brought = status === 200 ? readKey(location.hash) : null, isLed = brought && (await post(`${root}/class/${code}/key`, { key: brought.key })).status === 200;
  button.disabled = false;
  if (status === 200) {
    const seat = writeSeat({ code, role: brought && isLed ? brought.role : "student" }), address = addressIn(body.address ?? "", document.documentElement.lang, seat);
    return location.replace(`${root}/${address}${isLed && brought.role === "projector" ? "&present=true" : ""}`);
  }
  say(words[REASONS[status] ?? "offline"] ?? "", true);
  field.focus();
}

form.onsubmit = (event) => {
  event.preventDefault();
  join(field.value);
};
const brought = new URLSearchParams(location.search).get("code");
if (brought) {
  field.value = brought.slice(0, 9);
  join(brought);
} else field.focus();
