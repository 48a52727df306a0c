// Line icons, 24 by 24.

import { s } from "./dom.js";

const PATHS = {
  sun: "M12 4V2M12 22v-2M4 12H2M22 12h-2M6.3 6.3 4.9 4.9M19.1 19.1l-1.4-1.4M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M12 7h7M12 11h9M12 15h8M12 19h4",
  sound: "M4 9.5v5h3.5L12 18V6L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18V6L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.8v.1",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5a7.5 6 0 0 1 15 0",
  turn: "M20 5v5h-5M19.5 10A8 8 0 1 0 20 14",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  check: "M5 12.5 10 18 19.5 6.5",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  chat: "M4 5h16v11H10l-5 4v-4H4Z",
  list: "M4 6h6v4H4ZM14 6h6v4h-6ZM4 14h6v4H4ZM14 14h6v4h-6Z",
  text: "M5 6h14M5 10.5h14M5 15h14M5 19.5h8",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 11v9h12v-9",
  save: "M12 4v11M8 11.5l4 4 4-4M5 19.5h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z",
  play: "M8 5.5v13l10-6.5Z",
  pause: "M8 5.5v13M16 5.5v13",
  bulb: "M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.8.7-1 1.5-1 2.5h-5c0-1-.2-1.8-1-2.5Z",
  menu: "M4 7h16M4 12h16M4 17h16",
};

/**
 * An icon; what it means must be said by the element it is in.
 *
 * @param {keyof typeof PATHS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" },
    s("path", { d: PATHS[name], fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}
