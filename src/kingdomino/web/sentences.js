// What is said at a table: what to do, what has happened, what things are called.

import { TERRAINS } from "./artwork.js";
import { describeDomino } from "./drawings.js";
import { t, tc, tn } from "./words.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").Legal} Legal */
/** @typedef {import("./protocol.js").Domino} Domino */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */
/** @typedef {import("./protocol.js").Territory} Territory */
/** @typedef {import("./protocol.js").Rules} Rules */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {Pick<Seat, "name" | "you">} Who whoever a sentence is about: the reader is spoken to */

/**
 * What is to be done now, in one sentence.
 *
 * @param {Table} table
 * @param {Legal | null} legal
 * @param {Map<number, Domino>} box the dominoes by number
 * @param {string | null} [warming] the level that the game waits for until it is ready
 * @returns {string}
 */
export function instruct(table, legal, box, warming = null) {
  const game = table.game;
  if (!game || game.seat === null) return t("The game is over.");
  if (!legal && warming) return t("{name} is getting ready. It takes about a minute, and only the first time.", { name: nameLevel(warming) });
  if (!legal) {
    const name = table.seats[game.seat].name;
    return game.phase === "place"
      ? t("{name} is placing domino {number}.", { name, number: game.domino ?? 0 })
      : t("{name} is claiming a domino.", { name });
  }
  if (legal.phase === "claim") {
    return game.round === 0
      ? t("Your turn: put your king on a domino of the first line.")
      : t("Now claim your next domino.");
  }
  if (legal.reason !== null) {
    const domino = box.get(legal.actions[0].domino);
    const [terrain, other_terrain] = [TERRAINS[/** @type {"w"} */ (domino?.a[0] ?? "w")], TERRAINS[/** @type {"w"} */ (domino?.b[0] ?? "w")]];
    return terrain === other_terrain
      ? t("This domino fits nowhere: no two free cells side by side inside the frame touch {terrain} or your castle. It must be discarded.", { terrain })
      : t("This domino fits nowhere: no two free cells side by side inside the frame touch {terrain}, {other_terrain} or your castle. It must be discarded.", { terrain, other_terrain });
  }
  return t("Your turn: place domino {number} in your kingdom.", { number: game.domino ?? 0 });
}

/**
 * An event in words; an empty text for one that need not be told.
 *
 * @param {TableEvent} event
 * @param {Table} table after it
 * @param {Map<number, Domino>} box
 * @returns {string}
 */
export function tell(event, table, box) {
  const who = table.seats[event.seat ?? -1] ?? { name: "" };
  const { name, you } = who;
  switch (event.kind) {
    case "acted":
      return tellAction(event.action ?? "", who, box);
    case "taken_back":
      return you ? t("You take the placement back.") : t("{name} takes the placement back.", { name });
    case "seated":
      return you ? t("You have sat down.") : t("{name} has sat down.", { name });
    case "asked":
      return t("{name} asks for a seat.", { name: event.name || t("Guest") });
    case "renamed":
      return you ? t("Your name is now {name}.", { name }) : t("{colour} is called {name} now.", { colour: who.colour, name });
    case "filled":
      return t("{name} has sat down.", { name });
    case "replaced":
      return who.given ? t("A bot plays for {name} now.", { name }) : t("A bot takes over a seat: {name}.", { name });
    case "left":
    case "removed":
      return t("A seat is free again.");
    case "started":
      return table.match.games > 1
        ? t("Game {number} of {games} begins.", { number: event.game ?? 1, games: table.match.games })
        : t("The game begins.");
    default:
      return "";
  }
}

/**
 * An action in words.
 *
 * @param {string} action in notation
 * @param {Who} who
 * @param {Map<number, Domino>} box
 * @returns {string}
 */
export function tellAction(action, { name, you }, box) {
  const [, number, rest] = /** @type {RegExpMatchArray} */ (action.match(/^-?(\d+)(.*)$/) ?? ["", "0", ""]);
  const found = box.get(Number(number));
  const domino = found ? describeDomino(found) : number;
  if (action.startsWith("-")) return you ? t("You claim: {domino}.", { domino }) : t("{name} claims: {domino}.", { name, domino });
  if (rest === "x") return you ? t("You discard: {domino}.", { domino }) : t("{name} discards: {domino}.", { name, domino });
  const cell = rest.slice(1, -1);
  const way = { e: t("to the east"), n: t("to the north"), w: t("to the west"), s: t("to the south") }[rest.slice(-1)] ?? "";
  return you
    ? t("You place at {cell} {way}: {domino}.", { cell, way, domino })
    : t("{name} places at {cell} {way}: {domino}.", { name, cell, way, domino });
}

/**
 * A territory in words: squares × crowns.
 *
 * @param {Territory} territory
 * @returns {string}
 */
