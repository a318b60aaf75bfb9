// Finds the terms in a text.

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** @param {string} text */
function pattern(text) {
  return text.replace(SPECIAL, "\\$&").replace(/\s+/g, "\\s+");
}

/** Whether a form is matched letter by letter: ReLU, Adam, d_k. @param {string} form */
export function isName(form) {
  return /_|\p{Lu}/u.test(form);
}

/**
 * Returns a function that finds each term once in a text, where it comes first. Of two that begin at one place, the
 * longer one is meant; a phrase in which the word means something else is passed over, as is
 * what is quoted: a word of the visitor’s sentence.
 * @param {Pick<Glossary.Term, "key" | "forms" | "never">[]} terms @param {string[]} endings what may follow a term without a space
 * @returns {Glossary.Finder}
 */
export function finderOf(terms, endings) {
  const known = terms.flatMap(({ key, forms, never }) => [...forms.map((form) => ({ form, key })), ...never.map((form) => ({ form, key: "" }))]);
  known.sort((one, other) => other.form.length - one.form.length);
  const keys = new Map(known.map(({ form, key }) => [form.toLowerCase(), { form, key }]));
  const after = endings.length ? `(?=(?:${[...endings].sort((one, other) => other.length - one.length).map(pattern).join("|")})?(?![\\p{L}\\p{N}_”’]))` : "(?![\\p{L}\\p{N}_”-])";
  const all = new RegExp(`(?<![\\p{L}\\p{N}_·/“‘-])(?:${known.map(({ form }) => pattern(form)).join("|")})${after}`, "giu");
  return (text) => {
    const found = /** @type {Glossary.Found[]} */ ([]), seen = new Set([""]);
    for (const match of text.matchAll(all)) {
      const one = keys.get(match[0].replace(/\s+/g, " ").toLowerCase());
      if (!one || seen.has(one.key) || (isName(one.form) && match[0] !== one.form)) continue;
      seen.add(one.key);
      found.push({ key: one.key, start: match.index, end: match.index + match[0].length });
    }
    return found;
  };
}
