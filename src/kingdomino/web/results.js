// After the game: the count, the winner, the score table, and what to do next.

import { TERRAINS } from "./artwork.js";
import { h, s } from "./dom.js";
import { COLOURS, drawCrown, drawKingdom, drawTile, markColour, nameTerrain, outline } from "./drawings.js";
import { icon } from "./icons.js";
import { celebrate } from "./motion.js";
import { makeLink, shareLink } from "./links.js";
import { announce } from "./page.js";
import { likesMotion } from "./preferences.js";
import { describeTerritory, nameBonus, nameKingdom } from "./sentences.js";
import { playSound } from "./sounds.js";
import { t, tc, tn } from "./words.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").Game} Game */
/** @typedef {import("./protocol.js").Kingdom} Kingdom */
/** @typedef {import("./protocol.js").Options} Options */
/** @typedef {(command: {type: string} & Record<string, any>) => Promise<any>} Send */

const STEP = 420;
let shownFor = "";

/**
 * @param {HTMLElement} main
 * @param {View} view
 * @param {Options} options
 * @param {boolean} live whether the game has ended just now: then it is counted out
 * @param {Send} send
 */
export function showResults(main, view, options, live, send) {
  const { table } = view;
  const game = table.game;
  if (!game) {
    main.replaceChildren(h("div", { class: "page narrow" }, h("h1", {}, t("This table is closed")), h("p", {}, t("Nobody came to play, so it was closed.")), h("a", { class: "button primary", href: "/" }, t("To the first page"))));
    return;
  }
  const key = `${table.id}/${game.game}/${table.status}`;
  const actions = drawActions(view, options, send);
  if (shownFor === key) {
    main.querySelector(".result-actions")?.replaceWith(actions);
    return;
  }
  shownFor = key;
  const counting = live && likesMotion();
  const heading = h("h1", { tabindex: "-1" }, counting ? t("The points are being counted…") : proclaim(table, game));
  const cards = table.seats.map((_, seat) => drawCard(table, game, seat));
  main.replaceChildren(
    h(
      "div",
      { class: "page result" },
      h("header", { class: "result-head" }, h("span", { class: "result-crown" }, drawCrown()), heading),
      h("div", { class: "result-kingdoms", "data-count": cards.length }, cards.map(({ card }) => card)),
      actions,
      drawScoreTable(table, game),
      table.match.games > 1 ? drawMatch(table) : null,
    ),
  );
  void import("./fairness.js").then(async ({ drawVerdict }) => {
    const verdict = await drawVerdict(table, view.seen);
    if (verdict && shownFor === key) main.querySelector(".result")?.append(verdict);
  });
  const finish = () => {
    for (const card of cards) card.finish();
    heading.textContent = proclaim(table, game);
    heading.focus({ preventScroll: true });
    announce(proclaim(table, game));
    const winner = live ? findCelebrated(view, game) : null;
    if (winner === null) return;
    playSound("win");
    celebrate([COLOURS[table.seats[winner].colour].fill, "#ffd54a", "#fffaf0"]);
  };
  if (counting) void count(main, cards, finish);
  else finish();
}

/** Who has won: the match if it is over, else this game. @param {Table} table @param {Game} game */
function findWinners({ status, match }, game) {
  return match.games > 1 && status !== "between" ? match.winners : game.winners;
}

/**
 * The winner for whom confetti falls here: one's own seat, or any if one only watches.
 *
 * @param {View} view
 * @param {Game} game
 * @returns {number | null}
 */
function findCelebrated({ table, you }, game) {
  const winners = findWinners(table, game);
  return (you.seats.length ? winners.find((seat) => you.seats.includes(seat)) : winners[0]) ?? null;
}

