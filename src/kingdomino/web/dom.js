// Small helpers to make elements. Nothing here knows the game.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element. `on…` attributes are listeners; `class`, `data-…` and the rest are attributes;
 * `true` sets an attribute without a value, `false`, `null` and `undefined` leave it out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(.../** @type {Node[]} */ (children.flat().filter(isShown)));
  return element;
}

/**
 * An SVG element, with the same attributes and children as {@link h}.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.append(.../** @type {Node[]} */ (children.flat().filter(isShown)));
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Child} child */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * The element that a selector finds; it must be there.
 *
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function find(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * What a key means: on a Cyrillic keyboard, the Latin letter that stands on the same key.
 *
 * @param {KeyboardEvent} event
 * @returns {string}
 */
export function readKey({ key, code }) {
  const foreign = key.length === 1 && key > "\x7f" && /^Key[A-Z]$/.test(code);
  return foreign ? code[3].toLowerCase() : key;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Fill an element, unless it shows the same already: what somebody is just pressing must not be
 * replaced under their finger.
 *
 * @param {Element} element
 * @param {unknown} state all that the content depends on
 * @param {() => (Node | string)[]} draw
 */
export function fill(element, state, draw) {
  const key = JSON.stringify(state);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  element.replaceChildren(...draw());
}
