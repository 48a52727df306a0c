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

const LAST_ROUND = 3;

/**
 * The sentence for a step of the game: what to do, or what to watch. The steps of a round are its
 * two kings, who each place and claim.
 *
 * @param {View} view
 * @returns {string} empty where nothing needs to be said
 */
export function explainStep({ table, legal }) {
  const game = table.game;
  if (!game || game.phase === "over" || game.round > LAST_ROUND) return "";
  if (!legal) return explainWaiting(table);
  if (legal.reason) return t("This domino fits nowhere: throw it away, it only costs you the squares.");
  const first = isFirstTurn(table, legal);
  const step = `${game.round} ${legal.phase} ${first ? "first" : "second"}`;
  switch (step) {
    case "0 claim first":
      return t("These four dominoes are the first line: claim one for your king, perhaps one with a crown.");
    case "0 claim second":
      return t("With two players everybody has two kings: claim a domino for your second one.");
    case "1 place first":
      return t("Place your first domino beside the castle: any terrain may touch it.");
    case "1 claim first":
      return t("Now the same king claims a domino of the next line, best one with land that you have already.");
    case "1 place second":
      return t("Your second king: join like to like, or touch the castle; one of the two squares is enough.");
    case "1 claim second":
      return t("Low numbers act first in the next round, high numbers carry more crowns: choose.");
    case "2 place first":
      return t("A territory is worth its squares times its crowns, so make those with crowns grow.");
    case "2 claim first":
      return t("Look at the other kingdom too: what your opponent needs is worth taking away.");
    case "2 place second":
      return t("All must fit into 5×5 squares: the frame shows how far your kingdom can still grow.");
    case "2 claim second":
      return t("A domino that fits nowhere is thrown away, so claim what you will have room for.");
    case "3 place first":
      return t("Avoid holes of a single square: no domino will ever fill them.");
    case "3 claim first":
      return t("You decide alone now: what suits your kingdom, and who acts first?");
    case "3 place second":
      return t("The numbers on the spots tell you what a placement adds to your points.");
    default:
      return t("One last claim, and you have seen it all.");
  }
}

/** @param {Table} table */
function explainWaiting(table) {
  const seat = table.game?.seat ?? null;
  const name = seat === null ? "" : table.seats[seat].name;
  return t("{name} is acting: the kings move in the order of their dominoes, lowest number first.", { name });
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
    const sentence = explainStep(view);
    this.element.hidden = !sentence;
    if (sentence && sentence !== this.text.textContent) {
      this.text.textContent = sentence;
      if (view.legal) announce(sentence);
    }
  }

  /** Three rounds are over: the newcomer knows the game. */
  finish() {
    this.finished = true;
    this.element.hidden = false;
    this.element.classList.add("finished");
    this.text.textContent = t("That is all there is to it. Most points win after the last round: play on, you know the game!");
    announce(this.text.textContent);
    const on = h("button", { type: "button", class: "button primary", onclick: () => this.element.remove() }, t("Play on"));
    this.leave.replaceChildren(h("span", {}, t("To the first page")));
    this.leave.setAttribute("aria-label", t("To the first page"));
    this.leave.before(on);
  }
}
