// The route of the runs: its requests, and how its responses are read.

import { decodeFrame } from "../../ui/store/bytes.js";

/** A weight of 1, as it is encoded. */
const FULL = 65535;
/** @typedef {Training.Routes} Routes */

/** The status of a run that does not exist, or no longer exists. */
export const GONE = "gone";

/**
 * Decodes the records' weights, which follow one another in the order of the layout.
 * @param {Uint8Array} bytes @returns {Training.RunAnswer}
 */
export function unpacked(bytes) {
  const { header, rest } = decodeFrame(bytes);
  const whole = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
  let at = 0;
  const weightsOf = (/** @type {number[]} */ shape) => {
    const weights = new Float32Array(shape.reduce((product, size) => product * size, 1));
    for (let place = 0; place < weights.length; place++, at += 2) weights[place] = whole.getUint16(at, true) / FULL;
    return weights;
  };
  const shapes = Object.entries(/** @type {Record<string, number[]>} */ (header.attention ?? {}));
  const records = header.records.map((/** @type {Omit<Training.RunRecord, "attention">} */ one) => (
    { ...one, attention: Object.fromEntries(shapes.map(([name, shape]) => [name, weightsOf(shape)])) }));
  return { ...header, records };
}

/**
 * A run's status, with its records after a step; "gone" if there is no such run, null if the server does not answer.
 * With `wait`, the response comes when there is anything new ("1"), or when the run's status changes ("rest").
 * @param {Routes} routes @param {string} id
 * @param {{since: number, known?: string, wait?: string, signal?: AbortSignal}} options
 */
export async function answered({ runs }, id, { since, known = "", wait = "", signal = undefined }) {
  const query = new URLSearchParams({ since: String(since), ...(wait ? { wait, known } : {}) });
  try {
    const response = await fetch(`${runs}/${id}?${query}`, { signal });
    if (response.status === 404) return GONE;
    return response.ok ? unpacked(new Uint8Array(await response.arrayBuffer())) : null;
  } catch {
    return null;
  }
}

/**
 * The server's response to a POST request; an error is returned as "error".
 * @param {string} address @param {string | File} body @returns {Promise<Training.Started>}
 */
async function asked(address, body) {
  try {
    const response = await fetch(address, { method: "POST", body });
    const answer = await response.json().catch(() => ({}));
    return response.ok ? answer : { error: answer.error ?? (response.status === 404 ? GONE : "no_answer") };
  } catch {
    return { error: "no_answer" };
  }
}

/** Sends a command to a run. @param {Routes} routes @param {string} id @param {string} name */
export function sent({ runs }, id, name) {
  return asked(`${runs}/${id}/${name}`, "");
}

/**
 * Starts a run, which pauses at the step `until` if given; returns its id, or an error.
 * @param {Routes} routes @param {unknown} config @param {number} [until]
 */
export function started({ runs }, config, until) {
  return asked(runs, JSON.stringify({ config, person: person(), until }));
}

/** The URL of a run's file. @param {Routes} routes @param {string} id */
export function downloadAddress({ runs }, id) {
  return `${runs}/${id}/file`;
}

/** The URL of a run's model as a folder for other programs. @param {Routes} routes @param {string} id */
export function folderAddress({ runs }, id) {
  return `${runs}/${id}/folder`;
}

/** Loads a run from a file; returns its id, or an error. @param {Routes} routes @param {File} file */
export function loaded({ runs }, file) {
  return asked(`${runs}/file?${new URLSearchParams({ person: person() })}`, file);
}

/**
 * Brings data for the server to read; returns what it read with the data's name, or an error.
 * @param {Routes} routes @param {Record<string, string>} query @param {string | File} body @param {(share: number) => void} progress
 * @param {AbortSignal} signal ends it, without an answer
 * @returns {Promise<Training.Brought>}
 */
export function brought({ runs }, query, body, progress, signal) {
  // Only this kind of request says how much of a large file has been sent.
  const request = new XMLHttpRequest();
  request.open("POST", `${runs}/data?${new URLSearchParams(query)}`);
  request.responseType = "json";
  return new Promise((done) => {
    request.upload.onprogress = ({ loaded: sent, total }) => progress(total ? sent / total : 1);
    request.upload.onload = () => progress(1);
    signal.onabort = () => request.abort();
    request.onabort = () => done(/** @type {Training.Brought} */ ({ error: "stopped" }));
    request.onerror = () => done(/** @type {Training.Brought} */ ({ error: "no_answer" }));
    request.onload = () => done(request.status === 200 ? request.response : { error: request.status === 413 ? "too_large" : request.response?.error ?? "no_answer" });
    request.send(body);
  });
}

/** Data of ours to begin with; empty if the server does not answer. @param {Routes} routes @param {string} name */
export async function exampleData({ runs }, name) {
  try {
    const response = await fetch(`${runs}/data/${name}`);
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}

const PERSON = "workbench.person";

/** A random id, stored in this browser, by which the server knows whose runs are whose. */
function person() {
  const made = crypto.getRandomValues(new Uint32Array(2)).join("-");
  try {
    const kept = localStorage.getItem(PERSON) ?? made;
    localStorage.setItem(PERSON, kept);
    return kept;
  } catch {
    return made;
  }
}
