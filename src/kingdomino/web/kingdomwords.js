// A kingdom in words: row by row, then territory by territory.

import { measure, nameCell } from "./cells.js";
import { h } from "./dom.js";
import { describeSquare } from "./drawings.js";
import { describeTerritory, nameBonus } from "./sentences.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Kingdom} Kingdom */

/**
 * @param {Kingdom} kingdom
 * @returns {HTMLElement}
 */
export function describeKingdom(kingdom) {
  const { west, east, south, north } = measure(Object.keys(kingdom.squares));
  const rows = [];
  for (let y = north; y >= south; y--) {
    const cells = [];
    for (let x = west; x <= east; x++) {
      const name = nameCell({ x, y });
      if (name === "g7") cells.push(t("{cell} castle", { cell: name }));
      else if (kingdom.squares[name]) cells.push(t("{cell} {square}", { cell: name, square: describeSquare(kingdom.squares[name]) }));
    }
    rows.push(h("li", {}, cells.join(", ")));
  }
  return h("div", { class: "in-words" }, h("ol", { "aria-label": t("From north to south, each row from west to east") }, rows), listTerritories(kingdom));
}

/**
 * What a kingdom is worth, part by part.
 *
 * @param {Kingdom} kingdom
 * @returns {HTMLElement}
 */
export function listTerritories({ score, frame }) {
  const parts = score.territories.map((territory) => h("li", { class: territory.points ? null : "soft" }, describeTerritory(territory)));
  for (const [name, points] of Object.entries(score.bonuses)) {
    parts.push(h("li", {}, t("{bonus}: {points}", { bonus: nameBonus(name), points })));
  }
  return h(
    "div",
    {},
    h("ul", { class: "territories" }, parts),
    h("p", {}, tn("{n} point in all.", "{n} points in all.", score.total), " ", t("The kingdom may still reach from {low} to {high}.", { low: frame[0], high: frame[1] })),
  );
}
