// The route of the runs: what is sent to it, and how its answers are read.

import { unframed } from "../../ui/answer/bytes.js";

/** A weight of 1, as it travels. */
const FULL = 65535;
/** How a run is that there is not, or no longer. */
export const GONE = "gone";

/** Records with their weights put in: those of each one behind those of the one before, as the layout orders them. */
export function unpacked(bytes) {
  const { header, rest } = unframed(bytes);
  const whole = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
  let at = 0;
  const weightsOf = (shape) => {
    const weights = new Float32Array(shape.reduce((product, size) => product * size, 1));
    for (let place = 0; place < weights.length; place++, at += 2) weights[place] = whole.getUint16(at, true) / FULL;
    return weights;
  };
  const shapes = Object.entries(header.attention ?? {});
  const records = header.records.map((one) => ({ ...one, attention: Object.fromEntries(shapes.map(([name, shape]) => [name, weightsOf(shape)])) }));
  return { ...header, records };
}

/** How a run is, with the records after a step; "gone" where there is no such run, null where nobody answers.
 * With `wait` it comes as soon as there is anything new ("1"), or when the run has become another ("rest"). */
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

/** What the server says to a request with a body; what it says is wrong as "error". */
async function asked(address, body) {
  try {
    const response = await fetch(address, { method: "POST", body });
    const answer = await response.json().catch(() => ({}));
    return response.ok ? answer : { error: answer.error ?? (response.status === 404 ? GONE : "no_answer") };
  } catch {
    return { error: "no_answer" };
  }
}

/** Asks something of a run. */
export function sent({ runs }, id, name) {
  return asked(`${runs}/${id}/${name}`, "");
}

/** Starts a run, which pauses at the step `until` where there is one; its id, or why there is none. */
export function started({ runs }, config, until = undefined) {
  return asked(runs, JSON.stringify({ config, person: person(), until }));
}

/** Where a run can be had as a file. */
export function downloadAddress({ runs }, id) {
  return `${runs}/${id}/file`;
}

/** Loads a run from a file: its id, or why it is none. */
export function loaded({ runs }, file) {
  return asked(`${runs}/file?${new URLSearchParams({ person: person() })}`, file);
}

const PERSON = "workbench.person";

/** By what the server knows whose runs are whose: chance, kept in this browser. */
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
