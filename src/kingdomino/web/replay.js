// The replay of a game that was played here.

import { get } from "./api.js";
import { find, h } from "./dom.js";
import { icon } from "./icons.js";
import { makeLink, shareLink } from "./links.js";
import { furnishPage } from "./page.js";
import { showReplay } from "./player.js";
import { t, tc } from "./words.js";

furnishPage();
const main = find("#main");
const table = location.pathname.split("/")[2] ?? "";
const game = Number(new URLSearchParams(location.search).get("game") ?? 1) || 1;
try {
  const [replay, options] = await Promise.all([get(`/tables/${encodeURIComponent(table)}/games/${game}/replay`), get("/options")]);
  const files = `/api/tables/${table}/games/${game}/export`;
  showReplay(main, replay, new Map(options.dominoes.map((/** @type {{number: number}} */ domino) => [domino.number, domino])), [
    h("button", { class: "button", type: "button", onclick: () => shareLink(makeLink(options, location.pathname + location.search)) }, icon("share"), t("Share")),
    h("a", { class: "button", href: `${files}.png`, download: "" }, icon("save"), t("Picture")),
    h("a", { class: "button", href: `${files}.txt`, download: "" }, icon("save"), tc("game", "Record")),
    h("a", { class: "button plain", href: `/table/${table}` }, t("To the table")),
  ]);
  document.title = `${t("Replay")} – Kingdomino`;
} catch (error) {
  main.replaceChildren(
    h("div", { class: "page narrow" }, h("h1", {}, t("Replay")), h("p", { class: "error" }, /** @type {Error} */ (error).message), h("a", { class: "button primary", href: "/" }, t("To the first page"))),
  );
}
