// The page of a table: listens to the server, shows the game, and sends what the player decides.

import { Refusal, get } from "./api.js";
import { Connection } from "./connection.js";
import { find, h } from "./dom.js";
import { DrawPart } from "./draw.js";
import { Desk } from "./desk.js";
import { announce, furnishPage, hideNote, showLandscape, showNote } from "./page.js";
import { showResults } from "./results.js";
import { namePlayers, tell } from "./sentences.js";
import { playSound } from "./sounds.js";
import { showWaiting } from "./waiting.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Legal} Legal */
/** @typedef {import("./protocol.js").You} You */
/** @typedef {import("./protocol.js").Presence} Presence */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */
/** @typedef {import("./protocol.js").Options} Options */
/**
 * All that the page knows: what the server sent last.
 * @typedef {object} View
 * @property {Table} table
 * @property {Legal | null} legal
 * @property {You} you
 * @property {Presence} presence
 * @property {Map<number, TableEvent>} seen what has happened, as far as this page has seen it
 * @property {number} clockLag how far this device's clock is behind the server's, in milliseconds
 */

const COUNTED = ["between", "finished", "archived"];

/** Milliseconds until a move that could not be taken is sent again. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 8000;

/** What came of a move that is to be sent again. */
const KEPT = Symbol("kept");

class TablePage {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {Options} options
   */
  constructor(main, id, options) {
    this.main = main;
    this.options = options;
    this.box = new Map(options.dominoes.map((domino) => [domino.number, domino]));
    /** @type {View | null} */
    this.view = null;
    /** @type {Desk | null} */
    this.desk = null;
    /** What has happened, in words. @type {string[]} */
    this.story = [];
    /** @type {string} */
    this.shown = "";
    /** @type {Promise<import("./tutorial.js").Guide> | undefined} */
    this.guide = undefined;
    /** @type {Map<number, TableEvent>} */
    this.seen = new Map();
    this.part = new DrawPart(id, (command) => this.send(command));
    this.connection = new Connection(id, {
      message: (message) => this.hear(message),
      state: (state) => this.noteConnection(state),
    });
  }

  /** @param {"open" | "away" | "gone"} state */
  noteConnection(state) {
    document.body.classList.toggle("away", state === "away");
    clearTimeout(this.awayTimer);
    if (state === "open") hideNote();
    else if (state === "gone") this.main.replaceChildren(drawGone());
    else this.awayTimer = setTimeout(() => showNote(t("Connection lost. Trying again…"), { stays: true }), 1200);
  }

  /** @param {Message} message */
  hear(message) {
    if (message.table?.seats) nameSeats(message.table, message.you ?? this.view?.you);
    switch (message.type) {
      case "welcome":
        this.view = {
          table: message.table,
          legal: message.legal ?? null,
          you: /** @type {You} */ (message.you),
          presence: /** @type {Presence} */ (message.presence),
          seen: this.seen,
          clockLag: (message.now ?? Date.now()) - Date.now(),
        };
        for (const event of message.events ?? []) {
          this.seen.set(event.number, event);
          this.remember(event);
        }
        this.part.forgetSent();
        this.takePart();
        this.show([]);
        break;
      case "event":
        if (!this.view || !message.event) return;
        this.view = { ...this.view, table: message.table, legal: message.legal ?? null };
        this.seen.set(message.event.number, message.event);
        this.takePart();
        this.report(message.event);
        this.show([message.event]);
        break;
      case "you":
        if (!this.view || !message.you) return;
        this.view = { ...this.view, you: message.you };
        nameSeats(this.view.table, message.you);
        this.takePart();
        this.show([]);
        break;
      case "presence":
        if (!this.view || !message.presence) return;
        this.view = { ...this.view, presence: message.presence };
        this.show([]);
        break;
      case "said":
        this.desk?.hearPhrase(message.seat ?? 0, message.phrase ?? "");
        break;
    }
  }

  /** Take part in the draw, once we sit here. */
  takePart() {
    if (this.view?.table.draw) void this.part.takePart(this.view.table, this.view.you);
  }

  /** Put into words what has happened, and keep it. @param {TableEvent} event */
  remember(event) {
    const words = tell(event, /** @type {View} */ (this.view).table, this.box);
    if (words) this.story.push(words);
    return words;
  }

  /** Tell what has happened, in words and by a sound. @param {TableEvent} event */
  report(event) {
    const { legal } = /** @type {View} */ (this.view);
    const words = this.remember(event);
    if (words) announce(words);
    if (event.kind === "asked" && this.view?.you.host) playSound("turn");
    if (event.kind === "acted" && event.action) {
      playSound(event.action.startsWith("-") ? "claim" : event.action.endsWith("x") ? "discard" : "place");
      if (legal && event.seat !== legal.seat) playSound("turn");
    }
  }