export function describeTerritory({ terrain, squares, crowns, points }) {
  return t("{terrain}: {squares} × {crowns} = {points}", {
    terrain,
    squares: tn("{n} square", "{n} squares", squares),
    crowns: tn("{n} crown", "{n} crowns", crowns),
    points,
  });
}

/** @param {string} bonus */
export function nameBonus(bonus) {
  return bonus === "middle_kingdom" ? t("Middle Kingdom") : t("Harmony");
}

/** Whose kingdom it is. @param {Who} who */
export function nameKingdom({ name, you }) {
  return you ? t("Your kingdom") : t("{name}’s kingdom", { name });
}

/** The English title of a level, as it is put into sentences: the levels are the server's. @param {string} level */
export function titleOf(level) {
  return level.slice(0, 1).toUpperCase() + level.slice(1);
}

/** The title of a level, by which its bots are called. @param {string} level */
export function nameLevel(level) {
  return tc("level", titleOf(level));
}

const NUMERALS = ["II", "III", "IV", "V", "VI", "VII", "VIII"];

/**
 * What to call everybody: people by the names they gave, as they wrote them; bots by their titles and
 * people without a name as guests, with a numeral from the second on; and the reader *You*, if they
 * gave no name either.
 *
 * @param {(string | null)[]} names as they were given: null for a free seat
 * @param {(string | null)[]} levels who is a bot, and of which level
 * @param {number | null} [own] the reader's seat, if it is one alone
 * @returns {string[]} empty for a free seat
 */
export function namePlayers(names, levels, own = null) {
  const taken = new Set(names);
  return names.map((name, seat) => {
    if (name || name === null) return name ?? "";
    const level = levels[seat];
    if (seat === own && !level) return t("You");
    const title = level ? nameLevel(level) : t("Guest");
    const found = [title, ...NUMERALS.map((numeral) => `${title} ${numeral}`)].find((each) => !taken.has(each)) ?? title;
    taken.add(found);
    return found;
  });
}

/**
 * What can be said at a table.
 *
 * @param {string} phrase
 */
export function putIntoWords(phrase) {
  switch (phrase) {
    case "hello":
      return t("Hello!");
    case "good_luck":
      return t("Good luck!");
    case "have_fun":
      return t("Have fun!");
    case "nice_move":
      return t("Nice move!");
    case "well_played":
      return t("Well played!");
    case "oops":
      return t("Oops!");
    case "thinking":
      return t("Let me think…");
    case "hurry":
      return t("Your turn, please!");
    case "thanks":
      return t("Thank you!");
    case "sorry":
      return t("Sorry!");
    case "good_game":
      return t("Good game!");
    default:
      return t("One more?");
  }
}

/** @param {string} name */
export function nameVariant(name) {
  switch (name) {
    case "middle_kingdom":
      return t("Middle Kingdom");
    case "harmony":
      return t("Harmony");
    case "dynasty":
      return t("Dynasty");
    default:
      return t("Mighty Duel");
  }
}

/** @param {string} name */
export function describeVariant(name) {
  switch (name) {
    case "middle_kingdom":
      return t("10 points for a castle in the middle of its kingdom.");
    case "harmony":
      return t("5 points for a kingdom without a discarded domino.");
    case "dynasty":
      return t("Three games in a row; the points are added up.");
    default:
      return t("Two players use all 48 dominoes on 7×7.");
  }
}

/** @param {string} name */
export function nameEdition(name) {
  return name === "classic" ? t("Classic edition") : t("Revised edition");
}

/** @param {string} name */
export function describeEdition(name) {
  return name === "classic"
    ? t("Two players use 24 dominoes; with three players a line has 3 dominoes.")
    : t("Two players play the duel on 7×7, and a line always has 4 dominoes.");
}

/**
 * The rules of a table in a few words.
 *
 * @param {string} text such as "classic 2p harmony"
 * @returns {string}
 */
export function describeRules(text) {
  /** @type {Record<string, string>} */
  const words = {
    classic: t("Classic edition"), revised: t("Revised edition"), duel: t("Mighty Duel"),
    dynasty: t("Dynasty"), harmony: t("Harmony"), middle: t("Middle Kingdom"),
  };
  return text
    .split(" ")
    .map((word) => (/^\dp$/.test(word) ? tn("{n} player", "{n} players", Number(word[0])) : words[word] ?? word))
    .join(" · ");
}

/**
 * A time for a turn.
 *
 * @param {number | null} seconds
 * @returns {string}
 */
export function describeClock(seconds) {
  if (seconds === null) return t("no clock");
  if (seconds >= 86_400) return tn("{n} day per turn", "{n} days per turn", seconds / 86_400);
  if (seconds >= 60) return tn("{n} minute per turn", "{n} minutes per turn", seconds / 60);
  return tn("{n} second per turn", "{n} seconds per turn", seconds);
}
