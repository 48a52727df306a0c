// Was the deal fair? Compares what was announced with what was revealed, and deals again.
// docs/notation.md describes the deal and what it proves.

import { get } from "./api.js";
import { h } from "./dom.js";
import { recallDraw } from "./draw.js";
import { hash, hashText } from "./sha256.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */
/** @typedef {import("./protocol.js").Rules} Rules */
/** @typedef {import("./protocol.js").Deal} Deal */
/** @typedef {import("./draw.js").Memory} Memory */
/**
 * @typedef {object} Verdict
 * @property {boolean} own whether this browser took part, so that it knows what was announced
 * @property {string} problem what does not fit; empty if all does
 */

const DOMINOES = 48;

/**
 * What is to be said about the deal of a game that is over.
 *
 * @param {Table} table
 * @param {Map<number, TableEvent>} seen the events that this page has seen, by number
 * @returns {Promise<HTMLElement | null>}
 */
export async function drawVerdict(table, seen) {
  const verdict = await checkDeal(table, seen).catch(() => null); // offline: then nothing is said
  if (!verdict) return null;
  const broken = table.draws - 1;
  return h(
    "section",
    { class: "card verdict", "data-fair": verdict.problem ? "no" : "yes" },
    h("h2", {}, t("The deal")),
    h("p", { class: verdict.problem ? "error" : null }, describe(verdict)),
    broken ? h("p", { class: "soft" }, tn("Before it, {n} draw was broken off.", "Before it, {n} draws were broken off.", broken)) : null,
  );
}

/** @param {Verdict} verdict */
function describe({ own, problem }) {
  if (problem) return t("The dominoes were not dealt as was announced: {problem}.", { problem });
  return own
    ? t("Nobody has chosen the order of the dominoes: this browser has dealt them again from what was announced before the game and revealed after it.")
    : t("All that was published about this deal fits together. Those who play can check more: that it was announced before the game.");
}

/**
 * Whether a game that is over was dealt as was announced.
 *
 * @param {Table} table
 * @param {Map<number, TableEvent>} seen the events that this page has seen, by number
 * @returns {Promise<Verdict | null>} null where nothing was promised: a tutorial, a table of before
 */
export async function checkDeal(table, seen) {
  const game = table.game;
  if (!game) return null;
  const deal = table.deals[game.game - 1];
  const memory = recallDraw(table.id);
  const own = memory?.commitments !== undefined && memory.number === table.draws;
  if (!own && (table.tutorial || !deal.commitments.length)) return null;
  const problem = (await checkPromises(deal, game.game, own ? memory : null)) || (await checkLines(table, game.game, seen));
  return { own, problem };
}

/**
 * Whether all that was revealed is what had been promised.
 *
 * @param {Deal} deal
 * @param {number} number of the game
 * @param {Memory | null} memory
 * @returns {Promise<string>} what does not fit, or nothing
 */
export async function checkPromises(deal, number, memory) {
  if (deal.secret === null) return t("the server has not revealed its secret");
  if ((await hashText(deal.secret)) !== deal.commitment) return t("the server’s secret is not the one that it had committed to");
  const hashes = await Promise.all(deal.contributions.map(hashText));
  if (hashes.join() !== deal.commitments.join()) return t("a contribution is not the one that had been committed to");
  if (!memory) return "";
  if (memory.secrets?.[number - 1] !== deal.commitment) return t("the server’s secret is not the one that it had committed to");
  if (memory.commitments?.join() !== deal.commitments.join()) return t("others have committed to something else than was announced to you");
  if (!deal.contributions.includes(memory.contribution)) return t("your own contribution was left out");
  return "";
}

/**
 * Whether the kings and dominoes of a game came in the order that its deal dictates.
 *
 * @param {Table} table
 * @param {number} number of the game
 * @param {Map<number, TableEvent>} seen
 */
async function checkLines(table, number, seen) {
  const { rules } = table;
  const { secret, contributions } = table.deals[number - 1];
  const { pile, opening } = await shuffle(rules, secret ?? "", contributions);
  const events = await loadEvents(table.id);
  if (events.some((event) => differs(event, seen.get(event.number)))) return t("the server tells the game in another way than this page has seen it");
  const claims = readClaims(events, number);
  const kings = opening.length;
  for (const [at, { seat, domino }] of claims.entries()) {
    const round = Math.floor(at / kings);
    const line = pile.slice(round * rules.line_length, (round + 1) * rules.line_length);
    if (!line.includes(domino)) return t("domino {number} was in another line than the deal dictates", { number: domino });
    if (round === 0 && seat !== opening[at]) return t("the kings were drawn in another order than the deal dictates");
  }
  return "";
}

/** @param {TableEvent} told @param {TableEvent | undefined} seen */
function differs(told, seen) {
  return seen !== undefined && [told.kind, told.seat, told.action].join() !== [seen.kind, seen.seat, seen.action].join();
}

/**
 * The claims of a game, in order.
 *
 * @param {TableEvent[]} events of the table
 * @param {number} number of the game
 */
function readClaims(events, number) {
  let game = 0;
  const claims = [];
  for (const { kind, game: begun, seat, action } of events) {
    if (kind === "started") game = begun ?? 0;
    if (kind === "acted" && game === number && action?.startsWith("-")) claims.push({ seat, domino: Number(action.slice(1)) });
  }
  return claims;
}

/**
 * All events of a table, which come page by page.
 *
 * @param {string} table its id
 */
async function loadEvents(table) {
  /** @type {TableEvent[]} */
  const events = [];
  for (;;) {
    const page = await get(`/tables/${table}/events?since=${events.length}`);
    events.push(...page.events);
    if (!page.events.length || events.length >= page.number) return events;
  }
}

/**
 * The fair deal.
 *
 * @param {Pick<Rules, "players" | "kings_each" | "deck_size" | "edition" | "grid">} rules
 * @param {string} secret
 * @param {string[]} contributions
 * @returns {Promise<{pile: number[], opening: number[]}>}
 */
export async function shuffle(rules, secret, contributions) {
  const bytes = await drawBytes(["kingdomino deal 1", secret, ...contributions]);
  const pile = mix(Array.from({ length: DOMINOES }, (_, index) => index + 1), bytes);
  const seats = Array.from({ length: rules.players * rules.kings_each }, (_, king) => Math.floor(king / rules.kings_each));
  let opening = seats;
  if (rules.edition === "revised" && rules.players === 2) {
    const first = below(2, bytes);
    opening = [first, 1 - first, 1 - first, first];
  } else mix(opening, bytes);
  return { pile: pile.slice(0, rules.deck_size), opening };
}

/**
 * More bytes than a deal can ever need, but for a chance of nothing.
 *
 * @param {string[]} lines
 * @returns {Promise<Iterator<number>>}
 */
async function drawBytes(lines) {
  const blocks = await Promise.all(Array.from({ length: 16 }, (_, block) => hash([...lines, block].join("\n"))));
  return blocks.flatMap((block) => [...block]).values();
}

/**
 * @param {number} limit
 * @param {Iterator<number>} bytes
 */
function below(limit, bytes) {
  for (;;) {
    const { value } = bytes.next();
    if (value < 256 - (256 % limit)) return value % limit;
  }
}

/**
 * @param {number[]} items
 * @param {Iterator<number>} bytes
 */
function mix(items, bytes) {
  for (let place = items.length - 1; place > 0; place--) {
    const other = below(place + 1, bytes);
    [items[place], items[other]] = [items[other], items[place]];
  }
  return items;
}
