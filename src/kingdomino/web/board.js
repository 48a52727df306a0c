// The kingdom widget: a kingdom, where a domino may go, and the domino on its way there. It knows no
// rule: it is told what is legal. Pointer, touch and keyboard reach the same placements.

import { Camera } from "./camera.js";
import { measure, nameCell, readCell } from "./cells.js";
import { s } from "./dom.js";
import { Dragging } from "./dragging.js";
import { SIDE, describeSquare, drawDominoAt, drawLand, outline, viewBoxOf } from "./drawings.js";
import { shake } from "./motion.js";
import { WAYS, listSpots, spotBeside, spotsAt } from "./spots.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Kingdom} Kingdom */
/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./protocol.js").Territory} Territory */
/** @typedef {import("./protocol.js").Domino} Domino */
/** @typedef {import("./spots.js").Spot} Spot */
/**
 * @typedef {object} Scene
 * @property {Kingdom} kingdom
 * @property {Colour} colour
 * @property {Domino | null} domino to be placed
 * @property {LegalAction[]} placements of that domino
 * @property {boolean} [planning] whether it is only being planned
 */
/**
 * @typedef {object} Listener
 * @property {(spot: LegalAction | null) => void} ghost the domino stands somewhere else, or nowhere
 * @property {(action: LegalAction) => void} place the domino was dropped or confirmed
 * @property {(territory: Territory | null) => void} territory one is being looked at
 * @property {(sentence: string) => void} say for screen readers
 */

export class Board {
  /**
   * @param {HTMLElement} host becomes the widget
   * @param {Listener} listener
   */
  constructor(host, listener) {
    this.host = host;
    this.listener = listener;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Spot[]} */
    this.spots = [];
    /** @type {Spot | null} */
    this.ghost = null;
    /** The cell that the ghost turns about. @type {string | null} */
    this.pivot = null;
    this.way = 0;
    /** Whether a dropped domino is placed at once, or waits to be confirmed. */
    this.dropPlaces = true;
    this.dragging = new Dragging(this);
    /** The territory being looked at. @type {Territory | null} */
    this.looked = null;

