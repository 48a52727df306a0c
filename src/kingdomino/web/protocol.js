// Types only: what the server sends, as docs/protocol.md describes it. Never loaded by a browser.

/** @typedef {"Pink" | "Yellow" | "Green" | "Blue"} Colour */
/** @typedef {{terrain: string, squares: number, crowns: number, points: number, cells: string[]}} Territory */
/** @typedef {{total: number, territories: Territory[], bonuses: Record<string, number>, largest: number, crowns: number}} Score */
/** @typedef {{domino: number, a: string, b: string}} LaidDomino */
/** @typedef {{squares: Record<string, string>, dominoes: LaidDomino[], frame: [string, string], discards: number, score: Score}} Kingdom */
/** @typedef {{domino: number, seat: number | null}} Slot */
/** @typedef {{seat: number, domino: number | null}} Waiting */
/**
 * @typedef {object} Game
 * @property {number} game
 * @property {number} number
 * @property {number} round
 * @property {number} rounds
 * @property {"claim" | "place" | "over"} phase
 * @property {number | null} seat
 * @property {number | null} domino
 * @property {Slot[]} line
 * @property {Slot[]} next_line
 * @property {Waiting[]} waiting
 * @property {number} left
 * @property {number[]} unseen
 * @property {Kingdom[]} kingdoms
 * @property {number[]} ranks
 * @property {number[]} winners
 * @property {number | null} deadline
 * @property {boolean} take_back
 * @property {string | null} last
 * @property {number | null} last_seat
 */
/** @typedef {{text: string, edition: string, players: number, middle_kingdom: boolean, harmony: boolean, dynasty: boolean, mighty_duel: boolean, grid: number, rounds: number, line_length: number, kings_each: number, deck_size: number}} Rules */
/**
 * `name` is what the server sends until a table's page makes it what the seat is called; then `given` is
 * what a person gave as a name, and `you` whether it is the one seat of whoever reads the page.
 * @typedef {{seat: number, colour: Colour, kind: "open" | "person" | "bot", name: string, level: string | null, given?: string, you?: boolean}} Seat
 */
/** @typedef {{games: number, played: number, totals: number[], results: number[][], over: boolean, winners: number[]}} Match */
/** @typedef {{commitment: string, commitments: string[], contributions: string[], secret: string | null}} Deal */
/** @typedef {{number: number, sealed: boolean, commitments: (string | null)[], revealed: boolean[]}} DrawState */
/**
 * @typedef {object} Table
 * @property {string} id
 * @property {number} number
 * @property {"open" | "playing" | "between" | "finished" | "archived"} status
 * @property {Rules} rules
 * @property {boolean} public
 * @property {number | null} clock
 * @property {Seat[]} seats
 * @property {{number: number, name: string}[]} requests
 * @property {Deal[]} deals
 * @property {DrawState | null} draw
 * @property {number} draws
 * @property {Match} match
 * @property {boolean} tutorial
 * @property {string | null} previous
 * @property {string | null} rematch
 * @property {Game | null} game
 */
/** A terrain, a colour or a level in English. @typedef {{kind: string, term: string}} Term */
/** @typedef {string | number | Term | Told | (string | number | Term | Told)[]} Value */
/** Something said as data, to be told in the reader's language. @typedef {{template: string, values: Record<string, Value>, plural?: string}} Told */
/** Why something was refused. @typedef {Told & {code: string, reason: string}} Problem */
/** @typedef {{action: string, domino: number, cells: [string, string] | null, points: number | null, total: number | null}} LegalAction */
/** @typedef {{seat: number, answers: number, phase: "claim" | "place", actions: LegalAction[], reason: string | null, why: Told | null}} Legal */
/** @typedef {{name: string, seats: number[], host: boolean, invite: string | null, request: "waiting" | "declined" | null}} You */
/** @typedef {{seats: boolean[], spectators: number, warming: string | null}} Presence */
/** @typedef {{number: number, at: number, kind: string, seat?: number, seats?: number[], action?: string, by?: string, name?: string, level?: string, game?: number, table?: string}} TableEvent */
/** @typedef {{type: string, id?: string, event?: TableEvent, events?: TableEvent[], table?: any, legal?: Legal | null, you?: You, presence?: Presence, seat?: number, phrase?: string, code?: string, reason?: string, template?: string, values?: Record<string, Value>, plural?: string, domino?: number, placements?: LegalAction[], action?: string, level?: string, now?: number, number?: number}} Message */
/** @typedef {{number: number, a: string, b: string}} Domino */
/** @typedef {{name: string, title: string, character: string}} Level */
/** @typedef {{name: string, title: string, explanation: string, players: number[]}} Variant */
/** @typedef {{address: string | null, ready: boolean, editions: Variant[], variants: Variant[], levels: Level[], phrases: string[], clocks: number[], dominoes: Domino[]}} Options */
/** @typedef {{table: string, status: string, rules: string, names: (string | null)[], levels: (string | null)[], open_seats: number, clock: number | null, public: boolean, updated: number, yours: boolean, your_seats: number[], your_turn: boolean}} Summary */
/** @typedef {{rules: Rules, colours: Colour[], names: string[], levels: (string | null)[], over: boolean, record: string, steps: {seat: number | null, action: string | null, state: Game}[]}} Replay */

export {};
