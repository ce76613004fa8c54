// Puzzles out of one's own mistakes: find the best move of an ending.

import { gradeOf } from "../analysis.js";
import { get, send } from "../api.js";
import { study } from "../arrivals.js";
import { fill, h } from "../dom.js";
import { signed, t } from "../text.js";
import { segments } from "./dialog.js";

/** @typedef {import("../app.js").App} App */

/**
 * @typedef {object} Puzzle
 * @property {number} id
 * @property {string | null} game
 * @property {number} size
 * @property {string} board with the side to move
 * @property {"black" | "white"} turn
 * @property {number} empties
 * @property {string} task
 * @property {number} margin
 * @property {string[]} best
 * @property {string[]} pv
 * @property {Record<string, number>} margins of every move
 * @property {string} played
 * @property {string} players
 * @property {number} ply
 */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function puzzlesPanel(app, element) {
  const trainer = new Trainer(app);
  let open = false;
  const draw = () => {
    const now = app.view === "puzzles";
    if (now && !open) void app.attempt(() => trainer.begin());
    open = now;
    if (now) fill(element, ...contents(app, trainer));
  };
  app.on(draw);
  draw();
}

class Trainer {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.which = /** @type {"new" | "all"} */ ("new");
    /** @type {Puzzle[]} */
    this.puzzles = [];
    this.total = 0;
    this.at = 0;
    /** What was answered. @type {{move: string, right: boolean} | null} */
    this.answer = null;
  }

  get puzzle() {
    return this.puzzles[this.at] ?? null;
  }

  async begin() {
    const { puzzles, total } = await get("/puzzles", { solved: this.which === "new" ? false : null, count: 200 });
    Object.assign(this, { puzzles, total, at: 0 });
    this.show();
  }

  next() {
    this.at = (this.at + 1) % Math.max(1, this.puzzles.length);
    this.show();
  }

  show() {
    const { app } = this;
    this.answer = null;
    if (app.view !== "puzzles") return;
    if (this.puzzle) app.spoken.emit(taskText(this.puzzle));
    app.lend({ options: () => this.options() });
  }

  async study() {
    if (this.puzzle) await study(this.app, { size: this.puzzle.size, start: this.puzzle.board, moves: "" });
  }

  /** @returns {Partial<import("../board/options.js").Options>} */
  options() {
    const { puzzle, answer } = this;
    if (!puzzle) return { size: 8, discs: "", interactive: false };
    const moves = Object.keys(puzzle.margins);
    return {
      size: puzzle.size,
      discs: puzzle.board,
      turn: puzzle.turn,
      legal: answer ? [] : moves,
      values: answer ? solution(puzzle) : {},
      last: null,
      label: taskText(puzzle),
      onPlay: (square) => void this.app.attempt(() => this.try(square)),
    };
  }

  /** @param {string} move */
  async try(move) {
    const { puzzle, app } = this;
    if (!puzzle || this.answer || !(move in puzzle.margins)) return;
    const { right } = await send(`/puzzles/${puzzle.id}/tries`, { move });
    this.answer = { move, right };
    app.spoken.emit(verdict(puzzle, this.answer));
    app.emit();
  }
}

/** @param {Puzzle} puzzle @returns {Record<string, import("../board/options.js").Value>} */
function solution({ margins, margin }) {
  return Object.fromEntries(
    Object.entries(margins).map(([move, value]) => [move, { text: signed(value, true), exact: true, grade: gradeOf(margin - value) }]),
  );
}

/** @param {Puzzle} puzzle */
export function taskText({ turn, margin, margins }) {
  // Where other moves win too, or none does, it is the margin that counts.
  const alone = Object.values(margins).every((other) => other === margin || other <= 0);
  const key = margin === 0 ? "task_draw" : margin > 0 && alone ? "task_win" : "task_best";
  return t(key, { color: t(turn), margin: signed(margin, true) });
}

/**
 * @param {Puzzle} puzzle
 * @param {{move: string, right: boolean}} answer
 */
function verdict({ best, margins, margin }, { move, right }) {
  const parts = { move, best: best.join(", "), value: signed(margins[move] ?? 0, true), margin: signed(margin, true) };
  return t(right ? "puzzle_right" : "puzzle_wrong", parts);
}

/**
 * @param {App} app
 * @param {Trainer} trainer
 */
function contents(app, trainer) {
  const { puzzle, answer, puzzles, total, at, which } = trainer;
  const choose = segments("which", t("puzzles"), [["new", t("puzzles_new")], ["all", t("puzzles_all")]], which, (choice) => {
    trainer.which = choice;
    void app.attempt(() => trainer.begin());
  });
  if (!puzzle) return [choose, h("p", {}, t("no_puzzles"))];
  return [
    choose,
    h("section.card.stack", {}, ...[
      h("p.faint", {}, t("puzzle_of", { at: at + 1, of: Math.max(total, puzzles.length) })),
      h("p.headline", {}, taskText(puzzle)),
      h("p.faint", {}, [t("empties", { count: puzzle.empties }), puzzle.players].filter(Boolean).join(" · ")),
      answer && h("p", { class: answer.right ? "right" : "wrong" }, verdict(puzzle, answer)),
      answer && h("p", {}, t("best_line"), " ", h("span.pv", {}, puzzle.pv.join(" "))),
      answer && h("p.faint", {}, t("was_played", { move: puzzle.played, value: signed(puzzle.margins[puzzle.played] ?? 0, true) })),
    ].filter(Boolean)),
    h(
      "div.tools",
      {},
      h("button", { type: "button", class: answer ? "main" : null, "data-key": "next", onclick: () => trainer.next() }, t("next_puzzle")),
      h("button", { type: "button", "data-key": "study", onclick: () => void app.attempt(() => trainer.study()) }, t("study_this")),
    ),
  ];
}
