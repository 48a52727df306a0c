// The illustrated rulebook: both editions, all variants, in our own words and drawings.

import { post } from "./api.js";
import { find, h, s } from "./dom.js";
import {
  COLOURS,
  drawCastle,
  drawCrown,
  drawDomino,
  drawKing,
  drawKingdom,
  drawTile,
  nameTerrain,
  outline,
} from "./drawings.js";
import { furnishPage } from "./page.js";
import { t, tc, tn } from "./words.js";

/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").Score} Score */
/** @typedef {Record<string, string>} Squares */

/** A kingdom that is complete, to count at leisure. @type {Squares} */
const COMPLETE = {
  e9: "w", f9: "w", g9: "f", h9: "f1", i9: "f",
  e8: "w1", f8: "w", g8: "f", h8: "l", i8: "l1",
  e7: "g", f7: "g2", h7: "l", i7: "l",
  e6: "g", f6: "s1", g6: "s", h6: "m1", i6: "m2",
  e5: "g", f5: "s", g5: "s", h5: "w", i5: "w1",
}; // prettier-ignore

furnishPage();
const main = find("main");
const contents = h("nav", { class: "contents", "aria-label": t("Contents") });
main.append(contents);

// --- building blocks

/**
 * @param {string} id
 * @param {string} title
 * @param {...(Node | string | null)} content
 */
function section(id, title, ...content) {
  contents.append(h("a", { href: `#${id}` }, title));
  main.append(h("section", { class: "card", id }, h("h2", {}, title), ...content));
}

/** @param {...string} sentences */
function list(...sentences) {
  return h("ul", {}, sentences.map((sentence) => h("li", {}, sentence)));
}

/** @param {...Node} figures */
function figures(...figures) {
  return h("div", { class: "figures" }, figures);
}

/**
 * @param {Element} picture
 * @param {string} caption
 * @param {"good" | "bad" | ""} [verdict]
 */
function figure(picture, caption, verdict = "") {
  return h("figure", { class: verdict }, picture, h("figcaption", {}, caption));
}

/**
 * A kingdom with the cells of interest outlined.
 *
 * @param {Squares} squares
 * @param {object} [options]
 * @param {string[]} [options.marked]
 * @param {Colour} [options.colour]
 * @param {number} [options.grid]
 * @param {string} [options.label]
 */
function kingdom(squares, { marked = [], colour = "Pink", grid = 5, label = "" } = {}) {
  const picture = drawKingdom({ squares }, colour, { grid, label: label || t("A kingdom") });
  if (marked.length) picture.append(s("path", { d: outline(marked), class: "outlined" }));
  return picture;
}

/**
 * @param {number} number
 * @param {string} a
 * @param {string} b
 * @param {Colour | null} king
 */
function slot(number, a, b, king = null) {
  return h(
    "li",
    {},
    h("span", { class: "slot-number" }, String(number)),
    drawDomino({ number, a, b }),
    h("span", { class: "slot-king" }, king ? drawKing(king) : ""),
  );
}

/**
 * A kingdom whose territories the server has counted, with the sum.
 *
 * @param {Squares} squares
 * @param {{middle_kingdom?: boolean, harmony?: boolean, colour?: Colour}} [options]
 */
function workedExample(squares, { middle_kingdom = false, harmony = false, colour = "Blue" } = {}) {
  const picture = kingdom(squares, { colour });
  const sum = h("ul", { class: "sum" });
  post("/kingdoms/score", { squares, grid: 5, middle_kingdom, harmony }).then(
    (/** @type {{score: Score}} */ { score }) => {
      for (const territory of score.territories.filter(({ points }) => points)) {
        picture.append(s("path", { d: outline(territory.cells), class: "outlined" }));
        sum.append(
          h(
            "li",
            {},
            h("span", { class: "tiny", "aria-hidden": "true" }, drawTile(territory.terrain[0])),
            h("span", {}, nameTerrain(territory.terrain)),
            h("span", {}, `${territory.squares} × ${territory.crowns}`),
            h("b", {}, String(territory.points)),
          ),
        );
      }
      const bonuses = { middle_kingdom: t("Middle Kingdom"), harmony: t("Harmony") };
      for (const [name, points] of Object.entries(score.bonuses)) {
        const title = bonuses[/** @type {"harmony"} */ (name)];
        sum.append(h("li", {}, h("span"), h("span", {}, title), h("span"), h("b", {}, `+${points}`)));
      }
      sum.append(
        h("li", { class: "total" }, tn("{n} point in all", "{n} points in all", score.total)),
      );
    },
    () => sum.append(h("li", { class: "total" }, t("The server cannot be reached. Check the network and try again."))),
  );
  return h("div", { class: "worked" }, picture, sum);
}

// --- the pages of the book

section(
  "short",
  t("In short"),
  h(
    "ol",
    { class: "steps" },
    h("li", {}, t("Everybody has a castle. Around it grows a kingdom of 5×5 squares.")),
    h("li", {}, t("On your turn you place the domino that your king stands on, then claim one for the next round.")),
    h("li", {}, t("Joined squares of one terrain are a territory: it is worth its squares times its crowns.")),
    h("li", {}, t("Whoever has the most points at the end wins.")),
  ),
  h("p", {}, h("a", { class: "button primary", href: "/learn" }, t("Play the tutorial"))),
);

section(
  "pieces",
  t("The pieces"),
  h("p", {}, t("48 dominoes with two squares of land each, numbered from 1 to 48: the lower the number, the plainer the domino.")),
  h("ul", { class: "terrains" }, ["w", "f", "l", "g", "s", "m"].map((letter) => h("li", {}, drawTile(letter), nameTerrain(letter)))),
  h("p", {}, t("A castle and kings for everybody, in four colours. Some squares have crowns, up to three.")),
  h(
    "div",
    { class: "pieces", "aria-hidden": "true" },
    /** @type {Colour[]} */ (Object.keys(COLOURS)).flatMap((colour) => [drawCastle(colour), drawKing(colour)]),
    drawCrown(),
  ),
);

