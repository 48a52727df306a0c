// What of a board is in sight: it zooms to what it is told, and scrolls where cells would otherwise be
// too small for fingers.

import { SIDE } from "./drawings.js";
import { likesMotion } from "./preferences.js";

/** Cells are never smaller than a finger needs, in pixels. */
const FINGER = 44;
const PACE = 320;

export class Camera {
  /**
   * @param {HTMLElement} host
   * @param {SVGSVGElement} svg inside it
   */
  constructor(host, svg) {
    this.host = host;
    this.svg = svg;
    /** The viewBox. @type {number[]} */
    this.view = [];
    this.zooming = 0;
  }

  /** Zoom to a part of the board. @param {number[]} view */
  zoom(view) {
    const from = this.view;
    cancelAnimationFrame(this.zooming);
    this.view = view;
    this.svg.style.minWidth = `${(view[2] / SIDE) * FINGER}px`;
    this.svg.style.minHeight = `${(view[3] / SIDE) * FINGER}px`;
    this.host.classList.toggle("scrollable", this.isScrollable);
    if (!from.length || !likesMotion() || from.every((value, index) => value === view[index])) {
      this.svg.setAttribute("viewBox", view.join(" "));
      return;
    }
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - begun) / PACE);
      const eased = 1 - (1 - part) ** 3;
      this.svg.setAttribute("viewBox", view.map((value, index) => from[index] + (value - from[index]) * eased).join(" "));
      if (part < 1) this.zooming = requestAnimationFrame(step);
    };
    this.zooming = requestAnimationFrame(step);
  }

  /** Where a point of the screen is on the board, in cells from the castle's middle. @param {number} clientX @param {number} clientY */
  locate(clientX, clientY) {
    const rect = this.svg.getBoundingClientRect();
    const [left, top, width, height] = this.view;
    const scale = Math.min(rect.width / width, rect.height / height);
    const x = left + width / 2 + (clientX - rect.left - rect.width / 2) / scale;
    const y = top + height / 2 + (clientY - rect.top - rect.height / 2) / scale;
    return { x: x / SIDE - 0.5, y: -(y / SIDE - 0.5), scale };
  }

  /** Whether the board is larger than its window. */
  get isScrollable() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.host;
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  }

  /** Bring a point in sight, or else the middle of the board. @param {{x: number, y: number} | null} point in cells */
  centre(point) {
    if (!this.isScrollable) return;
    const { host, svg, view } = this;
    const { scale } = this.locate(0, 0);
    const x = point ? (point.x + 0.5) * SIDE - view[0] - view[2] / 2 : 0;
    const y = point ? (0.5 - point.y) * SIDE - view[1] - view[3] / 2 : 0;
    host.scrollTo({
      left: svg.clientWidth / 2 + x * scale - host.clientWidth / 2,
      top: svg.clientHeight / 2 + y * scale - host.clientHeight / 2,
      behavior: point && likesMotion() ? "smooth" : "auto",
    });
  }
}
