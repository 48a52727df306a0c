// A game played back: a slider, keys, and the table at every step.

import { h } from "./dom.js";
import { drawKingdom, markColour } from "./drawings.js";
import { icon } from "./icons.js";
import { drawLines } from "./lines.js";
import { deal, travel, whereabouts } from "./motion.js";
import { openDialog } from "./page.js";
import { drawScoreTable } from "./results.js";
import { drawPoints } from "./seats.js";
import { namePlayers, tellAction } from "./sentences.js";
import { t, tc } from "./words.js";

/** @typedef {import("./protocol.js").Replay} Replay */
/** @typedef {import("./protocol.js").Domino} Domino */

const PACE = 900;

/**
 * Show a replay. It listens to the keys as long as the page is there.
 *
 * @param {HTMLElement} main
 * @param {Replay} replay
 * @param {Map<number, Domino>} box
 * @param {(Node | null)[]} links what else can be done with it
 */
export function showReplay(main, replay, box, links) {
  const last = replay.steps.length - 1;
  const names = namePlayers(replay.names, replay.levels);
  const seats = replay.colours.map((colour, seat) => ({ seat, colour, name: names[seat], kind: /** @type {const} */ ("person"), level: null }));
  const table = /** @type {any} */ ({ seats, rules: replay.rules });
  let at = -1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;

  const words = h("p", { class: "instruction", role: "status" });
  const lines = h("div", { class: "lines" });
  const kingdoms = h("div", { class: "result-kingdoms", "data-count": seats.length });
  const slider = h("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": t("Step"), oninput: () => { stop(); go(Number(slider.value)); } });
  const count = h("p", { class: "step-count soft" });
  const button = h("button", { class: "tool", type: "button", onclick: () => (playing ? stop() : play()) });
  const score = h("div");
  main.replaceChildren(
    h(
      "div",
      { class: "page replay" },
      h("h1", { class: "hidden-text" }, t("Replay")),
      words,
      h("div", { class: "replay-table" }, lines, kingdoms),
      h(
        "div",
        { class: "controls" },
        drawTool("back", t("Step back"), () => { stop(); go(at - 1); }),
        button,
        drawTool("next", t("Step on"), () => { stop(); go(at + 1); }),
        slider,
        count,
        drawTool("help", t("Keys"), showKeys, "keys"),
      ),
      h("div", { class: "result-actions" }, links),
      score,
    ),
  );

  /** @param {number} step */
  function go(step) {
    const target = Math.max(0, Math.min(last, step));
    if (target === at) return stop();
    const before = Math.abs(target - at) === 1 ? whereabouts(main) : new Map();
    at = target;
    const { state, action, seat } = replay.steps[at];
    words.textContent = action && seat !== null ? tellAction(action, seats[seat], box) : t("The first line is laid out.");
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", words.textContent);
    count.textContent = `${at} / ${last}`;
    lines.replaceChildren(...drawLines(table, state, { box, claimable: [], chosen: null, wishing: false, choose() {}, grab() {} }));
    lines.hidden = !state.line.length && !state.next_line.length;
    kingdoms.replaceChildren(
      ...seats.map(({ name, colour }, index) =>
        h(
          "section",
          { class: `result-card${state.seat === index ? " winner" : ""}`, "aria-label": t("{name}, {colour}", { name, colour }) },
          h("header", { class: "seat-head" }, markColour(colour), h("h2", { class: "seat-name" }, name), drawPoints(state.kingdoms[index].score.total)),
          drawKingdom(state.kingdoms[index], colour, { grid: replay.rules.grid, label: t("{name}’s kingdom", { name }) }),
        ),
      ),
    );
    score.replaceChildren(...(at === last && replay.over ? [drawScoreTable(table, state)] : []));
    let dealt = 0;
    travel(before, { arrive: (element, key) => key.startsWith("domino-") && deal(element, dealt++) }, main);
    return undefined;
  }

  function play() {
    if (at === last) go(0);
    playing = setInterval(() => (at === last ? stop() : go(at + 1)), PACE);
    showButton();
  }

  function stop() {
    clearInterval(playing);
    playing = undefined;
    showButton();
  }

  function showButton() {
    const label = playing ? tc("recording", "Pause") : tc("recording", "Play");
    button.replaceChildren(icon(playing ? "pause" : "play"));
    button.setAttribute("aria-label", label);
    button.title = label;
  }

  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || target.closest("textarea, input[type=text]")) return;
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (event.key in steps) {
      stop();
      go(steps[/** @type {"Home"} */ (event.key)]);
    } else if (event.key === "?") showKeys();
    else if (event.key === " " && !target.closest("button, a, summary")) playing ? stop() : play();
    else return;
    event.preventDefault();
  });
  showButton();
  const wanted = Number(location.hash.slice(1));
  go(Number.isInteger(wanted) && location.hash ? wanted : 0);
}

/** @param {Parameters<typeof icon>[0]} picture @param {string} label @param {() => void} onclick @param {string} [name] */
function drawTool(picture, label, onclick, name) {
  return h("button", { class: "tool", type: "button", "data-do": name, "aria-label": label, title: label, onclick }, icon(picture));
}

function showKeys() {
  const keys = [
    ["← →", t("a step back, a step on")],
    ["Home, End", t("to the beginning, to the end")],
    [t("Space"), t("play or pause")],
    ["?", t("this list")],
  ];
  openDialog(t("Keys"), h("dl", { class: "keys" }, keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])));
}
