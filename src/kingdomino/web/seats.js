// Who sits at the table: a panel for each, with points, kingdom, kings in hand and what they say.

import { h } from "./dom.js";
import { drawCrown, drawKing, drawKingdom, markColour } from "./drawings.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").Presence} Presence */

/**
 * The panel of a seat.
 *
 * @param {Table} table
 * @param {Game} game
 * @param {number} seat
 * @param {{presence: Presence, yours: boolean, small: boolean, said: string | undefined, enlarge: (seat: number) => void}} options
 * @returns {HTMLElement}
 */
export function drawSeat(table, game, seat, { presence, yours, small, said, enlarge }) {
  const who = table.seats[seat];
  const kingdom = game.kingdoms[seat];
  const acting = game.seat === seat;
  const picture = small
    ? h(
        "button",
        { class: "seat-kingdom", type: "button", "aria-label": t("Look at {name}’s kingdom", { name: who.name }), onclick: () => enlarge(seat) },
        drawKingdom(kingdom, who.colour, { grid: table.rules.grid }),
      )
    : null;
  return h(
    "section",
    { class: `seat seat-${who.colour}${acting ? " acting" : ""}`, "aria-label": t("{name}, {colour}", { name: who.name, colour: who.colour }), "data-seat": seat },
    h(
      "header",
      { class: "seat-head" },
      markColour(who.colour),
      h("div", { class: "seat-who" }, h("h2", { class: "seat-name" }, who.name), h("p", { class: "seat-state" }, describeState(table, game, seat, presence, yours))),
      game.winners.includes(seat) && game.phase === "over" ? h("span", { class: "seat-crown" }, drawCrown()) : null,
      drawPoints(kingdom.score.total),
    ),
    picture,
    drawHand(table, game, seat),
    said ? h("p", { class: "bubble" }, said) : null,
  );
}

/** @param {number} total */
export function drawPoints(total) {
  return h(
    "p",
    { class: "seat-points" },
    h("span", { "aria-hidden": "true" }, total),
    h("span", { class: "hidden-text" }, tn("{n} point", "{n} points", total)),
  );
}

/**
 * @param {Table} table
 * @param {Game} game
 * @param {number} seat
 * @param {Presence} presence
 * @param {boolean} yours
 */
function describeState(table, game, seat, presence, yours) {
  const who = table.seats[seat];
  const words = [];
  if (game.seat === seat) words.push(game.phase === "place" ? t("is placing") : t("is claiming"));
  else if (yours) words.push(t("at this device"));
  else if (who.kind === "bot") words.push(t("bot"));
  else if (!presence.seats[seat]) words.push(t("away"));
  const { discards } = game.kingdoms[seat];
  if (discards) words.push(tn("{n} discarded", "{n} discarded", discards));
  const clock = game.seat === seat && game.deadline ? h("span", { class: "clock", "data-deadline": game.deadline }) : null;
  return [h("span", {}, words.join(" · ")), clock];
}

/**
 * The king that a seat has in hand, about to claim.
 *
 * @param {Table} table
 * @param {Game} game
 * @param {number} seat
 */
export function drawHand(table, game, seat) {
  const kings = game.waiting.filter((king) => king.seat === seat && king.domino === null);
  if (!kings.length) return null;
  return h(
    "div",
    { class: "seat-hand", "aria-hidden": "true" },
    kings.map((_, index) => h("span", { class: "hand-king", "data-key": index ? `king-${seat}-hand${index}` : `king-${seat}-hand`, "data-from": kingBefore(game, seat) }, drawKing(table.seats[seat].colour))),
  );
}

/** Where the king in hand stood before it placed its domino. @param {Game} game @param {number} seat */
function kingBefore(game, seat) {
  if (game.last_seat !== seat || !game.last || game.last.startsWith("-")) return null;
  return `king-${seat}-${Number.parseInt(game.last, 10)}`;
}
