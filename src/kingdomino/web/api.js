// Requests to the server. Every failure is a Refusal with a sentence for people.

import { t, tell } from "./words.js";

/** Why the server, or the way to it, refused. */
export class Refusal extends Error {
  /**
   * @param {string} code one of the protocol's codes, or "offline"
   * @param {string} reason a sentence
   */
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

/**
 * @param {string} path below /api
 * @returns {Promise<any>}
 */
export function get(path) {
  return request("GET", path);
}

/**
 * @param {string} path below /api
 * @param {object} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return request("POST", path, body);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function request(method, path, body) {
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new Refusal("offline", explain({ code: "offline" }));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.code ?? "failed", explain(answer));
  return answer;
}

/**
 * A refusal in the visitor's words: for some codes there are better ones than the server's.
 *
 * @param {{code?: string, template?: string, values?: Record<string, import("./protocol.js").Value>, plural?: string}} problem
 * @returns {string}
 */
export function explain({ code, template, values, plural }) {
  switch (code) {
    case "offline":
      return t("The server cannot be reached. Check the network and try again.");
    case "unknown":
      return t("There is nothing at this address. The link may be old or incomplete.");
    case "stale":
      return t("The game has moved on: look again.");
    case "out_of_turn":
      return t("It is somebody else’s turn.");
    case "too_late":
      return t("Your time is up: a bot acts for you.");
  }
  if (template && values) return capitalise(tell({ template, values, plural }));
  return t("Something went wrong at the server. Try again.");
}

/** @param {string} text */
function capitalise(text) {
  const sentence = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
