// All drawings on one page, for whoever works on them.

import { get } from "./api.js";
import { find, h } from "./dom.js";
import { COLOURS, drawCastle, drawDomino, drawDominoBack, drawKing, drawKingdom, drawSign, drawTile } from "./drawings.js";
import { furnishPage } from "./page.js";

furnishPage();
const colours = /** @type {import("./protocol.js").Colour[]} */ (Object.keys(COLOURS));
const tiles = ["w", "f", "l", "g", "s", "m"];
const crowned = ["w1", "f1", "l1", "g2", "s2", "m3"];
const kingdom = {
  squares: { f9: "l", g9: "g2", h9: "g", f8: "g2", g8: "g", h8: "f", e7: "w", f7: "w1", h7: "f", i7: "f1", f6: "w", g6: "s", h6: "m2", i6: "m", f5: "m3", g5: "s1" },
  dominoes: [{ domino: 1, a: "f9", b: "g9" }, { domino: 2, a: "h8", b: "h7" }, { domino: 3, a: "e7", b: "f7" }, { domino: 4, a: "h6", b: "i6" }],
};
const main = find("main");
main.append(
  h("div", { class: "gallery" }, tiles.map(drawTile)),
  h("div", { class: "gallery" }, crowned.map(drawTile), h("div", { class: "small" }, [...tiles, ...crowned].map(drawTile))),
  h("div", { class: "gallery" }, colours.map(drawCastle), colours.map((colour) => drawKing(colour)), colours.map((colour) => h("span", { class: "mark" }, drawSign(colour)))),
  h("div", { class: "gallery" }, drawKingdom(kingdom, "Pink"), drawKingdom(kingdom, "Blue"), h("div", { class: "small" }, drawKingdom(kingdom, "Yellow"), drawKingdom(kingdom, "Green", { grid: 7 }))),
);
const { dominoes } = await get("/options");
main.append(h("div", { class: "gallery" }, drawDominoBack(17), drawDominoBack(null), dominoes.slice(12, 48).map(drawDomino)));
