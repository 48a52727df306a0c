// The words of the interface. The English text is the key to all other languages.

/** What each language calls itself. @type {Record<string, string>} */
export const LANGUAGES = { en: "English" };

/** The language that the page is in. */
export const language = "en";

/** @type {Record<string, string | string[]>} */
const catalogue = {};

/**
 * A text in the visitor's language; `{name}` in it is replaced by `values.name`.
 *
 * @param {string} text in English, as a literal
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  const found = catalogue[text];
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
  return fill(n === 1 ? one : many, { n, ...values });
}

/**
 * @param {string} code one of LANGUAGES
 */
export function chooseLanguage(code) {
  localStorage.setItem("language", code);
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
