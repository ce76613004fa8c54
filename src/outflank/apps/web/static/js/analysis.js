// What the engine thinks of the place that is looked at, as it deepens.

import { Channel } from "./api.js";
import { calmly } from "./calm.js";
import { Emitter } from "./emitter.js";
import { signed, t } from "./text.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./board/options.js").Value} Value */

/**
 * An answer of the engine; values are for the side to move.
 * @typedef {object} Answer
 * @property {"black" | "white"} turn
 * @property {number} depth
 * @property {number} selectivity per cent of confidence
 * @property {boolean} exact
 * @property {boolean} done
 * @property {number} nodes
 * @property {number} seconds
 * @property {{move: string, value: number, proven: boolean, pv: string[]}[]} moves best first
 */

const MARKS = /** @type {const} */ ([
  [6, "blunder"],
  [3, "mistake"],
  [1, "inaccuracy"],
  [0.05, "good"],
  [-Infinity, "best"],
]);

/** How a move that loses so many discs is coloured. @param {number} loss */
export function gradeOf(loss) {
  return MARKS.find(([least]) => loss >= least)?.[1] ?? "best";
}

/** How deep an answer looked: 12, 12@73%, or that it is proved. @param {Answer} answer */
export function depthText({ depth, selectivity, exact }) {
  if (exact) return t("exact");
  return selectivity < 100 ? `${depth}@${selectivity}%` : String(depth);
}

/**
 * What is written on the squares of moves.
 * @param {Answer} answer
 * @param {boolean} byBlack
 * @returns {Record<string, Value>}
 */
export function valuesOf(answer, byBlack) {
  const best = answer.moves[0]?.value ?? 0;
  const sign = byBlack && answer.turn === "white" ? -1 : 1;
  return Object.fromEntries(
    answer.moves.map(({ move, value, proven }) => {
      const exact = answer.exact || proven;
      // A tenth of a disc says nothing where ten are lost, and would not fit.
      const text = signed(sign * value, exact || Math.abs(value) >= 9.95);
      const note = exact ? "" : depthText(answer);
      return [move, { text, note, exact, grade: gradeOf(best - value), spoken: exact ? `${text}, ${t("exact")}` : text }];
    }),
  );
}

/** @extends {Emitter<Node>} */
export class Analysis extends Emitter {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.channel = new Channel("/analysis");
    this.isOn = true;
    /** Whether there is anyone who sees it. */
    this.active = false;
    /** @type {WeakMap<Node, Answer>} */
    this.answers = new WeakMap();
    /** @type {Node | null} */
    this.asked = null;
    this.error = "";
    // One may hold an arrow key down, or scrub over the graph.
    const follow = calmly(() => this.follow());
    session.on(({ moved }) => {
      if (moved) follow();
    });
  }

  /** @param {boolean} on */
  turn(on) {
    if (on === this.isOn) return;
    this.isOn = on;
    this.follow();
    this.emit(this.session.cursor);
  }

  /** @param {boolean} active */
  activate(active) {
    this.active = active;
    this.follow();
  }

  /** The answer for a place, as far as it has come. @param {Node} node */
  of(node) {
    return this.answers.get(node) ?? null;
  }

  /** Black's margin at a place, if the engine has seen it. @param {Node} node */
  margin(node) {
    const answer = this.of(node);
    const best = answer?.moves[0];
    return answer && best ? (answer.turn === "black" ? best.value : -best.value) : null;
  }

  follow() {
    const node = this.session.cursor;
    const wanted = this.isOn && this.active && node.position && !node.position.over && !this.of(node)?.done;
    if (!wanted) {
      if (this.asked) this.channel.drop({ stop: true });
      this.asked = null;
      return;
    }
    if (this.asked === node) return;
    this.asked = node;
    this.error = "";
    this.channel.ask({ line: this.session.line(node) }, (answer) => {
      this.error = answer.error ?? "";
      // An answer that was stopped early is kept, but the engine goes on where one comes back.
      if (answer.moves?.length) this.answers.set(node, answer);
      this.emit(node);
      const last = Boolean(answer.error || answer.done);
      if (last && this.asked === node) this.asked = null;
      return last;
    });
  }
}
