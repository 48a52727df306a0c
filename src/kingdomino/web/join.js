// Joining a table: by a link, by a code, or one that is open to all.

import { get, post } from "./api.js";
import { find, h } from "./dom.js";
import { drawNameField } from "./names.js";
import { furnishPage } from "./page.js";
import { describeClock, describeRules, namePlayers } from "./sentences.js";
import { drawSummary } from "./tables.js";
import { t } from "./words.js";

furnishPage();
const main = find("#main");
const code = location.pathname.split("/")[2] ?? "";
if (code) await showInvitation(code);
else await showJoining("", "");

/** @param {string} invite */
async function showInvitation(invite) {
  try {
    const [{ table }, visitor] = await Promise.all([get(`/invites/${encodeURIComponent(invite)}`), get("/visitor")]);
    if (table.yours || !table.open_seats) location.replace(`/table/${table.table}`);
    else main.replaceChildren(drawInvitation(invite, table, visitor.name));
  } catch (error) {
    await showJoining(invite, /** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} invite
 * @param {import("./protocol.js").Summary} table
 * @param {string | null} known
 */
function drawInvitation(invite, table, known) {
  const name = drawNameField(known);
  const problem = h("p", { class: "error", role: "alert", hidden: true });
  const host = table.names.find((name, seat) => name !== null && !table.levels[seat]);
  /** @param {Event} event */
  async function sit(event) {
    event.preventDefault();
    try {
      await name.settle();
      await post(`/tables/${table.table}/seats`, { invite });
      location.href = `/table/${table.table}`;
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
    }
  }
  return h(
    "div",
    { class: "page narrow" },
    h("h1", {}, host ? t("{name} invites you to play", { name: host }) : t("You are invited to play")),
    h(
      "form",
      { class: "card set-up", onsubmit: sit },
      h("p", { class: "soft" }, `${describeRules(table.rules)} · ${describeClock(table.clock)}`),
      h("p", {}, t("At the table: {names}", { names: namePlayers(table.names, table.levels).map((who) => who || t("free seat")).join(", ") })),
      name.element,
      problem,
      h("button", { class: "button primary large", type: "submit" }, t("Sit down")),
      h("a", { class: "button plain", href: `/table/${table.table}` }, t("Only watch")),
    ),
  );
}

/**
 * Ask for a link or a code.
 *
 * @param {string} typed the one that led nowhere
 * @param {string} message why
 */
async function showJoining(typed, message) {
  const field = h("input", { type: "text", id: "code", required: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false", value: typed });
  const problem = h("p", { class: "error", role: "alert", hidden: !message }, message);
  /** @param {Event} event */
  async function go(event) {
    event.preventDefault();
    const [, kind, found] = /** @type {RegExpMatchArray} */ (field.value.trim().match(/(table\/)?([^/?#]*)\/?(?:[?#].*)?$/));
    if (kind) {
      location.href = `/table/${found}`;
      return;
    }
    const invite = encodeURIComponent(found.toLowerCase());
    try {
      await get(`/invites/${invite}`);
      location.href = `/join/${invite}`;
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
      field.focus();
    }
  }
  const list = h("ul", { class: "table-list" });
  const lobby = h("section", {}, h("h2", {}, t("Open tables")), list);
  main.replaceChildren(
    h(
      "div",
      { class: "page narrow" },
      h("h1", {}, t("Join a table")),
      h(
        "form",
        { class: "card set-up", onsubmit: go },
        h("label", { class: "field", for: "code" }, h("span", {}, t("Link or code")), field),
        problem,
        h("button", { class: "button primary", type: "submit" }, t("Join")),
      ),
      lobby,
    ),
  );
  const { tables } = await get("/tables").catch(() => ({ tables: [] }));
  const open = tables.filter((/** @type {{open_seats: number, status: string}} */ table) => table.status === "open" && table.open_seats);
  list.replaceChildren(...open.map((/** @type {any} */ table) => drawSummary(table, t("Sit down"))));
  if (!open.length) lobby.append(h("p", { class: "soft" }, t("No table is open to all just now.")), h("a", { class: "button", href: "/new" }, t("Set up a table")));
}
