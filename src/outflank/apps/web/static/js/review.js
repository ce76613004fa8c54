// A review of the whole game: every move judged, and its mistakes to be looked through.

import { Channel } from "./api.js";
import { Emitter } from "./emitter.js";

/** @typedef {import("./tree.js").Node} Node */

/**
 * A move as it was judged; values are for the side that made it.
 * @typedef {object} Judged
 * @property {number} ply from 1
 * @property {"black" | "white"} color
 * @property {string} move
 * @property {number | null} score
 * @property {string | null} best
 * @property {number | null} best_score
 * @property {number} loss
 * @property {"" | "?!" | "?" | "??"} mark
 * @property {number} depth
 * @property {number} selectivity
 * @property {boolean} exact
 * @property {string[]} pv
 */

/**
 * @typedef {object} Total
 * @property {number} moves
 * @property {number} loss
 * @property {Record<string, number>} marks
 * @property {number | null} accuracy
 */

/**
 * @typedef {object} Report
 * @property {Judged[]} moves
 * @property {{black: Total, white: Total}} totals
 * @property {number[]} turning_points
 * @property {[number, number][]} curve Black's margin after so many moves
 */

/** @extends {Emitter<{error?: string, finished?: boolean}>} */
export class Review extends Emitter {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.channel = new Channel("/review");
    /** @type {Report | null} */
    this.report = null;
    /** @type {Map<Node, Judged>} */
    this.judged = new Map();
    /** Moves judged of how many, while it runs. @type {[number, number] | null} */
    this.progress = null;
    session.on(({ loaded }) => {
      if (loaded) this.take(null);
    });
  }

  /**
   * Judges the main line.
   * @param {string | null} keep the game's id in the library, which keeps the review too
   */
  start(keep) {
    this.take(null);
    this.progress = [0, 0];
    this.channel.ask({ game: this.session.game, keep }, (answer) => {
      if (answer.error) {
        this.progress = null;
        this.emit({ error: answer.error });
        return true;
      }
      if (answer.review) {
        this.take(answer.review);
        this.emit({ finished: true });
        return true;
      }
      if (answer.move) this.note(answer.move);
      this.progress = [answer.done ?? this.progress?.[0] ?? 0, answer.moves ?? this.progress?.[1] ?? 0];
      this.emit({});
      return false;
    });
    this.emit({});
  }

  stop() {
    if (this.progress) this.channel.drop({ stop: true });
    this.progress = null;
    this.emit({});
  }

  /**
   * Takes over a review that was made before.
   * @param {Report | null} report
   */
  take(report) {
    if (this.progress) this.channel.drop({ stop: true });
    this.progress = null;
    this.report = report;
    this.judged.clear();
    for (const judged of report?.moves ?? []) this.note(judged);
    this.emit({});
  }

  /** @param {Judged} judged */
  note(judged) {
    const node = this.session.root.end.path[judged.ply];
    if (node?.move === judged.move) this.judged.set(node, judged);
  }

  /** What was said of the move that led to a node. @param {Node} node */
  of(node) {
    return this.judged.get(node) ?? null;
  }

  /** Black's margin with best play at places of the main line that are known, by ply. @returns {[number, number][]} */
  get curve() {
    if (this.report) return this.report.curve;
    return [...this.judged.values()]
      .filter(({ score }) => score !== null)
      .map(({ ply, color, score }) => /** @type {[number, number]} */ ([ply, color === "black" ? score : -(score ?? 0)]))
      .sort(([one], [other]) => one - other);
  }

  /**
   * The next marked move of the main line after the place where we are, or the one before it.
   * @param {1 | -1} step
   */
  next(step) {
    const { path } = this.session.cursor;
    const here = path.findLast((node) => node.isMain)?.ply ?? 0;
    const line = this.session.root.end.path;
    const marked = line.filter((node) => this.of(node)?.mark);
    return (step > 0 ? marked.find((node) => node.ply > here) : marked.findLast((node) => node.ply < here)) ?? null;
  }
}
