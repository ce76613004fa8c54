// What there is to see in a position: stable discs, mobility, frontiers, and what agents weigh.

import { send } from "./api.js";
import { calmly } from "./calm.js";
import { Emitter } from "./emitter.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{black: string[], white: string[]}} Sides */
/** @typedef {{feature: string, meaning: string, value: number | null, weight: number, adds: number | null}} Row */

/**
 * @typedef {object} Explanation
 * @property {"black" | "white"} turn
 * @property {{agent: string, unit: string, total: number, features: Row[], squares: Record<string, number>}[]} agents
 * @property {Sides} stable
 * @property {Sides} mobility
 * @property {Sides} frontier
 */

export const OVERLAYS = /** @type {const} */ (["none", "stable", "mobility", "frontier"]);

/** @extends {Emitter<void>} */
export class Teaching extends Emitter {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    /** @type {typeof OVERLAYS[number]} */
    this.overlay = "none";
    /** Whether what an agent weighs is looked at, and whose. */
    this.weighing = false;
    this.agent = "phased";
    /** Whether the board shows what each square adds. */
    this.heated = false;
    /** @type {WeakMap<Node, Explanation>} */
    this.known = new WeakMap();
    /** @type {Node | null} */
    this.asked = null;
    session.on(calmly(() => this.ask()));
  }

  /** @param {Partial<Pick<Teaching, "overlay" | "weighing" | "agent" | "heated">>} changes */
  set(changes) {
    Object.assign(this, changes);
    void this.ask();
    this.emit();
  }

  /** Shows the next kind of marks. */
  next() {
    this.set({ overlay: OVERLAYS[(OVERLAYS.indexOf(this.overlay) + 1) % OVERLAYS.length] ?? "none" });
  }

  get here() {
    return this.known.get(this.session.cursor) ?? null;
  }

  async ask() {
    const { cursor } = this.session;
    const wanted = this.overlay !== "none" || this.weighing;
    if (!wanted || !cursor.position || this.known.has(cursor) || this.asked === cursor) return;
    this.asked = cursor;
    try {
      this.known.set(cursor, await send("/explain", this.session.line(cursor)));
    } finally {
      if (this.asked === cursor) this.asked = null;
    }
    this.emit();
  }

  /** Marks by square. @returns {Record<string, string>} */
  marks() {
    const { here, overlay } = this;
    if (!here || overlay === "none") return {};
    const { black, white } = here[overlay];
    if (overlay !== "mobility") return Object.fromEntries([...black, ...white].map((square) => [square, overlay]));
    return Object.fromEntries([
      ...black.map((square) => [square, white.includes(square) ? "both" : "black"]),
      ...white.filter((square) => !black.includes(square)).map((square) => [square, "white"]),
    ]);
  }

  /** What the agent sees here. */
  get view() {
    return this.here?.agents.find(({ agent }) => agent === this.agent) ?? this.here?.agents[0] ?? null;
  }

  /** What each square adds for the side to move, the most as 1. @returns {Record<string, number>} */
  heat() {
    const squares = this.weighing && this.heated ? (this.view?.squares ?? {}) : {};
    const most = Math.max(...Object.values(squares).map(Math.abs));
    return most > 0 ? Object.fromEntries(Object.entries(squares).map(([square, adds]) => [square, adds / most])) : {};
  }
}
