// A table that waits for its players: who sits there, and the link to bring the others.

import { drawAsking, drawRequests } from "./asking.js";
import { fill, find, h } from "./dom.js";
import { drawCastle, markColour } from "./drawings.js";
import { icon } from "./icons.js";
import { drawLink, explainNoLink, makeLink, shareLink } from "./links.js";
import { recall } from "./preferences.js";
import { describeClock, describeRules, nameLevel } from "./sentences.js";
import { t, tn } from "./words.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./protocol.js").Options} Options */

/**
 * @param {HTMLElement} main
 * @param {View} view
 * @param {Options} options
 * @param {(command: {type: string} & Record<string, any>) => Promise<any>} send
 * @param {() => void} renew have the server look who we are
 */
export function showWaiting(main, view, options, send, renew) {
  const { table, you, presence } = view;
  const open = table.seats.filter(({ kind }) => kind === "open").length;
  if (!main.querySelector(".waiting")) {
    const parts = ["company", "requests", "actions"].map((name) => h("div", { class: `waiting-part ${name}` }));
    main.replaceChildren(h("div", { class: "page waiting" }, h("section", { class: "card" }, parts), h("div", { class: "invitations" })));
  }
  fill(find(".company", main), [table.seats, you.seats, presence.seats], () => [
    h("h1", {}, describeCompany(view, open)),
    h("p", { class: "soft" }, `${describeRules(table.rules.text)} · ${describeClock(table.clock)}`),
    h("ul", { class: "waiting-seats" }, table.seats.map((seat) => drawPlace(seat, view, send))),
  ]);
  fill(find(".requests", main), [you.host, table.requests, open], () => (you.host ? drawRequests(view, open, send) : []));
  fill(find(".actions", main), [you.host, you.seats, you.request, open], () => [drawActions(view, options, open, send, renew)]);
  fill(find(".invitations", main), [you.invite, open > 0], () => (you.invite && open ? [drawInvitation(you.invite, options)] : []));
}

/** Who is missing still. @param {View} view @param {number} open how many seats are free */
function describeCompany({ table, presence }, open) {
  if (open) return tn("Waiting for {n} player", "Waiting for {n} players", open);
  return table.seats.every(({ seat }) => presence.seats[seat]) ? t("Everybody is here") : t("Not everybody is here yet");
}

/**
 * @param {import("./protocol.js").Seat} seat
 * @param {View} view
 * @param {(command: {type: string} & Record<string, any>) => Promise<any>} send
 */
function drawPlace({ seat, kind, name, colour, given }, { you, presence }, send) {
  const who = kind === "open" ? t("free seat") : name;
  const own = you.seats.length > 1 ? t("at this device") : given ? t("you") : "";
  const what = kind === "bot" ? t("bot") : you.seats.includes(seat) ? own : kind === "person" && !presence.seats[seat] ? t("away") : "";
  const other = you.host && kind === "person" && !you.seats.includes(seat);
  const remove = other ? h("button", { type: "button", class: "button plain remove", title: t("Free the seat: {name}", { name }), "aria-label": t("Free the seat: {name}", { name }), onclick: () => send({ type: "remove", seat }) }, icon("close")) : null;
  return h("li", { class: kind === "open" ? "free" : null }, h("span", { class: "waiting-castle" }, drawCastle(colour)), h("span", {}, who), h("small", {}, what), markColour(colour), remove);
}

/**
 * @param {View} view
 * @param {Options} options
 * @param {number} open
 * @param {(command: {type: string} & Record<string, any>) => Promise<any>} send
 * @param {() => void} renew
 */
function drawActions(view, options, open, send, renew) {
  const { table, you } = view;
  if (you.host && open) {
    const level = h("select", { class: "input", "aria-label": t("Level of the bots") }, options.levels.map(({ name }) => h("option", { value: name, selected: name === recall("level", "squire") }, nameLevel(name))));
    return h(
      "div",
      { class: "waiting-actions" },
      h("p", {}, t("Nobody else coming? Let bots take the free seats.")),
      h("div", { class: "row" }, level, h("button", { class: "button primary", type: "button", onclick: () => send({ type: "start", fill: level.value }) }, t("Start with bots"))),
    );
  }
  const { draw } = table;
  const late = !open && draw && table.seats.some(({ seat, kind }) => kind === "person" && !(draw.sealed ? draw.revealed : draw.commitments)[seat]);
  if (late && you.seats.length) return h("p", { class: "soft" }, t("The dominoes are shuffled once everybody’s browser has taken part: then nobody can choose their order."));
  if (you.host) return h("button", { class: "button primary", type: "button", onclick: () => send({ type: "start" }) }, t("Start the game"));
  if (!you.seats.length && open) return drawAsking(view, send, renew);
  return h("p", { class: "soft" }, you.seats.length ? t("The game starts by itself when all are here.") : t("You are watching."));
}

/** @param {string} invite @param {Options} options */
function drawInvitation(invite, options) {
  const path = `/join/${invite}`;
  const link = makeLink(options, path);
  const heading = h("h2", {}, t("Bring your friends"));
  if (link === null) return h("section", { class: "card invitation" }, heading, ...explainNoLink());
  return h(
    "section",
    { class: "card invitation" },
    heading,
    h("p", {}, t("Send them this link, or let them scan the code with a phone.")),
    h("div", { class: "row" }, drawLink(link, t("Link for your friends")), h("button", { class: "button", type: "button", onclick: () => shareLink(link) }, icon("share"), t("Share"))),
    options.address === null ? null : h("img", { class: "qr", src: `/api/qr.svg?path=${encodeURIComponent(path)}`, alt: t("QR code of the link"), width: 200, height: 200 }),
  );
}
