// The tray under the kingdom: the domino in hand, and the buttons for what can be done now. On a phone
// it is under the thumb.

import { fill, h } from "./dom.js";
import { drawDomino, drawKing } from "./drawings.js";
import { icon } from "./icons.js";
import { t, tc } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./protocol.js").Domino} Domino */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */

export class Tray {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("div", { class: "tray" });
  }

  /** Show what can be done now. */
  show() {
    if (!this.desk.view) return;
    const { legal } = this.desk.view;
    const kind = !legal ? "plan" : legal.phase;
    const ghost = this.desk.board.ghost?.action;
    const state = [kind, ghost?.action, ghost?.points, this.desk.chosen, this.desk.domino, this.desk.game.take_back, legal?.reason, legal?.seat, this.desk.isPlayer];
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-do") : null;
    this.element.dataset.kind = kind;
    this.desk.root.classList.toggle("claiming", kind === "claim");
    fill(this.element, state, () => {
      if (!legal) return this.drawPlan();
      if (legal.phase === "claim") return this.drawClaim();
      return legal.reason === null ? this.drawPlacing() : this.drawDiscard(legal.actions[0]);
    });
    if (this.element.contains(document.activeElement)) return;
    if (focused) {
      const again = this.element.querySelector(`[data-do="${focused}"]:not(:disabled)`);
      /** @type {HTMLElement} */ (again ?? this.desk.boardHost).focus({ preventScroll: true });
    }
  }

  /** @param {number} number */
  drawHandDomino(number) {
    const domino = /** @type {Domino} */ (this.desk.box.get(number));
    return h(
      "div",
      { class: "hand-domino", onpointerdown: (/** @type {PointerEvent} */ event) => { event.preventDefault(); this.desk.board.grab(event, () => this.desk.board.next()); } },
      drawDomino(domino),
    );
  }

  drawPlacing() {
    const ghost = this.desk.board.ghost?.action;
    return [
      this.drawHandDomino(this.desk.game.domino ?? 1),
      drawButton("next", "next", t("Next spot"), () => this.desk.board.next()),
      this.drawHint(),
      ghost ? drawButton("turn", "turn", tc("domino", "Turn"), () => this.desk.board.turn()) : null,
      ghost
        ? drawButton("place", "check", ghost.points ? t("Place {points}", { points: signed(ghost.points) }) : tc("domino", "Place"), () => this.desk.board.confirm(), { primary: true })
        : h("p", { class: "tray-help" }, t("Drag the domino, or tap where it should go.")),
    ].filter((part) => part !== null);
  }

  /** @param {LegalAction} discard */
  drawDiscard(discard) {
    return [
      this.drawHandDomino(discard.domino),
      drawButton("discard", "close", t("Discard it"), () => this.desk.act(discard.action), { primary: true }),
    ];
  }

  drawClaim() {
    const colour = this.desk.view.table.seats[this.desk.seat].colour;
    return [
      h("span", { class: "tray-king" }, drawKing(colour)),
      this.desk.game.take_back ? drawButton("undo", "undo", t("Undo"), () => this.desk.takeBack()) : null,
      this.drawHint(),
      this.desk.chosen === null
        ? h("p", { class: "tray-help" }, t("Choose a free domino from the line."))
        : drawButton("claim", "check", t("Claim {number}", { number: this.desk.chosen }), () => this.desk.claim(this.desk.chosen ?? 0), { primary: true }),
    ].filter((part) => part !== null);
  }

  drawPlan() {
    const domino = this.desk.domino;
    if (domino === null) return [h("p", { class: "tray-help" }, this.desk.isPlayer ? t("The others are playing.") : t("You are watching."))];
    const ghost = this.desk.board.ghost;
    return [
      this.drawHandDomino(domino),
      ghost ? drawButton("turn", "turn", tc("domino", "Turn"), () => this.desk.board.turn()) : null,
      ghost
        ? drawButton("clear", "close", t("Drop the plan"), () => this.desk.board.clear())
        : h("p", { class: "tray-help" }, t("Your next domino. Plan its place while you wait.")),
      ghost ? h("p", { class: "tray-help" }, t("Planned: it is placed when your turn comes.")) : null,
    ].filter((part) => part !== null);
  }

  drawHint() {
    return drawButton("hint", "bulb", t("Hint"), () => this.desk.hint(), { quiet: true });
  }
}

/**
 * A button with an icon and a word.
 *
 * @param {string} name for tests and for keeping the focus
 * @param {Parameters<typeof icon>[0]} picture
 * @param {string} label
 * @param {() => void} action
 * @param {{primary?: boolean, quiet?: boolean, disabled?: boolean}} [options]
 */
export function drawButton(name, picture, label, action, { primary, quiet, disabled } = {}) {
  return h(
    "button",
    { class: `button${primary ? " primary" : ""}${quiet ? " plain" : ""}`, type: "button", "data-do": name, disabled, onclick: action },
    icon(picture),
    h("span", {}, label),
  );
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : String(points);
}
