// Drawings from plain data: squares, dominoes, castles, kings, whole kingdoms. All are SVG elements
// that refer to one sheet of artwork, which is put into the page when the first is drawn.

import { COLOURS, SHEET, TERRAINS } from "./artwork.js";
import { measure, readCell } from "./cells.js";
import { h, s } from "./dom.js";
import { t, tc, tn } from "./words.js";

/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").LaidDomino} LaidDomino */
/** @typedef {{west: number, east: number, south: number, north: number}} Box */

/** The side of a square. */
export const SIDE = 100;

/** Put the artwork into the page, once. */
export function spreadArtwork() {
  if (document.getElementById("artwork")) return;
  const sheet = h("div", { id: "artwork", "aria-hidden": "true" });
  sheet.innerHTML = SHEET;
  document.body.prepend(sheet);
}

/** @param {string} viewBox @param {string | null} label @param {Record<string, any>} [attributes] */
function picture(viewBox, label, attributes = {}) {
  spreadArtwork();
  const spoken = label === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  return s("svg", { viewBox, focusable: "false", ...spoken, ...attributes });
}

/** @param {string} href @param {Record<string, any>} [attributes] */
function use(href, attributes = {}) {
  return s("use", { href, ...attributes });
}

/**
 * A square of land at a point, with its crowns.
 *
 * @param {string} square such as "w1"
 * @param {number} [x]
 * @param {number} [y]
 * @param {boolean} [mirrored] for variety; crowns always read the same way
 * @returns {SVGGElement}
 */
export function drawSquare(square, x = 0, y = 0, mirrored = false) {
  const crowns = Number(square[1] ?? 0);
  const group = s("g", { transform: `translate(${x} ${y})`, class: "square" });
  group.append(
    use(`#terrain-${square[0]}`, mirrored ? { transform: "matrix(-1 0 0 1 100 0)" } : {}),
  );
  if (crowns) {
    group.append(
      s("rect", { x: 4, y: 4, width: 4 + 30 * crowns, height: 30, rx: 9, class: "crown-plate" }),
    );
  }
  for (let crown = 0; crown < crowns; crown++) {
    group.append(use("#crown", { transform: `translate(${21 + 30 * crown} 19.5)` }));
  }
  return group;
}

/**
 * A domino lying on two cells, the first half at (0, 0).
 *
 * @param {{number: number, a: string, b: string}} domino
 * @param {{dx: number, dy: number}} [way] from the first half to the second, in squares, y down
 * @returns {SVGGElement}
 */
export function drawDominoAt(domino, { dx, dy } = { dx: 1, dy: 0 }) {
  const mirrored = domino.number % 2 === 1;
  return s(
    "g",
    { class: "domino" },
    s("rect", {
      x: Math.min(0, dx) * SIDE, y: Math.min(0, dy) * SIDE, rx: 8, class: "domino-ground",
      width: SIDE * (1 + Math.abs(dx)), height: SIDE * (1 + Math.abs(dy)),
    }),
    drawSquare(domino.a, 0, 0, mirrored),
    drawSquare(domino.b, dx * SIDE, dy * SIDE, !mirrored),
    s("rect", {
      x: Math.min(0, dx) * SIDE + 1.5, y: Math.min(0, dy) * SIDE + 1.5, rx: 7,
      width: SIDE * (1 + Math.abs(dx)) - 3, height: SIDE * (1 + Math.abs(dy)) - 3,
      class: "domino-edge",
    }),
  );
}

/**
 * A domino, face up, lying from west to east.
 *
 * @param {{number: number, a: string, b: string}} domino
 * @param {boolean} [spoken] whether it has a name of its own for screen readers
 * @returns {SVGSVGElement}
 */
export function drawDomino(domino, spoken = true) {
  const image = picture("-3 -3 206 106", spoken ? describeDomino(domino) : null, {
    class: "domino-face",
  });
  image.append(drawDominoAt(domino));
  return image;
}

/**
 * The back of a domino, with its number.
 *
 * @param {number | null} number
 * @returns {SVGSVGElement}
 */
export function drawDominoBack(number) {
  const image = picture("-3 -3 206 106", null, { class: "domino-back" });
  image.append(
    s("rect", { width: 200, height: 100, rx: 8, class: "back-ground" }),
    s("rect", { x: 8, y: 8, width: 184, height: 84, rx: 5, class: "back-border" }),
    number === null
      ? use("#crown", { transform: "translate(100 50) scale(1.8)" })
      : s("text", { x: 100, y: 68, class: "back-number" }, number),
  );
  return image;
}

/**
 * A king.
 *
 * @param {Colour} colour
 * @param {string | null} [label]
 * @returns {SVGSVGElement}
 */
export function drawKing(colour, label = null) {
  const image = picture("0 -2 60 82", label, { class: "king" });
  image.append(use(`#king-${colour}`));
  return image;
}

/**
 * The sign of a colour: a heart, a star, a clover, a diamond.
 *
 * @param {Colour} colour
 * @returns {SVGSVGElement}
 */
export function drawSign(colour) {
  const image = picture("-17 -17 34 34", null, { class: "sign" });
  image.append(use(`#sign-${colour}`));
  return image;
}

/**
 * A castle on its tile.
 *
 * @param {Colour} colour
 * @returns {SVGSVGElement}
 */
export function drawCastle(colour) {
  const image = picture("0 0 100 100", null, { class: "castle" });
  image.append(use(`#castle-${colour}`));
  return image;
}

/**
 * A square by itself, for legends and palettes.
 *
 * @param {string} square
 * @returns {SVGSVGElement}
 */
export function drawTile(square) {
  const image = picture("0 0 100 100", describeSquare(square), { class: "tile" });
  image.append(drawSquare(square));
  return image;
}

