// A picture of the score pad's kingdoms, drawn by the server with the artwork of the pages.

import { explain } from "./api.js";
import { h } from "./dom.js";
import { SEATS, toKingdom } from "./pad.js";
import { showNote } from "./page.js";
import { t } from "./words.js";

/**
 * Pass the picture on in the device's own way, or save it.
 *
 * @param {import("./pad_sheet.js").Sheet} sheet
 */
export async function sharePicture(sheet) {
  const { grid, game, players } = sheet.pad;
  const portraits = players.map((player, seat) => ({
    name: sheet.nameOf(seat),
    colour: SEATS[seat],
    squares: toKingdom(player.paintings[game]),
    total: sheet.resultOf(player.paintings[game])?.score.total ?? 0,
  }));
  try {
    const response = await fetch("/api/kingdoms/picture?kind=png", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grid, players: portraits }),
    });
    if (!response.ok) throw new Error(explain({ code: "busy" }));
    const file = new File([await response.blob()], "kingdomino.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ files: [file], title: "Kingdomino" });
      return;
    }
    const link = h("a", { href: URL.createObjectURL(file), download: file.name });
    link.click();
    URL.revokeObjectURL(link.href);
    showNote(t("The picture is saved."));
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (name !== "AbortError") showNote(name === "TypeError" ? explain({ code: "offline" }) : message);
  }
}
