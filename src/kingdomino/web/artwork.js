// The artwork: every picture of the game as SVG text, in squares of 100. `drawings.js` uses it.
// Terrains differ by hue, by brightness, by texture and by what stands on them.

/** What each letter of a square stands for. */
export const TERRAINS = /** @type {const} */ ({
  w: "wheat",
  f: "forest",
  l: "lake",
  g: "grassland",
  s: "swamp",
  m: "mine",
});

/** The four colours: a fill, a darker one for outlines, and a lighter one for grounds. */
export const COLOURS = {
  Pink: { fill: "#d9528a", dark: "#7d1f48", light: "#f6cfdf", sign: "♥" },
  Yellow: { fill: "#eab21e", dark: "#6f4e00", light: "#f8e6ae", sign: "★" },
  Green: { fill: "#3c9d5a", dark: "#174f2a", light: "#cbe8d2", sign: "♣" },
  Blue: { fill: "#3f74d1", dark: "#183a7a", light: "#cfdcf6", sign: "♦" },
};

/** The sign of each colour, round (0, 0), about 20 across. */
const SIGNS = {
  Pink: "M0 10C-14-1-11-10-5.5-10-2.5-10-.5-8 0-6 .5-8 2.5-10 5.5-10 11-10 14-1 0 10Z",
  Yellow: "M0-11 3.2-3.7 11-3.3 5 1.8 7 9.5 0 5.3-7 9.5-5 1.8-11-3.3-3.2-3.7Z",
  Green:
    "M0-11a5 5 0 0 1 4.3 7.5A5 5 0 1 1 1.6 4.6Q2 8 4.5 10.5H-4.5Q-2 8-1.6 4.6A5 5 0 1 1-4.3-3.5 5 5 0 0 1 0-11Z",
  Blue: "M0-12 9 0 0 12-9 0Z",
};

/** @param {string} id @param {string} top @param {string} bottom */
function ground(id, top, bottom) {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;
}

const GROUNDS = [
  ground("ground-w", "#f7da7c", "#eab83f"),
  ground("ground-f", "#4b8f60", "#2d6b46"),
  ground("ground-l", "#79bfe8", "#3f87c2"),
  ground("ground-g", "#c9e58c", "#9dcb57"),
  ground("ground-s", "#a8998c", "#81736b"),
  ground("ground-m", "#6d6672", "#4a4450"),
].join("");

/** @param {number} x @param {number} y @param {number} size @param {string} part */
function put(x, y, size, part) {
  return `<use href="#${part}" transform="translate(${x} ${y}) scale(${size})"/>`;
}

const PARTS = `
<g id="ear"><path d="M0 34Q-1 10 0-14" stroke="#97661a" stroke-width="2.6" fill="none"/>
<path d="M0-26q6 6 0 14q-6-8 0-14M1-6q1-10 10-11q0 10-10 11M-1-6q-1-10-10-11q0 10 10 11M1 4q1-10 10-11q0 10-10 11M-1 4q-1-10-10-11q0 10 10 11M1 14q1-10 10-11q0 10-10 11M-1 14q-1-10-10-11q0 10 10 11" fill="#fff2bd" stroke="#a8741f" stroke-width="1.3" stroke-linejoin="round"/></g>
<g id="tree"><path d="M-3 14h6v10h-6z" fill="#5a3d25"/><path d="M0-34 11-14H6L15 2H9L19 17H-19L-9 2h-6L-6-14h-5z" stroke="#173c26" stroke-width="1.6" stroke-linejoin="round"/></g>
<g id="wave"><path d="M-15 0q5-6 10 0t10 0t10 0" fill="none" stroke="#e9f7ff" stroke-width="3" stroke-linecap="round"/></g>
<g id="boat"><path d="M-19 6h38q-4 12-12 12H-8Q-16 18-19 6Z" fill="#7a4a2b" stroke="#3d2413" stroke-width="1.6"/><path d="M0 4V-28" stroke="#3d2413" stroke-width="2.4"/><path d="M3-26Q20-14 18 1H3Z" fill="#fffaf0" stroke="#8b7a66" stroke-width="1.2"/><path d="M-3-20Q-14-10-13 1H-3Z" fill="#ffe3c2" stroke="#8b7a66" stroke-width="1.2"/></g>
<g id="tuft"><path d="M0 6Q-2-4-8-8M0 6V-11M0 6Q2-4 8-8" fill="none" stroke="#4f7d22" stroke-width="2.6" stroke-linecap="round"/></g>
<g id="sheep"><path d="M-9 10v9M8 10v9" stroke="#3b342f" stroke-width="3.4"/><path d="M-17 5a8 8 0 0 1 3-14 8 8 0 0 1 13-4 8 8 0 0 1 13 4 8 8 0 0 1 3 14 8 8 0 0 1-11 6 9 9 0 0 1-12 0A8 8 0 0 1-17 5Z" fill="#fffdf6" stroke="#8a8577" stroke-width="1.6"/><ellipse cx="-18" cy="-3" rx="6.5" ry="7.5" fill="#3b342f"/><circle cx="-20" cy="-5" r="1.4" fill="#fff"/></g>
<g id="reed"><path d="M0 30Q1 4 0-12M0 30Q-6 10-15 2M0 30Q8 12 15 6" fill="none" stroke="#37452a" stroke-width="2.6" stroke-linecap="round"/><path d="M0-12v-14" stroke="#37452a" stroke-width="2"/><rect x="-4" y="-24" width="8" height="21" rx="4" fill="#553319" stroke="#2b1808" stroke-width="1.2"/></g>
<g id="nugget"><path d="M0-7 6-2 4 5-4 6-7-1Z" fill="#ffd34d" stroke="#8a5c00" stroke-width="1.3"/></g>
<g id="crown"><path d="M-13 9.5V-6l7 6.5L0-10l6 10.5L13-6V9.5Z" fill="#ffd54a" stroke="#3a2600" stroke-width="2.2" stroke-linejoin="round"/><path d="M-11 5.2h22" stroke="#b07c00" stroke-width="1.8"/><circle cx="0" cy="-10" r="2.4" fill="#fff1b8" stroke="#3a2600" stroke-width="1.2"/><circle cx="-13" cy="-6.5" r="2" fill="#fff1b8" stroke="#3a2600" stroke-width="1.2"/><circle cx="13" cy="-6.5" r="2" fill="#fff1b8" stroke="#3a2600" stroke-width="1.2"/></g>`;

