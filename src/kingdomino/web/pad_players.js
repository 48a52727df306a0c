// Who is on the score pad: a tab for each player, and the games of a Dynasty.

import { find, h } from "./dom.js";
import { markColour, nameColour } from "./drawings.js";
import { icon } from "./icons.js";
import { SEATS, newPlayer } from "./pad.js";
import { isBlank } from "./pad_sheet.js";
import { openDialog } from "./page.js";
import { t } from "./words.js";

/** @typedef {import("./pad_sheet.js").Sheet} Sheet */

const LONGEST_NAME = 24;

export class PlayerTabs {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.games = h("div", { class: "choices pad-games", role: "radiogroup", "aria-label": t("Game") });
    this.element = h("div", { class: "pad-players", role: "group", "aria-label": t("Players") });
    sheet.watch(() => this.show());
  }

  show() {
    this.showGames();
    const at = document.activeElement;
    if (at instanceof HTMLInputElement && this.element.contains(at)) {
      this.mark(); // somebody is typing a name
      return;
    }
    const { players } = this.sheet.pad;
    const kept = at instanceof HTMLElement && this.element.contains(at) ? at.dataset.key : null;
    this.element.replaceChildren(
      ...players.map((_, seat) => this.drawTab(seat)),
      players.length < SEATS.length
        ? h("button", { type: "button", class: "button plain", "data-key": "add", onclick: () => this.add() }, icon("plus"), h("span", {}, t("Add a player")))
        : "",
    );
    if (kept) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${kept}"]`))?.focus();
  }

  /** Only the marks of the tabs may change. */
  mark() {
    for (const [seat, tab] of [...this.element.querySelectorAll(".pad-player")].entries()) {
      tab.classList.toggle("current", seat === this.sheet.pad.player);
      find(".pad-total", tab).textContent = this.totalOf(seat);
    }
  }

  showGames() {
    const { pad } = this.sheet;
    this.games.hidden = !pad.dynasty;
    if (!this.games.hidden && this.games.childElementCount === 3) return;
    const choose = (/** @type {number} */ game) => {
      this.sheet.pad.game = game;
      this.sheet.change();
    };
    this.games.replaceChildren(
      ...[0, 1, 2].map((game) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: "game", checked: game === pad.game, onchange: () => choose(game) }),
          h("span", {}, t("Game {number}", { number: game + 1 })),
        ),
      ),
    );
  }

  /** @param {number} seat */
  totalOf(seat) {
    const { pad } = this.sheet;
    const painting = pad.players[seat].paintings[pad.game];
    if (isBlank(painting)) return "–";
    const result = this.sheet.resultOf(painting);
    return result ? String(result.score.total) : "…";
  }

  /** @param {number} seat */
  drawTab(seat) {
    const { pad } = this.sheet;
    const player = pad.players[seat];
    const colour = SEATS[seat];
    const name = this.sheet.nameOf(seat);
    return h(
      "div",
      { class: `pad-player ${seat === pad.player ? "current" : ""}` },
      h(
        "button",
        {
          type: "button",
          class: "pad-choose",
          "data-key": `choose${seat}`,
          "aria-pressed": String(seat === pad.player),
          "aria-label": t("Show {name}’s kingdom", { name }),
          onclick: () => this.choose(seat),
        },
        markColour(colour),
      ),
      h("input", {
        type: "text",
        class: "pad-name",
        value: player.name,
        maxlength: LONGEST_NAME,
        placeholder: nameColour(colour),
        autocomplete: "off",
        "aria-label": t("Name of the {colour} player", { colour }),
        onfocus: () => this.choose(seat),
        oninput: (/** @type {Event} */ event) => {
          player.name = /** @type {HTMLInputElement} */ (event.target).value;
          this.sheet.change();
        },
      }),
      h("output", { class: "pad-total" }, this.totalOf(seat)),
      pad.players.length > 1
        ? h(
            "button",
            {
              type: "button",
              class: "tool pad-remove",
              "aria-label": t("Remove {name}", { name }),
              title: t("Remove {name}", { name }),
              onclick: () => this.remove(seat),
            },
            icon("close"),
          )
        : null,
    );
  }

  /** @param {number} seat */
  choose(seat) {
    if (this.sheet.pad.player === seat) return;
    this.sheet.pad.player = seat;
    this.sheet.change();
  }

  add() {
    const { pad } = this.sheet;
    pad.players.push(newPlayer());
    pad.player = pad.players.length - 1;
    this.sheet.change();
  }

  /** @param {number} seat */
  remove(seat) {
    const { pad } = this.sheet;
    const painted = pad.players[seat].paintings.some((painting) => !isBlank(painting));
    const remove = () => {
      pad.players.splice(seat, 1);
      pad.player = Math.min(pad.player, pad.players.length - 1);
      this.sheet.change();
    };
    if (painted) confirm(t("Remove {name} and the kingdom?", { name: this.sheet.nameOf(seat) }), t("Remove"), remove);
    else remove();
  }
}

/**
 * Ask before something is lost.
 *
 * @param {string} question
 * @param {string} answer
 * @param {() => void} act
 */
export function confirm(question, answer, act) {
  const agree = () => {
    dialog.close();
    act();
  };
  const dialog = openDialog(
    question,
    h(
      "div",
      { class: "pad-buttons" },
      h("button", { type: "button", class: "button", onclick: () => dialog.close() }, t("Keep it")),
      h("button", { type: "button", class: "button primary", onclick: agree }, answer),
    ),
  );
}
