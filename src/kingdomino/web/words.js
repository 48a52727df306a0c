// The words of the interface. The English text is the key to all other languages.
// The server says in which language a page is; its words are fetched before anything is drawn.
// `kingdomino.words` does the same in Python, and docs/languages.md explains both.

/** What each language calls itself. @type {Record<string, string>} */
export const LANGUAGES = {
  en: "English",
  et: "Eesti",
  hu: "Magyar",
  is: "Íslenska",
  lt: "Lietuvių",
  lv: "Latviešu",
  pl: "Polski",
  ru: "Русский",
};

/**
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {string} plurals for every number below 200 the plural form, a digit
 * @property {Record<string, string | string[]>} words a context, if any, stands before its text
 */

/** The kinds of terms: words that are put into sentences, in the form that a language asks for. */
const KINDS = ["terrain", "colour", "level"];

/** @typedef {import("./protocol.js").Told} Told */
/** @typedef {import("./protocol.js").Term} Term */
/** @typedef {import("./protocol.js").Value} Value */

/** A value's name; after it in brackets, in translations only, the form that a term stands in. */
const PLACEHOLDER = /\{(\w+)\}(?:\[(\w+)\])?/g;

const catalogue = await fetchCatalogue(document.documentElement.lang);

/** The language that the page is in. */
export const language = catalogue ? catalogue.language : "en";

/**
 * @param {string} wanted
 * @returns {Promise<Catalogue | null>} null for English, and if there is no answer
 */
async function fetchCatalogue(wanted) {
  if (!(wanted in LANGUAGES) || wanted === "en") return null;
  try {
    const response = await fetch(`/words/${wanted}.json`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * A text in the visitor's language; `{name}` in it is replaced by `values.name`.
 *
 * @param {string} text in English, as a literal
 * @param {Record<string, string | number>} [values] English words for terms such as `{terrain}`
 * @returns {string}
 */
export function t(text, values = {}) {
  return fill(find(text) ?? text, values);
}

/**
 * A text that would be ambiguous without its context, such as a button's "Play".
 *
 * @param {string} context
 * @param {string} text in English
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function tc(context, text, values = {}) {
  return fill(find(text, context) ?? text, values);
}

/**
 * @param {string} text
 * @param {string} [context]
 * @returns {string | undefined}
 */
function find(text, context) {
  const found = catalogue?.words[context ? `${context}\u0004${text}` : text];
  return typeof found === "string" ? found : undefined;
}

/**
 * A text that depends on a number, which also stands for `{n}`.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function tn(one, many, n, values = {}) {
  return fill(findForm(one, many, n), { n, ...values });
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} n
 */
function findForm(one, many, n) {
  const forms = catalogue?.words[one];
  return (Array.isArray(forms) ? forms[pluralForm(n)] : n === 1 ? one : many) ?? many;
}

/** @param {number} n */
function pluralForm(n) {
  const whole = Math.abs(Math.trunc(n));
  return Number(catalogue?.plurals[whole < 200 ? whole : 100 + (whole % 100)] ?? 0);
}

/**
 * What the server says as data, in the visitor's language: a template and its values. Terms and what
 * is told among the values are translated, and so is what joins a list; a text stays as it is.
 *
 * @param {Told} told
 * @returns {string}
 */
export function tell({ template, values, plural }) {
  const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tellValue(value)]));
  const text = plural !== undefined && typeof values.n === "number"
    ? findForm(template, plural, values.n)
    : find(template) ?? template;
  return text.replace(PLACEHOLDER, (whole, name, form) => {
    const value = values[name];
    return isTerm(value) ? findTerm(value.kind, value.term, form) : told[name] ?? whole;
  });
}

/** @param {Value} value @returns {string} */
function tellValue(value) {
  if (Array.isArray(value)) {
    const parts = value.map(tellValue);
    if (parts.length < 2) return parts.join("");
    return t("{others} and {last}", { others: parts.slice(0, -1).join(", "), last: parts[parts.length - 1] });
  }
  if (isTerm(value)) return findTerm(value.kind, value.term);
  return typeof value === "object" ? tell(value) : String(value);
}

/** @param {Value | undefined} value @returns {value is Term} */
function isTerm(value) {
  return typeof value === "object" && "term" in value;
}

/**
 * Show the site in a language from now on.
 *
 * @param {string} code one of LANGUAGES
 */
export function chooseLanguage(code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

/**
 * Put words into elements that have their English text in `data-t` (their own text), or in
 * `data-t-label` (their name for screen readers), and its context, if it needs one, in `data-c`.
 *
 * @param {ParentNode} [root]
 */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = readWords(element, "data-t");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", readWords(element, "data-t-label"));
  }
}

/** @param {Element} element @param {string} attribute */
function readWords(element, attribute) {
  const text = element.getAttribute(attribute) ?? "";
  return find(text, element.getAttribute("data-c") ?? undefined) ?? text;
}

/**
 * A text with its values. In a translation `{terrain}[genitive]` is a term in a form.
 *
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function fill(text, values) {
  return text.replace(PLACEHOLDER, (whole, name, form) => {
    if (!(name in values)) return whole;
    const kind = name.slice(name.lastIndexOf("_") + 1);
    const value = String(values[name]);
    return KINDS.includes(kind) ? findTerm(kind, value, form) : value;
  });
}

/**
 * @param {string} kind
 * @param {string} term in English
 * @param {string} [form]
 */
function findTerm(kind, term, form) {
  return find(term, form && form !== "nominative" ? `${kind}:${form}` : kind) ?? term;
}
