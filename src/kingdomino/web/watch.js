// Watching: public tables that are being played, and records of games that are over.

import { get } from "./api.js";
import { find, h } from "./dom.js";
import { furnishPage, showNote } from "./page.js";
import { drawSummary } from "./tables.js";
import { t } from "./words.js";

furnishPage();
const live = h("ul", { class: "table-list" });
const nobody = h("p", { class: "soft" });
const own = h("section", { hidden: true }, h("h2", {}, t("Your games")), h("ul", { class: "table-list" }));
find("#main").replaceChildren(
  h(
    "div",
    { class: "page narrow" },
    h("h1", {}, t("Watch")),
    h("section", {}, h("h2", {}, t("Being played now")), live, nobody),
    own,
    h("section", { class: "card" }, h("h2", {}, t("A game from a record")), h("p", {}, t("Paste the record of any game and see it played.")), h("a", { class: "button", href: "/view" }, t("Open a record"))),
  ),
);
try {
  const [{ tables }, { tables: mine }] = await Promise.all([get("/tables"), get("/visitor/tables")]);
  const playing = tables.filter((/** @type {{status: string}} */ { status }) => status !== "open");
  live.replaceChildren(...playing.map((/** @type {any} */ table) => drawSummary(table, t("Watch"))));
  if (!playing.length) nobody.textContent = t("Nobody is playing at a public table just now.");
  own.hidden = !mine.length;
  find("ul", own).replaceChildren(...mine.slice(0, 8).map((/** @type {any} */ table) => drawSummary(table)));
} catch (error) {
  showNote(/** @type {Error} */ (error).message);
}
