// The page on which a student types the code of a class; the link of the QR code brings it along and joins at once.

import { addressIn, codeIn, joinClass } from "./requests.js";

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
  button.disabled = false;
  if (status === 200) return location.replace(`${root}/${addressIn(body.address ?? "", document.documentElement.lang, code)}`);
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
