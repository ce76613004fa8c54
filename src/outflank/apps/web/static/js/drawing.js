// A board that is being painted, as text: in links, in the browser's history, and kept by it.

import { store, stored } from "./settings.js";
import { t } from "./text.js";

/** @typedef {{size: number, discs: string, turn: "black" | "white"}} Drawing */

const KEY = "outflank.drawing";

/** @param {Pick<Drawing, "discs" | "turn">} drawing */
export function drawingText({ discs, turn }) {
  return `${discs} ${turn === "white" ? "O" : "X"}`;
}

/**
 * The drawing in a text; SyntaxError if there is none.
 * @param {string} text
 * @returns {Drawing}
 */
export function readDrawing(text) {
  const [, discs = "", turn] = /^([XO-]+) ([XO])$/.exec(text) ?? [];
  const size = Math.sqrt(discs.length);
  if (![4, 6, 8, 10, 12, 14, 16].includes(size)) throw new SyntaxError(t("bad_link_board", { board: text.slice(0, 20) }));
  return { size, discs, turn: turn === "O" ? "white" : "black" };
}

/**
 * Keeps what is painted, which the link is behind by an instant; "" when nothing is any more.
 * @param {string} edit
 * @param {string[]} queries of the link as it is, and as it was before
 */
export function keepDrawing(edit, queries) {
  const links = queries.map((query) => new URLSearchParams(query).get("edit") ?? "");
  store(KEY, edit ? { edit } : null);
  store(KEY, edit ? { edit, links } : { ...ownDrawing(), closed: links }, globalThis.sessionStorage);
}

/** What was being painted when the last window was left, or "". */
export function lastDrawing() {
  return stored(KEY)?.edit ?? "";
}

/**
 * What this window had made of a drawing that comes back.
 * @param {string} edit as the link has it
 * @param {boolean} [reloaded] so that the link may be the one before
 */
export function latestDrawing(edit, reloaded = false) {
  const { edit: latest = "", links = [], closed = [] } = ownDrawing() ?? {};
  if (reloaded && closed.includes(edit)) return "";
  return links[0] === edit || (reloaded && links.includes(edit)) ? latest : edit;
}

/** @returns {{edit?: string, links?: string[], closed?: string[]} | null} */
function ownDrawing() {
  return stored(KEY, globalThis.sessionStorage);
}
