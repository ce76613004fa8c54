// The board of the page: shows the game, or what it is lent to, and takes moves.

import { valuesOf } from "../analysis.js";
import { Board } from "../board/board.js";
import { other } from "../clock.js";
import { playSquare } from "../commands.js";
import { squareName } from "../names.js";
import { settings } from "../settings.js";
import { t } from "../text.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../board/options.js").Options} Options */

/**
 * What the board can be lent to.
 * @typedef {object} Guest
 * @property {() => Partial<Options>} options
 * @property {(key: string) => boolean} [onKey] whether it took the key
 */

/** @type {Partial<Options>} */
const EMPTY = { interactive: true, values: {}, texts: {}, overlay: {}, heat: {}, ghosts: [], legal: [], flipped: [], last: null, onDrag: null };

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function boardView(app, element) {
  const board = new Board(element, { describe: squareName, onHover: (square) => hover(app, square), onHold: (square) => hover(app, square) });
  // Who plays a move has written the comment.
  element.addEventListener("pointerdown", () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTextAreaElement) activeElement.blur();
  });
  const onPlay = (/** @type {string} */ square) => {
    const { position } = app.session;
    if (position && !position.must_pass && !position.legal.includes(square)) board.refuse(square);
    void app.attempt(() => playSquare(app, square));
  };
  const draw = () => board.set({ ...EMPTY, ...taste(app), onPlay, ...(app.guest ? app.guest.options() : shown(app)) });
  app.on(draw);
  draw();
  return board;
}

/** @param {App} app @returns {Partial<Options>} */
function taste(app) {
  const { animated, coordinates } = settings.values;
  return { animated, coordinates, symmetry: app.symmetry };
}

/** @param {App} app @returns {Partial<Options>} */
function shown(app) {
  const { session, view, play } = app;
  const position = session.position;
  if (!position) return { size: session.size, discs: "", turn: null };
  const { legal, flipped, numbers } = settings.values;
  return {
    size: session.size,
    discs: position.board,
    turn: position.turn,
    legal: legal && !(view === "play" && play.isDecided) ? position.legal : [],
    last: lastSquare(app),
    flipped: flipped ? position.flipped : [],
    values: valuesShown(app),
    texts: numbers ? moveNumbers(app) : {},
    overlay: view === "study" ? app.teaching.marks() : {},
    heat: view === "study" ? app.teaching.heat() : {},
    ghosts: ghosts(app),
    label: t("board_label", { size: session.size }),
  };
}

/** @param {App} app */
function lastSquare({ session }) {
  const node = session.cursor.path.findLast((step) => step.move && !step.isPass);
  return node?.move ?? null;
}

/** @param {App} app @returns {Options["values"]} */
function valuesShown(app) {
  const { hint, session, analysis, view } = app;
  const node = session.cursor;
  if (view === "study" && analysis.isOn) {
    const answer = analysis.of(node);
    return answer ? valuesOf(answer, settings.values.byBlack) : {};
  }
  return hint?.node === node ? { [hint.move]: { text: "★", grade: "best", spoken: t("hint") } } : {};
}

/** @param {App} app @returns {Record<string, string>} */
function moveNumbers({ session }) {
  /** @type {Record<string, string>} */
  const texts = {};
  let count = 0;
  for (const { move, isPass } of session.cursor.path) {
    if (move && !isPass) texts[move] = String(++count);
  }
  return texts;
}

/**
 * The moves of a line that is only looked at, with their numbers in it.
 * @param {App} app
 * @returns {Options["ghosts"]}
 */
function ghosts({ preview, session }) {
  let color = session.position?.turn;
  if (!color) return [];
  /** @type {Options["ghosts"][number][]} */
  const shown = [];
  preview.forEach((move, index) => {
    if (move !== "pass") shown.push({ square: move, color: /** @type {"black"} */ (color), text: String(index + 1) });
    color = other(/** @type {"black"} */ (color));
  });
  return shown;
}

/**
 * Shows how it would go on after a move that is pointed at, if that is known.
 * @param {App} app
 * @param {string | null} square
 */
function hover(app, square) {
  if (app.guest || app.view !== "study" || !app.analysis.isOn) return false;
  const line = app.analysis.of(app.session.cursor)?.moves.find(({ move }) => move === square);
  const preview = line?.pv.slice(0, 12) ?? [];
  if (preview.join() !== app.preview.join()) {
    app.preview = preview;
    app.emit();
  }
  return preview.length > 0;
}
