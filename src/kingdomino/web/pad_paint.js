// The paint box of the score pad: which terrain a tap paints, and the keys that paint.

import { find, h } from "./dom.js";
import { drawCastle, drawTile, nameTerrain } from "./drawings.js";
import { icon } from "./icons.js";
import { SEATS } from "./pad.js";
import { paintOver } from "./pad_laying.js";
import { announce, showNote } from "./page.js";
import { t } from "./words.js";

/** @typedef {import("./pad.js").Painting} Painting */
/** @typedef {import("./pad_sheet.js").Sheet} Sheet */
/** @typedef {import("./pad_board.js").PadBoard} PadBoard */

const TERRAINS = ["w", "f", "l", "g", "s", "m"];
/** How many crowns a square of each terrain has at most, until the server has told. @type {Record<string, number>} */
const USUAL_CROWNS = { w: 1, f: 1, l: 1, g: 2, s: 2, m: 3 };

export class PaintBox {
  /**
   * @param {Sheet} sheet
   * @param {PadBoard} board
   */
  constructor(sheet, board) {
    this.sheet = sheet;
    this.board = board;
    /** A terrain's letter, "castle", or nothing to erase. */
    this.paint = "w";
    this.element = h("div", { class: "pad-tools", role: "group", "aria-label": t("Paint") }, ...this.drawTools());
    sheet.watch(() => this.show());
  }

  /** @param {string} terrain */
  mostCrowns(terrain) {
    const squares = [...this.sheet.box.values()].flatMap(({ a, b }) => [a, b]).filter((square) => square[0] === terrain);
    return Math.max(USUAL_CROWNS[terrain], ...squares.map((square) => Number(square[1] ?? 0)));
  }

  /**
   * @param {string} cell
   * @param {boolean} again whether a second tap means one more crown
   */
  paintCell(cell, again) {
    const { painting } = this.sheet;
    const { paint } = this;
    const square = painting.squares[cell];
    if (paint === "castle") {
      if (again) this.moveCastle(painting, cell);
    } else if (cell === painting.castle) {
      if (again) showNote(t("The castle stands here. Choose the castle below to move it."));
      return;
    } else if (paint === "") {
      erase(painting, cell);
    } else if (square?.[0] === paint) {
      if (again) setSquare(painting, cell, paint, (Number(square[1] ?? 0) + 1) % (this.mostCrowns(paint) + 1));
    } else {
      setSquare(painting, cell, paint, 0);
    }
    this.sheet.change();
  }

  /**
   * @param {Painting} painting
   * @param {string} cell
   */
  moveCastle(painting, cell) {
    if (this.board.cells.get(cell)?.classList.contains("rim")) return;
    erase(painting, cell);
    painting.castle = cell;
  }

  /** @param {string} cell @param {string} key @returns {boolean} whether the key meant something */
  press(cell, key) {
    const { painting } = this.sheet;
    const letter = key.toLowerCase();
    if (letter === "c") this.moveCastle(painting, cell);
    else if (cell === painting.castle) return false;
    else if (TERRAINS.includes(letter)) setSquare(painting, cell, letter, 0);
    else if (/^[0-3]$/.test(key) && painting.squares[cell]) setSquare(painting, cell, painting.squares[cell][0], Number(key));
    else if (key === "Delete" || key === "Backspace") erase(painting, cell);
    else return false;
    this.sheet.change();
    announce(this.board.cells.get(cell)?.getAttribute("aria-label") ?? "");
    return true;
  }

  drawTools() {
    const tools = [...TERRAINS, "castle", ""].map((name) => {
      const label = name === "castle" ? t("castle") : name ? nameTerrain(name) : t("erase");
      const picture = name === "castle" ? drawCastle("Pink") : name ? drawTile(name) : icon("close");
      const choose = () => {
        this.paint = name;
        this.show();
      };
      return h(
        "button",
        { type: "button", class: "pad-tool", "data-paint": name, onclick: choose },
        h("span", { class: "pad-swatch", "aria-hidden": "true" }, picture),
        h("span", {}, label),
      );
    });
    const hint = h(
      "p",
      { class: "soft pad-hint" },
      t("Tap a cell to paint it, and again for its crowns."),
      " ",
      h("span", { class: "pad-keys" }, t("Keys: w f l g s m for land, 0 to 3 for crowns, c for the castle, Delete.")),
    );
    return [...tools, hint];
  }

  show() {
    this.element.hidden = this.sheet.pad.listing;
    for (const tool of this.element.querySelectorAll(".pad-tool")) {
      tool.setAttribute("aria-pressed", String(tool.getAttribute("data-paint") === this.paint));
    }
    find('[data-paint="castle"] .pad-swatch', this.element).replaceChildren(drawCastle(SEATS[this.sheet.pad.player]));
  }
}

/** @param {Painting} painting @param {string} cell */
function erase(painting, cell) {
  paintOver(painting, cell);
  delete painting.squares[cell];
}

/**
 * @param {Painting} painting
 * @param {string} cell
 * @param {string} terrain
 * @param {number} crowns
 */
function setSquare(painting, cell, terrain, crowns) {
  paintOver(painting, cell);
  painting.squares[cell] = `${terrain}${crowns || ""}`;
}