/** @param {Table} table @param {Game} game */
function proclaim(table, game) {
  const over = table.status !== "between";
  const winners = findWinners(table, game);
  const totals = table.match.games > 1 && over ? table.match.totals : game.kingdoms.map(({ score }) => score.total);
  const you = winners.some((seat) => table.seats[seat].you);
  const names = winners.filter((seat) => !table.seats[seat].you).map((seat) => table.seats[seat].name).join(", ");
  const points = totals[winners[0]] ?? 0;
  const number = game.game;
  if (winners.length > 1) {
    return you
      ? tn("You and {names} share the victory with {n} point", "You and {names} share the victory with {n} points", points, { names })
      : tn("{names} share the victory with {n} point", "{names} share the victory with {n} points", points, { names });
  }
  if (!over) {
    return you
      ? tn("You win game {number} with {n} point", "You win game {number} with {n} points", points, { number })
      : tn("{name} wins game {number} with {n} point", "{name} wins game {number} with {n} points", points, { name: names, number });
  }
  return you ? tn("You win with {n} point", "You win with {n} points", points) : tn("{name} wins with {n} point", "{name} wins with {n} points", points, { name: names });
}

/** @param {Table} table @param {Game} game @param {number} seat */
function drawCard(table, game, seat) {
  const who = table.seats[seat];
  const kingdom = game.kingdoms[seat];
  const picture = drawKingdom(kingdom, who.colour, { grid: table.rules.grid, label: nameKingdom(who) });
  const glow = s("path", { class: "territory counted" });
  picture.append(glow);
  const points = h("p", { class: "seat-points" });
  const caption = h("p", { class: "caption" });
  const card = h(
    "section",
    { class: `result-card seat-${who.colour}`, "aria-label": t("{name}, {colour}", { name: who.name, colour: who.colour }) },
    h("header", { class: "seat-head" }, markColour(who.colour), h("h2", { class: "seat-name" }, who.name), points),
    picture,
    caption,
  );
  const parts = kingdom.score.territories.filter((territory) => territory.points > 0);
  const bonuses = Object.entries(kingdom.score.bonuses).filter(([, value]) => value > 0);
  let sum = 0;
  return {
    card,
    steps: parts.length + bonuses.length,
    /** @param {number} index */
    step(index) {
      if (index < 0) sum = 0;
      else if (index < parts.length) {
        sum += parts[index].points;
        glow.setAttribute("d", outline(parts[index].cells));
        caption.textContent = describeTerritory(parts[index]);
      } else if (index < parts.length + bonuses.length) {
        const [name, value] = bonuses[index - parts.length];
        sum += value;
        glow.setAttribute("d", "");
        caption.textContent = t("{bonus}: {points}", { bonus: nameBonus(name), points: value });
      }
      points.textContent = String(sum);
    },
    finish() {
      glow.setAttribute("d", "");
      caption.textContent = tn("{n} crown", "{n} crowns", kingdom.score.crowns);
      points.textContent = String(kingdom.score.total);
      card.classList.toggle("winner", game.winners.includes(seat));
    },
  };
}

/**
 * Visit territory after territory, in all kingdoms at once. A press skips it.
 *
 * @param {HTMLElement} main
 * @param {ReturnType<typeof drawCard>[]} cards
 * @param {() => void} finish
 */
