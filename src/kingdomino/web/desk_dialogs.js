// The dialogs of a desk: another kingdom, the dominoes unseen, phrases, the table's menu, the keys.

import { h } from "./dom.js";
import { drawDomino, drawKingdom, drawTile, nameTerrain } from "./drawings.js";
import { describeKingdom } from "./kingdomwords.js";
import { makeLink, shareLink } from "./links.js";
import { openDialog } from "./page.js";
import { nameBonus, nameKingdom, putIntoWords } from "./sentences.js";
import { t, tn } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * A kingdom, large, with its territories.
 *
 * @param {Desk} desk
 * @param {number} seat
 */
export function enlarge(desk, seat) {
  const { table } = desk.view;
  const who = table.seats[seat];
  const kingdom = desk.game.kingdoms[seat];
  const words = h("details", {}, h("summary", {}, t("In words")), describeKingdom(kingdom));
  openDialog(
    t("{name}: {points}", { name: who.name, points: tn("{n} point", "{n} points", kingdom.score.total) }),
    h(
      "div",
      { class: "enlarged" },
      drawKingdom(kingdom, who.colour, { grid: table.rules.grid, label: nameKingdom(who) }),
      drawWorths(kingdom),
    ),
    words,
  );
}

/** What brings points, part by part. @param {import("./protocol.js").Kingdom} kingdom */
function drawWorths({ score }) {
  const worthy = score.territories.filter(({ points }) => points > 0);
  const bonuses = Object.entries(score.bonuses).filter(([, points]) => points);
  if (!worthy.length && !bonuses.length) return h("p", { class: "soft" }, t("Territories with crowns bring points."));
  return h(
    "ul",
    { class: "worths" },
    worthy.map(({ terrain, squares, crowns, points }) =>
      h("li", {}, h("span", { class: "row-tile" }, drawTile(terrain[0])), h("span", {}, nameTerrain(terrain)), h("span", {}, `${squares} × ${crowns}`), h("b", {}, points)),
    ),
    bonuses.map(([name, points]) => h("li", {}, h("span"), h("span", {}, nameBonus(name)), h("span"), h("b", {}, `+${points}`))),
  );
}

/** Which dominoes have not been face up yet. @param {Desk} desk */
export function showUnseen(desk) {
  const unseen = new Set(desk.game.unseen);
  const all = [...desk.box.values()].map((domino) =>
    h("li", { class: unseen.has(domino.number) ? "unseen" : "seen" }, h("span", { class: "slot-number" }, domino.number), drawDomino(domino, unseen.has(domino.number))),
  );
  const note = desk.view.table.rules.deck_size < 48 ? t("Some of them are left out of this game.") : "";
  openDialog(
    t("Unseen dominoes"),
    h("p", { class: "soft" }, tn("{n} domino has not been face up yet.", "{n} dominoes have not been face up yet.", unseen.size), " ", note),
    h("ol", { class: "unseen-list" }, all),
  );
}

/** What one can say. @param {Desk} desk */
export function showPhrases(desk) {
  const dialog = openDialog(
    t("Say something"),
    h(
      "div",
      { class: "phrases" },
      desk.options.phrases.map((phrase) =>
        h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void desk.send({ type: "say", phrase, seat: desk.seat }); } }, putIntoWords(phrase)),
      ),
    ),
  );
}

/** What else can be done at this table. @param {Desk} desk */
export function showMenu(desk) {
  const { you, table } = desk.view;
  const dialog = openDialog(
    t("This table"),
    h(
      "div",
      { class: "menu" },
      h("a", { class: "button", href: "/rules", target: "_blank" }, t("Read the rules")),
      h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void shareLink(makeLink(desk.options, `/table/${table.id}`)); } }, t("Link to watch this table")),
      desk.isPlayer ? h("button", { class: "button", type: "button", "data-do": "menu-name", onclick: () => { dialog.close(); desk.askNames(); } }, t("Your name")) : null,
      ...table.seats
        .filter(({ kind }, seat) => kind === "person" && !desk.view.presence.seats[seat] && !you.seats.includes(seat) && desk.isPlayer)
        .map(({ seat, name }) =>
          h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void desk.send({ type: "replace", seat }); } }, t("Let a bot play for {name}", { name })),
        ),
      desk.isPlayer
        ? h("button", { class: "button", type: "button", onclick: () => { dialog.close(); void desk.leave(); } }, t("Leave the game: a bot takes over"))
        : null,
      h("a", { class: "button", href: "/" }, t("To the first page")),
    ),
  );
}

/** What the keys do. */
export function showKeys() {
  const keys = [
    [t("Arrow keys"), t("move the domino")],
    ["R", t("turn it")],
    ["N", t("next spot where it fits")],
    ["Enter", t("place or claim")],
    ["Esc", t("take it off, drop the plan")],
    ["1 – 4", t("choose a domino from the line")],
    ["U", t("undo the placement")],
    ["H", t("hint")],
    ["?", t("this list")],
  ];
  openDialog(t("Keys"), h("dl", { class: "keys" }, keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])));
}
