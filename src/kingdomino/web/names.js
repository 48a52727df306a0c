// One's own name: asked for, never made up. Who gives none is a guest to the others.

import { get, request } from "./api.js";
import { h } from "./dom.js";
import { markColour, nameColour } from "./drawings.js";
import { openDialog, showNote } from "./page.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Seat} Seat */

/**
 * What the server is to call the visitor from now on.
 *
 * @param {string | null} name nothing, if it is null
 */
export function saveName(name) {
  return request("PUT", "/visitor", { name });
}

/**
 * A field for the visitor's own name, which is kept as soon as it has been changed.
 *
 * @param {string | null} known
 */
export function drawNameField(known) {
  let kept = known;
  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();
  const field = drawField("name", known);
  const read = () => field.value.trim() || null;
  function save() {
    if (read() === kept) return;
    kept = read();
    saving = saving.then(() => saveName(kept)).catch((error) => showNote(/** @type {Error} */ (error).message));
  }
  field.addEventListener("change", save);
  return {
    element: h("label", { class: "field", for: "name" }, h("span", {}, t("Your name")), field),
    read,
    /** Wait until the server knows what stands there. */
    async settle() {
      save();
      await saving;
    },
  };
}

/** Ask for the visitor's name on a page where nobody plays. */
export async function askName() {
  const { name } = await get("/visitor").catch(() => ({ name: null }));
  const field = drawField("own-name", name);
  openNames(h("label", { class: "field" }, h("span", {}, t("Your name")), field), () => saveName(field.value.trim() || null));
}

/**
 * Ask for the names at the seats of a table that are this device's.
 *
 * @param {Seat[]} seats
 * @param {(seat: number, name: string | null) => Promise<unknown>} rename
 */
export function askSeatNames(seats, rename) {
  const fields = seats.map((seat) => ({ seat, field: drawField(`name-${seat.seat}`, seat.given ?? "") }));
  const labels = fields.map(({ seat, field }) =>
    h(
      "label",
      { class: "field" },
      seats.length === 1 ? h("span", {}, t("Your name")) : h("span", { class: "marked" }, markColour(seat.colour), nameColour(seat.colour)),
      field,
    ),
  );
  openNames(labels, async () => {
    for (const { seat, field } of fields) {
      const name = field.value.trim();
      if (name === (seat.given ?? "")) continue;
      if (seat === seats[0]) await saveName(name || null); // the others only share the device
      await rename(seat.seat, name || null);
    }
  });
}

/**
 * @param {Node | Node[]} fields
 * @param {() => Promise<unknown>} save
 */
function openNames(fields, save) {
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    try {
      await save();
      dialog.close();
    } catch (error) {
      showNote(/** @type {Error} */ (error).message);
    }
  }
  const dialog = openDialog(
    t("What are you called?"),
    h(
      "form",
      { class: "set-up", onsubmit: submit },
      fields,
      h("p", { class: "soft" }, t("Without a name you are a guest to the others.")),
      h("button", { class: "button primary", type: "submit", "data-do": "save-name" }, t("Save")),
    ),
  );
  dialog.querySelector("input")?.select();
}

/** @param {string} id @param {string | null} value */
function drawField(id, value) {
  return h("input", { type: "text", id, maxlength: "24", autocomplete: "nickname", value: value ?? "", placeholder: t("Guest") });
}
