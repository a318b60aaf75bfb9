// The button "Own data…" and its dialog: data are pasted or dropped, read by the server, shown, and then used.

import { element } from "../../ui/picture/element.js";
import { createBusy } from "./busy.js";
import { createDataReport } from "./data_report.js";
import { brought, exampleData } from "./route.js";
import { NEWEST, set, sharedOf } from "./shared.js";

/** @param {string} name @param {string} [className] @param {string} [text] */
function button(name, onclick = () => {}, className = "chip", text = name) {
  const made = element("button", className, text);
  Object.assign(made, { type: "button", onclick });
  return made;
}

/** A row of chips of which one is on. @param {string} label @param {(name: string) => void} chosen */
function chipRow(label, chosen) {
  const node = element("div", "row");
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", label);
  return { node, show(/** @type {[string, string][]} */ options, on = "", title = "") {
    node.replaceChildren(...(title ? [element("span", "title", title)] : []), ...options.map(([name, text]) => {
      const one = button(name, () => chosen(name), "chip small", text);
      one.dataset.option = name;
      if (on) one.setAttribute("aria-pressed", String(name === on));
      return one;
    }));
  } };
}

/** The fields of a setting that data are first trained with. @param {Training.DataTask} task @param {string} data */
export function fieldsFor({ task, suggested }, data) {
  return { ...suggested, task, data, run: "", beside: "", step: String(NEWEST), expected: "", written: "", chart: "learning", map: false };
}

