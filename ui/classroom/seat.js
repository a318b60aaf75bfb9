// Where a window is in which class, as its URL says it: "K7QF3M", "K7QF3M.teacher", "K7QF3M.projector". Pure.

import { codeIn } from "./requests.js";

/** The parameter of the URL. */
export const PARAMETER = "class";
/** What stands in place of a code where a teacher is about to start a class. */
export const START = "start";

/** @param {string} text @returns {Classes.Seat | null} */
export function readSeat(text) {
  const [typed, role = "student"] = text.split("."), code = codeIn(typed);
  return code && (role === "student" || role === "teacher" || role === "projector") ? { code, role } : null;
}

/** @param {Classes.Seat} seat */
export function writeSeat({ code, role }) {
  return role === "student" ? code : `${code}.${role}`;
}

/** The code as people read it out, in two halves. @param {string} code */
export const spacedCode = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The link that joins at once. @param {string} origin @param {string} root @param {string} code */
export const joinLink = (origin, root, code) => `${origin}${root}/join?code=${code}`;

const KEY = "workbench.class_key.";

/** Keeps the key of a class that this tab has started, so that it can be brought to another computer. @param {string} code @param {string} key */
export function keepKey(code, key) {
  try {
    sessionStorage.setItem(KEY + code, key);
  } catch {
    // A window without storage leads its class.
  }
}

/** @param {string} code */
export function keptKey(code) {
  try {
    return sessionStorage.getItem(KEY + code) ?? "";
  } catch {
    return "";
  }
}

/** The link that leads or shows a class on another computer. What follows the # is sent to no server. @param {string} origin @param {string} root @param {Classes.Seat} seat @param {string} key */
export const leadLink = (origin, root, { code, role }, key) => `${joinLink(origin, root, code)}#${role}.${key}`;

/** The role and the key that such a link has after its #; null where there are none. @param {string} hash @returns {{role: Classes.Role, key: string} | null} */
export function readKey(hash) {
  const [, role, key] = /^#(teacher|projector)\.([\w-]{10,64})$/.exec(hash) ?? [];
  return role === "teacher" || role === "projector" ? { role, key } : null;
}

/** The address to type, without what a browser adds by itself. @param {string} origin @param {string} root */
export const joinAddress = (origin, root) => `${origin.replace(/^https?:\/\//, "")}${root}/join`;
