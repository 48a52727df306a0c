// Things that move: from where they were to where they are, by transforms only, so that it is smooth.

import { likesMotion } from "./preferences.js";

const LENGTH = 380;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/**
 * Where everything with a `data-key` is now.
 *
 * @param {ParentNode} [root]
 * @returns {Map<string, DOMRect>}
 */
export function whereabouts(root = document) {
  const places = new Map();
  if (!likesMotion()) return places;
  for (const element of root.querySelectorAll("[data-key]")) {
    places.set(element.getAttribute("data-key"), element.getBoundingClientRect());
  }
  return places;
}

/**
 * Let everything that has a `data-key` travel here from where it was.
 *
 * @param {Map<string, DOMRect>} before from {@link whereabouts}
 * @param {{arrive?: (element: HTMLElement, key: string) => void}} [options] `arrive` is called for
 *   what was not there before
 * @param {ParentNode} [root]
 */
export function travel(before, { arrive } = {}, root = document) {
  if (!likesMotion()) return;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-key]"))) {
    const key = element.dataset.key ?? "";
    const from = before.get(key) ?? before.get(element.dataset.from ?? "");
    if (!from) {
      if (before.size) arrive?.(element, key);
      continue;
    }
    glide(element, from);
  }
}

/**
 * Let an element come here from a place on the screen.
 *
 * @param {Element} element
 * @param {DOMRect} from
 */
export function glide(element, from) {
  if (!likesMotion()) return;
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const [dx, dy] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
  const size = from.width / to.width;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(size - 1) < 0.02) return;
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${size})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
    { duration: LENGTH, easing: EASE },
  );
}

/**
 * Turn a domino over: first its back is seen, then its face.
 *
 * @param {Element} element
 * @param {number} order how many are dealt before it
 */
export function deal(element, order) {
  if (!likesMotion()) return;
  element.animate(
    [
      { transform: "translateY(-14px) scaleX(0.02)", opacity: 0 },
      { transform: "translateY(-8px) scaleX(0.02)", opacity: 1, offset: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 460, delay: 90 * order, easing: EASE, fill: "backwards" },
  );
}

/**
 * A copy of a drawing that flies from one place on the screen to another, and is gone.
 *
 * @param {Element} drawing
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
export function fly(drawing, from, to) {
  if (!likesMotion() || !from.width || !to.width) return;
  const box = document.createElement("div");
  box.className = "flying";
  box.style.left = `${from.left}px`;
  box.style.top = `${from.top}px`;
  box.style.width = `${from.width}px`;
  box.append(drawing);
  document.body.append(box);
  const [dx, dy] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  const size = Math.max(to.width, to.height) / from.width;
  box
    .animate([{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(${size})` }], { duration: 430, easing: EASE })
    .finished.finally(() => box.remove());
}

/**
 * Say no by a shake.
 *
 * @param {Element} element
 */
export function shake(element) {
  if (!likesMotion()) return;
  element.animate(
    [{ transform: "none" }, { transform: "translateX(-5px)" }, { transform: "translateX(5px)" }, { transform: "none" }],
    { duration: 180 },
  );
}

/** Confetti for the winner, in the given colours. @param {string[]} colours */
export function celebrate(colours) {
  if (!likesMotion()) return;
  const canvas = document.createElement("canvas");
  canvas.className = "confetti";
  canvas.setAttribute("aria-hidden", "true");
  document.body.append(canvas);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const [width, height] = [(canvas.width = innerWidth), (canvas.height = innerHeight)];
  const pieces = Array.from({ length: 130 }, (_, index) => ({
    x: Math.random() * width,
    y: -20 - Math.random() * height * 0.6,
    fall: 2 + Math.random() * 3,
    sway: Math.random() * 6.28,
    spin: Math.random() * 0.2 - 0.1,
    size: 6 + Math.random() * 7,
    colour: colours[index % colours.length],
  }));
  const start = performance.now();
  /** @param {number} now */
  function frame(now) {
    if (!pen) return;
    const age = now - start;
    pen.clearRect(0, 0, width, height);
    pen.globalAlpha = Math.min(1, Math.max(0, (4500 - age) / 1000));
    for (const piece of pieces) {
      piece.y += piece.fall;
      piece.sway += 0.04;
      pen.save();
      pen.translate(piece.x + Math.sin(piece.sway) * 18, piece.y);
      pen.rotate(piece.sway * 2 + piece.spin);
      pen.fillStyle = piece.colour;
      pen.fillRect(-piece.size / 2, -piece.size / 4, piece.size, piece.size / 2);
      pen.restore();
    }
    if (age < 4500) requestAnimationFrame(frame);
    else canvas.remove();
  }
  requestAnimationFrame(frame);
}
