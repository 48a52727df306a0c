// What every page has: the head with its tools, notes, dialogs, and the live region.

import { h, s } from "./dom.js";
import { spreadArtwork } from "./drawings.js";
import { icon } from "./icons.js";
import { likesMotion, recall, remember } from "./preferences.js";
import { isSoundOn, switchSound } from "./sounds.js";
import { LANGUAGES, chooseLanguage, language, t, translate } from "./words.js";

const THEMES = ["auto", "light", "dark"];

/**
 * Give the page its head, its live region and its words. Call it once, first.
 *
 * @param {() => unknown} [askNames] what the button for the visitor's name does, if the page knows better
 */
export function furnishPage(askNames = askName) {
  document.documentElement.lang = language;
  spreadArtwork();
  translate();
  const heading = document.querySelector("main h1[data-t]");
  const title = heading?.textContent;
  if (title) document.title = title.includes("Kingdomino") ? title : `${title} – Kingdomino`;
  const main = document.querySelector("main");
  if (main) main.id ||= "main";
  document.body.prepend(
    h("a", { class: "skip", href: "#main" }, t("Skip to the game")),
    drawHead(askNames),
  );
  document.body.append(
    h("div", { id: "live", class: "hidden-text", role: "status", "aria-live": "polite" }),
  );
  document.documentElement.classList.toggle("still", !likesMotion());
  // At a table there is no room for it, and the first load must stay small.
  if (!document.body.classList.contains("at-table")) void showLandscape();
}

/** The land at the foot of the page. */
export async function showLandscape() {
  const { spreadLandscape } = await import("./landscape.js");
  spreadLandscape();
}

/** @param {() => unknown} askNames */
function drawHead(askNames) {
  const logo = s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  logo.append(s("use", { href: "#castle-Blue" }));
  return h(
    "header",
    { class: "head" },
    h("a", { class: "brand", href: "/", "aria-label": t("Kingdomino: to the first page") }, logo, h("span", {}, "Kingdomino")),
    drawLanguages(),
    drawTheme(),
    drawSound(),
    h("button", { class: "tool", type: "button", "data-do": "name", "aria-label": t("Your name"), title: t("Your name"), onclick: askNames }, icon("person")),
    h("a", { class: "tool", href: "/rules", "aria-label": t("Rules and help"), title: t("Rules and help") }, icon("help")),
  );
}

/** The choice of language: a menu that shows its name, or its code where there is little room. */
function drawLanguages() {
  const menu = h("select", {
    "aria-label": t("Language"),
    onchange: () => chooseLanguage(menu.value),
  });
  for (const [code, name] of Object.entries(LANGUAGES)) {
    menu.append(h("option", { value: code, lang: code, selected: code === language }, name));
  }
  return h(
    "span",
    { class: "tool languages" },
    h("span", { class: "language-name", "aria-hidden": "true" }, LANGUAGES[language]),
    h("span", { class: "language-code", "aria-hidden": "true" }, language.toUpperCase()),
    menu,
  );
}

async function askName() {
  const names = await import("./names.js");
  await names.askName();
}

function drawTheme() {
  const button = h("button", { class: "tool", type: "button", onclick: next });
  function show() {
    const theme = recall("theme", "auto");
    const name = { auto: t("Theme: like the system"), light: t("Theme: light"), dark: t("Theme: dark") }[theme];
    const picture = { auto: "auto", light: "sun", dark: "moon" }[theme];
    button.replaceChildren(icon(/** @type {"sun"} */ (picture)));
    button.setAttribute("aria-label", name ?? "");
    button.title = name ?? "";
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
  function next() {
    const at = THEMES.indexOf(recall("theme", "auto"));
    remember("theme", THEMES[(at + 1) % THEMES.length]);
    show();
  }
  show();
  return button;
}

function drawSound() {
  const button = h("button", { class: "tool", type: "button", onclick: () => show(switchSound()) });
  /** @param {boolean} on */
  function show(on) {
    const name = on ? t("Sound: on") : t("Sound: off");
    button.replaceChildren(icon(on ? "sound" : "mute"));
    button.setAttribute("aria-label", name);
    button.title = name;
  }
  show(isSoundOn());
  return button;
}

/**
 * Say something to screen readers.
 *
 * @param {string} sentence
 */
export function announce(sentence) {
  const region = document.getElementById("live");
  if (!region) return;
  const line = h("p", {}, sentence);
  region.append(line);
  while (region.childElementCount > 6) region.firstElementChild?.remove();
}

/** @type {HTMLElement | null} */
let note = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noteTimer;

/**
 * A sentence at the foot of the page. It goes away after a while, or stays until `hideNote`.
 *
 * @param {string} sentence
 * @param {{stays?: boolean}} [options]
 */
export function showNote(sentence, { stays = false } = {}) {
  hideNote();
  note = h("p", { class: "note" }, sentence);
  document.body.append(note);
  announce(sentence);
  if (!stays) noteTimer = setTimeout(hideNote, 2500 + 60 * sentence.length);
}

/** Take the note away. */
export function hideNote() {
  clearTimeout(noteTimer);
  note?.remove();
  note = null;
}

/**
 * A dialog with a heading and a way out, open. It is gone when it is closed.
 *
 * @param {string} heading
 * @param {...(Node | string | null)} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(heading, ...content) {
  const close = h(
    "button",
    { class: "tool", type: "button", "aria-label": t("Close"), onclick: () => dialog.close() },
    icon("close"),
  );
  const title = h("h2", { id: "dialog-title", tabindex: "-1" }, heading);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    h("div", { class: "dialog-head" }, title, close),
    ...content,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask whether something is really meant that cannot be undone.
 *
 * @param {string} heading the question
 * @param {string} words what it would mean
 * @param {string} yes what doing it is called
 * @param {string} no what not doing it is called
 * @returns {Promise<boolean>}
 */
export function confirmDialog(heading, words, yes, no) {
  return new Promise((resolve) => {
    const dialog = openDialog(
      heading,
      h("p", {}, words),
      h(
        "div",
        { class: "menu" },
        h("button", { class: "button", type: "button", onclick: () => { resolve(true); dialog.close(); } }, yes),
        h("button", { class: "button primary", type: "button", autofocus: true, onclick: () => dialog.close() }, no),
      ),
    );
    dialog.addEventListener("close", () => resolve(false));
  });
}
