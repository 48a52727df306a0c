// The artwork: every picture of the game in one sheet of SVG, in squares of 100. `drawings.js` uses it,
// and so does the server for the pictures that people share. Terrains differ by hue, by brightness, by
// texture and by what stands on them; colours also by a sign, and by the roofs of their castles.

/** What each letter of a square stands for. */
export const TERRAINS = /** @type {const} */ ({
  w: "wheat",
  f: "forest",
  l: "lake",
  g: "grassland",
  s: "swamp",
  m: "mine",
});

/** The four colours: a fill, and a darker one for outlines. */
export const COLOURS = {
  Pink: { fill: "#d9528a", dark: "#7d1f48" },
  Yellow: { fill: "#eab21e", dark: "#6f4e00" },
  Green: { fill: "#3c9d5a", dark: "#174f2a" },
  Blue: { fill: "#3f74d1", dark: "#183a7a" },
};

/** All the artwork, as an SVG element that every drawing refers to; empty if the server is away. */
export const SHEET = await fetch("/static/artwork.svg").then(
  (response) => (response.ok ? response.text() : ""),
  () => "",
);