/**
 * A crown by itself.
 *
 * @returns {SVGSVGElement}
 */
export function drawCrown() {
  const image = picture("-17 -15 34 28", null, { class: "crown" });
  image.append(use("#crown"));
  return image;
}

/**
 * The squares of a kingdom and its castle, to be put into an SVG where a cell is 100 wide, the
 * castle is at (0, 0) and south is down.
 *
 * @param {{squares: Record<string, string>, dominoes?: LaidDomino[]}} kingdom
 * @param {Colour} colour
 * @returns {SVGGElement}
 */
export function drawLand({ squares, dominoes = [] }, colour) {
  const land = s("g", { class: "land" });
  const drawn = new Set();
  for (const { domino, a, b } of dominoes) {
    const [first, second] = [readCell(a), readCell(b)];
    const group = drawDominoAt(
      { number: domino, a: squares[a], b: squares[b] },
      { dx: second.x - first.x, dy: first.y - second.y },
    );
    group.setAttribute("transform", `translate(${first.x * SIDE} ${-first.y * SIDE})`);
    group.dataset.domino = String(domino);
    land.append(group);
    drawn.add(a).add(b);
  }
  for (const [name, square] of Object.entries(squares)) {
    if (drawn.has(name)) continue;
    const { x, y } = readCell(name);
    land.append(drawSquare(square, x * SIDE, -y * SIDE));
  }
  land.append(use(`#castle-${colour}`));
  return land;
}

/**
 * The box that a small picture of a kingdom shows: all of it, filled up to its grid's size.
 *
 * @param {Record<string, string>} squares
 * @param {number} grid
 * @returns {Box}
 */
export function frameAround(squares, grid) {
  const box = measure(Object.keys(squares));
  let { west, east, south, north } = box;
  while (east - west + 1 < grid) east - 0 <= -west ? east++ : west--;
  while (north - south + 1 < grid) north - 0 <= -south ? north++ : south--;
  return { west, east, south, north };
}

/**
 * A box of cells as a viewBox.
 *
 * @param {Box} box
 * @param {number} [margin] in cells
 * @returns {[number, number, number, number]}
 */
export function viewBoxOf({ west, east, south, north }, margin = 0.06) {
  return [
    (west - margin) * SIDE,
    (-north - margin) * SIDE,
    (east - west + 1 + 2 * margin) * SIDE,
    (north - south + 1 + 2 * margin) * SIDE,
  ];
}

/**
 * A whole kingdom as a picture, with the cells of its grid drawn where they are still empty.
 *
 * @param {{squares: Record<string, string>, dominoes?: LaidDomino[]}} kingdom
 * @param {Colour} colour
 * @param {{grid?: number, label?: string | null, box?: Box}} [options]
 * @returns {SVGSVGElement}
 */
export function drawKingdom(kingdom, colour, { grid = 5, label = null, box } = {}) {
  const shown = box ?? frameAround(kingdom.squares, grid);
  const image = picture(viewBoxOf(shown).join(" "), label, { class: "kingdom" });
  const cells = s("g", { class: "cells" });
  for (let x = shown.west; x <= shown.east; x++) {
    for (let y = shown.south; y <= shown.north; y++) {
      cells.append(
        s("rect", { x: x * SIDE + 3, y: -y * SIDE + 3, width: 94, height: 94, rx: 8, class: "cell" }),
      );
    }
  }
  image.append(cells, drawLand(kingdom, colour));
  return image;
}

/**
 * The outline of a group of cells, as the path of an SVG.
 *
 * @param {string[]} cells
 * @returns {string}
 */
export function outline(cells) {
  const inside = new Set(cells);
  const parts = [];
  for (const name of cells) {
    const { x, y } = readCell(name);
    const [left, top] = [x * SIDE, -y * SIDE];
    const has = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      inside.has(String.fromCharCode(name.charCodeAt(0) + dx) + (y + 7 + dy));
    if (!has(0, 1)) parts.push(`M${left} ${top}h100`);
    if (!has(0, -1)) parts.push(`M${left} ${top + 100}h100`);
    if (!has(-1, 0)) parts.push(`M${left} ${top}v100`);
    if (!has(1, 0)) parts.push(`M${left + 100} ${top}v100`);
  }
  return parts.join("");
}

/**
 * The name of a terrain in the visitor's language.
 *
 * @param {string} terrain its letter or its English name
 * @returns {string}
 */
export function nameTerrain(terrain) {
  return tc("terrain", terrain.length === 1 ? TERRAINS[/** @type {"w"} */ (terrain)] : terrain);
}

/**
 * @param {Colour} colour
 * @returns {string}
 */
export function nameColour(colour) {
  return tc("colour", colour);
}

/**
 * A square in words.
 *
 * @param {string} square such as "w1"
 * @returns {string}
 */
export function describeSquare(square) {
  const crowns = Number(square[1] ?? 0);
  const terrain = TERRAINS[/** @type {"w"} */ (square[0])];
  if (!crowns) return nameTerrain(terrain);
  return tn("{terrain} with {n} crown", "{terrain} with {n} crowns", crowns, { terrain });
}

/**
 * A domino in words.
 *
 * @param {{number: number, a: string, b: string}} domino
 * @returns {string}
 */
export function describeDomino({ number, a, b }) {
  return t("Domino {number}: {first}, {second}", {
    number,
    first: describeSquare(a),
    second: describeSquare(b),
  });
}

/**
 * A player's colour as a small mark with the sign.
 *
 * @param {Colour} colour
 * @returns {HTMLElement}
 */
export function markColour(colour) {
  return h("span", { class: `mark mark-${colour}`, title: nameColour(colour) }, drawSign(colour));
}

export { COLOURS };
