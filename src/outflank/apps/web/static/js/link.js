// All that is on the board, as the query of a link, and back.

import { readDrawing } from "./drawing.js";
import { movesOf, recorded } from "./record.js";
import { t } from "./text.js";
import { readTree, treeText } from "./tree_text.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./clock.js").Control} Control */

export const VIEWS = /** @type {const} */ (["play", "study", "puzzles", "games", "matches"]);
const SIZES = [4, 6, 8, 10, 12, 14, 16];

/**
 * @typedef {object} State
 * @property {import("./record.js").Game} game
 * @property {string[]} at the moves that lead to the place where we are
 * @property {string | null} id of the game in the library
 * @property {typeof VIEWS[number]} view
 * @property {{black: string, white: string}} players "human", or the text of an agent
 * @property {Control} control
 * @property {number} symmetry of the board
 * @property {boolean} values whether the engine's values are shown
 * @property {string} edit the board that is being painted, as text, or ""
 */

/**
 * @param {State} state
 * @param {Node} root the tree of its game
 */
export function linkOf({ game, at, id, view, players, control, symmetry, values, edit }, root) {
  const main = root.end.moves;
  const onMain = at.every((move, ply) => main[ply] === move);
  const fields = {
    m: treeText(root),
    size: game.size === 8 ? "" : String(game.size),
    start: game.start ?? "",
    resigned: game.resigned ?? "",
    late: game.resigned && game.on_time ? "1" : "",
    black: players.black === "human" ? "" : players.black,
    white: players.white === "human" ? "" : players.white,
    clock: controlText(control),
    view: view === usualView(players) ? "" : view,
    n: onMain && at.length < main.length ? String(at.length) : "",
    at: onMain ? "" : at.join(""),
    turn: symmetry ? String(symmetry) : "",
    values: values ? "" : "0",
    g: id ?? "",
    edit,
  };
  // A comma, a colon and parentheses may stand in a query as they are, and read better so.
  const query = new URLSearchParams(Object.entries(fields).filter(([, text]) => text)).toString();
  return query.replace(/%(3A|2C|28|29|3D(?=[^&]*))/g, (code) => (code === "%3D" ? "=" : decodeURIComponent(code)));
}

/**
 * What a link says, with what is wrong in its moves, or ""; null if it names no game. SyntaxError
 * if it makes no sense.
 * @param {string} query
 * @returns {(State & {problem: string}) | null}
 */
export function readLink(query) {
  const fields = new URLSearchParams(query);
  const text = (/** @type {string} */ name) => fields.get(name) ?? "";
  if (!["m", "size", "start", "black", "white", "g", "view", "edit"].some((name) => fields.has(name))) return null;
  const size = Number(text("size") || 8);
  if (!SIZES.includes(size)) throw new SyntaxError(t("bad_link_size", { size: text("size") }));
  if (fields.has("edit")) readDrawing(text("edit"));
  const { root, problem: broken } = readTree(text("m"));
  const isColor = ["", "black", "white"].includes(text("resigned"));
  const problem = broken || (isColor ? "" : t("bad_link_resigned", { color: text("resigned").slice(0, 20) }));
  const game = { size, start: text("start"), resigned: problem ? "" : text("resigned"), on_time: text("late") === "1", tags: {}, ...recorded(root) };
  const main = root.end.moves;
  const players = { black: text("black") || "human", white: text("white") || "human" };
  return {
    game,
    at: fields.has("at") ? movesOf(text("at")) : fields.has("n") ? main.slice(0, Number(text("n")) || 0) : main,
    id: text("g") || null,
    view: VIEWS.find((name) => name === text("view")) ?? usualView(players),
    players,
    control: readControl(text("clock")),
    symmetry: Number(text("turn")) & 7,
    values: text("values") !== "0",
    edit: text("edit"),
    problem,
  };
}

/**
 * Where a game opens if its link does not say: moves alone are to be studied.
 * @param {{black: string, white: string}} players
 */
function usualView({ black, white }) {
  return black === "human" && white === "human" ? "study" : "play";
}

/** @param {Control} control such as 5+3, 2/move or 2/agent */
export function controlText(control) {
  if (control.kind === "clock") return `${control.minutes}+${control.increment}`;
  return control.kind === "move" ? `${control.seconds}/${control.people ? "move" : "agent"}` : "";
}

/**
 * @param {string} text
 * @returns {Control}
 */
export function readControl(text) {
  const clock = /^(\d{1,5}(?:\.\d+)?)\+(\d{1,5}(?:\.\d+)?)$/.exec(text.replace(" ", "+"));
  if (clock) return { kind: "clock", minutes: Number(clock[1]), increment: Number(clock[2]) };
  const move = /^(\d{1,5}(?:\.\d+)?)\/(move|agent)$/.exec(text);
  if (move) return { kind: "move", seconds: Number(move[1]), people: move[2] === "move" };
  return { kind: "none" };
}

