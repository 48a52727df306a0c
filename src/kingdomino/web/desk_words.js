// The table in words: what has happened, every kingdom as text, and moves that can be typed.

import { h } from "./dom.js";
import { describeKingdom } from "./kingdomwords.js";
import { showNote } from "./page.js";
import { nameKingdom } from "./sentences.js";
import { t } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class InWords {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.body = h("div", { class: "words-body" });
    this.typed = h("input", { type: "text", id: "typed", maxlength: "8", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "10:g6s" });
    this.form = h(
      "form",
      { class: "typed", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.type(); } },
      h("label", { for: "typed" }, t("Type a move")),
      this.typed,
      h("button", { class: "button", type: "submit" }, t("Play it")),
    );
    this.element = h("details", { class: "words" }, h("summary", {}, t("In words")), this.form, this.body);
  }

  show() {
    const { view, game } = this.desk;
    const { table } = view;
    this.form.hidden = !this.desk.isPlayer;
    this.body.replaceChildren(
      h("h3", {}, t("What has happened")),
      h("ol", { class: "story" }, this.desk.story.slice(-8).map((line) => h("li", {}, line))),
      ...table.seats.flatMap((who, seat) => [h("h3", {}, nameKingdom(who)), describeKingdom(game.kingdoms[seat])]),
    );
  }

  /** Play what was typed. */
  type() {
    const { typed } = this;
    const text = typed.value.trim().toLowerCase();
    if (!text) return;
    const { legal } = this.desk.view;
    if (!legal) {
      showNote(t("It is somebody else’s turn."));
      return;
    }
    typed.value = "";
    void this.desk.act(/^\d+$/.test(text) ? `-${text}` : text);
  }
}