    this.cells = s("g", { class: "cells" });
    this.frame = s("rect", { class: "frame", rx: 12 });
    this.land = s("g");
    this.lights = s("g", { class: "lights" });
    this.territory = s("path", { class: "territory" });
    this.shade = s("g", { class: "ghost" });
    this.svg = s(
      "svg",
      { class: "board-picture", "aria-hidden": "true", focusable: "false" },
      this.cells, this.frame, this.land, this.lights, this.territory, this.shade,
    );
    this.camera = new Camera(host, this.svg);
    host.classList.add("board");
    host.replaceChildren(this.svg);
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("pointermove", (event) => this.hover(event));
    host.addEventListener("pointerleave", () => this.look(null));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("contextmenu", (event) => this.spots.length && event.preventDefault());
  }

  /**
   * Show a kingdom and what may be done in it. The ghost stays if it is still legal.
   *
   * @param {Scene} scene
   */
  show(scene) {
    const ghost = this.ghost?.action.action;
    const sameDomino = this.scene?.domino?.number === scene.domino?.number;
    this.scene = scene;
    this.spots = listSpots(scene.placements);
    const land = drawLand(scene.kingdom, scene.colour);
    this.land.replaceWith(land);
    this.land = land;
    this.drawCells();
    this.drawLights();
    this.look(null);
    const kept = sameDomino ? this.spots.find((spot) => spot.action.action === ghost) : undefined;
    if (!sameDomino) {
      this.way = 0;
      this.camera.centre(null);
    }
    this.put(kept ?? null, { quiet: true });
    this.host.classList.toggle("placing", this.spots.length > 0);
    this.host.classList.toggle("planning", Boolean(scene.planning));
  }

  /** The cells in sight: two beyond the kingdom, as far as it may still grow. */
  drawCells() {
    const { kingdom } = /** @type {Scene} */ (this.scene);
    const box = measure(Object.keys(kingdom.squares));
    const [low, high] = kingdom.frame.map(readCell);
    const shown = {
      west: Math.max(low.x, box.west - 2),
      east: Math.min(high.x, box.east + 2),
      south: Math.max(low.y, box.south - 2),
      north: Math.min(high.y, box.north + 2),
    };
    const cells = [];
    for (let x = shown.west; x <= shown.east; x++) {
      for (let y = shown.south; y <= shown.north; y++) {
        cells.push(s("rect", { x: x * SIDE + 2, y: -y * SIDE + 2, width: 96, height: 96, rx: 9, class: "cell" }));
      }
    }
    this.cells.replaceChildren(...cells);
    for (const [name, value] of Object.entries({
      x: low.x * SIDE - 7, y: -high.y * SIDE - 7,
      width: (high.x - low.x + 1) * SIDE + 14, height: (high.y - low.y + 1) * SIDE + 14,
    })) {
      this.frame.setAttribute(name, String(value));
    }
    this.camera.zoom(viewBoxOf(shown, 0.14));
  }

  drawLights() {
    const lit = new Set(this.spots.flatMap((spot) => spot.cells));
    this.lights.replaceChildren(
      ...[...lit].map((name) => {
        const { x, y } = readCell(name);
        return s("rect", { x: x * SIDE + 5, y: -y * SIDE + 5, width: 90, height: 90, rx: 9 });
      }),
    );
  }

  // --- the ghost

  /**
   * Put the domino on a spot, or take it off the board.
   *
   * @param {Spot | null} spot
   * @param {{pivot?: string | null, quiet?: boolean}} [options]
   */
  put(spot, { pivot = null, quiet = false } = {}) {
    const changed = spot?.action.action !== this.ghost?.action.action;
    this.ghost = spot;
    this.pivot = spot ? (pivot ?? this.pivot ?? spot.cells[0]) : null;
    if (spot && this.pivot && !spot.cells.includes(this.pivot)) this.pivot = spot.cells[0];
    if (spot) this.way = spot.way;
    this.drawGhost();
    if (spot && changed && !this.dragging.held) this.camera.centre(spot);
    if (quiet && !changed) return;
    this.listener.ghost(spot?.action ?? null);
    if (spot && !quiet) this.listener.say(this.describe(spot));
  }

  drawGhost() {
    const domino = this.scene?.domino;
    this.host.classList.toggle("has-ghost", Boolean(this.ghost));
    if (!this.ghost || !domino) {
      this.shade.replaceChildren();
      return;
    }
    const { cells, way, action } = this.ghost;
    const first = readCell(cells[0]);
    const group = drawDominoAt(domino, WAYS[way]);
    const { dx, dy } = WAYS[way];
    const points = action.points ?? 0;
    const label = points > 0 ? `+${points}` : `${points}`;
    const width = 34 + 19 * label.length;
    this.shade.setAttribute("transform", `translate(${first.x * SIDE} ${-first.y * SIDE})`);
    const badge = s(
      "g",
      { class: "points", transform: `translate(${50 + 50 * dx} ${50 + 50 * dy})` },
      s("rect", { x: -width / 2, y: -25, width, height: 50, rx: 25 }),
      s("text", { y: 13 }, label),
    );
    this.shade.replaceChildren(group, badge);
  }

  /** @param {Spot} spot */
  describe({ cells: [a, b], action }) {
    const domino = /** @type {Domino} */ (this.scene?.domino);
    return [
      t("{first} on {a}, {second} on {b}.", { first: describeSquare(domino.a), a, second: describeSquare(domino.b), b }),
      tn("{n} point.", "{n} points.", action.points ?? 0),
    ].join(" ");
  }

  /** Take the domino off the board. */
  clear() {
    if (this.ghost) this.put(null);
  }

  /** Turn the domino where it is: the next way it can lie there. @param {number} [step] */
  turn(step = 1) {
    if (this.dragging.held) {
      this.dragging.turn(step);
      return;
    }
    if (!this.ghost) {
      this.way = (this.way + step + 4) % 4;
      this.listener.ghost(null);
      return;
    }
    const pivot = this.pivot ?? this.ghost.cells[0];
    const ways = spotsAt(this.spots, pivot);
    const at = ways.findIndex((spot) => spot === this.ghost);
    if (ways.length < 2) {
      shake(this.host);
      this.listener.say(t("Here it fits only this way."));
      return;
    }
    this.put(ways[(at + step + ways.length) % ways.length], { pivot });
  }

  /** Go to the next spot where the domino fits. @param {number} [step] */
  next(step = 1) {
    if (!this.spots.length) return;
    const at = this.ghost ? this.spots.indexOf(this.ghost) : step > 0 ? -1 : 0;
    const spot = this.spots[(at + step + this.spots.length) % this.spots.length];
    this.put(spot, { pivot: spot.cells[0] });
  }

  /** Move the domino towards a side, to the nearest spot there. @param {number} dx @param {number} dy north is up */
  move(dx, dy) {
    if (!this.ghost) {
      this.next();
      return;
    }
    const best = spotBeside(this.spots, this.ghost, dx, dy);
    if (best) this.put(best, { pivot: best.cells[0] });
    else shake(this.host);
  }

  /** Place the domino where it stands. */
  confirm() {
    if (this.ghost) this.listener.place(this.ghost.action);
  }

  /** Show a placement. @param {string} action */
  suggest(action) {
    const spot = this.spots.find((one) => one.action.action === action);
    if (spot) this.put(spot, { pivot: spot.cells[0] });
  }

  // --- pointers

  /** @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const { x, y } = this.camera.locate(clientX, clientY);
    return nameCell({ x: Math.round(x), y: Math.round(y) });
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button === 2 && this.spots.length) {
      this.turn();
      return;
    }
    if (event.button !== 0) return;
    const cell = this.cellAt(event.clientX, event.clientY);
    const pans = event.pointerType === "touch" && this.camera.isScrollable && !this.ghost?.cells.includes(cell);
    if (pans) tapOnly(event, () => this.tap(cell));
    else this.grab(event, () => this.tap(cell));
  }

  /** @param {string} cell */
  tap(cell) {
    const spots = spotsAt(this.spots, cell);
    if (spots.length) {
      if (this.ghost?.cells.includes(cell)) {
        this.pivot = cell;
        this.turn();
      } else {
        this.put(spots.find((spot) => spot.way === this.way) ?? spots[0], { pivot: cell });
      }
      return;
    }
    const territory = this.territoryAt(cell);
    this.look(territory);
    if (!territory && this.spots.length && cell !== "g7") shake(this.host);
  }

  /**
   * Begin to drag the domino: from the hand, the line, or the board itself.
   *
   * @param {PointerEvent} event
   * @param {() => void} [tapped] it was pressed and did not move
   */
  grab(event, tapped = () => {}) {
    this.dragging.grab(event, tapped);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.spots.length || (!this.ghost && !this.dragging.held)) return;
    event.preventDefault();
    const now = performance.now();
    if (now - (this.wheeled ?? 0) < 140) return;
    this.wheeled = now;
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  // --- territories

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || this.dragging.held) return;
    this.look(this.territoryAt(this.cellAt(event.clientX, event.clientY)));
  }

  /** @param {string} cell */
  territoryAt(cell) {
    return this.scene?.kingdom.score.territories.find((territory) => territory.cells.includes(cell)) ?? null;
  }

  /** @param {Territory | null} territory */
  look(territory) {
    if (territory === this.looked) return;
    this.looked = territory;
    this.territory.setAttribute("d", territory ? outline(territory.cells) : "");
    this.listener.territory(territory);
  }
}

/**
 * A finger on a board that scrolls: it moves the board, unless it only taps.
 *
 * @param {PointerEvent} event
 * @param {() => void} tapped
 */
function tapOnly({ pointerId, clientX, clientY }, tapped) {
  const end = (/** @type {PointerEvent} */ up) => {
    if (up.pointerId !== pointerId) return;
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (up.type === "pointerup" && Math.hypot(up.clientX - clientX, up.clientY - clientY) < 12) tapped();
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