/** @param {string} letter @param {string} drawing */
function terrain(letter, drawing) {
  return `<g id="terrain-${letter}"><rect width="100" height="100" rx="7" fill="url(#ground-${letter})"/>${drawing}</g>`;
}

const LAND = [
  terrain(
    "w",
    `<path d="M3 44q47-15 94 0M3 64q47-15 94 0M3 84q47-15 94 0" fill="none" stroke="#cf9a2c" stroke-width="3" stroke-opacity=".55"/>` +
      put(25, 62, 0.92, "ear") + put(76, 60, 0.86, "ear") + put(50, 58, 1.15, "ear"),
  ),
  terrain(
    "f",
    `<path d="M4 36q20-14 44-6t48-4v66q0 4-4 4H8q-4 0-4-4Z" fill="#245a3a" fill-opacity=".55"/>` +
      `<g fill="#2f7a4d">${put(22, 50, 0.82, "tree")}${put(80, 48, 0.78, "tree")}</g>` +
      `<g fill="#5fb079">${put(52, 62, 1.12, "tree")}</g>` +
      `<g fill="#3f8f5c">${put(24, 76, 0.7, "tree")}${put(81, 78, 0.66, "tree")}</g>`,
  ),
  terrain(
    "l",
    `<path d="M7 30q12-9 24 0t24 0M52 84q10-8 20 0t20 0" fill="none" stroke="#2f6ea6" stroke-width="3" stroke-opacity=".5" stroke-linecap="round"/>` +
      put(24, 78, 1, "wave") + put(76, 40, 0.85, "wave") + put(22, 48, 0.8, "wave") +
      put(50, 58, 1.05, "boat") + put(52, 88, 0.8, "wave"),
  ),
  terrain(
    "g",
    `<path d="M3 70q24-20 48-9t46-7v38q0 5-5 5H8q-5 0-5-5Z" fill="#86bb45" fill-opacity=".7"/>` +
      put(20, 44, 0.9, "tuft") + put(84, 42, 0.75, "tuft") + put(20, 86, 0.9, "tuft") + put(82, 84, 1, "tuft") +
      `<g fill="#fff" stroke="#d48aa5" stroke-width="1.5"><circle cx="34" cy="78" r="3.2"/><circle cx="70" cy="34" r="3"/><circle cx="12" cy="62" r="2.6"/></g>` +
      put(54, 62, 1.1, "sheep"),
  ),
  terrain(
    "s",
    `<g fill="#5d6b62" fill-opacity=".75"><ellipse cx="34" cy="78" rx="27" ry="9"/><ellipse cx="74" cy="58" rx="20" ry="6.5"/><ellipse cx="22" cy="42" rx="13" ry="4.5"/></g>` +
      `<path d="M20 78h22M66 58h16" stroke="#b9c4b8" stroke-width="2" stroke-opacity=".7" stroke-linecap="round"/>` +
      put(40, 58, 1.05, "reed") + put(64, 66, 0.95, "reed") + put(82, 78, 0.6, "reed") + put(20, 66, 0.62, "reed"),
  ),
  terrain(
    "m",
    `<path d="M4 90 30 38l14 20 18-32 34 64q0 6-6 6H10q-6 0-6-6Z" fill="#8b8391"/>` +
      `<path d="M62 26 96 90q0 6-6 6H70L56 56ZM30 38l-8 30 12 28H10q-6 0-6-6Z" fill="#5d5664" fill-opacity=".75"/>` +
      `<path d="M34 96V74q0-15 16-15t16 15v22Z" fill="#1f1b24"/><path d="M34 96V74q0-15 16-15t16 15v22" fill="none" stroke="#c08a4e" stroke-width="5"/>` +
      put(78, 86, 1, "nugget") + put(20, 86, 0.85, "nugget") + put(86, 72, 0.7, "nugget"),
  ),
].join("");

