// The land at the foot of a page: hills, a lake, wheat, a wood and a castle far away. Only to look at.

import { s } from "./dom.js";

/** @param {string} part of the artwork @param {number} x @param {number} y @param {number} size @param {string} [kind] */
function put(part, x, y, size, kind) {
  return s("use", { href: `#${part}`, transform: `translate(${x} ${y}) scale(${size})`, class: kind });
}

/** Put the land at the end of the page, once. */
export function spreadLandscape() {
  if (document.querySelector(".landscape")) return;
  const castle = s(
    "g",
    { class: "far-castle", transform: "translate(1002 86)" },
    s("path", { d: "M0 60V14h10v8h8v-8h10v22h22V14h10v8h8v-8h10v46Z" }),
    s("path", { d: "M-4 14 14-14 32 14ZM46 14 64-14 82 14Z", class: "far-roof" }),
    s("path", { d: "M14-14v-16l16 6-16 6M64-14v-16l16 6-16 6", class: "far-flag" }),
    s("path", { d: "M32 60V48q7-10 14 0v12Z", class: "far-roof" }),
  );
  const sheaves = [150, 205, 262, 318, 372].map((x, index) => put("ear", x, 186 - 7 * index + (index % 2) * 10, 0.9));
  const wood = [
    [608, 128, 0.8], [640, 122, 0.95], [676, 120, 0.8], [708, 126, 1.05], [748, 128, 0.85], [1210, 132, 0.9], [1246, 124, 1.1], [1286, 122, 0.85], [1322, 128, 1],
  ].map(([x, y, size]) => put("tree", x, y, size, "far-tree"));
  const picture = s(
    "svg",
    { viewBox: "0 0 1440 240", preserveAspectRatio: "xMidYMax slice", focusable: "false" },
    s("circle", { class: "far-light", cx: 452, cy: 52, r: 26 }),
    s("path", { class: "hill hill-1", d: "M0 150Q170 70 360 128T740 112T1080 120T1440 96V240H0Z" }),
    castle,
    s("path", { class: "hill hill-2", d: "M0 178Q240 96 520 156T980 146T1440 132V240H0Z" }),
    wood,
    s("path", { class: "hill hill-lake", d: "M520 240Q610 170 800 186T1130 240Z" }),
    s("path", { class: "far-waves", d: "M640 212q12-8 24 0t24 0M770 202q12-8 24 0t24 0M860 224q12-8 24 0t24 0" }),
    put("boat", 742, 202, 0.9),
    s("path", { class: "hill hill-wheat", d: "M0 196Q200 130 420 186T640 240H0Z" }),
    sheaves,
    s("path", { class: "hill hill-grass", d: "M930 240Q1120 152 1440 184V240Z" }),
    put("sheep", 1180, 196, 0.95),
    put("sheep", 1262, 206, 0.75),
    put("tuft", 1100, 216, 1),
    put("tuft", 1345, 202, 1.1),
  );
  document.body.append(Object.assign(document.createElement("div"), { className: "landscape", ariaHidden: "true" }));
  document.querySelector(".landscape")?.append(picture);
}
