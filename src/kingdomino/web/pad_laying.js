// Dominoes laid on the score pad: where one lies, how it turns, and which were taken twice. What lies
// where is never refused, only that two squares need two free cells.

import { nameCell, readCell } from "./cells.js";
import { t } from "./words.js";

/** @typedef {import("./pad.js").Painting} Painting */
/** @typedef {import("./pad.js").Pad} Pad */
/** @typedef {import("./pad.js").TakenDomino} TakenDomino */
/** @typedef {import("./protocol.js").Domino} Domino */

/** From the first half to the second: east, south, west, north. */
const WAYS = [[1, 0], [0, -1], [-1, 0], [0, 1]];

/**
 * The dominoes that belong to a kingdom, laid or in hand.
 *
 * @param {Painting} painting
 * @returns {TakenDomino[]}
 */
export function listTaken(painting) {
  painting.dominoes ??= [];
  return painting.dominoes;
}

/**
 * The domino that lies on a cell.
 *
 * @param {Painting} painting
 * @param {string} cell
 */
export function dominoAt(painting, cell) {
  return listTaken(painting).find(({ a, b }) => a === cell || b === cell);
}

/**
 * Lay a domino with its first half on a cell; it turns until the second half has a cell, too.
 *
 * @param {Painting} painting
 * @param {TakenDomino} taken
 * @param {Domino} domino
 * @param {string} cell
 * @param {Set<string>} board the cells there are
 * @returns {boolean} whether there was room
 */
export function lay(painting, taken, domino, cell, board) {
  if (!isFree(painting, cell, board)) return false;
  const other = waysFrom(painting, cell, board, 0)[0];
  if (!other) return false;
  put(painting, taken, domino, cell, other);
  return true;
}

/**
 * Turn a laid domino about one of its cells, clockwise.
 *
 * @param {Painting} painting
 * @param {TakenDomino} taken
 * @param {Domino} domino
 * @param {string} pivot
 * @param {Set<string>} board
 * @returns {boolean} whether it lies otherwise now
 */
export function turn(painting, taken, domino, pivot, board) {
  const { a, b } = taken;
  if (a === null || b === null) return false;
  const outer = a === pivot ? b : a;
  const now = WAYS.findIndex(([dx, dy]) => step(pivot, dx, dy) === outer);
  lift(painting, taken);
  const next = waysFrom(painting, pivot, board, now + 1)[0];
  if (a === pivot) put(painting, taken, domino, pivot, next);
  else put(painting, taken, domino, next, pivot);
  return next !== outer;
}

/**
 * Take a domino off the board, into the hand.
 *
 * @param {Painting} painting
 * @param {TakenDomino} taken
 */
export function lift(painting, taken) {
  for (const cell of [taken.a, taken.b]) if (cell !== null) delete painting.squares[cell];
  taken.a = taken.b = null;
}

/**
 * Forget the domino on a cell, because something else is painted there. Its other square stays.
 *
 * @param {Painting} painting
 * @param {string} cell
 */
export function paintOver(painting, cell) {
  const covered = dominoAt(painting, cell);
  if (covered) painting.dominoes = listTaken(painting).filter((taken) => taken !== covered);
}

/**
 * A sentence for every domino of this kingdom that somebody has taken, too.
 *
 * @param {Pad} pad
 * @param {(seat: number) => string} nameOf
 * @returns {string[]}
 */
export function findDoubles(pad, nameOf) {
  const owners = pad.players.map((player) => listTaken(player.paintings[pad.game]).map(({ number }) => number));
  const own = owners[pad.player];
  return [...new Set(own)].sort((one, other) => one - other).flatMap((number) => {
    const others = owners.flatMap((numbers, seat) => (seat !== pad.player && numbers.includes(number) ? [nameOf(seat)] : []));
    const doubts = [];
    if (own.filter((each) => each === number).length > 1) doubts.push(t("domino {number} is taken twice", { number }));
    if (others.length) doubts.push(t("domino {number} is also taken by {names}", { number, names: others.join(", ") }));
    return doubts;
  });
}

/** @param {Painting} painting @param {TakenDomino} taken @param {Domino} domino @param {string} a @param {string} b */
function put(painting, taken, domino, a, b) {
  lift(painting, taken);
  taken.a = a;
  taken.b = b;
  painting.squares[a] = domino.a;
  painting.squares[b] = domino.b;
}

/** The free cells beside a cell, clockwise from a way. @param {Painting} painting @param {string} cell @param {Set<string>} board @param {number} first */
function waysFrom(painting, cell, board, first) {
  return WAYS.map((_, index) => WAYS[(first + index) % WAYS.length])
    .map(([dx, dy]) => step(cell, dx, dy))
    .filter((beside) => isFree(painting, beside, board));
}

/** @param {Painting} painting @param {string} cell @param {Set<string>} board */
function isFree(painting, cell, board) {
  return board.has(cell) && cell !== painting.castle && !painting.squares[cell];
}

/** @param {string} cell @param {number} dx @param {number} dy */
function step(cell, dx, dy) {
  const { x, y } = readCell(cell);
  return nameCell({ x: x + dx, y: y + dy });
}
