// The page for newcomers: it leads to the tutorial and to the rulebook.

import { post } from "./api.js";
import { find } from "./dom.js";
import { drawKingdom } from "./drawings.js";
import { furnishPage } from "./page.js";

furnishPage();

const squares = { f8: "w", g8: "w1", h8: "f", f7: "g2", h7: "f", i7: "l", f6: "g", g6: "g", h6: "m2", i6: "l1" };
find("#picture").append(drawKingdom({ squares }, "Pink"));

const start = /** @type {HTMLButtonElement} */ (find("#start"));
const trouble = find("#trouble");
start.addEventListener("click", async () => {
  start.disabled = true;
  trouble.hidden = true;
  try {
    const { table } = await post("/tables", {
      seats: [{ kind: "me" }, { kind: "bot", level: "page" }],
      tutorial: true,
    });
    location.href = `/table/${table}`;
  } catch (error) {
    trouble.textContent = /** @type {Error} */ (error).message;
    trouble.hidden = false;
    start.disabled = false;
  }
});