section(
  "setup",
  t("Setting up"),
  h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Setting up") }, drawSetup()),
  list(
    t("Dominoes that are not in play are set aside unseen."),
    t("A line of dominoes is laid out, the lowest number first, and turned face up."),
    t("The kings are drawn blind, one by one, and each is put on a free domino of the first line."),
    t("Revised edition, two players: one king is drawn. Its owner claims one domino, the other player two, and the last one goes to the first player."),
    t("Revised edition, three players: the fourth domino of a line, which nobody claims, is thrown away."),
  ),
);

function drawSetup() {
  /** @type {[string, (string | number)[]][]} */
  const rows = [
    [tc("how many", "players"), [2, 3, 4, 2, 3, 4]],
    [t("kings each"), [2, 1, 1, 2, 1, 1]],
    [t("dominoes in play"), [24, 36, 48, 48, 48, 48]],
    [t("dominoes in a line"), [4, 3, 4, 4, 4, 4]],
    [t("rounds"), [6, 12, 12, 12, 12, 12]],
    [t("size of the kingdom"), ["5×5", "5×5", "5×5", "7×7", "5×5", "5×5"]],
  ];
  const [heads, ...body] = rows;
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h("tr", {}, h("td"), h("th", { colspan: 3, scope: "colgroup" }, t("Classic edition")), h("th", { colspan: 3, scope: "colgroup" }, t("Revised edition"))),
      h("tr", {}, h("th", { scope: "row" }, heads[0]), heads[1].map((cell) => h("th", { scope: "col" }, cell))),
    ),
    h("tbody", {}, body.map(([name, cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell))))),
  );
}

section(
  "round",
  t("A round"),
  h("p", {}, t("The kings act in the order of their dominoes, lowest number first. Each does two things:")),
  h(
    "ol",
    { class: "steps" },
    h("li", {}, t("It places its domino in the kingdom.")),
    h("li", {}, t("It claims a free domino of the next line.")),
  ),
  h(
    "div",
    { class: "lines" },
    h("figure", {}, h("ol", {}, slot(5, "f", "f", "Green"), slot(14, "w", "l", "Pink"), slot(30, "l1", "w", "Pink"), slot(41, "w", "g2", "Green")), h("figcaption", {}, t("This line: green acts first, then pink twice, then green again."))),
    h("figure", {}, h("ol", {}, slot(8, "l", "l"), slot(19, "w1", "f"), slot(36, "w", "g1"), slot(47, "s", "m2", "Green")), h("figcaption", {}, t("Next line: green has claimed the best domino, and will act last."))),
  ),
  list(
    t("With two players each has two kings, and so two turns in a round."),
    t("When all kings have moved, the next line becomes the current one and a new line is drawn."),
    t("When there is nothing left to draw, the last round is placing only."),
  ),
);

section(
  "placing",
  t("Placing"),
  list(
    t("A domino lies on two free cells side by side, whichever way round."),
    t("One of its squares must touch the castle, or a square of the same terrain. The other may touch anything."),
    t("The kingdom, castle included, must fit into 5×5 squares, or 7×7 in the duel. The castle may end up anywhere in it."),
    t("A domino that fits must be placed, even if it does you no good. If it fits nowhere it is thrown away and counts for nothing."),
  ),
  figures(
    figure(kingdom({ h7: "w", i7: "f", h8: "l", g8: "l" }, { marked: ["h8", "g8"] }), t("Right: any terrain may touch the castle."), "good"),
    figure(kingdom({ h7: "w", i7: "f", i8: "f", i9: "s" }, { marked: ["i8", "i9"] }), t("Right: forest touches forest."), "good"),
    figure(kingdom({ h7: "w", i7: "f", h8: "g", h9: "s" }, { marked: ["h8", "h9"] }), t("Wrong: neither square touches its own terrain."), "bad"),
    figure(kingdom({ h7: "w", i7: "f", f7: "l", e7: "l", j7: "f", j8: "w" }, { marked: ["j7", "j8"] }), t("Wrong: the kingdom would be six squares wide."), "bad"),
  ),
);

section(
  "scoring",
  t("Scoring"),
  list(
    t("A territory is a group of squares of one terrain joined by their edges. Corners do not join."),
    t("It is worth its squares times its crowns. Without a crown it is worth nothing."),
    t("One terrain may form several territories: each counts by itself."),
    t("The castle belongs to no territory and joins none."),
  ),
  workedExample(COMPLETE),
  h("p", {}, t("Whoever has the most points wins. If tied, the largest territory decides, with or without crowns; then the most crowns; then the victory is shared.")),
);

section(
  "variants",
  t("Variants"),
  h("p", {}, t("Play with any of them, also together. Their points count before ties are broken.")),
  h("h3", {}, t("Middle Kingdom")),
  h("p", {}, t("10 points if your castle stands in the middle: no square is more than two squares away from it, or three in the duel. Gaps do not matter.")),
  h("h3", {}, t("Harmony")),
  h("p", {}, t("5 points if you threw no domino away: then the kingdom is complete.")),
  workedExample(COMPLETE, { middle_kingdom: true, harmony: true, colour: "Yellow" }),
  h("h3", {}, t("Dynasty")),
  h("p", {}, t("Three games in a row. Whoever has the most points in all three together wins; a tie is a shared victory.")),
  h("h3", {}, t("Mighty Duel")),
  h("p", {}, t("Two players use all 48 dominoes for kingdoms of 7×7 squares, in 12 rounds. In the revised edition two players always play like this.")),
);

if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
