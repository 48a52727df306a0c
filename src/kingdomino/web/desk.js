// The desk that one plays at: lines, own kingdom, the others, and what can be done now.

import { Board } from "./board.js";
import { enlarge, showKeys, showMenu, showPhrases, showUnseen } from "./desk_dialogs.js";
import { pressKey } from "./desk_keys.js";
import { InWords } from "./desk_words.js";
import { fill, h } from "./dom.js";
import { drawDomino, markColour } from "./drawings.js";
import { drawLines, drawOrder } from "./lines.js";
import { deal, fly, travel, whereabouts } from "./motion.js";
import { announce, confirmDialog, showNote } from "./page.js";
import { Plans } from "./plans.js";
import { drawHand, drawPoints, drawSeat } from "./seats.js";
import { describeTerritory, instruct, nameBonus, nameKingdom, putIntoWords, titleOf } from "./sentences.js";
import { Tray, drawButton } from "./tray.js";
import { t, tc, tn } from "./words.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./protocol.js").Domino} Domino */
/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Options} Options */
/** @typedef {import("./protocol.js").Territory} Territory */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */

const BUBBLE = 4500;

export class Desk {
  /**
   * @param {HTMLElement} main
   * @param {Map<number, Domino>} box
   * @param {Options} options
   * @param {string[]} story what has happened, in words; it grows
   * @param {(command: {type: string} & Record<string, any>) => Promise<Message | null>} send
   */
  constructor(main, box, options, story, send) {
    this.box = box;
    this.options = options;
    this.story = story;
    this.send = send;
    /** Ask for the names of those who play here. @type {() => void} */
    this.askNames = () => {};
    /** @type {View} */
    this.view = /** @type {any} */ (null);
    /** The domino chosen to be claimed, now. @type {number | null} */
    this.chosen = null;
    this.plans = new Plans(this);
    this.busy = false;
    /** @type {Map<number, string>} */
    this.said = new Map();
    this.closing = new AbortController();

    this.progress = h("p", { class: "progress" });
    this.lines = h("div", { class: "lines" });
    this.order = h("div", { class: "order" });
    this.instruction = h("p", { class: "instruction" });
    this.ownHead = h("div", { class: "own-head" });
    this.boardHost = h("div", { tabindex: "0", role: "application", "aria-describedby": "board-keys" });
    this.caption = h("p", { class: "caption" });
    this.tray = new Tray(this);
    this.others = h("div", { class: "seats" });
    this.words = new InWords(this);
    this.boardKeys = h("p", { id: "board-keys", class: "hidden-text" });
    this.own = h("section", { class: "area-own" }, this.instruction, this.ownHead, this.boardHost, this.boardKeys, this.caption, this.tray.element);
    this.talk = drawButton("chat", "chat", t("Say something"), () => showPhrases(this), { quiet: true });
    this.help = drawButton("keys", "help", t("Keys"), () => showKeys(), { quiet: true });
    this.board = new Board(this.boardHost, {
      ghost: () => this.noteGhost(),
      place: (action) => this.place(action),
      territory: (territory) => this.lookAt(territory),
      say: announce,
    });
    this.root = h(
      "div",
      { class: "desk" },
      h("section", { class: "area-lines", "aria-label": t("Lines") }, this.progress, this.lines, this.order, this.drawTools()),
      this.own,
      h("section", { class: "area-others", "aria-label": t("Other players") }, this.others, this.words.element),
    );
    main.replaceChildren(h("h1", { class: "hidden-text" }, t("The table")), this.root);
    addEventListener("keydown", (event) => pressKey(this, event), { signal: this.closing.signal });
    this.ticking = setInterval(() => this.tick(), 500);
  }

  /** Stop listening: the page shows something else now. */
  close() {
    this.closing.abort();
    clearInterval(this.ticking);
  }

  // --- what is known

  get game() {
    return /** @type {Game} */ (this.view.table.game);
  }

