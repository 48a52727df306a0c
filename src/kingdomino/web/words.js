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
 * @property {[string, string][]} sentences templates of what the server says, and their translations
 */

/** The kinds of terms: words that are put into sentences, in the form that a language asks for. */
const KINDS = ["terrain", "colour", "level"];

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
  const forms = catalogue?.words[one];
  const text = Array.isArray(forms) ? forms[pluralForm(n)] : n === 1 ? one : many;
  return fill(text ?? many, { n, ...values });
}

/** @param {number} n */
function pluralForm(n) {
  const whole = Math.abs(Math.trunc(n));
  return Number(catalogue?.plurals[whole < 200 ? whole : 100 + (whole % 100)] ?? 0);
}

/**
 * A finished English sentence of the server in the visitor's language, recognised by its template.
 *
 * @param {string} sentence
 * @returns {string} the sentence itself if nobody knows it
 */
export function retell(sentence) {
  const known = find(sentence) ?? KINDS.map((kind) => find(sentence, kind)).find((term) => term);
  if (known) return known;
  for (const [template, translation] of catalogue?.sentences ?? []) {
    const found = patternOf(template).exec(sentence);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, retell(value)]);
    return fill(translation, Object.fromEntries(values));
  }
  return sentence;
}

/** @param {string} template */
function patternOf(template) {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const seen = new Set();
  const pattern = escaped.replace(/\{(\w+)\}/g, (_, name) => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>.+?)`;
  });
  return new RegExp(`^${pattern}$`, "s");
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
  return text.replace(/\{(\w+)\}(?:\[(\w+)\])?/g, (whole, name, form) => {
    if (!(name in values)) return whole;
    const kind = name.slice(name.lastIndexOf("_") + 1);
    const value = String(values[name]);
    if (!KINDS.includes(kind)) return value;
    return find(value, form && form !== "nominative" ? `${kind}:${form}` : kind) ?? value;
  });
}
