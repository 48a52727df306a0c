// The keys of a desk: every move without a pointer.

import { showKeys } from "./desk_dialogs.js";
import { readKey } from "./dom.js";
import { announce } from "./page.js";
import { t } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * A key was pressed somewhere on the page.
 *
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 */
export function pressKey(desk, event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.closest("input, select, textarea, summary")) return;
  const onButton = Boolean(target.closest("button, a"));
  const arrow = ARROWS[/** @type {"ArrowUp"} */ (event.key)];
  const key = readKey(event).toLowerCase();
  if (desk.board.spots.length && (arrow || key === "r" || key === "n")) {
    if (arrow) desk.board.move(arrow[0], arrow[1]);
    else if (key === "r") desk.board.turn(event.shiftKey ? -1 : 1);
    else desk.board.next(event.shiftKey ? -1 : 1);
    desk.boardHost.focus({ preventScroll: true }); // so that Enter means the domino
  } else if (event.key === "Escape") escape(desk);
  else if (event.key === "Enter" && !onButton) enter(desk);
  else if (key === "u") void desk.takeBack();
  else if (key === "h" && desk.view.legal) void desk.hint();
  else if (event.key === "?" && desk.isPlayer) showKeys();
  else if (/^[1-4]$/.test(key)) pick(desk, Number(key));
  else return;
  event.preventDefault();
}

/** @param {Desk} desk */
function escape(desk) {
  desk.chosen = desk.plans.wish = null;
  desk.board.clear();
  desk.drawLines();
  desk.tray.show();
}

/** @param {Desk} desk */
function enter(desk) {
  const { legal } = desk.view;
  if (!legal) return;
  if (legal.reason !== null) void desk.act(legal.actions[0].action);
  else if (legal.phase === "place") desk.board.confirm();
  else if (desk.chosen !== null) desk.claim(desk.chosen);
}

/** Choose the first, second … domino of the line that is being claimed. @param {Desk} desk @param {number} place */
function pick(desk, place) {
  const line = desk.game.round === 0 ? desk.game.line : desk.game.next_line;
  const domino = line[place - 1]?.domino;
  if (domino === undefined || !desk.claimables.includes(domino)) return;
  if (desk.view.legal) {
    desk.chosen = domino;
    desk.drawLines();
    desk.tray.show();
    announce(t("Domino {number} is chosen.", { number: domino }));
  } else desk.choose(domino, new Event("key"));
  /** @type {HTMLElement | null} */ (desk.lines.querySelector(`button[data-domino="${domino}"]`))?.focus({ preventScroll: true });
}
