// The page at an address where there is none.

import { find, h } from "./dom.js";
import { furnishPage } from "./page.js";
import { t } from "./words.js";

furnishPage();
const [, kind] = location.pathname.split("/");
if (kind === "table") {
  tell(
    t("There is no such table"),
    t("The link may be old or incomplete. Ask for a new one, or set up a table of your own."),
    ["/new", t("Play with friends")],
    ["/join", t("Join a table")],
  );
} else if (kind === "replay") {
  tell(
    t("There is no such game"),
    t("It may not have begun yet, or the link is old or incomplete."),
    ["/watch", t("Watch")],
    ["/view", t("Open a record")],
  );
}

/**
 * Say what is missing, and where to go instead.
 *
 * @param {string} heading
 * @param {string} words
 * @param {...[string, string]} ways
 */
function tell(heading, words, ...ways) {
  document.title = `${heading} – Kingdomino`;
  find("main h1").textContent = heading;
  find("main p").textContent = words;
  find("main .button").after(...ways.map(([href, name]) => h("a", { class: "button", href }, name)));
}
