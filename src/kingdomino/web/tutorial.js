// The tutorial: a card beside a real game that explains each step of the first three rounds.
// It only watches. The game is the server's, and can be played on or left at any time.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { announce } from "./page.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Legal} Legal */
/** @typedef {import("./protocol.js").You} You */
/** @typedef {{table: Table, legal: Legal | null, you: You}} View */

/**
 * A sentence, and what of the table it is about: that is highlighted, by tutorial.css.
 *
 * @typedef {{text: string, about: string}} Lesson
 */

const LAST_ROUND = 3;
/** @type {Lesson} */
const NOTHING = { text: "", about: "" };

/**
 * What is said at a step of the game: what to do, or what to watch. The steps of a round are its two
 * kings, who each place and claim.
 *
 * @param {View} view
 * @returns {Lesson} with an empty text where nothing needs to be said
 */
export function explainStep({ table, legal }) {
  const game = table.game;
  if (!game || game.phase === "over" || game.round > LAST_ROUND) return NOTHING;
  if (!legal) return explainWaiting(table);
  if (legal.reason) return { text: t("This domino fits nowhere: throw it away, it only costs you the squares."), about: "tray" };
  const first = isFirstTurn(table, legal);
  const step = `${game.round} ${legal.phase} ${first ? "first" : "second"}`;
  switch (step) {
    case "0 claim first":
      return { text: t("These four dominoes are the first line: claim one for your king, perhaps one with a crown."), about: "first-line" };
    case "0 claim second":
      return { text: t("With two players everybody has two kings: claim a domino for your second one."), about: "kings" };
    case "1 place first":
      return { text: t("Place your first domino beside the castle: any terrain may touch it."), about: "board" };
    case "1 claim first":
      return { text: t("Now the same king claims a domino of the next line, ideally one with land that you already have."), about: "next-line" };
    case "1 place second":
      return { text: t("Your second king: join like to like, or touch the castle; one of the two squares is enough."), about: "board" };
    case "1 claim second":
      return { text: t("Low numbers act first in the next round, high numbers carry more crowns: choose."), about: "numbers" };
    case "2 place first":
      return { text: t("A territory is worth its squares times its crowns, so make those with crowns grow."), about: "points" };
    case "2 claim first":
      return { text: t("Look at the other kingdom too: what your opponent needs is worth taking away."), about: "others" };
    case "2 place second":
      return { text: t("All must fit into 5×5 squares: the frame shows how far your kingdom can still grow."), about: "frame" };
    case "2 claim second":
      return { text: t("A domino that fits nowhere is thrown away, so claim what you will have room for."), about: "frame" };
    case "3 place first":
      return { text: t("Avoid holes of a single square: no domino will ever fill them."), about: "board" };
    case "3 claim first":
      return { text: t("You decide alone now: what suits your kingdom, and who acts first?"), about: "order" };
    case "3 place second":
      return { text: t("The numbers on the spots tell you what a placement adds to your points."), about: "tray" };
    default:
      return { text: t("One last claim, and you have seen it all."), about: "next-line" };
  }
}

/** @param {Table} table */
function explainWaiting(table) {
  const seat = table.game?.seat ?? null;
  const name = seat === null ? "" : table.seats[seat].name;
  return { text: t("{name} is acting: the kings move in the order of their dominoes, lowest number first.", { name }), about: "order" };
}

/**
 * Whether the acting king is the first of its owner in this round.
 *
 * @param {Table} table
 * @param {Legal} legal
 */
function isFirstTurn(table, legal) {
  const game = /** @type {import("./protocol.js").Game} */ (table.game);
  if (game.round === 0) return !game.line.some(({ seat }) => seat === legal.seat);
  return game.waiting.filter(({ seat }) => seat === legal.seat).length > 1;
}

/** The card with the sentences. */
export class Guide {
  constructor() {
    this.text = h("p", { class: "guide-text" });
    this.leave = h("a", { class: "button plain", href: "/", "aria-label": t("Leave the tutorial") }, icon("close"), h("span", {}, t("Leave the tutorial")));
    this.element = h("aside", { class: "guide", "aria-label": t("Tutorial") }, this.text, this.leave);
    this.finished = false;
    document.head.append(h("link", { rel: "stylesheet", href: "/static/tutorial.css" }));
    document.querySelector("main")?.before(this.element);
  }

  /** @param {View} view */
  show(view) {
    if (this.finished) return;
    const { game, status } = view.table;
    if (game && (game.round > LAST_ROUND || status === "finished")) {
      this.finish();
      return;
    }
    const { text, about } = explainStep(view);
    this.element.hidden = !text;
    document.body.dataset.lesson = about;
    if (text && text !== this.text.textContent) {
      this.text.textContent = text;
      if (view.legal) announce(text);
    }
  }

  /** Three rounds are over: the newcomer knows the game. */
  finish() {
    this.finished = true;
    delete document.body.dataset.lesson;
    this.element.hidden = false;
    this.element.classList.add("finished");
    this.text.textContent = t("That is all there is to it. Whoever has the most points after the last round wins: play on, you know the game!");
    announce(this.text.textContent);
    const on = h("button", { type: "button", class: "button primary", onclick: () => this.element.remove() }, t("Play on"));
    this.leave.replaceChildren(h("span", {}, t("To the first page")));
    this.leave.setAttribute("aria-label", t("To the first page"));
    this.leave.before(on);
  }
}
