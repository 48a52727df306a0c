// What the kingdoms on the score pad are worth: one territory after another, and who has won.

import { h } from "./dom.js";
import { drawTile, markColour, nameTerrain } from "./drawings.js";
import { icon } from "./icons.js";
import { SEATS, isTooFar } from "./pad.js";
import { findDoubles } from "./pad_laying.js";
import { confirm } from "./pad_players.js";
import { sharePicture } from "./pad_share.js";
import { t, tell, tc, tn } from "./words.js";

/** @typedef {import("./pad_sheet.js").Sheet} Sheet */
/** @typedef {import("./pad_sheet.js").Ranking} Ranking */

/**
 * The territories of the kingdom on top, and what cannot be about it.
 *
 * @param {Sheet} sheet
 * @returns {HTMLElement}
 */
export function watchBreakdown(sheet) {
  const breakdown = h("section", { class: "pad-breakdown" });
  sheet.watch(() => {
    const result = sheet.resultOf(sheet.painting);
    if (result) breakdown.replaceChildren(...drawBreakdown(sheet, result));
  });
  return breakdown;
}

/**
 * @param {Sheet} sheet
 * @param {import("./pad_sheet.js").Counted} result
 */
function drawBreakdown(sheet, { score, warnings }) {
  const { pad } = sheet;
  const doubts = [...warnings.map(tell), ...findDoubles(pad, (seat) => sheet.nameOf(seat))];
  if (isTooFar(sheet.painting)) doubts.push(t("squares this far from the castle are not counted"));
  const rows = score.territories
    .filter(({ points }) => points > 0)
    .map((territory) =>
      h(
        "li",
        {},
        h("span", { class: "pad-swatch", "aria-hidden": "true" }, drawTile(territory.terrain[0])),
        h("span", { class: "pad-terrain" }, nameTerrain(territory.terrain)),
        h("span", {}, `${territory.squares} × ${territory.crowns}`),
        h("b", {}, String(territory.points)),
      ),
    );
  const bonuses = [
    pad.middle_kingdom ? bonusRow(t("Middle Kingdom"), score.bonuses.middle_kingdom ?? 0) : null,
    pad.harmony ? bonusRow(t("Harmony"), score.bonuses.harmony ?? 0) : null,
  ];
  return [
    h("h2", {}, markColour(SEATS[pad.player]), " ", sheet.nameOf(pad.player), h("output", { class: "pad-sum" }, String(score.total))),
    rows.length || pad.middle_kingdom || pad.harmony
      ? h("ul", { class: "pad-territories" }, rows, bonuses)
      : h("p", { class: "soft" }, t("No territory with a crown yet.")),
    h("p", { class: "soft" }, t("For ties: largest territory {squares}, crowns {crowns}.", { squares: score.largest, crowns: score.crowns })),
    doubts.length ? drawDoubts(doubts) : "",
  ];
}

/** @param {string[]} doubts */
function drawDoubts(doubts) {
  return h(
    "div",
    { class: "error", role: "status" },
    h("b", {}, t("Are you sure?")),
    h("ul", {}, doubts.map((doubt) => h("li", {}, `${doubt[0].toUpperCase()}${doubt.slice(1)}.`))),
  );
}

/**
 * @param {string} name
 * @param {number} points
 */
function bonusRow(name, points) {
  return h(
    "li",
    { class: points ? "" : "soft" },
    h("span", { class: "pad-swatch", "aria-hidden": "true" }),
    h("span", { class: "pad-terrain" }, name),
    h("span"),
    h("b", {}, points ? `+${points}` : "0"),
  );
}

/**
 * Who has won, as far as the kingdoms are known.
 *
 * @param {Sheet} sheet
 * @returns {HTMLElement}
 */
export function watchStandings(sheet) {
  const standings = h("section", { class: "card standings", "aria-live": "polite" });
  sheet.rankers.push((ranking) => standings.replaceChildren(...drawStandings(sheet, ranking)));
  return standings;
}

/**
 * @param {Sheet} sheet
 * @param {Ranking} ranking
 */
function drawStandings(sheet, ranking) {
  const { pad } = sheet;
  const players = sheet.listScores();
  const order = [...players.keys()].sort((a, b) => ranking.ranks[a] - ranking.ranks[b]);
  const heads = pad.dynasty
    ? [0, 1, 2].map((game) => t("Game {number}", { number: game + 1 }))
    : [t("largest territory"), t("crowns")];
  const rows = order.map((seat) => {
    const [first] = players[seat];
    const parts = pad.dynasty ? players[seat].map(({ total }) => total) : [first.largest, first.crowns];
    return h(
      "tr",
      {},
      h("td", {}, `${ranking.ranks[seat]}.`),
      h("th", { scope: "row" }, h("span", { class: "pad-who" }, markColour(SEATS[seat]), sheet.nameOf(seat))),
      h("td", {}, h("b", {}, String(ranking.totals[seat]))),
      parts.map((part) => h("td", {}, String(part))),
    );
  });
  const askAnew = () => confirm(t("Begin a new sheet? The names stay, the kingdoms go."), t("New sheet"), () => sheet.turnOver());
  return [
    h("h2", {}, pad.dynasty ? t("Dynasty") : t("Result")),
    h(
      "div",
      { class: "pad-scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, [tc("ranking", "place"), t("player"), t("points"), ...heads].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows),
      ),
    ),
    h("p", { class: "pad-winner" }, describeWinners(sheet, ranking)),
    h(
      "div",
      { class: "pad-buttons" },
      h("button", { type: "button", class: "button primary", onclick: () => sharePicture(sheet) }, icon("share"), t("Share a picture")),
      h("button", { type: "button", class: "button", onclick: askAnew }, t("New sheet")),
    ),
  ];
}

/**
 * @param {Sheet} sheet
 * @param {Ranking} ranking
 */
function describeWinners(sheet, { winners, totals }) {
  if (Math.max(...totals) === 0) return t("Paint the kingdoms to see who has won.");
  const names = winners.map((seat) => sheet.nameOf(seat));
  if (names.length === 1) {
    return tn("{name} wins with {n} point.", "{name} wins with {n} points.", totals[winners[0]], { name: names[0] });
  }
  return t("{names} and {last_name} share the victory.", { names: names.slice(0, -1).join(", "), last_name: names.at(-1) ?? "" });
}
