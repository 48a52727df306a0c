// The words of the interface. The English text is the key to all other languages.
// The server says in which language a page is; its words are fetched before anything is drawn.

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
 * @property {Record<string, string | string[]>} words
 * @property {[string, string][]} sentences templates of what the server says, and their translations
 */

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
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  const found = catalogue?.words[text];
  return fill(typeof found === "string" ? found : text, values);
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
  const known = catalogue?.words[sentence];
  if (typeof known === "string") return known;
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
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`, "s");
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
 * `data-t-label` (their name for screen readers).
 *
 * @param {ParentNode} [root]
 */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.getAttribute("data-t") ?? "");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-t-label") ?? ""));
  }
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
