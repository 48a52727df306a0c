// Dragging a domino to a board, by mouse or finger: from the hand, from the line, or on the board
// itself. It follows the pointer, snaps to where it may go, and a finger sees it float above.

import { s } from "./dom.js";
import { drawDominoAt } from "./drawings.js";
import { WAYS, spotNear } from "./spots.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./protocol.js").Domino} Domino */

/** A press that moves less than this is a tap. */
const SLOP = 8;
/** How far above a finger the domino floats. */
const FLOAT = 76;
/** So near to its edge a board that is wider than its window begins to scroll. */
const EDGE = 30;

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The domino on its way, while it is dragged. @type {{way: number, x: number, y: number, frame: number, floating: HTMLElement} | null} */
    this.held = null;
  }

  /**
   * Begin to drag. A press that does not move is a tap.
   *
   * @param {PointerEvent} event
   * @param {() => void} tapped
   */
  grab(event, tapped) {
    const start = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType === "touch";
    const id = event.pointerId;
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      if (moved.pointerId !== id) return;
      if (!this.held) {
        if (!this.board.spots.length || Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < SLOP) return;
        this.lift();
      }
      moved.preventDefault();
      if (this.held) {
        this.held.x = moved.clientX;
        this.held.y = moved.clientY - (touch ? FLOAT : 0);
        this.held.frame ||= requestAnimationFrame(() => this.follow());
      }
    };
    /** What a finger drags is no scrolling, and must not end in a fling. @param {Event} touched */
    const hold = (touched) => this.held && touched.cancelable && touched.preventDefault();
    /** @param {PointerEvent} up */
    const end = (up) => {
      if (up.pointerId !== id) return;
      removeEventListener("touchmove", hold);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (this.held) this.drop(up.type === "pointerup", touch);
      else if (up.type === "pointerup") tapped();
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("touchmove", hold, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  lift() {
    const floating = document.createElement("div");
    floating.className = "floating";
    document.body.append(floating);
    document.documentElement.classList.add("dragging");
    this.held = { way: this.board.way, x: 0, y: 0, frame: 0, floating };
    this.draw();
    this.board.host.classList.add("dragging");
  }

  draw() {
    if (!this.held) return;
    const domino = /** @type {Domino} */ (this.board.scene?.domino);
    const scale = Math.max(this.board.camera.locate(0, 0).scale, 0.3);
    const { dx, dy } = WAYS[this.held.way];
    const [w, h] = [100 * (1 + Math.abs(dx)), 100 * (1 + Math.abs(dy))];
    const image = s(
      "svg",
      { viewBox: `${Math.min(0, dx) * 100} ${Math.min(0, dy) * 100} ${w} ${h}`, width: w * scale, height: h * scale },
      drawDominoAt(domino, WAYS[this.held.way]),
    );
    image.style.marginLeft = `${(-w * scale) / 2}px`;
    image.style.marginTop = `${(-h * scale) / 2}px`;
    this.held.floating.replaceChildren(image);
  }

  /** Turn the domino while it is held. @param {number} step */
  turn(step) {
    if (!this.held) return;
    this.held.way = (this.held.way + step + 4) % 4;
    this.draw();
    this.follow();
  }

  /** Follow the pointer, and snap to the nearest spot. */
  follow() {
    const { held, board } = this;
    if (!held) return;
    held.frame = 0;
    this.scroll(held);
    const domino = board.scene?.domino;
    const spot = spotNear(board.spots, board.camera.locate(held.x, held.y), held.way, domino?.a === domino?.b);
    if (spot?.action.action !== board.ghost?.action.action) board.put(spot, { pivot: spot?.cells[0], quiet: true });
    if (spot) held.way = board.way;
    held.floating.style.transform = `translate3d(${held.x}px, ${held.y}px, 0)`;
    held.floating.classList.toggle("snapped", Boolean(spot));
  }

  /** Near an edge, bring in sight what is beyond it. @param {{x: number, y: number}} point */
  scroll({ x, y }) {
    const { host, camera } = this.board;
    if (!camera.isScrollable) return;
    const { left, right, top, bottom } = host.getBoundingClientRect();
    const push = (/** @type {number} */ low, /** @type {number} */ high) => (low < EDGE ? -6 : high < EDGE ? 6 : 0);
    host.scrollBy(push(x - left, right - x), push(y - top, bottom - y));
  }

  /** @param {boolean} wanted @param {boolean} touch */
  drop(wanted, touch) {
    const { held, board } = this;
    if (!held) return;
    cancelAnimationFrame(held.frame);
    if (wanted) this.follow();
    this.held = null;
    held.floating.remove();
    document.documentElement.classList.remove("dragging");
    board.host.classList.remove("dragging");
    board.listener.ghost(board.ghost?.action ?? null);
    if (!wanted) board.put(null);
    else if (board.ghost && !touch && board.dropPlaces && !board.scene?.planning) board.confirm();
    else if (board.ghost) board.listener.say(board.describe(board.ghost));
  }
}
