// The kingdom widget: a kingdom, where a domino may go, and the domino on its way there. It knows no
// rule: it is told what is legal. Pointer, touch and keyboard reach the same placements.

import { measure, readCell } from "./cells.js";
import { s } from "./dom.js";
import { SIDE, describeSquare, drawDominoAt, drawLand, outline, viewBoxOf } from "./drawings.js";
import { shake } from "./motion.js";
import { likesMotion } from "./preferences.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Kingdom} Kingdom */
/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./protocol.js").Territory} Territory */
/** @typedef {{number: number, a: string, b: string}} Domino */
/**
 * A placement as the board thinks of it: where its middle is and which way it lies.
 * @typedef {object} Spot
 * @property {LegalAction} action
 * @property {[string, string]} cells
 * @property {number} x of its middle, in cells
 * @property {number} y
 * @property {number} way 0 east, 1 south, 2 west, 3 north: from the first half to the second
 */
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

/** From the first half to the second, in squares on the screen, clockwise from east. */
const WAYS = [
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: -1 },
];
const SLOP = 8;
const FLOAT = 76;

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
    /** The domino on its way, while it is dragged. @type {any} */
    this.drag = undefined;
    /** @type {number[]} */
    this.view = [];
    /** @type {number} */
    this.zooming = 0;
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
    this.spots = scene.placements.map(readSpot).sort((one, other) => other.y - one.y || one.x - other.x || one.way - other.way);
    const land = drawLand(scene.kingdom, scene.colour);
    this.land.replaceWith(land);
    this.land = land;
    this.drawCells();
    this.drawLights();
    this.look(null);
    const kept = sameDomino ? this.spots.find((spot) => spot.action.action === ghost) : undefined;
    if (!sameDomino) this.way = 0;
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
    this.zoom(viewBoxOf(shown, 0.14));
  }

  /** @param {number[]} view */
  zoom(view) {
    const from = this.view;
    cancelAnimationFrame(this.zooming);
    this.view = view;
    if (!from.length || !likesMotion() || from.every((value, index) => value === view[index])) {
      this.svg.setAttribute("viewBox", view.join(" "));
      return;
    }
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - begun) / 320);
      const eased = 1 - (1 - part) ** 3;
      this.svg.setAttribute("viewBox", view.map((value, index) => from[index] + (value - from[index]) * eased).join(" "));
      if (part < 1) this.zooming = requestAnimationFrame(step);
    };
    this.zooming = requestAnimationFrame(step);
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
    if (this.drag) {
      this.drag.way = (this.drag.way + step + 4) % 4;
      this.drag.draw();
      this.dragTo();
      return;
    }
    if (!this.ghost) {
      this.way = (this.way + step + 4) % 4;
      this.listener.ghost(null);
      return;
    }
    const pivot = this.pivot ?? this.ghost.cells[0];
    const ways = this.spotsAt(pivot);
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
    const here = this.ghost;
    let best = null;
    let least = Infinity;
    for (const spot of this.spots) {
      const [along, across] = [(spot.x - here.x) * dx + (spot.y - here.y) * dy, (spot.x - here.x) * dy + (spot.y - here.y) * dx];
      if (along < 0.4) continue;
      const cost = along + 2 * Math.abs(across) + (spot.way === here.way ? 0 : 0.7);
      if (cost < least) [best, least] = [spot, cost];
    }
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

  /**
   * All placements that cover a cell, clockwise.
   *
   * @param {string} cell
   */
  spotsAt(cell) {
    const half = (/** @type {Spot} */ spot) => (spot.cells[0] === cell ? 0 : 1);
    return this.spots
      .filter((spot) => spot.cells.includes(cell))
      .sort((one, other) => angle(one, half(one)) - angle(other, half(other)) || half(one) - half(other));
  }

  // --- pointers

  /** Where a point of the screen is on the board, in cells from the castle's middle. @param {number} clientX @param {number} clientY */
  locate(clientX, clientY) {
    const rect = this.svg.getBoundingClientRect();
    const [left, top, width, height] = this.view;
    const scale = Math.min(rect.width / width, rect.height / height);
    const x = left + width / 2 + (clientX - rect.left - rect.width / 2) / scale;
    const y = top + height / 2 + (clientY - rect.top - rect.height / 2) / scale;
    return { x: x / SIDE - 0.5, y: -(y / SIDE - 0.5), scale };
  }

  /** @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const { x, y } = this.locate(clientX, clientY);
    return nameOf(Math.round(x), Math.round(y));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button === 2 && this.spots.length) {
      this.turn();
      return;
    }
    if (event.button !== 0) return;
    const cell = this.cellAt(event.clientX, event.clientY);
    this.grab(event, () => this.tap(cell));
  }

  /** @param {string} cell */
  tap(cell) {
    const spots = this.spotsAt(cell);
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
   * Begin to drag the domino: from the hand, the line, or the board itself. A press that does not
   * move is a tap.
   *
   * @param {PointerEvent} event
   * @param {() => void} [tapped]
   */
  grab(event, tapped = () => {}) {
    const start = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType === "touch";
    const id = event.pointerId;
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      if (moved.pointerId !== id) return;
      if (!this.drag) {
        if (!this.spots.length || Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < SLOP) return;
        this.lift(touch);
      }
      moved.preventDefault();
      if (this.drag) {
        this.drag.x = moved.clientX;
        this.drag.y = moved.clientY - (touch ? FLOAT : 0);
        this.drag.frame ||= requestAnimationFrame(() => this.dragTo());
      }
    };
    /** What a finger drags is no scrolling, and must not end in a fling. @param {Event} touched */
    const hold = (touched) => this.drag && touched.cancelable && touched.preventDefault();
    /** @param {PointerEvent} up */
    const end = (up) => {
      if (up.pointerId !== id) return;
      removeEventListener("touchmove", hold);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (this.drag) this.drop(up.type === "pointerup", touch);
      else if (up.type === "pointerup") tapped();
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("touchmove", hold, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {boolean} touch */
  lift(touch) {
    const domino = /** @type {Domino} */ (this.scene?.domino);
    const scale = Math.max(this.locate(0, 0).scale, 0.3);
    const floating = document.createElement("div");
    floating.className = "floating";
    document.body.append(floating);
    document.documentElement.classList.add("dragging");
    const drag = {
      way: this.way, x: 0, y: 0, frame: 0, floating, touch,
      /** @type {{spot: Spot, x: number, y: number}[]} */ targets: [],
      draw: () => {
        const { dx, dy } = WAYS[drag.way];
        const [w, h] = [100 * (1 + Math.abs(dx)), 100 * (1 + Math.abs(dy))];
        const image = s("svg", { viewBox: `${Math.min(0, dx) * 100} ${Math.min(0, dy) * 100} ${w} ${h}`, width: w * scale, height: h * scale }, drawDominoAt(domino, WAYS[drag.way]));
        image.style.marginLeft = `${(-w * scale) / 2}px`;
        image.style.marginTop = `${(-h * scale) / 2}px`;
        floating.replaceChildren(image);
      },
    };
    this.drag = drag;
    drag.draw();
    this.host.classList.add("dragging");
  }

  /** Follow the pointer, and snap to the nearest spot. */
  dragTo() {
    const drag = this.drag;
    if (!drag) return;
    drag.frame = 0;
    const spot = this.nearest(drag.x, drag.y, drag.way);
    if (spot?.action.action !== this.ghost?.action.action) this.put(spot, { pivot: spot?.cells[0], quiet: true });
    if (spot) drag.way = this.way;
    drag.floating.style.transform = `translate3d(${drag.x}px, ${drag.y}px, 0)`;
    drag.floating.classList.toggle("snapped", Boolean(spot));
  }

  /** @param {number} clientX @param {number} clientY @param {number} way */
  nearest(clientX, clientY, way) {
    const { x, y } = this.locate(clientX, clientY);
    const alike = this.scene?.domino?.a === this.scene?.domino?.b;
    let best = null;
    let least = 1.1;
    for (const spot of this.spots) {
      const away = Math.hypot(spot.x - x, spot.y - y);
      const same = alike ? spot.way % 2 === way % 2 : spot.way === way;
      const cost = same ? away : away + 0.45;
      if (cost < least) [best, least] = [spot, cost];
    }
    return best;
  }

  /** @param {boolean} wanted @param {boolean} touch */
  drop(wanted, touch) {
    const drag = this.drag;
    if (!drag) return;
    cancelAnimationFrame(drag.frame);
    if (wanted) this.dragTo();
    this.drag = undefined;
    drag.floating.remove();
    document.documentElement.classList.remove("dragging");
    this.host.classList.remove("dragging");
    this.listener.ghost(this.ghost?.action ?? null);
    if (!wanted) this.put(null);
    else if (this.ghost && !touch && this.dropPlaces && !this.scene?.planning) this.confirm();
    else if (this.ghost) this.listener.say(this.describe(this.ghost));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.spots.length || (!this.ghost && !this.drag)) return;
    event.preventDefault();
    const now = performance.now();
    if (now - (this.wheeled ?? 0) < 140) return;
    this.wheeled = now;
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  // --- territories

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || this.drag) return;
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

/** @param {LegalAction} action @returns {Spot} */
function readSpot(action) {
  const cells = /** @type {[string, string]} */ (action.cells);
  const [a, b] = cells.map(readCell);
  const way = WAYS.findIndex(({ dx, dy }) => dx === b.x - a.x && dy === a.y - b.y);
  return { action, cells, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, way };
}

/** Which way the rest of a domino lies from one of its halves. @param {Spot} spot @param {number} half */
function angle(spot, half) {
  return half === 0 ? spot.way : (spot.way + 2) % 4;
}

/** @param {number} x @param {number} y */
function nameOf(x, y) {
  return String.fromCharCode(103 + x) + (y + 7);
}
