// The board as a drawing: discs are painted, then played or studied from there.

import { send } from "../api.js";
import { newGame, study } from "../arrivals.js";
import { indexOf } from "../board/squares.js";
import { byId, fill, h, icon } from "../dom.js";
import { drawingText, readDrawing } from "../drawing.js";
import { t } from "../text.js";
import { segments } from "./dialog.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {"X" | "O" | "-"} Disc */

const KEYS = /** @type {Record<string, Disc>} */ ({ b: "X", w: "O", x: "-" });

/** @typedef {import("../drawing.js").Drawing & {brush: Disc}} Drawing what is drawn, and with what */

/**
 * @param {App} app
 * @param {string} [edit] the board to begin with; that of the game if it is not said
 * @param {import("../app.js").View} [view] the place of the page
 */
export function openEditor(app, edit = boardNow(app), view = app.view) {
  /** @type {Drawing} */
  const drawing = { ...readDrawing(edit), brush: "X" };
  const change = (/** @type {Partial<Drawing>} */ changes) => {
    if (app.guest !== guest) return;
    Object.assign(drawing, changes);
    app.paint(drawingText(drawing));
  };
  const guest = editorGuest(drawing, change);
  const panel = byId("editor-panel");
  const problem = h("p.problem", { role: "alert" });
  const draw = () => fill(panel, h("h2", {}, t("do_edit")), ...tools(app, drawing, change), problem, finish(app, drawing, problem));
  const stop = app.on(() => (app.guest === guest ? draw() : stop()));
  draw();
  app.open(view, edit);
  app.lend(guest, "editor");
}

/** @param {App} app */
function boardNow({ session: { position, size } }) {
  return drawingText({ discs: position?.board ?? "-".repeat(size ** 2), turn: position?.turn ?? "black" });
}

/**
 * What the board shows, and does when it is painted on.
 * @param {Drawing} drawing
 * @param {(changes: Partial<Drawing>) => void} change
 * @returns {import("./board_view.js").Guest}
 */
function editorGuest(drawing, change) {
  /** @type {Disc} */
  let painting = "X";
  /** @param {string} square @param {Disc} disc */
  const paint = (square, disc) => {
    const at = indexOf(square, drawing.size);
    change({ discs: drawing.discs.slice(0, at) + disc + drawing.discs.slice(at + 1) });
  };
  return {
    options: () => ({
      size: drawing.size,
      discs: drawing.discs,
      turn: drawing.turn,
      animated: false,
      label: t("editor_label", { size: drawing.size }),
      onPlay: (square) => paint(square, drawing.discs[indexOf(square, drawing.size)] === drawing.brush ? "-" : drawing.brush),
      onDrag: (square, event) => {
        if (event.type === "pointerdown") {
          const there = drawing.discs[indexOf(square, drawing.size)];
          painting = event.button === 2 || there === drawing.brush ? "-" : drawing.brush;
        }
        paint(square, painting);
      },
    }),
    onKey: (key) => {
      const brush = KEYS[key];
      if (brush) change({ brush });
      return Boolean(brush);
    },
  };
}

/**
 * @param {App} app
 * @param {Drawing} drawing
 * @param {(changes: Partial<Drawing>) => void} change
 */
function tools(app, drawing, change) {
  const { size, turn, brush } = drawing;
  const sizes = [4, 6, 8, 10, 12, 14, 16].map((side) => /** @type {[string, string]} */ ([String(side), String(side)]));
  const start = async (/** @type {number} */ side) => {
    const { positions } = await send("/line", { size: side, moves: "" });
    change({ size: side, discs: positions[0].board, turn: "black" });
  };
  const swapped = () => drawing.discs.replace(/[XO]/g, (disc) => (disc === "X" ? "O" : "X"));
  return [
    h("p.faint", {}, t("editor_help")),
    segments("brush", t("brush"), [["X", t("black")], ["O", t("white")], ["-", t("empty")]], brush, (disc) => change({ brush: disc })),
    segments("turn", t("side_to_move"), [["black", t("black")], ["white", t("white")]], turn, (color) => change({ turn: color })),
    segments("edit-size", t("board"), sizes, String(size), (side) => void app.attempt(() => start(Number(side)))),
    h(
      "div.tools",
      {},
      h("button", { type: "button", "data-key": "start", onclick: () => void app.attempt(() => start(drawing.size)) }, t("start_position")),
      h("button", { type: "button", "data-key": "clear", onclick: () => change({ discs: "-".repeat(drawing.size ** 2) }) }, t("clear")),
      h("button", { type: "button", "data-key": "swap-colors", onclick: () => change({ discs: swapped() }) }, t("swap_colors")),
    ),
  ];
}

/**
 * @param {App} app
 * @param {Drawing} drawing
 * @param {HTMLElement} problem
 */
function finish(app, drawing, problem) {
  const use = async (/** @type {boolean} */ toPlay) => {
    problem.textContent = "";
    const line = { size: drawing.size, start: drawingText(drawing), moves: "" };
    try {
      if (toPlay) await newGame(app, app.play.players, app.play.clock.control, line);
      else await study(app, line);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  return h(
    "div.actions",
    {},
    h("button", { type: "button", "data-key": "cancel", onclick: () => app.open(app.view) }, t("cancel")),
    h("button.main", { type: "button", "data-key": "use-play", onclick: () => void use(true) }, icon("play"), t("play_this")),
    h("button.main", { type: "button", "data-key": "use-study", onclick: () => void use(false) }, icon("chart"), t("study_this")),
  );
}
