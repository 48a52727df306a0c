// The score pad, for people who play with the cardboard box.

import { find, h } from "./dom.js";
import { SEATS } from "./pad.js";
import { PadBoard } from "./pad_board.js";
import { watchBreakdown, watchStandings } from "./pad_count.js";
import { DominoList } from "./pad_dominoes.js";
import { PaintBox } from "./pad_paint.js";
import { PlayerTabs } from "./pad_players.js";
import { Sheet } from "./pad_sheet.js";
import { furnishPage } from "./page.js";
import { t } from "./words.js";

furnishPage();
const sheet = new Sheet();
const board = new PadBoard({ onpaint: tapCell, onkey: pressKey });
sheet.watch(() => {
  if (board.grid !== sheet.pad.grid) board.build(sheet.pad.grid);
  board.show(sheet.painting, SEATS[sheet.pad.player], sheet.resultOf(sheet.painting)?.score ?? null);
  if (!sheet.pad.listing) board.mark([]);
});
const players = new PlayerTabs(sheet);
const paintBox = new PaintBox(sheet, board);
const dominoes = new DominoList(sheet, board);

find("main").append(
  h(
    "div",
    { class: "pad" },
    h(
      "div",
      { class: "card pad-left" },
      players.games,
      players.element,
      drawWays(),
      h("div", { class: "pad-window" }, board.element),
      paintBox.element,
      dominoes.element,
    ),
    h("div", { class: "pad-right" }, h("div", { class: "card" }, watchBreakdown(sheet)), drawRules()),
  ),
  watchStandings(sheet),
);
sheet.show();
void sheet.count();
void sheet.fetchBox();

/** @param {string} cell @param {boolean} again tapped, not dragged over */
function tapCell(cell, again) {
  if (!sheet.pad.listing) paintBox.paintCell(cell, again);
  else if (again) dominoes.tap(cell);
}

/** @param {string} cell @param {string} key @returns {boolean} whether the key meant something */
function pressKey(cell, key) {
  return (sheet.pad.listing ? dominoes : paintBox).press(cell, key);
}

/** How a kingdom gets onto the pad: painted, or from the dominoes taken. */
function drawWays() {
  const ways = [
    { listing: false, label: t("Paint the squares") },
    { listing: true, label: t("Lay the dominoes") },
  ];
  return h(
    "div",
    { class: "choices pad-ways", role: "radiogroup", "aria-label": t("How to enter a kingdom") },
    ways.map(({ listing, label }) =>
      drawChoice("way", label, sheet.pad.listing === listing, () => {
        sheet.pad.listing = listing;
        sheet.change();
      }),
    ),
  );
}

/** The rules that were played. */
function drawRules() {
  const sizes = /** @type {const} */ ([5, 7]).map((grid) =>
    drawChoice("grid", `${grid}×${grid}`, sheet.pad.grid === grid, () => {
      sheet.pad.grid = grid;
      sheet.change();
    }),
  );
  return h(
    "section",
    { class: "card pad-rules" },
    h("h2", {}, t("Rules you played")),
    h("fieldset", {}, h("legend", {}, t("Size of the kingdoms")), h("div", { class: "choices" }, sizes)),
    drawOption("middle_kingdom", t("Middle Kingdom"), t("10 points for a castle in the middle of its kingdom.")),
    drawOption("harmony", t("Harmony"), t("5 points for a kingdom without a discarded domino.")),
    drawOption("dynasty", t("Dynasty"), t("Three games in a row; the points are added up.")),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} onchange
 */
function drawChoice(name, label, checked, onchange) {
  return h("label", { class: "choice" }, h("input", { type: "radio", name, checked, onchange }), h("span", {}, label));
}

/**
 * @param {"middle_kingdom" | "harmony" | "dynasty"} name
 * @param {string} title
 * @param {string} explanation
 */
function drawOption(name, title, explanation) {
  const choose = (/** @type {Event} */ event) => {
    sheet.pad[name] = /** @type {HTMLInputElement} */ (event.target).checked;
    if (name === "dynasty" && !sheet.pad.dynasty) sheet.pad.game = 0;
    sheet.change();
  };
  return h(
    "label",
    { class: "option" },
    h("input", { type: "checkbox", name, checked: sheet.pad[name], onchange: choose }),
    h("span", {}, h("b", {}, title), h("small", {}, explanation)),
  );
}
