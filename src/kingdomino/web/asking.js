// Sitting down without an invitation: at a public table at once, at another after the host's nod.

import { post } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {(command: {type: string} & Record<string, any>) => Promise<any>} Send */

/** The name that a watcher has begun to type: the page is drawn anew while they do. @type {string | null} */
let typed = null;

/**
 * What somebody who watches can do about a free seat.
 *
 * @param {View} view
 * @param {Send} send
 * @param {() => void} renew have the server look who we are
 */
export function drawAsking({ table, you }, send, renew) {
  if (you.request === "waiting") {
    return h(
      "div",
      { class: "waiting-actions" },
      h("p", {}, t("You have asked for a seat. As soon as the host lets you in, you sit here.")),
      h("button", { class: "button", type: "button", onclick: () => send({ type: "withdraw" }) }, t("I’ll just watch")),
    );
  }
  if (you.request === "declined") return h("p", { class: "soft" }, t("The host has not let you in. You are welcome to watch."));
  return drawForm(table, you.name, renew);
}

/** @param {View["table"]} table @param {string} known @param {() => void} renew */
function drawForm(table, known, renew) {
  const name = h("input", { type: "text", id: "name", maxlength: "24", autocomplete: "nickname", value: typed ?? known, placeholder: t("Guest"), oninput: () => { typed = name.value; } });
  const problem = h("p", { class: "error", role: "alert", hidden: true });
  const button = h("button", { class: "button primary", type: "submit" }, table.public ? t("Take a seat") : t("Ask for a seat"));
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    try {
      await post(`/tables/${table.id}/${table.public ? "seats" : "requests"}`, { name: name.value.trim() || null });
      renew();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
      button.disabled = false;
    }
  }
  return h(
    "form",
    { class: "waiting-actions", onsubmit: submit },
    h("p", {}, table.public ? t("There is a free seat for you.") : t("This table is by invitation, but you can ask its host for a seat.")),
    h("label", { class: "field", for: "name" }, h("span", {}, t("Your name")), name),
    problem,
    button,
  );
}

/**
 * Those who ask for a seat, for the host to answer.
 *
 * @param {View} view
 * @param {number} open how many seats are free
 * @param {Send} send
 */
export function drawRequests({ table }, open, send) {
  return table.requests.map(({ number, name }) =>
    h(
      "div",
      { class: "request", role: "group", "data-request": number },
      h("p", {}, t("{name} asks for a seat.", { name: name || t("Guest") })),
      h(
        "div",
        { class: "ways" },
        open ? h("button", { class: "button primary", type: "button", onclick: () => send({ type: "accept", request: number }) }, t("Let in")) : null,
        h("button", { class: "button", type: "button", onclick: () => send({ type: "decline", request: number }) }, t("Decline")),
      ),
    ),
  );
}
