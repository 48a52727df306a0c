// The desk that one plays at: lines, own kingdom, the others, and what can be done now.

import { Board } from "./board.js";
import { fill, h } from "./dom.js";
import { drawDomino, drawKing, drawKingdom, markColour } from "./drawings.js";
import { icon } from "./icons.js";
import { describeKingdom, listTerritories } from "./kingdomwords.js";
import { drawLines, drawOrder } from "./lines.js";
import { deal, fly, travel, whereabouts } from "./motion.js";
import { announce, openDialog, showNote } from "./page.js";
import { drawHand, drawPoints, drawSeat } from "./seats.js";
import { describeTerritory, instruct, nameBonus, putIntoWords } from "./sentences.js";
import { t, tn } from "./words.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./protocol.js").Domino} Domino */
/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Options} Options */
/** @typedef {import("./protocol.js").Territory} Territory */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const BUBBLE = 4500;

export class Desk {
  /**
   * @param {HTMLElement} main
   * @param {Map<number, Domino>} box
   * @param {Options} options
   * @param {(command: {type: string} & Record<string, any>) => Promise<Message | null>} send
   */
  constructor(main, box, options, send) {
    this.box = box;
    this.options = options;
    this.send = send;
    /** @type {View} */
    this.view = /** @type {any} */ (null);
    /** The domino chosen to be claimed, now. @type {number | null} */
    this.chosen = null;
    /** The domino to be claimed when our turn comes. @type {number | null} */
    this.wish = null;
    /** Where the next domino fits, while others play. @type {{key: string, placements: LegalAction[]}} */
    this.fits = { key: "", placements: [] };
    this.busy = false;
    /** @type {Map<number, string>} */
    this.said = new Map();
    /** @type {string[]} */
    this.story = [];
    this.closing = new AbortController();

    this.progress = h("p", { class: "progress" });
    this.lines = h("div", { class: "lines" });
    this.order = h("div", { class: "order" });
    this.instruction = h("p", { class: "instruction" });
    this.ownHead = h("div", { class: "own-head" });
    this.boardHost = h("div", { tabindex: "0", role: "application", "aria-describedby": "board-keys" });
    this.caption = h("p", { class: "caption" });
    this.tray = h("div", { class: "tray" });
    this.others = h("div", { class: "seats" });
    this.words = h("div", { class: "words-body" });
    this.board = new Board(this.boardHost, {
      ghost: () => this.board.drag || this.drawTray(), // not under the finger that drags
      place: (action) => this.place(action),
      territory: (territory) => this.lookAt(territory),
      say: announce,
    });
    this.root = h(
      "div",
      { class: "desk" },
      h("section", { class: "area-lines", "aria-label": t("Lines") }, this.progress, this.lines, this.order, this.drawTools()),
      h(
        "section",
        { class: "area-own", "aria-label": t("Your kingdom") },
        this.instruction,
        this.ownHead,
        this.boardHost,
        h("p", { id: "board-keys", class: "hidden-text" }, t("Arrow keys move the domino, R turns it, N goes to the next spot, Enter places it, Escape takes it off.")),
        this.caption,
        this.tray,
      ),
      h("section", { class: "area-others", "aria-label": t("Other players") }, this.others, this.drawWords()),
    );
    main.replaceChildren(h("h1", { class: "hidden-text" }, t("The table")), this.root);
    addEventListener("keydown", (event) => this.press(event), { signal: this.closing.signal });
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
    const seatBefore = this.view ? this.seat : -1;
    this.view = view;
    if (this.chosen !== null && !this.claimables.includes(this.chosen)) this.chosen = null;
    this.dropVainWish();
    const planned = this.board.scene?.planning ? this.board.ghost?.action.action ?? null : null;
    if (seatBefore !== this.seat) this.board.clear();
    this.root.dataset.number = String(this.game.number);
    this.progress.textContent = this.describeProgress();
    this.drawInstruction();
    this.drawOwnHead();
    this.drawLines();
    fill(this.order, [this.game.waiting, this.game.line, this.game.next_line, this.game.left], () => drawOrder(view.table, this.game));
    this.drawOthers();
    this.drawBoard();
    this.lookAt(null);
    this.drawTray();
    this.drawWordsBody();
    this.tick();
    this.animate(before, events);
    this.carryOut(planned);
    this.plan();
  }

