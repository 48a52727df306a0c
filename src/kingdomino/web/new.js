// Setting up a table for friends: who plays, and by which rules.

import { get } from "./api.js";
import { find, h } from "./dom.js";
import { drawNameField } from "./names.js";
import { furnishPage } from "./page.js";
import { describeClock, describeEdition, describeVariant, nameEdition, nameVariant, titleOf } from "./sentences.js";
import { setUp } from "./tables.js";
import { t, tn } from "./words.js";

const VARIANTS = ["middle_kingdom", "harmony", "dynasty", "mighty_duel"];
const CLOCKS = [null, 30, 60, 120, 300, 86_400, 259_200];

furnishPage();
const [visitor, { levels }] = await Promise.all([
  get("/visitor").catch(() => ({ name: null })),
  get("/options").catch(() => ({ levels: [] })),
]);

const form = {
  players: 2,
  edition: "classic",
  /** @type {Set<string>} */ variants: new Set(["middle_kingdom", "harmony"]),
  /** @type {number | null} */ clock: null,
  public: false,
  /** Who sits on the seats after the first: "open", "me" or a level. @type {string[]} */ guests: ["open", "open", "open"],
  /** What those are called who sit at this device, too. */ names: ["", "", ""],
};
const name = drawNameField(visitor.name);
const seats = h("div", { class: "guests" });
const duel = /** @type {HTMLElement} */ (drawOption("checkbox", "variant", "mighty_duel", nameVariant("mighty_duel"), describeVariant("mighty_duel"), false, toggleVariant));
const button = h("button", { class: "button primary large", type: "submit" }, t("Set up the table"));

find("#main").replaceChildren(
  h(
    "div",
    { class: "page narrow" },
    h("h1", {}, t("Play with friends")),
    h(
      "form",
      { class: "card set-up", onsubmit: submit },
      name.element,
      h(
        "fieldset",
        {},
        h("legend", {}, t("How many play?")),
        h("div", { class: "choices" }, [2, 3, 4].map((players) => drawChoice("players", String(players), String(players), players === form.players, () => { form.players = players; show(); }))),
      ),
      seats,
      h(
        "details",
        { class: "rules-options" },
        h("summary", {}, t("Rules, variants and clock")),
        h("fieldset", {}, h("legend", {}, t("Edition")), ["classic", "revised"].map((edition) => drawOption("radio", "edition", edition, nameEdition(edition), describeEdition(edition), edition === form.edition, () => { form.edition = edition; show(); }))),
        h("fieldset", {}, h("legend", {}, t("Variants")), VARIANTS.slice(0, 3).map((variant) => drawOption("checkbox", "variant", variant, nameVariant(variant), describeVariant(variant), form.variants.has(variant), toggleVariant)), duel),
        h(
          "label",
          { class: "field" },
          h("span", {}, t("Clock")),
          h("select", { class: "input", name: "clock", onchange: (/** @type {Event} */ event) => { const { value } = /** @type {HTMLSelectElement} */ (event.target); form.clock = value ? Number(value) : null; } }, CLOCKS.map((clock) => h("option", { value: clock ?? "" }, describeClock(clock)))),
          h("small", { class: "soft" }, t("When the time for a turn is up, a bot takes that turn.")),
        ),
        drawOption("checkbox", "public", "public", t("Public table"), t("It is listed for everybody at this server, and anybody may sit down."), false, (event) => { form.public = /** @type {HTMLInputElement} */ (event.target).checked; }),
      ),
      button,
    ),
  ),
);
show();

/** Show what depends on the choices. */
function show() {
  duel.hidden = form.players !== 2 || form.edition !== "classic";
  seats.replaceChildren(
    ...form.guests.slice(0, form.players - 1).flatMap((guest, index) => [
      h(
        "label",
        { class: "field" },
        h("span", {}, t("Seat {number}", { number: index + 2 })),
        h(
          "select",
          { class: "input", name: `guest${index}`, onchange: (/** @type {Event} */ event) => { form.guests[index] = /** @type {HTMLSelectElement} */ (event.target).value; show(); find(`[name=guest${index}]`, seats).focus(); } },
          h("option", { value: "open", selected: guest === "open" }, t("a friend, by link")),
          h("option", { value: "me", selected: guest === "me" }, t("somebody at this device")),
          levels.map((/** @type {{name: string}} */ { name: level }) => h("option", { value: level, selected: guest === level }, t("bot: {level}", { level: titleOf(level) }))),
        ),
      ),
      ...(guest === "me" ? [drawGuestName(index)] : []),
    ]),
  );
}

/** The name of somebody who sits at this device, too. @param {number} index */
function drawGuestName(index) {
  const label = t("Name of player {number}", { number: index + 2 });
  const field = h("input", { type: "text", name: `name${index}`, maxlength: "24", autocomplete: "off", value: form.names[index], oninput: () => { form.names[index] = field.value; } });
  return h("label", { class: "field" }, h("span", {}, label), field);
}

/** @param {Event} event */
function toggleVariant(event) {
  const { value, checked } = /** @type {HTMLInputElement} */ (event.target);
  if (checked) form.variants.add(value);
  else form.variants.delete(value);
}

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  await name.settle();
  const guests = form.guests.slice(0, form.players - 1).map((guest, index) => {
    if (guest === "open") return { kind: "open" };
    if (guest === "me") return { kind: "me", name: form.names[index].trim() || null };
    return { kind: "bot", level: guest };
  });
  const variants = Object.fromEntries(VARIANTS.map((variant) => [variant, form.variants.has(variant) && !(variant === "mighty_duel" && duel.hidden)]));
  setUp({ seats: [{ kind: "me" }, ...guests], edition: form.edition, ...variants, clock: form.clock, public: form.public }, button);
}

/**
 * @param {string} group
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} onchange
 */
function drawChoice(group, value, label, checked, onchange) {
  return h("label", { class: "choice" }, h("input", { type: "radio", name: group, value, checked, onchange, "aria-label": tn("{n} player", "{n} players", Number(value)) }), h("span", {}, label));
}

/**
 * @param {"radio" | "checkbox"} type
 * @param {string} group
 * @param {string} value
 * @param {string} label
 * @param {string} words
 * @param {boolean} checked
 * @param {(event: Event) => void} onchange
 */
function drawOption(type, group, value, label, words, checked, onchange) {
  return h("label", { class: "option" }, h("input", { type, name: group, value, checked, onchange }), h("span", {}, label, h("small", {}, words)));
}
