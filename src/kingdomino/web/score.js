// The score pad, for people who play with the cardboard box.

import { explain, get, post } from "./api.js";
import { find, h } from "./dom.js";
import { drawCastle, drawTile, markColour, nameColour, nameTerrain } from "./drawings.js";
import { icon } from "./icons.js";
import { SEATS, currentPainting, isTooFar, keepPad, newPad, newPlayer, openPad, toKingdom } from "./pad.js";
import { PadBoard } from "./pad_board.js";
import { announce, furnishPage, openDialog, showNote } from "./page.js";
import { retell, t, tn } from "./words.js";

/** @typedef {import("./pad.js").Painting} Painting */
/** @typedef {import("./protocol.js").Score} Score */
/** @typedef {{score: Score, warnings: string[]}} Counted */
/** @typedef {{totals: number[], ranks: number[], winners: number[]}} Ranking */

const TERRAINS = ["w", "f", "l", "g", "s", "m"];
const LONGEST_NAME = 24;

furnishPage();
let pad = openPad();
let paint = "w";
/** How many crowns a square of each terrain has at most. @type {Record<string, number>} */
const mostCrowns = { w: 1, f: 1, l: 1, g: 2, s: 2, m: 3 };
/** Every kingdom's score by what it was counted from. @type {Map<string, Counted>} */
const counted = new Map();

const main = find("main");
const sheet = h("div", { class: "pad" });
const standings = h("section", { class: "card standings", "aria-live": "polite" });
main.append(sheet, standings);
const board = new PadBoard({ onpaint: paintCell, onkey: pressKey });
const tabs = h("div", { class: "pad-players", role: "group", "aria-label": t("Players") });
const tools = h("div", { class: "pad-tools", role: "group", "aria-label": t("Paint") });
const breakdown = h("section", { class: "pad-breakdown" });
const games = h("div", { class: "choices pad-games", role: "radiogroup", "aria-label": t("Game") });
sheet.append(
  h("div", { class: "card pad-left" }, games, tabs, board.element, tools),
  h("div", { class: "pad-right" }, h("div", { class: "card" }, breakdown), drawRules()),
);

// --- painting

/**
 * @param {string} cell
 * @param {boolean} again whether a second tap means one more crown
 */
function paintCell(cell, again) {
  const painting = currentPainting(pad);
  const square = painting.squares[cell];
  if (paint === "castle") {
    if (again) moveCastle(painting, cell);
  } else if (cell === painting.castle) {
    if (again) showNote(t("The castle stands here. Choose the castle below to move it."));
    return;
  } else if (paint === "") {
    delete painting.squares[cell];
  } else if (square?.[0] === paint) {
    if (again) setSquare(painting, cell, paint, (Number(square[1] ?? 0) + 1) % (mostCrowns[paint] + 1));
  } else {
    painting.squares[cell] = paint;
  }
  change();
}

/**
 * @param {Painting} painting
 * @param {string} cell
 */
function moveCastle(painting, cell) {
  const button = board.cells.get(cell);
  if (button?.classList.contains("rim")) return;
  delete painting.squares[cell];
  painting.castle = cell;
}

/**
 * @param {Painting} painting
 * @param {string} cell
 * @param {string} terrain
 * @param {number} crowns
 */
function setSquare(painting, cell, terrain, crowns) {
  painting.squares[cell] = `${terrain}${crowns || ""}`;
}

/**
 * @param {string} cell
 * @param {string} key
 */
function pressKey(cell, key) {
  const painting = currentPainting(pad);
  const letter = key.toLowerCase();
  if (letter === "c") moveCastle(painting, cell);
  else if (cell === painting.castle) return false;
  else if (TERRAINS.includes(letter)) painting.squares[cell] = letter;
  else if (/^[0-3]$/.test(key) && painting.squares[cell]) setSquare(painting, cell, painting.squares[cell][0], Number(key));
  else if (key === "Delete" || key === "Backspace") delete painting.squares[cell];
  else return false;
  change();
  announce(board.cells.get(cell)?.getAttribute("aria-label") ?? "");
  return true;
}

// --- counting

