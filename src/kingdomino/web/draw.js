// Our part in the draw of a table's deals: to commit to a contribution, and to reveal it once all have
// committed. What was announced until then is remembered, to be compared when the game is over.

import { recall, remember } from "./preferences.js";
import { hashText, writeHex } from "./sha256.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").You} You */
/**
 * What this browser knows of its own about a draw.
 *
 * @typedef {object} Memory
 * @property {number} number which draw of the table it is
 * @property {string} contribution
 * @property {string[]} [secrets] the commitments of the server's secrets when we revealed
 * @property {string[]} [commitments] those of all contributions then, in the order of the seats
 */

const DRAWS_KEPT = 30;
/** Milliseconds in which another tab that has our contribution may reveal it. */
const OTHER_TAB = 2000;

/** @param {string} table its id */
const keyOf = (table) => `draw ${table}`;

/**
 * What this browser remembers of a table's draw.
 *
 * @param {string} table its id
 * @returns {Memory | null}
 */
export function recallDraw(table) {
  try {
    return JSON.parse(recall(keyOf(table), "null"));
  } catch {
    return null;
  }
}

export class DrawPart {
  /**
   * @param {string} table its id
   * @param {(command: {type: string} & Record<string, any>) => Promise<any>} send
   */
  constructor(table, send) {
    this.table = table;
    this.send = send;
    /** @type {Memory | null} what we know even if the browser keeps nothing */
    this.memory = recallDraw(table);
    this.sent = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** A new connection: what was sent on the last one may be lost. */
  forgetSent() {
    this.sent = "";
  }

  /**
   * Do what the draw waits for from us, if it does.
   *
   * @param {Table} table
   * @param {You} you
   * @param {boolean} [patient] whether another tab has had its time
   */
  async takePart(table, you, patient = false) {
    const draw = table.draw;
    clearTimeout(this.timer);
    const seat = you.seats[0];
    if (!draw || seat === undefined || draw.revealed[seat]) return;
    const kept = recallDraw(this.table) ?? this.memory;
    const memory = kept?.number === draw.number ? kept : null;
    const committed = memory && draw.commitments[seat] === (await hashText(memory.contribution));
    if (draw.sealed && memory && committed) {
      this.keep({
        ...memory,
        // What was announced when we revealed stays, whatever the server says later.
        secrets: memory.secrets ?? table.deals.map(({ commitment }) => commitment),
        commitments: memory.commitments ?? [...new Set(draw.commitments.filter((commitment) => commitment !== null))],
      });
      this.sendOnce({ type: "reveal", contribution: memory.contribution });
    } else if (draw.sealed && !patient) {
      this.timer = setTimeout(() => this.takePart(table, you, true), OTHER_TAB);
    } else if (!committed) {
      // Where the draw is sealed, what we committed to is lost: this breaks it off, for all to see.
      // What has been revealed once is never committed to again.
      const usable = memory && !memory.commitments && !draw.sealed;
      const fresh = usable ? memory : { number: draw.number, contribution: writeHex(crypto.getRandomValues(new Uint8Array(32))) };
      this.keep(fresh);
      this.sendOnce({ type: "commit", commitment: await hashText(fresh.contribution) });
    }
  }

  /** @param {Memory} memory */
  keep(memory) {
    this.memory = memory;
    forgetOldDraws();
    remember(keyOf(this.table), JSON.stringify(memory));
  }

  /** @param {{type: string, contribution?: string, commitment?: string}} command */
  sendOnce(command) {
    const text = JSON.stringify(command);
    if (this.sent === text) return;
    this.sent = text;
    void this.send(command);
  }
}

/** Keep the browser's memory from filling up with tables of long ago. */
function forgetOldDraws() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf("")));
    for (const key of keys.slice(0, Math.max(0, keys.length - DRAWS_KEPT))) localStorage.removeItem(key);
  } catch {
    // Nothing is kept here anyway.
  }
}