/** Roofs that tell the castles apart: cones, domes, battlements, steps. */
const ROOFS = {
  Pink: "M22 40 33 16 44 40ZM56 40 67 16 78 40Z",
  Yellow: "M22 40q0-20 11-24 11 4 11 24ZM56 40q0-20 11-24 11 4 11 24Z",
  Green: "M20 40V22h7v6h4v-6h6v6h4v-6h5v18ZM54 40V22h5v6h4v-6h6v6h4v-6h7v18Z",
  Blue: "M20 40v-8h5v-7h5v-7h6v7h5v7h5v8ZM54 40v-8h5v-7h5v-7h6v7h5v7h5v8Z",
};

/** @param {keyof typeof COLOURS} colour */
function castle(colour) {
  const { fill, dark, light } = COLOURS[colour];
  return (
    `<g id="castle-${colour}"><rect width="100" height="100" rx="7" fill="${light}"/>` +
    `<path d="M0 34h100M0 67h100M50 0v34M25 34v33M75 34v33M50 67v33" stroke="${dark}" stroke-opacity=".13" stroke-width="2"/>` +
    `<ellipse cx="50" cy="88" rx="39" ry="6" fill="${dark}" fill-opacity=".28"/>` +
    `<g stroke="${dark}" stroke-width="2.6" stroke-linejoin="round"><path d="${ROOFS[colour]}" fill="${dark}"/>` +
    `<path d="M24 88V40h18v12h4v-6h8v6h4V40h18v48Z" fill="${fill}"/></g>` +
    `<path d="M43 88V80q0-8 7-8t7 8v8Z" fill="${dark}"/>` +
    `<circle cx="50" cy="61" r="0" /><g transform="translate(50 60) scale(.62)"><path d="${SIGNS[colour]}" fill="#fff" stroke="${dark}" stroke-width="1.5"/></g>` +
    `<path d="M31 48h4v9h-4zM65 48h4v9h-4z" fill="${dark}"/></g>`
  );
}

/** @param {keyof typeof COLOURS} colour */
function king(colour) {
  const { fill, dark } = COLOURS[colour];
  return (
    `<g id="king-${colour}"><ellipse cx="30" cy="72" rx="24" ry="5" fill="#000" fill-opacity=".22"/>` +
    `<g stroke="${dark}" stroke-width="2.6" stroke-linejoin="round">` +
    `<path d="M8 70q-1-8 6-10 6-6 7-22h18q1 16 7 22 7 2 6 10Z" fill="${fill}"/>` +
    `<circle cx="30" cy="27" r="12" fill="${fill}"/>` +
    `<path d="M18 19V4l7 6 5-8 5 8 7-6v15Z" fill="#ffd54a"/></g>` +
    `<g transform="translate(30 54) scale(.72)"><path d="${SIGNS[colour]}" fill="#fff" stroke="${dark}" stroke-width="1.2"/></g></g>`
  );
}

/** @param {keyof typeof COLOURS} colour */
function sign(colour) {
  const { fill, dark } = COLOURS[colour];
  return `<g id="sign-${colour}"><circle r="15" fill="${fill}" stroke="${dark}" stroke-width="2"/><path d="${SIGNS[colour]}" fill="#fff" stroke="${dark}" stroke-width="1" transform="scale(.82)"/></g>`;
}

const NAMES = /** @type {(keyof typeof COLOURS)[]} */ (Object.keys(COLOURS));

/** All the artwork, as the inside of one SVG element that every drawing refers to. */
export const SHEET = `<defs>${GROUNDS}${PARTS}${LAND}${NAMES.map(castle).join("")}${NAMES.map(king).join("")}${NAMES.map(sign).join("")}</defs>`.replace(
  /(\.\d+?)0+(?=\D)/g,
  "$1",
);
