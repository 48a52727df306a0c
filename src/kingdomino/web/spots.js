// The spots where a domino may go, as a board thinks of them: where the middle of the domino is, and
// which way it lies. They come from the server's legal placements.

import { readCell } from "./cells.js";

/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/**
 * @typedef {object} Spot
 * @property {LegalAction} action
 * @property {[string, string]} cells
 * @property {number} x of its middle, in cells
 * @property {number} y
 * @property {number} way 0 east, 1 south, 2 west, 3 north: from the first half to the second
 */

/** From the first half to the second, in squares on the screen, clockwise from east. */
export const WAYS = [
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: -1 },
];

/**
 * Spots from north to south, from west to east.
 *
 * @param {LegalAction[]} placements
 * @returns {Spot[]}
 */
export function listSpots(placements) {
  return placements.map(readSpot).sort((one, other) => other.y - one.y || one.x - other.x || one.way - other.way);
}

/** @param {LegalAction} action @returns {Spot} */
function readSpot(action) {
  const cells = /** @type {[string, string]} */ (action.cells);
  const [a, b] = cells.map(readCell);
  const way = WAYS.findIndex(({ dx, dy }) => dx === b.x - a.x && dy === a.y - b.y);
  return { action, cells, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, way };
}

/**
 * All spots that cover a cell, clockwise.
 *
 * @param {Spot[]} spots
 * @param {string} cell
 */
export function spotsAt(spots, cell) {
  const half = (/** @type {Spot} */ spot) => (spot.cells[0] === cell ? 0 : 1);
  return spots
    .filter((spot) => spot.cells.includes(cell))
    .sort((one, other) => angle(one, half(one)) - angle(other, half(other)) || half(one) - half(other));
}

/** Which way the rest of a domino lies from one of its halves. @param {Spot} spot @param {number} half */
function angle(spot, half) {
  return half === 0 ? spot.way : (spot.way + 2) % 4;
}

/**
 * The nearest spot towards a side, rather one that lies the same way.
 *
 * @param {Spot[]} spots
 * @param {Spot} here
 * @param {number} dx
 * @param {number} dy north is up
 * @returns {Spot | null}
 */
export function spotBeside(spots, here, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [along, across] = [(spot.x - here.x) * dx + (spot.y - here.y) * dy, (spot.x - here.x) * dy + (spot.y - here.y) * dx];
    if (along < 0.4) continue;
    const cost = along + 2 * Math.abs(across) + (spot.way === here.way ? 0 : 0.7);
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/**
 * The spot that a domino snaps to when its middle is held at a point.
 *
 * @param {Spot[]} spots
 * @param {{x: number, y: number}} point in cells
 * @param {number} way that it is held
 * @param {boolean} alike whether both halves are the same
 * @returns {Spot | null}
 */
export function spotNear(spots, { x, y }, way, alike) {
  let best = null;
  let least = 1.1;
  for (const spot of spots) {
    const away = Math.hypot(spot.x - x, spot.y - y);
    const same = alike ? spot.way % 2 === way % 2 : spot.way === way;
    const cost = same ? away : away + 0.45;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}