  /**
   * Show the table as it is.
   *
   * @param {TableEvent[]} events that led here just now
   */
  show(events) {
    const view = /** @type {View} */ (this.view);
    const { table } = view;
    const stage = table.status === "open" ? "waiting" : COUNTED.includes(table.status) || !table.game ? "results" : "playing";
    document.title = this.nameTitle(view);
    document.body.dataset.stage = stage;
    if (stage === "playing") {
      if (!this.desk) {
        this.desk = new Desk(this.main, this.box, this.options, this.story, (command) => this.send(command));
        this.desk.askNames = () => void askNames(this);
      }
      this.desk.show(view, events);
    } else if (stage === "waiting") {
      this.desk = null;
      void showLandscape();
      showWaiting(this.main, view, this.options, (command) => this.send(command), () => this.connection.renew());
    } else {
      const live = this.shown === "playing";
      if (live && this.desk) this.desk.close();
      this.desk = null;
      showResults(this.main, view, this.options, live, (command) => this.send(command));
      if (live) scrollTo(0, 0); // the winner is at the top
    }
    this.shown = stage;
    if (table.tutorial) {
      this.guide ??= import("./tutorial.js").then(({ Guide }) => new Guide());
      this.guide.then((guide) => guide.show(view));
    }
  }

  /** @param {View} view */
  nameTitle({ table, legal, you }) {
    const asked = t("Somebody asks for a seat");
    if (you.host && table.requests.length) return `● ${asked} – Kingdomino`;
    if (legal) return `● ${t("Your turn")} – Kingdomino`;
    return `${table.seats.map(({ name }) => name).filter(Boolean).join(", ")} – Kingdomino`;
  }

  /**
   * Send a command; a refusal is shown. A move that the server cannot take now is kept, and sent
   * again until it has been taken or the game has gone on: it says what it answers, so it is never
   * made twice.
   *
   * @param {{type: string} & Record<string, any>} command
   * @returns {Promise<Message | null>} null if it was refused
   */
  async send(command) {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const answer = await this.sendOnce(command);
      if (answer !== KEPT) return answer;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.connection.closed || this.view?.legal?.answers !== command.answers) return null;
    }
  }

  /**
   * @param {{type: string} & Record<string, any>} command
   * @returns {Promise<Message | null | typeof KEPT>}
   */
  async sendOnce(command) {
    try {
      return await this.connection.send(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (command.type === "act" && (error.code === "busy" || error.code === "offline")) {
        showNote(t("The server cannot take your move just now. It is kept and sent again."));
        return KEPT;
      }
      if (error.code !== "stale" && command.type !== "fit") showNote(error.message);
      return null;
    }
  }
}

/**
 * Say of every seat what it is called, and which is the visitor's, if it is one alone: those who share
 * a device are told apart by their names.
 *
 * @param {Table} table
 * @param {You | undefined} you
 */
function nameSeats({ seats }, you) {
  const own = you?.seats.length === 1 ? you.seats[0] : null;
  for (const seat of seats) seat.given ??= seat.name;
  const given = seats.map(({ kind, given }) => (kind === "open" ? null : given ?? ""));
  const names = namePlayers(given, seats.map(({ level }) => level), own);
  for (const seat of seats) {
    seat.name = names[seat.seat];
    seat.you = seat.seat === own && seat.kind === "person";
  }
}

function drawGone() {
  void showLandscape();
  return h(
    "div",
    { class: "page narrow" },
    h("h1", {}, t("There is no such table")),
    h("p", {}, t("The link may be old or incomplete. Ask for a new one, or set up a table of your own.")),
    h("a", { class: "button primary", href: "/" }, t("To the first page")),
  );
}

/**
 * Ask for the names of those at this device who play here; of others as on every page.
 *
 * @param {TablePage} page
 */
async function askNames(page) {
  const { askName, askSeatNames } = await import("./names.js");
  const { table, you } = page.view ?? { table: null, you: null };
  if (!table || !you?.seats.length || table.status === "archived") return askName();
  return askSeatNames(
    you.seats.map((seat) => table.seats[seat]),
    (seat, name) => page.send({ type: "rename", seat, name }),
  );
}

/** @type {TablePage | null} */
let page = null;
furnishPage(() => page && askNames(page));
const id = location.pathname.split("/")[2] ?? "";
try {
  page = new TablePage(find("#main"), id, await get("/options"));
} catch (error) {
  showNote(/** @type {Error} */ (error).message, { stays: true });
  setTimeout(() => location.reload(), 4000);
}