/** @param {{store: Page.Store}} context @returns {Page.PartView} */
export function ownDataPart({ store }) {
  const shared = sharedOf(store), node = element("div", "own-data"), dialog = element("dialog", "own-data-dialog");
  /** @type {Training.OwnDataPart | null} */
  let part = null;
  /** @type {{task: Training.DataTask | null, cut: string, body: string | File, found: Training.Brought | null, columns: number[] | null, isBusy: boolean, turn: number, reading: AbortController | null}} */
  const view = { task: null, cut: "", body: "", found: null, columns: null, isBusy: false, turn: 0, reading: null };
  const opens = button("open", () => dialog.showModal()), closes = button("close", () => dialog.close());
  const title = element("h3"), about = element("p", "about"), secret = element("p", "private"), status = element("p", "status");
  const text = element("textarea"), field = element("input"), subwords = element("input"), subwordsLabel = element("label");
  const file = button("file", () => field.click(), "chip small"), named = element("span", "file-name"), report = createDataReport(() => swap());
  const busy = createBusy(() => changed());
  const reads = button("read", () => read()), uses = button("use", () => use(), "chip primary");
  const kinds = chipRow("kind", (name) => choose(name)), examples = chipRow("examples", (name) => example(name)), cuts = chipRow("cut", (name) => cutInto(name));
  const head = element("div", "head"), files = element("div", "row"), doing = element("div", "row");
  Object.assign(text, { rows: 8, spellcheck: false, autocomplete: "off", dir: "auto" });
  Object.assign(field, { type: "file", accept: ".tsv,.csv,.jsonl,.json,.txt,.md,text/*", hidden: true });
  Object.assign(subwords, { type: "number", min: "64", max: "4000", step: "50" });
  status.setAttribute("role", "status");
  subwordsLabel.append(element("span"), subwords);
  head.append(title, closes);
  files.append(file, field, named);
  doing.append(reads, uses);
  dialog.append(head, kinds.node, about, examples.node, text, files, cuts.node, subwordsLabel, doing, busy.node, status, report.node, secret);
  node.append(opens, dialog);

  /** Forgets what was read, and what is being read: it is not of these data any more. */
  function changed() {
    view.reading?.abort();
    Object.assign(view, { found: null, columns: null, isBusy: false, turn: view.turn + 1, reading: null });
    say("");
    refresh();
  }
  function say(/** @type {string} */ words, isWrong = false) {
    status.textContent = words;
    status.classList.toggle("wrong", isWrong);
  }
  function choose(/** @type {string} */ name) {
    view.task = part?.tasks.find(({ task }) => task === name) ?? null;
    if (!view.task?.cuts.some(([cut]) => cut === view.cut)) view.cut = view.task?.cuts[0][0] ?? "";
    changed();
  }
  function cutInto(/** @type {string} */ name) {
    view.cut = name;
    again();
  }
  /** What was read once is read again in another way. */
  function again() {
    const wasRead = Boolean(view.found) || view.isBusy;
    changed();
    if (wasRead) read();
  }
  function take(/** @type {string | File} */ body) {
    view.body = body;
    named.textContent = typeof body === "string" ? "" : body.name;
    if (typeof body === "string") text.value = body;
    else text.value = "";
    changed();
    read();
  }
  async function example(/** @type {string} */ name) {
    if (part) take(await exampleData(part.routes, name));
  }
  function swap() {
    const [source, target] = view.found?.columns ?? [0, 1];
    view.columns = [target, source];
    read();
  }
  async function read() {
    const { task } = view, { strings, errors, routes } = part ?? {};
    if (!part || !task || !strings || !errors || !routes || view.isBusy) return;
    const size = typeof view.body === "string" ? new Blob([view.body]).size : view.body.size;
    if (size > part.mostBytes || !size) return say(errors[size ? "too_large" : "empty"], true);
    const turn = ++view.turn, reading = new AbortController();
    Object.assign(view, { isBusy: true, reading });
    say("");
    refresh();
    const doing = strings[view.cut === "subwords" ? "reading_subwords" : "reading"];
    busy.begin(doing, strings);
    /** @type {Record<string, string>} */
    const columns = view.columns ? { source: String(view.columns[0]), target: String(view.columns[1]) } : {};
    const query = { kind: task.kind, cut: view.cut, ...(view.cut === "subwords" ? { subwords: subwords.value } : {}), ...columns };
    const answer = await brought(routes, query, view.body, (share) => {
      if (turn === view.turn) busy.sent(share);
    }, reading.signal);
    if (turn !== view.turn) return;
    view.isBusy = false;
    view.found = answer.error ? null : answer;
    say(answer.error ? errors[answer.error] ?? errors.other : "", Boolean(answer.error));
    refresh();
  }
  function use() {
    if (!view.task || !view.found) return;
    dialog.close();
    set(shared, fieldsFor(view.task, view.found.data));
  }
  function refresh() {
    if (!part || !view.task) return;
    const { strings } = part;
    kinds.show(part.tasks.map(({ task, label }) => [task, label]), view.task.task);
    examples.show(view.task.examples, "", strings.examples);
    cuts.show(view.task.cuts, view.cut, strings.cut);
    about.textContent = view.task.about;
    subwordsLabel.hidden = view.cut !== "subwords";
    reads.disabled = view.isBusy;
    if (!view.isBusy) busy.end();
    uses.hidden = !view.found;
    report.show(view.found, part);
  }
  text.oninput = () => {
    view.body = text.value;
    named.textContent = "";
    changed();
  };
  subwords.onchange = again;
  field.onchange = () => {
    const [chosen] = field.files ?? [];
    field.value = "";
    if (chosen) take(chosen);
  };
  dialog.ondragover = (event) => event.preventDefault();
  dialog.ondrop = (event) => {
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped) return;
    event.preventDefault();
    take(dropped);
  };
  return {
    node,
    show(/** @type {Training.OwnDataPart} */ next) {
      const isFirst = !part, { strings } = next;
      part = next;
      opens.textContent = strings.button;
      opens.classList.toggle("on", next.isOn);
      Object.assign(title, { textContent: strings.title });
      closes.textContent = strings.close;
      dialog.setAttribute("aria-label", strings.title);
      text.placeholder = strings.paste;
      text.setAttribute("aria-label", strings.paste);
      file.textContent = strings.file;
      reads.textContent = strings.read;
      uses.textContent = strings.use;
      secret.textContent = strings.private;
      /** @type {HTMLElement} */ (subwordsLabel.firstChild).textContent = strings.subwords;
      if (isFirst) {
        subwords.value = String(next.subwords);
        choose(next.tasks[0].task);
      } else choose(view.task?.task ?? next.tasks[0].task);
    },
  };
}