/** @param {Painting} painting */
function keyOf(painting) {
  const { grid, middle_kingdom, harmony } = pad;
  return JSON.stringify({ squares: toKingdom(painting), grid, middle_kingdom, harmony });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Keep what has changed, show it, and have it counted. */
function change() {
  keepPad(pad);
  show();
  clearTimeout(timer);
  timer = setTimeout(count, 80);
}

async function count() {
  const paintings = pad.players.flatMap((player) => playedGames().map((game) => player.paintings[game]));
  try {
    for (const key of new Set(paintings.map(keyOf))) {
      if (!counted.has(key)) counted.set(key, await post("/kingdoms/score", JSON.parse(key)));
    }
    show();
    await showStandings();
  } catch (error) {
    showNote(/** @type {Error} */ (error).message || explain("offline"));
  }
}

/** The games whose kingdoms count. */
function playedGames() {
  return pad.dynasty ? [0, 1, 2] : [pad.game];
}

// --- showing

function show() {
  if (board.grid !== pad.grid) board.build(pad.grid);
  const painting = currentPainting(pad);
  const result = counted.get(keyOf(painting));
  board.show(painting, SEATS[pad.player], result?.score ?? null);
  showGames();
  showTabs();
  showTools();
  if (result) showBreakdown(painting, result);
}

/** @param {number} seat */
function nameOf(seat) {
  return pad.players[seat].name.trim() || nameColour(SEATS[seat]);
}

function showGames() {
  games.hidden = !pad.dynasty;
  const choices = [0, 1, 2].map((game) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: "game",
        checked: game === pad.game,
        onchange: () => {
          pad.game = game;
          change();
        },
      }),
      h("span", {}, t("Game {number}", { number: game + 1 })),
    ),
  );
  if (games.hidden || games.childElementCount !== 3) games.replaceChildren(...choices);
}

function showTabs() {
  const at = document.activeElement;
  if (at instanceof HTMLInputElement && tabs.contains(at)) {
    // Somebody is typing a name: only the marks may change.
    for (const [seat, tab] of [...tabs.querySelectorAll(".pad-player")].entries()) {
      tab.classList.toggle("current", seat === pad.player);
      find(".pad-total", tab).textContent = totalOf(seat);
    }
    return;
  }
  const kept = at instanceof HTMLElement && tabs.contains(at) ? at.dataset.key : null;
  tabs.replaceChildren(
    ...pad.players.map((_, seat) => drawTab(seat)),
    pad.players.length < SEATS.length
      ? h("button", { type: "button", class: "button plain", "data-key": "add", onclick: addPlayer }, t("Add a player"))
      : "",
  );
  if (kept) /** @type {HTMLElement | null} */ (tabs.querySelector(`[data-key="${kept}"]`))?.focus();
}

/** @param {Painting} painting */
function isBlank(painting) {
  return Object.keys(painting.squares).length === 0;
}

/** @param {number} seat */
function totalOf(seat) {
  const painting = pad.players[seat].paintings[pad.game];
  if (isBlank(painting)) return "–";
  const result = counted.get(keyOf(painting));
  return result ? String(result.score.total) : "…";
}

/** @param {number} seat */
function drawTab(seat) {
  const player = pad.players[seat];
  const colour = SEATS[seat];
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
        "aria-label": t("Show {name}’s kingdom", { name: nameOf(seat) }),
        onclick: () => choosePlayer(seat),
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
      "aria-label": t("Name of {colour}", { colour: nameColour(colour) }),
      onfocus: () => choosePlayer(seat),
      oninput: (/** @type {Event} */ event) => {
        player.name = /** @type {HTMLInputElement} */ (event.target).value;
        change();
      },
    }),
    h("output", { class: "pad-total" }, totalOf(seat)),
    pad.players.length > 1
      ? h(
          "button",
          {
            type: "button",
            class: "tool pad-remove",
            "aria-label": t("Remove {name}", { name: nameOf(seat) }),
            title: t("Remove {name}", { name: nameOf(seat) }),
            onclick: () => removePlayer(seat),
          },
          icon("close"),
        )
      : null,
  );
}

/** @param {number} seat */
function choosePlayer(seat) {
  if (pad.player === seat) return;
  pad.player = seat;
  change();
}

function addPlayer() {
  pad.players.push(newPlayer());
  pad.player = pad.players.length - 1;
  change();
}

/** @param {number} seat */
function removePlayer(seat) {
  const painted = pad.players[seat].paintings.some((painting) => !isBlank(painting));
  const remove = () => {
    pad.players.splice(seat, 1);
    pad.player = Math.min(pad.player, pad.players.length - 1);
    change();
  };
  if (painted) confirm(t("Remove {name} and the kingdom?", { name: nameOf(seat) }), t("Remove"), remove);
  else remove();
}

/**
 * @param {string} question
 * @param {string} answer
 * @param {() => void} act
 */
function confirm(question, answer, act) {
  const dialog = openDialog(
    question,
    h(
      "div",
      { class: "pad-buttons" },
      h("button", { type: "button", class: "button", onclick: () => dialog.close() }, t("Keep it")),
      h(
        "button",
        {
          type: "button",
          class: "button primary",
          onclick: () => {
            dialog.close();
            act();
          },
        },
        answer,
      ),
    ),
  );
}

