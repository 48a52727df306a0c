// What a visitor prefers on this device. A browser that keeps nothing gets the defaults.

/**
 * @param {string} name
 * @param {string} otherwise
 * @returns {string}
 */
export function recall(name, otherwise) {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is then forgotten with the page.
  }
}

/** Whether things may move on this screen. */
export function likesMotion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
