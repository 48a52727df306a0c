// The first page: two clicks to the first domino.

import { get } from "./api.js";
import { find, h } from "./dom.js";
import { drawKingdom } from "./drawings.js";
import { icon } from "./icons.js";
import { drawNameField } from "./names.js";
import { furnishPage } from "./page.js";
import { recall, remember } from "./preferences.js";
import { nameLevel } from "./sentences.js";
import { drawSummary, setUp } from "./tables.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Level} Level */

/** A kingdom to look at while one decides. */
const SHOWN = {
  squares: { f9: "l", g9: "g2", h9: "g", i9: "f", f8: "l1", g8: "g", h8: "f", i8: "f1", e7: "w", f7: "w1", h7: "f", i7: "m", e6: "w", f6: "w", g6: "s", h6: "m2", i6: "m3", f5: "s2", g5: "s" },
  dominoes: [
    { domino: 41, a: "f9", b: "g9" }, { domino: 27, a: "h9", b: "i9" }, { domino: 30, a: "f8", b: "g8" }, { domino: 3, a: "h8", b: "h7" },
    { domino: 19, a: "f7", b: "e7" }, { domino: 1, a: "e6", b: "f6" }, { domino: 46, a: "g6", b: "h6" }, { domino: 47, a: "i7", b: "i6" }, { domino: 43, a: "f5", b: "g5" },
  ],
};

furnishPage();
const [visitor, { levels }] = await Promise.all([
  get("/visitor").catch(() => ({ name: null })),
  get("/options").catch(() => ({ levels: [] })),
]);
find("#main").replaceChildren(drawHero(), drawDoors());
const { tables } = await get("/visitor/tables").catch(() => ({ tables: [] }));
const open = tables.filter((/** @type {{status: string}} */ { status }) => ["open", "playing", "between"].includes(status)).slice(0, 4);
if (open.length) {
  find(".hero").after(
    h("section", { class: "page going-on", "aria-labelledby": "going-on" }, h("h2", { id: "going-on" }, t("Your games")), h("ul", { class: "table-list" }, open.map((/** @type {any} */ table) => drawSummary(table, t("Go on"))))),
  );
}

function drawHero() {
  const name = drawNameField(visitor.name);
  const level = drawLevels();
  const button = h("button", { class: "button primary large", type: "button", "data-do": "play", onclick: play }, icon("play"), t("Play now"));
  async function play() {
    button.disabled = true; // once is enough
    await name.settle();
    setUp({ seats: [{ kind: "me" }, { kind: "bot", level: recall("level", "squire") }], harmony: true, middle_kingdom: true }, button);
  }
  return h(
    "section",
    { class: "page hero" },
    h(
      "div",
      { class: "hero-words" },
      h("h1", {}, t("Build the loveliest kingdom, domino by domino")),
      h("p", { class: "lead" }, t("Claim a domino, place it beside its like, collect crowns. A game takes ten minutes, and you can learn it while you play.")),
      button,
      level,
      name.element,
    ),
    h("div", { class: "hero-picture" }, drawKingdom(SHOWN, "Pink", { label: t("A kingdom of fields, forests, lakes and mines around a castle") })),
  );
}

function drawLevels() {
  const chosen = recall("level", "squire");
  const describe = (/** @type {string} */ level) => {
    const found = levels.find((/** @type {Level} */ { name }) => name === level);
    return found ? t(found.character) : "";
  };
  const words = h("p", { class: "soft level-words" }, describe(chosen));
  return h(
    "fieldset",
    { class: "levels" },
    h("legend", {}, t("against a bot:")),
    h(
      "div",
      { class: "choices" },
      levels.map((/** @type {Level} */ { name: level }) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: "level", value: level, checked: level === chosen, onchange: () => { remember("level", level); words.textContent = describe(level); } }),
          h("span", {}, nameLevel(level)),
        ),
      ),
    ),
    words,
  );
}

function drawDoors() {
  const doors = [
    ["/new", t("Play with friends"), t("Set up a table, send a link or show the code.")],
    ["/join", t("Join"), t("You have a link or a code, or look for an open table.")],
    ["/watch", t("Watch"), t("Look over other players’ shoulders, or read a record.")],
    ["/learn", t("Learn"), t("Play the first rounds with a guide, read the rules.")],
    ["/score", t("Score a table"), t("Playing with real dominoes? Tap in the kingdoms, and we count.")],
  ];
  return h(
    "nav",
    { class: "page doors", "aria-label": t("What else you can do") },
    doors.map(([href, name, words]) => h("a", { class: "door card", href }, h("h2", {}, name), h("p", { class: "soft" }, words))),
  );
}
