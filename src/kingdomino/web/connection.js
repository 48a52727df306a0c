// The WebSocket of a table. It comes back by itself, and says which event it saw last.

import { Refusal, explain } from "./api.js";

/** @typedef {import("./protocol.js").Message} Message */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
const PATIENCE = 2_500;

/** Close codes after which there is no use in coming back. */
const FINAL = [4403, 4404];

export class Connection {
  /**
   * @param {string} table its id
   * @param {{message: (message: Message) => void, state: (state: "open" | "away" | "gone") => void}} listener
   */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    /** The number of the last event that was seen. */
    this.since = 0;
    this.pause = FIRST_PAUSE;
    this.nextId = 1;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {resolve: (message: Message) => void, reject: (refusal: Refusal) => void}>} */
    this.pending = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.closed = false;
    addEventListener("online", () => this.comeBack());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.check();
    });
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.comeBack());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const address = new URL(`/ws/tables/${this.table}?since=${this.since}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.receive(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lose(code);
    };
  }

  /** @param {Message} message */
  receive(message) {
    if (message.type === "welcome") {
      this.pause = FIRST_PAUSE;
      this.listener.state("open");
    }
    const number = message.event?.number ?? message.table?.number;
    if (typeof number === "number") this.since = Math.max(this.since, number);
    const waiting = message.id ? this.pending.get(message.id) : undefined;
    if (waiting && message.id) {
      this.pending.delete(message.id);
      if (message.type === "refused") {
        waiting.reject(new Refusal(message.code ?? "failed", explain(message)));
      } else waiting.resolve(message);
      return;
    }
    this.listener.message(message);
  }

  /** @param {number} code */
  lose(code) {
    this.socket = null;
    this.forgetPending();
    if (FINAL.includes(code)) {
      this.closed = true;
      this.listener.state("gone");
      return;
    }
    this.listener.state("away");
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** Connect anew: the server is to look who we are by now. */
  renew() {
    if (!this.socket) return this.comeBack();
    this.socket.onclose = null;
    this.socket.close();
    this.forgetPending();
    this.connect();
    return undefined;
  }

  /** What was asked on a connection that is gone is not answered any more. */
  forgetPending() {
    for (const { reject } of this.pending.values()) reject(new Refusal("offline", explain({ code: "offline" })));
    this.pending.clear();
  }

  /** Connect at once if the connection is lost. */
  comeBack() {
    this.pause = FIRST_PAUSE;
    if (!this.socket && !this.closed) this.connect();
    else this.check();
  }

  /** Find out whether the other side is still there: a sleeping phone is not told. */
  check() {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return this.closed || socket ? undefined : this.comeBack();
    const timer = setTimeout(() => {
      if (this.socket !== socket) return;
      socket.onclose = null;
      socket.close();
      this.lose(0);
    }, PATIENCE);
    this.send({ type: "ping" }).then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
    return undefined;
  }

  /**
   * Send a command.
   *
   * @param {{type: string} & Record<string, any>} command
   * @returns {Promise<Message>} its answer; rejects with a Refusal
   */
  send(command) {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Refusal("offline", explain({ code: "offline" })));
        return;
      }
      const id = String(this.nextId++);
      this.pending.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...command, id }));
    });
  }
}