  /** The seat whose kingdom is shown large: the acting one if it is ours, else our first. */
  get seat() {
    const { you, legal } = this.view;
    return legal?.seat ?? you.seats[0] ?? 0;
  }

  get isPlayer() {
    return this.view.you.seats.length > 0;
  }

  /** The domino in hand: to be placed now, or the next of ours, to be planned. */
  get domino() {
    const { legal } = this.view;
    if (legal) return legal.phase === "place" ? this.game.domino : null;
    if (!this.isPlayer) return null;
    return this.game.waiting.find((king) => king.seat === this.seat)?.domino ?? null;
  }

  get claimables() {
    const { legal } = this.view;
    if (legal) return legal.phase === "claim" ? legal.actions.map(({ domino }) => domino) : [];
    if (!this.isPlayer) return [];
    const open = this.game.round === 0 ? this.game.line : this.game.next_line;
    return open.filter(({ seat }) => seat === null).map(({ domino }) => domino);
  }

  // --- showing

  /**
   * @param {View} view
   * @param {TableEvent[]} events
   */
  show(view, events) {
    const before = whereabouts();
    const inside = this.root.contains(document.activeElement);
    const seatBefore = this.view ? this.seat : -1;
    this.view = view;
    if (this.chosen !== null && !this.claimables.includes(this.chosen)) this.chosen = null;
    this.plans.dropVain();
    const planned = this.board.scene?.planning ? this.board.ghost?.action.action ?? null : null;
    if (seatBefore !== this.seat) this.board.clear();
    this.root.dataset.number = String(this.game.number);
    this.offer();
    this.progress.textContent = this.describeProgress();
    this.drawInstruction();
    this.drawOwnHead();
    this.drawLines();
    fill(this.order, [this.game.waiting, this.game.line, this.game.next_line, this.game.left], () => drawOrder(view.table, this.game));
    this.drawOthers();
    this.drawBoard();
    this.lookAt(null);
    this.tray.show();
    this.words.show();
    this.tick();
    // What had the focus may be gone: a domino that was claimed, a button that was pressed.
    if (inside && !this.root.contains(document.activeElement)) this.boardHost.focus({ preventScroll: true });
    this.animate(before, events);
    this.plans.carryOut(planned);
    void this.plans.ask();
  }

  /** Offer what only those who play can do to them alone. */
  offer() {
    this.talk.hidden = this.help.hidden = !this.isPlayer;
    this.own.setAttribute("aria-label", nameKingdom(this.view.table.seats[this.seat]));
    this.boardKeys.textContent = this.isPlayer ? t("Arrow keys move the domino, R turns it, N goes to the next spot, Enter places it, Escape takes it off.") : "";
  }

  describeProgress() {
    const { round, rounds, left } = this.game;
    const match = this.view.table.match;
    const words = [round === 0 ? t("Opening") : t("Round {round} of {rounds}", { round, rounds }), tn("{n} domino left", "{n} dominoes left", left)];
    if (match.games > 1) words.unshift(t("Game {number} of {games}", { number: this.game.game, games: match.games }));
    return words.join(" · ");
  }

  drawInstruction() {
    const { table, legal, you } = this.view;
    const sentence = instruct(table, legal, this.box, this.view.presence.warming);
    const several = you.seats.length > 1 && legal;
    this.instruction.textContent = several ? `${table.seats[legal.seat].name}: ${sentence}` : sentence;
    this.instruction.classList.toggle("yours", Boolean(legal));
    this.instruction.dataset.colour = table.seats[this.game.seat ?? 0].colour;
  }

  drawOwnHead() {
    const { table } = this.view;
    const who = table.seats[this.seat];
    const said = this.said.get(this.seat);
    const clock = this.game.seat === this.seat && this.game.deadline ? h("span", { class: "clock", "data-deadline": this.game.deadline }) : null;
    this.ownHead.className = `own-head seat-${who.colour}`;
    this.ownHead.replaceChildren(
      ...[markColour(who.colour), h("h2", { class: "seat-name" }, who.name), clock, said ? h("p", { class: "bubble" }, said) : null, drawHand(table, this.game, this.seat), drawPoints(this.game.kingdoms[this.seat].score.total)].filter((part) => part !== null),
    );
  }

