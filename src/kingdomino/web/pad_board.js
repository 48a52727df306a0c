// The board of the score pad: cells to be painted, and the territories outlined on them.

import { readCell } from "./cells.js";
import { h, readKey, s } from "./dom.js";
import { describeSquare, drawCastle, drawTile, outline } from "./drawings.js";
import { boardRows, toBoard } from "./pad.js";
import { t } from "./words.js";

/** @typedef {import("./pad.js").Painting} Painting */
/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").Score} Score */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
});

/** A board to paint one kingdom on. It knows no rules: `onpaint` decides what a tap does. */
export class PadBoard {
  /**
   * @param {object} hooks
   * @param {(cell: string, again: boolean) => void} hooks.onpaint `again`: tapped, not dragged over
   * @param {(cell: string, key: string) => boolean} hooks.onkey whether the key meant something
   */
  constructor({ onpaint, onkey }) {
    this.onpaint = onpaint;
    this.onkey = onkey;
    this.grid = 0;
    this.focused = "g7";
    /** @type {Map<string, HTMLButtonElement>} */
    this.cells = new Map();
    this.overlay = s("svg", { class: "pad-overlay", "aria-hidden": "true" });
    this.worth = s("g");
    this.marked = s("path", { class: "marked" });
    this.overlay.append(this.worth, this.marked);
    this.element = h("div", { class: "pad-board", role: "grid", "aria-label": t("The kingdom") });
    this.element.addEventListener("keydown", (event) => this.handleKey(event));
    this.painting = false;
    addEventListener("pointerup", () => (this.painting = false));
  }

  /** @param {number} grid */
  build(grid) {
    this.grid = grid;
    this.cells.clear();
    const rows = boardRows(grid).map((row) =>
      h("div", { role: "row", class: "pad-row" }, row.map(({ name, rim }) => this.makeCell(name, rim))),
    );
    this.element.style.setProperty("--across", String(grid + 2));
    const reach = (grid - 1) / 2 + 1;
    const size = (grid + 2) * 100;
    this.overlay.setAttribute("viewBox", `${-reach * 100} ${-reach * 100} ${size} ${size}`);
    this.element.replaceChildren(...rows, this.overlay);
  }

  /**
   * @param {string} name
   * @param {boolean} rim
   */
  makeCell(name, rim) {
    const button = h("button", {
      type: "button",
      role: "gridcell",
      class: rim ? "pad-cell rim" : "pad-cell",
      "data-cell": name,
      tabindex: name === this.focused ? "0" : "-1",
      onclick: (/** @type {MouseEvent} */ event) => {
        // A mouse has painted when it was pressed; a tap or the keyboard paints now.
        if (event.detail === 0 || /** @type {PointerEvent} */ (event).pointerType !== "mouse") {
          this.onpaint(name, true);
        }
      },
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (event.pointerType !== "mouse" || event.button !== 0) return;
        this.painting = true;
        this.onpaint(name, true);
      },
      onpointerenter: () => {
        if (this.painting) this.onpaint(name, false);
      },
      onfocus: () => this.moveTab(name),
    });
    this.cells.set(name, button);
    return button;
  }

  /** @param {string} name */
  moveTab(name) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    this.cells.get(name)?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const step = STEPS[event.key];
    if (step) {
      const names = boardRows(this.grid).map((row) => row.map(({ name }) => name));
      const row = names.findIndex((each) => each.includes(this.focused));
      const column = names[row].indexOf(this.focused);
      const next = names[row + step[0]]?.[column + step[1]];
      if (next) this.cells.get(next)?.focus();
      event.preventDefault();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && this.onkey(this.focused, readKey(event))) {
      event.preventDefault();
    }
  }

  /**
   * @param {Painting} painting
   * @param {Colour} colour
   * @param {Score | null} score of this very painting, or null while it is being counted
   */
  show(painting, colour, score) {
    for (const [name, button] of this.cells) {
      const square = painting.squares[name];
      if (name === painting.castle) {
        button.replaceChildren(drawCastle(colour));
        button.setAttribute("aria-label", t("{cell}: castle", { cell: name }));
      } else if (square) {
        button.replaceChildren(drawTile(square));
        const text = t("{cell}: {square}", { cell: name, square: describeSquare(square) });
        button.setAttribute("aria-label", text);
      } else {
        button.replaceChildren();
        button.setAttribute("aria-label", t("{cell}: empty", { cell: name }));
      }
    }
    this.worth.replaceChildren(...(score ? drawTerritories(painting, score) : []));
  }

  /** Draw a line around some cells. @param {string[]} cells */
  mark(cells) {
    this.marked.setAttribute("d", outline(cells));
  }
}

/**
 * @param {Painting} painting
 * @param {Score} score
 */
function drawTerritories(painting, score) {
  return score.territories.flatMap((territory) => {
    const cells = territory.cells.map((cell) => toBoard(painting, cell));
    const edge = s("path", { d: outline(cells), class: territory.points ? "territory" : "territory idle" });
    if (!territory.points) return [edge];
    const { x, y } = middleOf(cells);
    const text = `${territory.squares}×${territory.crowns}`;
    return [
      edge,
      s(
        "g",
        { transform: `translate(${x} ${y})`, class: "worth" },
        s("rect", { x: -32, y: 12, width: 64, height: 32, rx: 16 }),
        s("text", { y: 36 }, text),
      ),
    ];
  });
}

/**
 * The middle of the cell nearest to the middle of a territory.
 *
 * @param {string[]} cells
 */
function middleOf(cells) {
  const points = cells.map(readCell);
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const far = (/** @type {{x: number, y: number}} */ point) => (point.x - x) ** 2 + (point.y - y) ** 2;
  const nearest = points.reduce((best, point) => (far(point) < far(best) ? point : best));
  return { x: nearest.x * 100 + 50, y: -nearest.y * 100 + 50 };
}