function showTools() {
  if (tools.childElementCount === 0) {
    const all = [...TERRAINS, "castle", ""];
    tools.append(
      ...all.map((name) => {
        const label = name === "castle" ? t("castle") : name ? nameTerrain(name) : t("erase");
        const picture = name === "castle" ? drawCastle(SEATS[pad.player]) : name ? drawTile(name) : icon("close");
        return h(
          "button",
          {
            type: "button",
            class: "pad-tool",
            "data-paint": name,
            onclick: () => {
              paint = name;
              show();
            },
          },
          h("span", { class: "pad-swatch", "aria-hidden": "true" }, picture),
          h("span", {}, label),
        );
      }),
      h(
        "p",
        { class: "soft pad-hint" },
        t("Tap a cell to paint it, and again for its crowns."),
        " ",
        h("span", { class: "pad-keys" }, t("Keys: w f l g s m for land, 0 to 3 for crowns, c for the castle, Delete.")),
      ),
    );
  }
  for (const tool of tools.querySelectorAll(".pad-tool")) {
    tool.setAttribute("aria-pressed", String(tool.getAttribute("data-paint") === paint));
  }
  find('[data-paint="castle"] .pad-swatch', tools).replaceChildren(drawCastle(SEATS[pad.player]));
}

/**
 * @param {Painting} painting
 * @param {Counted} result
 */
function showBreakdown(painting, { score, warnings }) {
  const doubts = warnings.map(retell);
  if (isTooFar(painting)) doubts.push(t("squares this far from the castle are not counted"));
  const rows = score.territories
    .filter(({ points }) => points > 0)
    .map((territory) =>
      h(
        "li",
        {},
        h("span", { class: "pad-swatch", "aria-hidden": "true" }, drawTile(territory.terrain[0])),
        h("span", { class: "pad-terrain" }, nameTerrain(territory.terrain)),
        h("span", {}, `${territory.squares} × ${territory.crowns}`),
        h("b", {}, String(territory.points)),
      ),
    );
  const bonuses = [
    pad.middle_kingdom ? bonusRow(t("Middle Kingdom"), score.bonuses.middle_kingdom ?? 0) : null,
    pad.harmony ? bonusRow(t("Harmony"), score.bonuses.harmony ?? 0) : null,
  ];
  breakdown.replaceChildren(
    h("h2", {}, markColour(SEATS[pad.player]), " ", nameOf(pad.player), h("output", { class: "pad-sum" }, String(score.total))),
    rows.length || pad.middle_kingdom || pad.harmony
      ? h("ul", { class: "pad-territories" }, rows, bonuses)
      : h("p", { class: "soft" }, t("No territory with a crown yet.")),
    h("p", { class: "soft" }, t("For ties: largest territory {squares}, crowns {crowns}.", { squares: score.largest, crowns: score.crowns })),
    doubts.length
      ? h(
          "div",
          { class: "error", role: "status" },
          h("b", {}, t("Are you sure?")),
          h("ul", {}, doubts.map((doubt) => h("li", {}, `${doubt[0].toUpperCase()}${doubt.slice(1)}.`))),
        )
      : "",
  );
}

/**
 * @param {string} name
 * @param {number} points
 */
function bonusRow(name, points) {
  return h(
    "li",
    { class: points ? "" : "soft" },
    h("span", { class: "pad-swatch", "aria-hidden": "true" }),
    h("span", { class: "pad-terrain" }, name),
    h("span"),
    h("b", {}, points ? `+${points}` : "0"),
  );
}

