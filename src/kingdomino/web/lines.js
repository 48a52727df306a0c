// The lines on the table: the current one and the next, with the kings that stand on them.

import { h } from "./dom.js";
import { describeDomino, drawDomino, drawDominoBack, drawKing, markColour } from "./drawings.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").Slot} Slot */
/** @typedef {import("./protocol.js").Domino} Domino */
/**
 * @typedef {object} LineOptions
 * @property {Map<number, Domino>} box
 * @property {number[]} claimable dominoes that can be claimed, or wished for
 * @property {number | null} chosen the domino that is selected, or wished for
 * @property {boolean} wishing whether a choice is only for later
 * @property {(domino: number, event: Event) => void} choose
 * @property {(domino: number, event: PointerEvent) => void} grab the acting domino was pressed
 */

/**
 * Both lines, as they lie.
 *
 * @param {Table} table
 * @param {Game} game
 * @param {LineOptions} options
 * @returns {HTMLElement[]}
 */
export function drawLines(table, game, options) {
  const opening = game.round === 0;
  const current = drawLine(table, game, game.line, opening ? t("First line") : t("This round"), "current", opening, options);
  if (!game.next_line.length) return [current];
  return [current, drawLine(table, game, game.next_line, t("Next round"), "next", true, options)];
}

/**
 * @param {Table} table
 * @param {Game} game
 * @param {Slot[]} slots
 * @param {string} heading
 * @param {string} kind
 * @param {boolean} claimed whether kings come here by claiming
 * @param {LineOptions} options
 */
function drawLine(table, game, slots, heading, kind, claimed, options) {
  const order = slots.filter(({ seat }) => seat !== null).map(({ domino }) => domino);
  const rows = slots.map((slot) => {
    const place = order.indexOf(slot.domino) + 1;
    return h("li", {}, drawSlot(table, game, slot, claimed, place, options));
  });
  return h(
    "section",
    { class: `line line-${kind}`, "aria-label": heading },
    h("h2", { class: "line-heading" }, heading),
    h("ol", {}, rows),
  );
}

/**
 * @param {Table} table
 * @param {Game} game
 * @param {Slot} slot
 * @param {boolean} claimed
 * @param {number} place in the turn order
 * @param {LineOptions} options
 */
function drawSlot(table, game, { domino: number, seat }, claimed, place, options) {
  const domino = options.box.get(number);
  if (!domino) return h("span");
  const acting = !claimed && game.domino === number;
  const claimable = claimed && options.claimable.includes(number);
  const chosen = options.chosen === number;
  const owner = seat === null ? null : table.seats[seat];
  const words = [describeDomino(domino)];
  if (owner) {
    words.push(
      owner.you
        ? t("Your king stands here, number {place} in the order of turns", { place })
        : t("{name} stands here, number {place} in the order of turns", { name: owner.name, place }),
    );
  }
  if (acting) words.push(t("being placed now"));
  const face = drawDomino(domino, false);
  const parts = [
    h("span", { class: "slot-number" }, number),
    h("span", { class: "slot-domino", "data-key": `domino-${number}` }, face),
    owner && h("span", { class: "slot-king", "data-key": `king-${seat}-${number}`, "data-from": `king-${seat}-hand` }, drawKing(owner.colour)),
  ];
  const attributes = {
    class: `slot${acting ? " acting" : ""}${claimable ? " claimable" : ""}${chosen ? " chosen" : ""}${options.wishing && chosen ? " wished" : ""}`,
    "data-domino": number,
  };
  if (!claimable) {
    return h(
      "div",
      { ...attributes, onpointerdown: acting ? (/** @type {PointerEvent} */ event) => options.grab(number, event) : null },
      h("span", { class: "hidden-text" }, words.join(", ")),
      parts,
    );
  }
  const verb = options.wishing
    ? t("Plan to claim: {domino}", { domino: words.join(", ") })
    : t("Claim: {domino}", { domino: words.join(", ") });
  return h(
    "button",
    { ...attributes, type: "button", "aria-label": verb, "aria-pressed": String(chosen), onclick: (/** @type {Event} */ event) => options.choose(number, event) },
    parts,
  );
}

/**
 * Who moves when, in this round and in the next as far as it is known, and the pile.
 *
 * @param {Table} table
 * @param {Game} game
 * @returns {HTMLElement[]}
 */
export function drawOrder(table, game) {
  const next = game.round === 0 ? game.line : game.next_line;
  const rows = [{ heading: t("Turns to come"), seats: game.waiting.map(({ seat }) => seat) }];
  if (next.length) rows.push({ heading: t("Next round’s order"), seats: next.flatMap(({ seat }) => (seat === null ? [] : [seat])) });
  const list = h(
    "dl",
    { class: "turns" },
    rows.flatMap(({ heading, seats }) => [
      h("dt", {}, heading),
      h("dd", {}, seats.length ? seats.map((seat) => h("span", { class: "turn" }, markColour(table.seats[seat].colour), h("span", { class: "hidden-text" }, table.seats[seat].name))) : "–"),
    ]),
  );
  if (!game.left) return [list];
  const backs = Array.from({ length: Math.min(3, Math.ceil(game.left / 12)) }, () => drawDominoBack(null));
  const pile = h("div", { class: "pile", role: "img", "aria-label": tn("{n} domino left", "{n} dominoes left", game.left) }, backs, h("span", {}, game.left));
  return [list, pile];
}