  /** A wish is in vain once somebody else stands there. */
  dropVainWish() {
    if (this.wish === null) return;
    const line = this.game.round === 0 ? this.game.line : this.game.next_line;
    if (line.some(({ domino, seat }) => domino === this.wish && seat === null)) return;
    this.wish = null;
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
    const sentence = instruct(table, legal, this.box);
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
      chosen: legal?.phase === "claim" ? this.chosen : this.wish,
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
          presence, yours: you.seats.includes(seat), small: true, said: this.said.get(seat), enlarge: (which) => this.enlarge(which),
        }),
      ),
    );
  }

  drawBoard() {
    const { table, legal } = this.view;
    const kingdom = this.game.kingdoms[this.seat];
    const domino = this.domino === null ? null : this.box.get(this.domino) ?? null;
    const placing = legal?.phase === "place";
    const placements = placing ? legal.actions.filter(({ cells }) => cells) : this.fits.key === this.fitKey() ? this.fits.placements : [];
    this.boardHost.setAttribute("aria-label", t("{name}’s kingdom, {points} points", { name: table.seats[this.seat].name, points: kingdom.score.total }));
    this.board.dropPlaces = this.game.round < this.game.rounds;
    this.board.show({ kingdom, colour: table.seats[this.seat].colour, domino, placements, planning: !legal });
  }

  /** @param {Territory | null} territory */
  lookAt(territory) {
    if (territory) {
      this.caption.textContent = describeTerritory(territory);
      return;
    }
    if (!this.view?.table.game) return;
    const { score } = this.game.kingdoms[this.seat];
    const worthy = score.territories.filter(({ points }) => points > 0).length;
    const bonuses = Object.keys(score.bonuses).filter((name) => score.bonuses[name]);
    const parts = bonuses.map(nameBonus);
    if (worthy) parts.unshift(tn("{n} territory", "{n} territories", worthy));
    this.caption.textContent = score.total
      ? `${tn("{n} point", "{n} points", score.total)}: ${parts.join(", ")}`
      : t("Territories with crowns bring points.");
  }

  /** What can be done now, under the thumb. */
  drawTray() {
    if (!this.view) return;
    const { legal } = this.view;
    const kind = !legal ? "plan" : legal.phase;
    const ghost = this.board.ghost?.action;
    const state = [kind, ghost?.action, ghost?.points, this.chosen, this.domino, this.game.take_back, legal?.reason, legal?.seat, this.isPlayer];
    const focused = this.tray.contains(document.activeElement) ? document.activeElement?.getAttribute("data-do") : null;
    this.tray.dataset.kind = kind;
    this.root.classList.toggle("claiming", kind === "claim");
    fill(this.tray, state, () => {
      if (!legal) return this.drawPlan();
      if (legal.phase === "claim") return this.drawClaim();
      return legal.reason === null ? this.drawPlacing() : this.drawDiscard(legal.actions[0]);
    });
    if (this.tray.contains(document.activeElement)) return;
    if (focused) {
      const again = this.tray.querySelector(`[data-do="${focused}"]:not(:disabled)`);
      /** @type {HTMLElement} */ (again ?? this.boardHost).focus({ preventScroll: true });
    }
  }

  /** @param {number} number */
  drawHandDomino(number) {
    const domino = /** @type {Domino} */ (this.box.get(number));
    return h(
      "div",
      { class: "hand-domino", onpointerdown: (/** @type {PointerEvent} */ event) => { event.preventDefault(); this.board.grab(event, () => this.board.next()); } },
      drawDomino(domino),
    );
  }

  drawPlacing() {
    const ghost = this.board.ghost?.action;
    return [
      this.drawHandDomino(this.game.domino ?? 1),
      drawButton("turn", "turn", t("Turn"), () => this.board.turn(), { disabled: !ghost }),
      drawButton("next", "next", t("Next spot"), () => this.board.next()),
      this.drawHint(),
      ghost
        ? drawButton("place", "check", ghost.points ? t("Place {points}", { points: signed(ghost.points) }) : t("Place"), () => this.board.confirm(), { primary: true })
        : h("p", { class: "tray-help" }, t("Drag the domino, or tap where it should go.")),
    ];
  }

  /** @param {LegalAction} discard */
  drawDiscard(discard) {
    return [
      this.drawHandDomino(discard.domino),
      drawButton("discard", "close", t("Discard it"), () => this.act(discard.action), { primary: true }),
    ];
  }

  drawClaim() {
    const colour = this.view.table.seats[this.seat].colour;
    return [
      h("span", { class: "tray-king" }, drawKing(colour)),
      this.game.take_back ? drawButton("undo", "undo", t("Undo"), () => this.takeBack()) : null,
      this.drawHint(),
      this.chosen === null
        ? h("p", { class: "tray-help" }, t("Choose a free domino of the line."))
        : drawButton("claim", "check", t("Claim {number}", { number: this.chosen }), () => this.claim(this.chosen ?? 0), { primary: true }),
    ].filter((part) => part !== null);
  }

  drawPlan() {
    const domino = this.domino;
    if (domino === null) return [h("p", { class: "tray-help" }, this.isPlayer ? t("The others are playing.") : t("You are watching."))];
    const ghost = this.board.ghost;
    return [
      this.drawHandDomino(domino),
      ghost ? drawButton("turn", "turn", t("Turn"), () => this.board.turn()) : null,
      ghost
        ? drawButton("clear", "close", t("Drop the plan"), () => this.board.clear())
        : h("p", { class: "tray-help" }, t("Your next domino. Plan its place while you wait.")),
      ghost ? h("p", { class: "tray-help" }, t("Planned: it is placed when your turn comes.")) : null,
    ].filter((part) => part !== null);
  }

  drawHint() {
    return drawButton("hint", "bulb", t("Hint"), () => this.hint(), { quiet: true });
  }

  drawTools() {
    return h(
      "div",
      { class: "desk-tools" },
      drawButton("unseen", "list", t("Unseen dominoes"), () => this.showUnseen(), { quiet: true }),
      drawButton("chat", "chat", t("Say something"), () => this.showPhrases(), { quiet: true }),
      drawButton("keys", "help", t("Keys"), () => showKeys(), { quiet: true }),
      drawButton("more", "menu", t("Table"), () => this.showMenu(), { quiet: true }),
    );
  }

  // --- in words

  drawWords() {
    this.typed = h("input", { type: "text", id: "typed", maxlength: "8", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "10:g6s" });
    const form = h(
      "form",
      { class: "typed", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.type(); } },
      h("label", { for: "typed" }, t("Type a move")),
      this.typed,
      h("button", { class: "button", type: "submit" }, t("Play it")),
    );
    return h("details", { class: "words" }, h("summary", {}, t("In words")), form, this.words);
  }

  drawWordsBody() {
    const { table } = this.view;
    this.words.replaceChildren(
      h("h3", {}, t("What has happened")),
      h("ol", { class: "story" }, this.story.slice(-8).map((line) => h("li", {}, line))),
      ...table.seats.flatMap(({ name }, seat) => [h("h3", {}, t("{name}’s kingdom", { name })), describeKingdom(this.game.kingdoms[seat])]),
    );
  }

  /** @param {string} words */
  log(words) {
    if (words) this.story.push(words);
  }

  type() {
    const typed = /** @type {HTMLInputElement} */ (this.typed);
    const text = typed.value.trim().toLowerCase();
    if (!text) return;
    const { legal } = this.view;
    if (!legal) {
      showNote(t("It is somebody else’s turn."));
      return;
    }
    typed.value = "";
    void this.act(/^\d+$/.test(text) ? `-${text}` : text);
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
      this.wish = this.wish === domino ? null : domino;
      showNote(
        this.wish === null
          ? t("The plan is dropped.")
          : t("Planned: domino {number} is claimed when your turn comes, if it is still free.", { number: domino }),
      );
    }
    this.drawLines();
    this.drawTray();
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
    if (action.startsWith("-")) {
      this.chosen = Number(action.slice(1));
      this.drawLines();
      this.drawTray();
      announce(t("Domino {number} is chosen.", { number: this.chosen }));
    } else this.board.suggest(action);
  }

  /** Do what was planned, now that it is our turn. @param {string | null} planned */
  carryOut(planned) {
    const { legal } = this.view;
    if (!legal || this.busy) return;
    if (legal.phase === "place" && planned && legal.actions.some(({ action }) => action === planned)) {
      void this.act(planned);
    } else if (legal.phase === "claim" && this.wish !== null) {
      const domino = this.wish;
      this.wish = null;
      void this.act(`-${domino}`);
    }
  }

  fitKey() {
    return `${this.seat}/${this.domino}/${Object.keys(this.game.kingdoms[this.seat].squares).length}`;
  }

  /** While others play, ask where our next domino would fit. */
  async plan() {
    const key = this.fitKey();
    if (this.view.legal || this.domino === null || this.fits.key === key) return;
    this.fits = { key, placements: [] };
    const answer = await this.send({ type: "fit", domino: this.domino, seat: this.seat });
    if (!answer || this.fitKey() !== key || this.view.legal) return;
    this.fits = { key, placements: answer.placements ?? [] };
    this.drawBoard();
    this.drawTray();
  }

  // --- keys

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea, summary")) return;
    const onButton = Boolean(target.closest("button, a"));
    const arrow = ARROWS[/** @type {"ArrowUp"} */ (event.key)];
    const key = event.key.toLowerCase();
    if (this.board.spots.length && (arrow || key === "r" || key === "n")) {
      if (arrow) this.board.move(arrow[0], arrow[1]);
      else if (key === "r") this.board.turn(event.shiftKey ? -1 : 1);
      else this.board.next(event.shiftKey ? -1 : 1);
      this.boardHost.focus({ preventScroll: true }); // so that Enter means the domino
    } else if (event.key === "Escape") this.escape();
    else if (event.key === "Enter" && !onButton) this.enter();
    else if (key === "u") void this.takeBack();
    else if (key === "h" && this.view.legal) void this.hint();
    else if (event.key === "?") showKeys();
    else if (/^[1-4]$/.test(key)) this.pick(Number(key));
    else return;
    event.preventDefault();
  }

  escape() {
    this.chosen = this.wish = null;
    this.board.clear();
    this.drawLines();
    this.drawTray();
  }

  enter() {
    const { legal } = this.view;
    if (!legal) return;
    if (legal.reason !== null) void this.act(legal.actions[0].action);
    else if (legal.phase === "place") this.board.confirm();
    else if (this.chosen !== null) this.claim(this.chosen);
  }

  /** Choose the first, second … domino of the line that is being claimed. @param {number} place */
  pick(place) {
    const line = this.game.round === 0 ? this.game.line : this.game.next_line;
    const domino = line[place - 1]?.domino;
    if (domino === undefined || !this.claimables.includes(domino)) return;
    if (this.view.legal) {
      this.chosen = domino;
      this.drawLines();
      this.drawTray();
      announce(t("Domino {number} is chosen.", { number: domino }));
    } else this.choose(domino, new Event("key"));
    /** @type {HTMLElement | null} */ (this.lines.querySelector(`button[data-domino="${domino}"]`))?.focus({ preventScroll: true });
  }

  // --- dialogs

  /** @param {number} seat */
  enlarge(seat) {
    const { table } = this.view;
    const who = table.seats[seat];
    const kingdom = this.game.kingdoms[seat];
    const words = h("details", {}, h("summary", {}, t("In words")), describeKingdom(kingdom));
    openDialog(
      t("{name}: {points}", { name: who.name, points: tn("{n} point", "{n} points", kingdom.score.total) }),
      h(
        "div",
        { class: "enlarged" },
        drawKingdom(kingdom, who.colour, { grid: table.rules.grid, label: t("{name}’s kingdom", { name: who.name }) }),
        listTerritories(kingdom),
      ),
      words,
    );
  }

  showUnseen() {
    const unseen = new Set(this.game.unseen);
    const all = [...this.box.values()].map((domino) =>
      h("li", { class: unseen.has(domino.number) ? "unseen" : "seen" }, h("span", { class: "slot-number" }, domino.number), drawDomino(domino, unseen.has(domino.number))),
    );
    const note = this.view.table.rules.deck_size < 48 ? t("Some of them are left out of this game.") : "";
    openDialog(
      t("Unseen dominoes"),
      h("p", { class: "soft" }, tn("{n} domino has not been face up yet.", "{n} dominoes have not been face up yet.", unseen.size), " ", note),
      h("ol", { class: "unseen-list" }, all),
    );
  }

  showPhrases() {
    if (!this.isPlayer) {
      showNote(t("Only those who play can talk here."));
      return;
    }
    const dialog = openDialog(
      t("Say something"),
      h(
        "div",
        { class: "phrases" },
        this.options.phrases.map((phrase) =>
          h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void this.send({ type: "say", phrase, seat: this.seat }); } }, putIntoWords(phrase)),
        ),
      ),
    );
  }

  showMenu() {
    const { you, table } = this.view;
    const dialog = openDialog(
      t("This table"),
      h(
        "div",
        { class: "phrases" },
        h("a", { class: "button", href: "/rules", target: "_blank" }, t("Read the rules")),
        ...table.seats
          .filter(({ kind }, seat) => kind === "person" && !this.view.presence.seats[seat] && !you.seats.includes(seat) && this.isPlayer)
          .map(({ seat, name }) =>
            h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void this.send({ type: "replace", seat }); } }, t("Let a bot play for {name}", { name })),
          ),
        this.isPlayer
          ? h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void this.leave(); } }, t("Leave the game: a bot takes over"))
          : null,
        h("a", { class: "button", href: "/" }, t("To the first page")),
      ),
    );
  }

  async leave() {
    if (await this.send({ type: "leave" })) location.href = "/";
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

/**
 * @param {string} name
 * @param {Parameters<typeof icon>[0]} picture
 * @param {string} label
 * @param {() => void} action
 * @param {{primary?: boolean, quiet?: boolean, disabled?: boolean}} [options]
 */
function drawButton(name, picture, label, action, { primary, quiet, disabled } = {}) {
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

function showKeys() {
  const keys = [
    [t("Arrow keys"), t("move the domino")],
    ["R", t("turn it")],
    ["N", t("next spot where it fits")],
    ["Enter", t("place or claim")],
    ["Esc", t("take it off, drop the plan")],
    ["1 – 4", t("choose a domino of the line")],
    ["U", t("undo the placement")],
    ["H", t("hint")],
    ["?", t("this list")],
  ];
  openDialog(t("Keys"), h("dl", { class: "keys" }, keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])));
}