/** Who has won, as far as the kingdoms are painted. */
async function showStandings() {
  const scores = pad.players.map((player) =>
    playedGames().map((game) => {
      const painting = player.paintings[game];
      return isBlank(painting) ? null : counted.get(keyOf(painting))?.score;
    }),
  );
  const players = scores.map((each) =>
    each.map((score) => ({ total: score?.total ?? 0, largest: score?.largest ?? 0, crowns: Math.min(255, score?.crowns ?? 0) })),
  );
  /** @type {Ranking} */
  const ranking = await post("/kingdoms/ranking", { players });
  const order = [...players.keys()].sort((a, b) => ranking.ranks[a] - ranking.ranks[b]);
  const heads = pad.dynasty
    ? [0, 1, 2].map((game) => t("Game {number}", { number: game + 1 }))
    : [t("largest territory"), t("crowns")];
  standings.replaceChildren(
    h("h2", {}, pad.dynasty ? t("Dynasty") : t("Result")),
    h(
      "div",
      { class: "pad-scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, [t("place"), t("player"), t("points"), ...heads].map((head) => h("th", { scope: "col" }, head)))),
        h(
          "tbody",
          {},
          order.map((seat) => {
            const parts = pad.dynasty
              ? players[seat].map(({ total }) => total)
              : [players[seat][0].largest, players[seat][0].crowns];
            return h(
              "tr",
              {},
              h("td", {}, `${ranking.ranks[seat]}.`),
              h("th", { scope: "row" }, markColour(SEATS[seat]), " ", nameOf(seat)),
              h("td", {}, h("b", {}, String(ranking.totals[seat]))),
              parts.map((part) => h("td", {}, String(part))),
            );
          }),
        ),
      ),
    ),
    h("p", { class: "pad-winner" }, describeWinners(ranking)),
    h(
      "div",
      { class: "pad-buttons" },
      h("button", { type: "button", class: "button primary", onclick: sharePicture }, icon("share"), t("Share a picture")),
      h("button", { type: "button", class: "button", onclick: askForNewPad }, t("New sheet")),
    ),
  );
}

/** @param {Ranking} ranking */
function describeWinners({ winners, totals }) {
  if (Math.max(...totals) === 0) return t("Paint the kingdoms to see who has won.");
  const names = winners.map(nameOf);
  if (names.length === 1) {
    return tn("{name} wins with {n} point.", "{name} wins with {n} points.", totals[winners[0]], { name: names[0] });
  }
  return t("{names} and {last} share the victory.", { names: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });
}

async function sharePicture() {
  const players = pad.players.map((player, seat) => ({
    name: nameOf(seat),
    colour: SEATS[seat],
    squares: toKingdom(player.paintings[pad.game]),
    total: counted.get(keyOf(player.paintings[pad.game]))?.score.total ?? 0,
  }));
  try {
    const response = await fetch("/api/kingdoms/picture?kind=png", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grid: pad.grid, players }),
    });
    if (!response.ok) throw new Error(explain("busy"));
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
    if (name !== "AbortError") showNote(name === "TypeError" ? explain("offline") : message);
  }
}

function askForNewPad() {
  confirm(t("Begin a new sheet? The names stay, the kingdoms go."), t("New sheet"), () => {
    const names = pad.players.map(({ name }) => name);
    const { grid, middle_kingdom, harmony, dynasty } = pad;
    pad = { ...newPad(), grid, middle_kingdom, harmony, dynasty, players: names.map((name) => ({ ...newPlayer(), name })) };
    change();
  });
}

// --- the rules that were played

function drawRules() {
  return h(
    "section",
    { class: "card pad-rules" },
    h("h2", {}, t("Rules you played")),
    h(
      "fieldset",
      {},
      h("legend", {}, t("Size of the kingdoms")),
      h(
        "div",
        { class: "choices" },
        [5, 7].map((grid) =>
          h(
            "label",
            { class: "choice" },
            h("input", {
              type: "radio",
              name: "grid",
              checked: pad.grid === grid,
              onchange: () => {
                pad.grid = /** @type {5 | 7} */ (grid);
                change();
              },
            }),
            h("span", {}, `${grid}×${grid}`),
          ),
        ),
      ),
    ),
    option("middle_kingdom", t("Middle Kingdom"), t("10 points for a castle in the middle of its kingdom.")),
    option("harmony", t("Harmony"), t("5 points for a kingdom without a discarded domino.")),
    option("dynasty", t("Dynasty"), t("Three games in a row; the points are added up.")),
  );
}

/**
 * @param {"middle_kingdom" | "harmony" | "dynasty"} name
 * @param {string} title
 * @param {string} explanation
 */
function option(name, title, explanation) {
  return h(
    "label",
    { class: "option" },
    h("input", {
      type: "checkbox",
      name,
      checked: pad[name],
      onchange: (/** @type {Event} */ event) => {
        pad[name] = /** @type {HTMLInputElement} */ (event.target).checked;
        if (name === "dynasty" && !pad.dynasty) pad.game = 0;
        change();
      },
    }),
    h("span", {}, h("b", {}, title), h("small", {}, explanation)),
  );
}

// --- begin

show();
count();
try {
  const { dominoes } = /** @type {import("./protocol.js").Options} */ (await get("/options"));
  for (const square of dominoes.flatMap(({ a, b }) => [a, b])) {
    mostCrowns[square[0]] = Math.max(mostCrowns[square[0]], Number(square[1] ?? 0));
  }
} catch {
  // The usual numbers of crowns do.
}
