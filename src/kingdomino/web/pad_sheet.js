// The sheet on top of the score pad: what is written on it, and what it is worth. Whoever shows
// something of it is told when it has changed. It knows no rules: the server counts.

import { explain, get, post } from "./api.js";
import { nameColour } from "./drawings.js";
import { SEATS, currentPainting, keepPad, newPad, newPlayer, openPad, toKingdom } from "./pad.js";
import { showNote } from "./page.js";

/** @typedef {import("./pad.js").Painting} Painting */
/** @typedef {import("./protocol.js").Domino} Domino */
/** @typedef {import("./protocol.js").Score} Score */
/** @typedef {{score: Score, warnings: import("./protocol.js").Told[]}} Counted */
/** @typedef {{totals: number[], ranks: number[], winners: number[]}} Ranking */

const PAUSE = 80;

export class Sheet {
  constructor() {
    this.pad = openPad();
    /** The dominoes of the box by number, once the server has told. @type {Map<number, Domino>} */
    this.box = new Map();
    /** Every kingdom's score by what it was counted from. @type {Map<string, Counted>} */
    this.counted = new Map();
    /** @type {(() => void)[]} */
    this.watchers = [];
    /** @type {((ranking: Ranking) => void)[]} */
    this.rankers = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Show something of the sheet now and after every change. @param {() => void} show */
  watch(show) {
    this.watchers.push(show);
  }

  /** The kingdom on top. @returns {Painting} */
  get painting() {
    return currentPainting(this.pad);
  }

  /** The games whose kingdoms count. */
  get playedGames() {
    return this.pad.dynasty ? [0, 1, 2] : [this.pad.game];
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.pad.players[seat].name.trim() || nameColour(SEATS[seat]);
  }

  /** What a kingdom is worth, once it is counted. @param {Painting} painting */
  resultOf(painting) {
    return this.counted.get(this.keyOf(painting));
  }

  /** @param {Painting} painting */
  keyOf(painting) {
    const { grid, middle_kingdom, harmony } = this.pad;
    return JSON.stringify({ squares: toKingdom(painting), grid, middle_kingdom, harmony });
  }

  show() {
    for (const show of this.watchers) show();
  }

  /** Keep what has changed, show it, and have it counted. */
  change() {
    keepPad(this.pad);
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.count(), PAUSE);
  }

  async count() {
    const paintings = this.pad.players.flatMap((player) => this.playedGames.map((game) => player.paintings[game]));
    try {
      for (const key of new Set(paintings.map((painting) => this.keyOf(painting)))) {
        if (!this.counted.has(key)) this.counted.set(key, await post("/kingdoms/score", JSON.parse(key)));
      }
      this.show();
      const ranking = /** @type {Ranking} */ (await post("/kingdoms/ranking", { players: this.listScores() }));
      for (const rank of this.rankers) rank(ranking);
    } catch (error) {
      showNote(/** @type {Error} */ (error).message || explain({ code: "offline" }));
    }
  }

  /** The scores of all players in the games that count, as the server ranks them. */
  listScores() {
    return this.pad.players.map((player) =>
      this.playedGames.map((game) => {
        const painting = player.paintings[game];
        const score = isBlank(painting) ? null : this.resultOf(painting)?.score;
        return { total: score?.total ?? 0, largest: score?.largest ?? 0, crowns: Math.min(255, score?.crowns ?? 0) };
      }),
    );
  }

  /** Begin anew with the same players and rules. */
  turnOver() {
    const { grid, middle_kingdom, harmony, dynasty, listing, players } = this.pad;
    const fresh = players.map(({ name }) => ({ ...newPlayer(), name }));
    this.pad = { ...newPad(), grid, middle_kingdom, harmony, dynasty, listing, players: fresh };
    this.change();
  }

  /** Ask the server which dominoes the box holds. */
  async fetchBox() {
    try {
      const { dominoes } = /** @type {import("./protocol.js").Options} */ (await get("/options"));
      this.box = new Map(dominoes.map((domino) => [domino.number, domino]));
      this.show();
    } catch (error) {
      showNote(/** @type {Error} */ (error).message || explain({ code: "offline" }));
    }
  }
}

/** @param {Painting} painting */
export function isBlank(painting) {
  return Object.keys(painting.squares).length === 0;
}
