// Links for others. They begin with the address that others can reach, which need not be the one that
// stands in this browser: a host's own page is at 127.0.0.1.

import { h } from "./dom.js";
import { openDialog, showNote } from "./page.js";
import { t } from "./words.js";

/**
 * The link to a page for somebody else.
 *
 * @param {{address: string | null}} options what the server says of itself
 * @param {string} path
 * @returns {string | null} null if nobody else can reach this server, as far as it knows
 */
export function makeLink({ address }, path) {
  if (address) return address + path;
  return isOwnMachine(location.hostname) ? null : location.origin + path;
}

/** Whether only this machine calls itself so. @param {string} host */
function isOwnMachine(host) {
  return /^(localhost|127\..*|\[::1\])$/.test(host);
}

/** Why there is no link, and what to do. */
export function explainNoLink() {
  return [
    h("p", {}, t("So far only this device can open this game: there is no network through which others could.")),
    h("p", { class: "soft" }, t("Connect to the network that your friends are in and start Kingdomino again. Or start it with {option} and the address at which they can reach you.", { option: "--base-url" })),
  ];
}

/**
 * Give somebody a link: by the device's own way of sharing, else by copying it.
 *
 * @param {string | null} link
 */
export async function shareLink(link) {
  if (link === null) {
    openDialog(t("The link"), ...explainNoLink());
    return;
  }
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: "Kingdomino", url: link });
      return;
    }
    await navigator.clipboard.writeText(link);
    showNote(t("The link is copied."));
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") return;
    openDialog(t("The link"), drawLink(link, t("The link")));
  }
}

/**
 * A field that shows a link, whole and ready to be copied by hand.
 *
 * @param {string} link
 * @param {string} label
 */
export function drawLink(link, label) {
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  return field;
}
