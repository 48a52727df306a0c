// Lists of tables, and setting one up.

import { post } from "./api.js";
import { h } from "./dom.js";
import { showNote } from "./page.js";
import { describeClock, describeRules, namePlayers } from "./sentences.js";
import { t, tn } from "./words.js";

/** @typedef {import("./protocol.js").Summary} Summary */

/**
 * Set up a table and go there.
 *
 * @param {object} form as the protocol wants it
 * @param {HTMLButtonElement} [button] that was pressed
 */
export async function setUp(form, button) {
  if (button) button.disabled = true;
  try {
    const { table } = await post("/tables", form);
    location.href = `/table/${table}`;
  } catch (error) {
    showNote(/** @type {Error} */ (error).message);
    if (button) button.disabled = false;
  }
}

/**
 * A table in a list, as a link.
 *
 * @param {Summary} summary
 * @param {string} [verb] what the link is for
 * @returns {HTMLElement}
 */
export function drawSummary({ table, status, rules, names, levels, open_seats, clock, your_seats, your_turn }, verb) {
  const who = namePlayers(names, levels, your_seats.length === 1 ? your_seats[0] : null).map((name) => name || t("free seat")).join(", ");
  const state = {
    open: tn("{n} free seat", "{n} free seats", open_seats), playing: t("being played"), between: t("between two games"),
    finished: t("finished"), archived: t("closed"),
  }[status];
  return h(
    "li",
    {},
    h(
      "a",
      { class: "table-link", href: `/table/${table}` },
      h("span", { class: "table-who" }, who),
      h("span", { class: "soft" }, [describeRules(rules), clock === null ? null : describeClock(clock), state].filter(Boolean).join(" · ")),
      your_turn ? h("strong", { class: "your-turn" }, t("Your turn")) : verb ? h("span", { class: "verb" }, verb) : null,
    ),
  );
}