  drawLines() {
    const { table, legal } = this.view;
    const state = {
      claimable: this.claimables,
      chosen: legal?.phase === "claim" ? this.chosen : this.plans.wish,
      wishing: legal?.phase !== "claim",
    };
    const { line, next_line, domino, round } = this.game;
    fill(this.lines, [state, line, next_line, domino, round, table.seats], () =>
      drawLines(table, this.game, {
        ...state,
        box: this.box,
        choose: (number, event) => this.choose(number, event),
        grab: (_, event) => this.board.grab(event),
      }),
    );
  }

  drawOthers() {
    const { table, presence, you } = this.view;
    const count = table.seats.length;
    const order = Array.from({ length: count - 1 }, (_, index) => (this.seat + 1 + index) % count);
    this.others.dataset.count = String(order.length);
    const { kingdoms, seat: acting, phase, deadline, waiting } = this.game;
    fill(this.others, [order, kingdoms, acting, phase, deadline, waiting, presence, you.seats, table.seats, [...this.said]], () =>
      order.map((seat) =>
        drawSeat(table, this.game, seat, {
          presence, yours: you.seats.includes(seat), small: true, said: this.said.get(seat), enlarge: (which) => enlarge(this, which),
        }),
      ),
    );
  }

  drawBoard() {
    const { table, legal } = this.view;
    const kingdom = this.game.kingdoms[this.seat];
    const domino = this.domino === null ? null : this.box.get(this.domino) ?? null;
    const placing = legal?.phase === "place";
    const placements = placing ? legal.actions.filter(({ cells }) => cells) : this.plans.placements;
    const { name, you } = table.seats[this.seat];
    const points = kingdom.score.total;
    this.boardHost.setAttribute(
      "aria-label",
      you ? tn("Your kingdom, {n} point", "Your kingdom, {n} points", points) : tn("{name}’s kingdom, {n} point", "{name}’s kingdom, {n} points", points, { name }),
    );
    this.board.dropPlaces = this.game.round < this.game.rounds;
    this.board.show({ kingdom, colour: table.seats[this.seat].colour, domino, placements, planning: !legal });
  }

  /** The domino stands somewhere else, or nowhere. */
  noteGhost() {
    if (this.board.dragging.held) return; // not under the finger that drags
    this.tray.show();
    this.lookAt(null);
  }

  /** @param {Territory | null} territory */
  lookAt(territory) {
    if (territory) {
      this.caption.textContent = describeTerritory(territory);
      return;
    }
    if (!this.view?.table.game) return;
    const { score } = this.game.kingdoms[this.seat];
    const middle = score.bonuses.middle_kingdom;
    if (middle && (this.board.ghost?.action.points ?? 0) < 0) {
      this.caption.textContent = t("For now the castle leaves the middle: {bonus} −{points}.", { bonus: nameBonus("middle_kingdom"), points: middle });
      return;
    }
    const worthy = score.territories.filter(({ points }) => points > 0);
    const bonuses = Object.entries(score.bonuses).filter(([, points]) => points);
    const parts = bonuses.map(([name, points]) => `${nameBonus(name)} +${points}`);
    const land = tn("{n} territory", "{n} territories", worthy.length);
    if (worthy.length) parts.unshift(`${land} +${worthy.reduce((sum, { points }) => sum + points, 0)}`);
    this.caption.textContent = score.total
      ? `${tn("{n} point", "{n} points", score.total)}: ${parts.join(", ")}`
      : t("Territories with crowns bring points.");
  }

  drawTools() {
    return h(
      "div",
      { class: "desk-tools" },
      drawButton("unseen", "list", t("Unseen dominoes"), () => showUnseen(this), { quiet: true }),
      this.talk,
      this.help,
      drawButton("more", "menu", tc("menu", "Table"), () => showMenu(this), { quiet: true }),
    );
  }

  // --- doing

