// Cells and their names: the castle is g7, x goes east (letters), y goes north (numbers).

/** @typedef {{x: number, y: number}} Cell */

const COLUMNS = "abcdefghijklm";

/**
 * @param {string} name such as "g8"
 * @returns {Cell} relative to the castle
 */
export function readCell(name) {
  return { x: COLUMNS.indexOf(name[0]) - 6, y: Number(name.slice(1)) - 7 };
}

/**
 * @param {Cell} cell
 * @returns {string}
 */
export function nameCell({ x, y }) {
  return COLUMNS[x + 6] + (y + 7);
}

/**
 * The smallest box that holds all these cells and the castle.
 *
 * @param {Iterable<string>} names
 * @returns {{west: number, east: number, south: number, north: number}}
 */
export function measure(names) {
  const box = { west: 0, east: 0, south: 0, north: 0 };
  for (const name of names) {
    const { x, y } = readCell(name);
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
  return box;
}
