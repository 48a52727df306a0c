// A kingdom from the list of the dominoes taken: each is picked or typed, then laid by a tap and turned
// by another. Its squares and crowns come from the domino.

import { fill, h } from "./dom.js";
import { describeDomino, drawDomino, markColour } from "./drawings.js";
import { icon } from "./icons.js";
import { SEATS } from "./pad.js";
import { dominoAt, lay, lift, listTaken, turn } from "./pad_laying.js";
import { announce, showNote } from "./page.js";
import { t, tc } from "./words.js";

/** @typedef {import("./pad_sheet.js").Sheet} Sheet */
/** @typedef {import("./pad_board.js").PadBoard} PadBoard */
/** @typedef {import("./pad.js").TakenDomino} TakenDomino */
/** @typedef {import("./protocol.js").Domino} Domino */

export class DominoList {
  /**
   * @param {Sheet} sheet
   * @param {PadBoard} board
   */
  constructor(sheet, board) {
    this.sheet = sheet;
    this.board = board;
    /** The domino that a tap lays, or that was laid last. @type {TakenDomino | null} */
    this.current = null;
    this.typed = h("input", { type: "text", id: "pad-numbers", inputmode: "numeric", autocomplete: "off", placeholder: "3 17 42" });
    this.hand = h("div", { class: "pad-hand" });
    this.list = h("ol", { class: "pad-list", "aria-label": t("All dominoes") });
    this.element = h(
      "div",
      { class: "pad-dominoes" },
      this.hand,
      h(
        "form",
        { class: "pad-typed", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.type(); } },
        h("label", { for: "pad-numbers" }, t("Numbers of the dominoes taken")),
        this.typed,
        h("button", { type: "submit", class: "button" }, t("Take them")),
      ),
      this.list,
    );
    sheet.watch(() => this.show());
  }

  get taken() {
    return listTaken(this.sheet.painting);
  }

  /** The dominoes that are not laid yet. */
  get waiting() {
    return this.taken.filter(({ a }) => a === null);
  }

  // --- taking

  /** @param {number} number */
  take(number) {
    const taken = { number, a: null, b: null };
    this.taken.push(taken);
    return taken;
  }

  /** A domino of the list was pressed: it is taken, or, if it is already, it is chosen. @param {number} number */
  pick(number) {
    const taken = this.taken.find((one) => one.number === number) ?? this.take(number);
    this.current = taken;
    this.sheet.change();
    announce(t("Domino {number} is chosen.", { number }));
  }

  type() {
    const numbers = this.typed.value.match(/\d+/g)?.map(Number) ?? [];
    const wrong = numbers.filter((number) => !this.sheet.box.has(number));
    if (!numbers.length || wrong.length) {
      showNote(t("Please type numbers from 1 to {most}, such as 3 17 42.", { most: this.sheet.box.size || 48 }));
      return;
    }
    const fresh = numbers.map((number) => this.take(number));
    this.typed.value = "";
    this.current = fresh[0];
    this.sheet.change();
  }

  // --- laying

  /** A cell was tapped. @param {string} cell */
  tap(cell) {
    const { painting } = this.sheet;
    const there = dominoAt(painting, cell);
    if (there) this.turn(there, cell);
    else if (cell === painting.castle || painting.squares[cell]) showNote(t("This cell is taken already."));
    else this.layNext(cell);
  }

  /** @param {string} cell */
  layNext(cell) {
    const next = this.current?.a === null ? this.current : this.waiting[0];
    const domino = next && this.sheet.box.get(next.number);
    if (!next || !domino) {
      showNote(t("Choose a domino from the list first."));
      return;
    }
    if (!lay(this.sheet.painting, next, domino, cell, this.cells)) {
      showNote(t("There is no room for two squares here."));
      return;
    }
    this.current = next;
    this.sheet.change();
  }

  /** @param {TakenDomino} taken @param {string} [pivot] */
  turn(taken, pivot = taken.a ?? "") {
    const domino = this.sheet.box.get(taken.number);
    if (!domino || !pivot) return;
    this.current = taken;
    if (!turn(this.sheet.painting, taken, domino, pivot, this.cells)) showNote(t("Here it fits only this way."));
    this.sheet.change();
  }

  /** Back into the hand, or, from there, back into the box. @param {TakenDomino} taken */
  putAway(taken) {
    const { painting } = this.sheet;
    if (taken.a !== null) {
      lift(painting, taken);
      this.current = taken;
    } else {
      painting.dominoes = this.taken.filter((one) => one !== taken);
      this.current = null;
    }
    this.sheet.change();
  }

  /** @param {string} cell @param {string} key @returns {boolean} whether the key meant something */
  press(cell, key) {
    const there = dominoAt(this.sheet.painting, cell) ?? null;
    if (key.toLowerCase() === "r" && (there ?? this.current)) this.turn(/** @type {TakenDomino} */ (there ?? this.current), there ? cell : undefined);
    else if ((key === "Delete" || key === "Backspace") && there) this.putAway(there);
    else return false;
    return true;
  }

  get cells() {
    return new Set(this.board.cells.keys());
  }

  // --- showing

  show() {
    this.element.hidden = !this.sheet.pad.listing;
    if (this.element.hidden || !this.sheet.box.size) return;
    if (this.current && !this.taken.includes(this.current)) this.current = null;
    if (this.current === null) this.current = this.waiting[0] ?? null;
    const { pad } = this.sheet;
    fill(this.hand, [pad.player, pad.game, this.taken, this.current && this.taken.indexOf(this.current)], () => this.drawHand());
    const owners = pad.players.map((player) => listTaken(player.paintings[pad.game]).map(({ number }) => number));
    fill(this.list, [pad.player, owners, this.current?.number], () => [...this.sheet.box.values()].map((domino) => this.drawEntry(domino, owners)));
    this.board.mark(this.current && this.current.a !== null ? [this.current.a, this.current.b ?? ""] : []);
  }

  drawHand() {
    const { current } = this;
    const domino = current && this.sheet.box.get(current.number);
    if (!current || !domino) return [h("p", { class: "soft pad-hint" }, t("Choose the dominoes that lie in this kingdom, from the list or by their numbers."))];
    const laid = current.a !== null;
    return [
      h("span", { class: "pad-current" }, drawDomino(domino)),
      h(
        "p",
        { class: "pad-what" },
        h("b", {}, t("Domino {number}", { number: domino.number })),
        h("span", { class: "soft" }, laid ? t("Tap it to turn it.") : t("Tap the cell where its left half lies.")),
      ),
      laid ? h("button", { type: "button", class: "button", "data-do": "turn", onclick: () => this.turn(current) }, icon("turn"), h("span", {}, tc("domino", "Turn"))) : "",
      h("button", { type: "button", class: "button plain", "data-do": "away", onclick: () => this.putAway(current) }, icon("close"), h("span", {}, laid ? t("Take it off") : t("Put it back"))),
    ];
  }

  /** @param {Domino} domino @param {number[][]} owners */
  drawEntry(domino, owners) {
    const { number } = domino;
    const { player } = this.sheet.pad;
    const seats = owners.flatMap((numbers, seat) => numbers.filter((each) => each === number).map(() => seat));
    const names = seats.map((seat) => this.sheet.nameOf(seat)).join(", ");
    const label = names ? t("{domino}. Taken by {names}", { domino: describeDomino(domino), names }) : describeDomino(domino);
    const kind = [owners[player].includes(number) ? "own" : "", seats.length > 1 ? "double" : "", this.current?.number === number ? "current" : ""].join(" ");
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: `pad-entry ${kind}`, "data-number": number, "aria-label": label, "aria-pressed": String(owners[player].includes(number)), onclick: () => this.pick(number) },
        h("span", { class: "pad-number" }, number),
        drawDomino(domino, false),
        seats.length ? h("span", { class: "pad-owners" }, seats.map((seat) => markColour(SEATS[seat]))) : null,
      ),
    );
  }
}