  /** @param {LegalAction} action */
  place(action) {
    if (this.view.legal?.phase === "place") void this.act(action.action);
  }

  /** @param {number} domino */
  claim(domino) {
    void this.act(`-${domino}`);
  }

  /**
   * A domino of the line was pressed: a mouse claims at once, a finger selects first.
   *
   * @param {number} domino
   * @param {Event} event
   */
  choose(domino, event) {
    const { legal } = this.view;
    const mouse = event instanceof PointerEvent ? event.pointerType === "mouse" : false;
    const keyboard = event instanceof MouseEvent && event.detail === 0;
    if (legal && (mouse || keyboard || this.chosen === domino)) {
      this.claim(domino);
      return;
    }
    if (legal) {
      this.chosen = domino;
      announce(t("Domino {number} is chosen.", { number: domino }));
    } else {
      this.plans.wish = this.plans.wish === domino ? null : domino;
      showNote(
        this.plans.wish === null
          ? t("The plan is dropped.")
          : t("Planned: domino {number} is claimed when your turn comes, if it is still free.", { number: domino }),
      );
    }
    this.drawLines();
    this.tray.show();
  }

  /** @param {string} action */
  async act(action) {
    const { legal } = this.view;
    if (!legal || this.busy) return;
    this.busy = true;
    try {
      await this.send({ type: "act", action, answers: legal.answers, seat: legal.seat });
    } finally {
      this.busy = false;
    }
  }

  async takeBack() {
    if (!this.game.take_back || this.busy) return;
    this.chosen = null;
    await this.send({ type: "take_back", answers: this.game.number, seat: this.seat });
  }

  async hint() {
    const answer = await this.send({ type: "hint" });
    const action = answer?.action;
    if (!action) return;
    if (answer.level) showNote(t("Hint from: {level}", { level: titleOf(answer.level) }));
    if (action.startsWith("-")) {
      this.chosen = Number(action.slice(1));
      this.drawLines();
      this.tray.show();
      announce(t("Domino {number} is chosen.", { number: this.chosen }));
    } else this.board.suggest(action);
  }

  async leave() {
    const sure = await confirmDialog(t("Leave the game?"), t("A bot takes over your kingdom and plays on. You cannot come back to it."), t("Leave the game"), t("Stay"));
    if (sure && (await this.send({ type: "leave" }))) location.href = "/";
  }

  /** @param {number} seat @param {string} phrase */
  hearPhrase(seat, phrase) {
    const words = putIntoWords(phrase);
    this.said.set(seat, words);
    announce(`${this.view.table.seats[seat].name}: ${words}`);
    this.drawOthers();
    this.drawOwnHead();
    setTimeout(() => {
      if (this.said.get(seat) !== words) return;
      this.said.delete(seat);
      this.drawOthers();
      this.drawOwnHead();
    }, BUBBLE);
  }

  // --- what moves

  /** @param {Map<string, DOMRect>} before @param {TableEvent[]} events */
  animate(before, events) {
    let dealt = 0;
    travel(before, { arrive: (element, key) => key.startsWith("domino-") && deal(element, dealt++) });
    for (const { kind, action, seat } of events) {
      if (kind !== "acted" || !action || action.startsWith("-") || action.endsWith("x") || seat === this.seat) continue;
      const number = Number.parseInt(action, 10);
      const from = before.get(`domino-${number}`);
      const to = this.others.querySelector(`[data-seat="${seat}"] [data-domino="${number}"]`)?.getBoundingClientRect();
      const domino = this.box.get(number);
      if (from && to && domino) fly(drawDomino(domino, false), from, to);
    }
  }

  /** Let the clocks run. */
  tick() {
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock"))) {
      const left = Math.max(0, Math.ceil((Number(clock.dataset.deadline) - Date.now() - this.view.clockLag) / 1000));
      clock.textContent = left >= 3600 ? tn("{n} hour", "{n} hours", Math.ceil(left / 3600)) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      clock.classList.toggle("short", left <= 10);
    }
  }
}
