// What is written on the score pad, kept in the browser so that a reload loses nothing.

import { nameCell, readCell } from "./cells.js";
import { recall, remember } from "./preferences.js";

/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").Score} Score */

/**
 * A kingdom as it is painted. Cells are named on the board, wherever the castle stands on it.
 *
 * @typedef {{castle: string, squares: Record<string, string>, dominoes?: TakenDomino[]}} Painting
 */
/** A domino of a kingdom, and the cells of its halves; null as long as it is not laid. @typedef {{number: number, a: string | null, b: string | null}} TakenDomino */
/** @typedef {{name: string, paintings: Painting[]}} Player */
/**
 * @typedef {object} Pad
 * @property {5 | 7} grid
 * @property {boolean} middle_kingdom
 * @property {boolean} harmony
 * @property {boolean} dynasty
 * @property {boolean} listing whether kingdoms are entered domino by domino
 * @property {number} game which game of a Dynasty is on top, 0 to 2
 * @property {number} player whose kingdom is on top
 * @property {Player[]} players
 */

const PLACE = "scorepad";
const GAMES = 3;
const CASTLE = "g7";

/** @type {Colour[]} */
export const SEATS = ["Pink", "Yellow", "Green", "Blue"];

/** @returns {Painting} */
function blankPainting() {
  return { castle: CASTLE, squares: {} };
}

/** @returns {Player} */
export function newPlayer() {
  return { name: "", paintings: Array.from({ length: GAMES }, blankPainting) };
}

/** @returns {Pad} */
export function newPad() {
  return {
    grid: 5,
    middle_kingdom: false,
    harmony: false,
    dynasty: false,
    listing: false,
    game: 0,
    player: 0,
    players: [newPlayer(), newPlayer()],
  };
}

/**
 * The pad as it was left, or a new one.
 *
 * @returns {Pad}
 */
export function openPad() {
  try {
    const kept = JSON.parse(recall(PLACE, "null"));
    const sound = kept && [5, 7].includes(kept.grid) && kept.players.length >= 1
      && kept.players.every((/** @type {Player} */ player) => player.paintings.length === GAMES);
    return sound ? { ...newPad(), ...kept } : newPad();
  } catch {
    return newPad();
  }
}

/** @param {Pad} pad */
export function keepPad(pad) {
  remember(PLACE, JSON.stringify(pad));
}

/**
 * The kingdom on top of the pad.
 *
 * @param {Pad} pad
 * @returns {Painting}
 */
export function currentPainting(pad) {
  return pad.players[pad.player].paintings[pad.game];
}

/**
 * The squares as the server wants them: counted from the castle, which is on g7.
 *
 * @param {Painting} painting
 * @returns {Record<string, string>}
 */
export function toKingdom({ castle, squares }) {
  const home = readCell(castle);
  const entries = Object.entries(squares).map(([name, square]) => {
    const { x, y } = readCell(name);
    return [nameCell({ x: x - home.x, y: y - home.y }), square];
  });
  return Object.fromEntries(entries.filter(([name]) => name !== CASTLE && /^[a-m]([1-9]|1[0-3])$/.test(name)));
}

/**
 * Whether a square lies further from the castle than the server can count.
 *
 * @param {Painting} painting
 */
export function isTooFar(painting) {
  const counted = Object.keys(toKingdom(painting)).length;
  return counted < Object.keys(painting.squares).filter((cell) => cell !== painting.castle).length;
}

/**
 * The cell of the board that a cell of the kingdom is painted on.
 *
 * @param {Painting} painting
 * @param {string} name
 */
export function toBoard({ castle }, name) {
  const home = readCell(castle);
  const { x, y } = readCell(name);
  return nameCell({ x: x + home.x, y: y + home.y });
}

/**
 * The cells of the board by rows from north to south: the grid, and a rim around it for what is too
 * wide.
 *
 * @param {number} grid
 * @returns {{name: string, rim: boolean}[][]}
 */
export function boardRows(grid) {
  const reach = (grid - 1) / 2;
  const steps = Array.from({ length: grid + 2 }, (_, index) => index - reach - 1);
  return steps.map((down) =>
    steps.map((x) => ({
      name: nameCell({ x, y: -down }),
      rim: Math.max(Math.abs(x), Math.abs(down)) > reach,
    })),
  );
}
