// A game from its record, pasted by the visitor.

import { get, post } from "./api.js";
import { find, h } from "./dom.js";
import { furnishPage } from "./page.js";
import { showReplay } from "./player.js";
import { t } from "./words.js";

furnishPage();
const main = find("#main");
const record = h("textarea", { id: "record", rows: "14", required: true, spellcheck: "false", placeholder: '[Rules "classic 2p"] …' });
const problem = h("p", { class: "error", role: "alert", hidden: true });
main.replaceChildren(
  h(
    "div",
    { class: "page narrow" },
    h("h1", {}, t("A game from a record")),
    h(
      "form",
      { class: "card set-up", onsubmit: submit },
      h("label", { class: "field", for: "record" }, h("span", {}, t("The record")), record),
      problem,
      h("button", { class: "button primary", type: "submit" }, t("Show the game")),
    ),
  ),
);

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  try {
    const [replay, options] = await Promise.all([post("/records", { record: record.value }), get("/options")]);
    showReplay(main, replay, new Map(options.dominoes.map((/** @type {{number: number}} */ domino) => [domino.number, domino])), []);
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
    problem.hidden = false;
  }
}