async function count(main, cards, finish) {
  const root = main.firstElementChild;
  root?.classList.add("counting");
  let skipped = false;
  const skip = () => (skipped = true);
  addEventListener("pointerdown", skip, { once: true });
  addEventListener("keydown", skip, { once: true });
  const most = Math.max(...cards.map(({ steps }) => steps));
  for (const card of cards) card.step(-1);
  for (let index = -1; index < most && !skipped; index++) {
    for (const card of cards) if (index >= 0) card.step(index);
    if (index >= 0) playSound("count");
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
  removeEventListener("pointerdown", skip);
  removeEventListener("keydown", skip);
  if (!root?.isConnected) return;
  root.classList.remove("counting");
  finish();
}

/** @param {View} view @param {Options} options @param {Send} send */
function drawActions({ table, you }, options, send) {
  const game = table.game?.game ?? 1;
  const files = `/api/tables/${table.id}/games/${game}/export`;
  const parts = [];
  if (table.status === "between") {
    parts.push(h("button", { class: "button primary", type: "button", onclick: () => send({ type: "start" }) }, t("On to the next game")));
  } else if (table.rematch) {
    parts.push(h("a", { class: "button primary", href: `/table/${table.rematch}` }, t("To the rematch")));
  } else if (you.seats.length) {
    parts.push(h("button", { class: "button primary", type: "button", onclick: () => rematch(send) }, t("Rematch")));
  }
  parts.push(
    h("a", { class: "button", href: `/replay/${table.id}?game=${game}` }, icon("play"), t("Replay")),
    h("button", { class: "button", type: "button", onclick: () => shareLink(makeLink(options, `/replay/${table.id}?game=${game}`)) }, icon("share"), t("Share")),
    h("a", { class: "button", href: `${files}.png`, download: "" }, icon("save"), t("Picture")),
    h("a", { class: "button", href: `${files}.txt`, download: "" }, icon("save"), tc("game", "Record")),
    h("a", { class: "button plain", href: "/" }, t("To the first page")),
  );
  return h("div", { class: "result-actions" }, parts);
}

/** @param {Send} send */
async function rematch(send) {
  const answer = await send({ type: "rematch" });
  if (answer?.table) location.href = `/table/${answer.table}`;
}

/**
 * Every territory of every kingdom.
 *
 * @param {{seats: {name: string, colour: import("./protocol.js").Colour}[], rules?: import("./protocol.js").Rules}} table
 * @param {Game} game
 * @returns {HTMLElement}
 */
export function drawScoreTable(table, game) {
  const rows = Object.values(TERRAINS).map((terrain) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("span", { class: "row-tile" }, drawTile(terrain[0])), h("span", { class: "row-name" }, nameTerrain(terrain))),
      game.kingdoms.map(({ score }) =>
        h(
          "td",
          {},
          score.territories
            .filter((territory) => territory.terrain === terrain)
            .map(({ squares, crowns, points }) =>
              h("p", { class: points ? null : "soft" }, h("span", {}, `${squares} × ${crowns}`), h("b", {}, points)),
            ),
        ),
      ),
    ),
  );
  const played = new Set(game.kingdoms.flatMap(({ score }) => Object.keys(score.bonuses)));
  if (table.rules?.middle_kingdom) played.add("middle_kingdom");
  if (table.rules?.harmony) played.add("harmony");
  const bonuses = [...played].map((name) =>
    drawRow(nameBonus(name), game.kingdoms.map(({ score }) => score.bonuses[name] ?? 0)),
  );
  return h(
    "div",
    { class: "score-table card", "data-count": game.kingdoms.length, tabindex: "0", role: "region", "aria-label": t("Score table") },
    h(
      "table",
      {},
      h("caption", {}, t("Squares × crowns of each territory")),
      h("thead", {}, h("tr", {}, h("td"), table.seats.map(({ name, colour }) => h("th", { scope: "col" }, markColour(colour), h("span", {}, name))))),
      h("tbody", {}, rows, bonuses),
      h(
        "tfoot",
        {},
        drawRow(t("Points"), game.kingdoms.map(({ score }) => score.total), "total"),
        drawRow(t("Largest territory"), game.kingdoms.map(({ score }) => score.largest), "soft"),
        drawRow(t("Crowns"), game.kingdoms.map(({ score }) => score.crowns), "soft"),
      ),
    ),
  );
}

/** @param {string} heading @param {number[]} values @param {string} [kind] */
function drawRow(heading, values, kind) {
  return h("tr", { class: kind }, h("th", { scope: "row" }, heading), values.map((value) => h("td", {}, h("p", {}, h("b", {}, value)))));
}

/** @param {Table} table */
function drawMatch({ seats, match }) {
  return h(
    "div",
    { class: "score-table card", tabindex: "0", role: "region", "aria-label": t("Dynasty") },
    h(
      "table",
      {},
      h("caption", {}, t("Dynasty: three games, the points are added up")),
      h("thead", {}, h("tr", {}, h("td"), seats.map(({ name, colour }) => h("th", { scope: "col" }, markColour(colour), h("span", {}, name))))),
      h("tbody", {}, match.results.map((points, index) => drawRow(t("Game {number}", { number: index + 1 }), points))),
      h("tfoot", {}, drawRow(t("Points"), match.totals, "total")),
    ),
  );
}
