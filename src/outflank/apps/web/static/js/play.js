// A game that is being played: whose turn it is, agents that think, clocks, passes, the end.

import { Channel } from "./api.js";
import { Clock, other } from "./clock.js";
import { Emitter } from "./emitter.js";
import { PASS } from "./tree.js";

/** @typedef {import("./board/options.js").Color} Color */
/** @typedef {import("./clock.js").Control} Control */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */

export const HUMAN = "human";
const PASS_WAIT = 1100;
const LEAST_THINKING = 400;

/** @typedef {{black: string, white: string}} Players */

/**
 * What to do next: "move" (a person), "pass" (a person has to), "wait" (a pass that comes by
 * itself), "think" (an agent), "halted" (an agent that was stopped), "over", or "paused" while the
 * page shows something else.
 * @typedef {"move" | "pass" | "wait" | "think" | "halted" | "over" | "paused"} Stage
 */

/** @typedef {{black: number, white: number}} Left seconds */

/**
 * How a game stood that goes on: what was left, now and after each move; whether agents stand still.
 * @typedef {{left?: Left, times?: (Left | null)[], halted?: boolean}} Standing
 */

/**
 * What has changed: a clock's "tick", something to be "kept", or an agent that "failed".
 * @typedef {{tick?: boolean, kept?: boolean, failed?: string}} Change
 */

/** @extends {Emitter<Change>} */
export class Play extends Emitter {
  /**
   * @param {Session} session
   * @param {() => {animated: boolean, autopass: boolean}} taste
   */
  constructor(session, taste) {
    super();
    this.session = session;
    this.taste = taste;
    this.channel = new Channel("/play");
    /** @type {Players} */
    this.players = { black: HUMAN, white: "engine:level=5" };
    this.clock = new Clock({ kind: "none" });
    /** Where the game stands; one may look at other places meanwhile. @type {Node} */
    this.live = session.cursor;
    this.active = false;
    /** Whether agents wait until someone lets them go on. */
    this.halted = false;
    /** @type {Stage} */
    this.stage = "paused";
    this.timer = 0;
    this.ticker = 0;
    /** @type {Node | null} for which an agent is thinking */
    this.asked = null;
    /** @type {Node | null} from which a person's move is under way */
    this.moving = null;
    /** Clocks after a move, for taking moves back. @type {WeakMap<Node, Left>} */
    this.times = new WeakMap();
    session.on(({ loaded, moved }) => {
      if (!loaded && session.has(this.live)) {
        if (moved) this.time();
        return;
      }
      // Another game, which has to be begun first, or the branch that was played on is deleted.
      if (loaded) this.active = false;
      this.live = session.cursor;
      this.step();
    });
  }

  /**
   * Begins to play the game that the session holds.
   * @param {Players} players
   * @param {Control} control
   * @param {Standing} [standing]
   */
  begin(players, control, { left, times = [], halted = false } = {}) {
    this.players = players;
    this.clock = new Clock(control, left);
    this.live = this.session.cursor;
    this.halted = halted;
    this.times.set(this.live, { ...this.clock.left });
    this.live.path.forEach((node, ply) => {
      const then = times[ply];
      if (then) this.times.set(node, then);
    });
    this.step();
  }

  /** How it stands, for `begin`. @returns {Standing} */
  get standing() {
    const { clock, live, halted } = this;
    const times = clock.control.kind === "none" ? [] : live.path.map((node) => this.times.get(node) ?? null);
    return { left: clock.at(now()), times, halted };
  }

  /** @param {boolean} active whether the game goes on */
  activate(active) {
    this.active = active;
    this.step();
  }

  /** @param {Color} color */
  isAgent(color) {
    return this.players[color] !== HUMAN;
  }

  /** The one colour that a person plays, if it is one. @returns {Color | null} */
  get side() {
    const people = /** @type {Color[]} */ (["black", "white"]).filter((color) => !this.isAgent(color));
    return people.length === 1 ? (people[0] ?? null) : null;
  }

  get resigned() {
    return this.session.resigned && this.live === this.session.root.end ? this.session.resigned : "";
  }

  /** Whether it is looked at where a player gave up, or ran out of time. */
  get isDecided() {
    return Boolean(this.resigned) && this.session.cursor === this.live;
  }

  /** @returns {Stage} */
  stageNow() {
    const position = this.live.position;
    if (!position || position.over || this.resigned) return "over";
    if (!this.active) return "paused";
    const agent = position.turn && this.isAgent(position.turn);
    if (agent && this.halted) return "halted";
    if (position.must_pass) return agent || this.taste().autopass ? "wait" : "pass";
    return agent ? "think" : "move";
  }

  /** Does what is next. */
  step() {
    clearTimeout(this.timer);
    const turn = this.live.position?.turn ?? null;
    this.stage = this.stageNow();
    this.time();
    if (this.stage !== "think" || this.asked !== this.live) this.quiet();
    if (this.stage === "wait") this.timer = window.setTimeout(() => void this.push(PASS), PASS_WAIT);
    if (this.stage === "think" && !this.asked) this.ask(/** @type {Color} */ (turn));
    this.emit({});
  }

  /** Lets the clock run, or stand. */
  time() {
    const { live, stage, session } = this;
    const turn = live.position?.turn ?? null;
    // Nobody loses time before the first move, or for a pass; people do not while they look back.
    const going = stage === "think" || (stage === "move" && session.cursor === live);
    const runs = going && live.parent && this.isTimed(turn);
    this.clock.run(runs ? turn : null, now());
    this.tick();
  }

  /** @param {Color | null} turn */
  isTimed(turn) {
    const { control } = this.clock;
    return control.kind === "clock" || (control.kind === "move" && turn !== null && (control.people || this.isAgent(turn)));
  }

  quiet() {
    if (this.asked) this.channel.drop({ cancel: true });
    this.asked = null;
  }

  tick() {
    clearInterval(this.ticker);
    if (!this.clock.running || this.clock.control.kind === "none") return;
    this.ticker = window.setInterval(() => {
      const late = this.clock.flagged(now());
      // Of seconds a move the server takes care itself, if it is an agent's.
      if (late && (this.clock.control.kind === "clock" || !this.isAgent(late))) void this.lose(late);
      else this.emit({ tick: true });
    }, 100);
  }

  /** @param {Color} color whose time is over */
  async lose(color) {
    clearInterval(this.ticker);
    await this.resign(color, true);
  }

  /** @param {Color} color */
  ask(color) {
    const { control } = this.clock;
    const began = now();
    this.asked = this.live;
    const clock =
      control.kind === "clock" ? { time: Math.max(0.1, this.clock.remaining(color, began)), increment: control.increment } : null;
    const time = control.kind === "move" ? control.seconds : null;
    this.channel.ask({ line: this.session.line(this.live), agent: this.players[color], time, clock }, (answer) => {
      if (answer.error) {
        this.players = { ...this.players, [color]: HUMAN };
        this.asked = null;
        this.emit({ failed: answer.error, kept: true });
        this.step();
        return true;
      }
      if (!answer.move) return false;
      const wait = this.taste().animated ? LEAST_THINKING - (now() - began) * 1000 : 0;
      this.timer = window.setTimeout(() => void this.push(answer.move === "pass" ? PASS : answer.move, answer), Math.max(0, wait));
      return true;
    });
  }

  /** Whether agents play alone. */
  get isShow() {
    return this.isAgent("black") && this.isAgent("white");
  }

  /** Stops the agent whose turn it is, and all that follow, until `goOn`; false if there is nothing to stop. */
  halt() {
    const turn = this.live.position?.turn;
    const can = Boolean(turn && this.isAgent(turn) && ["think", "wait"].includes(this.stage));
    if (can) this.hold(true);
    return can;
  }

  /** Lets agents play again. */
  goOn() {
    this.hold(false);
  }

  /** @param {boolean} halted */
  hold(halted) {
    this.halted = halted;
    this.step();
    this.emit({ kept: true });
  }

  /** Makes the agent that thinks answer at once. */
  hurry() {
    if (this.asked) this.channel.say({ stop: true });
  }

  /**
   * Plays a move where the game stands.
   * @param {string} move
   * @param {{value?: number | null, unit?: string, seconds?: number}} [thought]
   */
  async push(move, thought = {}) {
    const { live, session } = this;
    const turn = live.position?.turn;
    const node = await session.play(move, live);
    if (live !== this.live) return;
    session.promote(node, true);
    if (turn && move !== PASS) this.clock.moved(turn, now());
    if (thought.value != null && thought.unit === "discs") node.value = Math.round(thought.value * 100) / 100;
    if (thought.seconds != null) node.seconds = Math.round(thought.seconds * 100) / 100;
    this.times.set(node, { ...this.clock.left });
    this.live = node;
    this.asked = null;
    this.step();
    this.emit({ kept: true });
  }

  /**
   * A person plays a square at the place that is looked at. If that is an earlier one, the game
   * goes on from there, and what was played is kept as a variation.
   * @param {string} move
   */
  async move(move) {
    const { cursor } = this.session;
    // A second click before the first move is there is none.
    if (this.moving === cursor) return;
    this.moving = cursor;
    this.halted = false;
    try {
      if (cursor !== this.live) this.from(cursor);
      await this.push(move);
    } finally {
      this.moving = null;
    }
  }

  /** @param {Node} node where the game is to stand from now on */
  from(node) {
    this.quiet();
    this.clock.run(null, now());
    const left = this.times.get(node);
    if (left) this.clock.left = { ...left };
    this.live = node;
  }

  /** Goes back to where a person was to move last, or to before a resignation. */
  async takeBack() {
    const { resigned, session } = this;
    const isLate = Boolean(resigned) && session.onTime;
    if (resigned) await session.resign("");
    if (isLate) this.from(this.live);
    if (!resigned || isLate) await this.jump((node) => node.parent);
    this.step();
  }

  /** Takes the taking back back. */
  async redo() {
    await this.jump((node) => node.children[0] ?? null);
  }

  /** @param {(node: Node) => Node | null} next */
  async jump(next) {
    let node = next(this.live);
    while (node && next(node) && !this.isPersons(node)) node = next(node);
    if (!node) return;
    this.from(node);
    await this.session.goTo(node);
    this.step();
    this.emit({ kept: true });
  }

  /** @param {Node} node */
  isPersons(node) {
    const position = node.position;
    if (!position?.turn || position.must_pass) return false;
    return !this.isAgent(position.turn) || this.isShow;
  }

  /** Whether someone can give up: at the end of the game's main line. */
  get canResign() {
    return this.stage !== "over" && this.live === this.session.root.end;
  }

  /**
   * @param {Color} color
   * @param {boolean} [onTime] whether it has lost on time
   */
  async resign(color, onTime = false) {
    this.quiet();
    await this.session.resign(color, onTime);
    this.step();
  }

  /** Lets the players change sides. */
  swap() {
    this.players = { black: this.players.white, white: this.players.black };
    this.quiet();
    this.step();
    this.emit({ kept: true });
  }

  /** Which agent moves for a side that has none: the other side's, or a good one. @param {Color} turn */
  helper(turn) {
    const agent = [this.players[turn], this.players[other(turn)]].find((player) => player !== HUMAN);
    return agent ?? "engine:level=12";
  }
}

/** Seconds on a clock that is never set. */
export function now() {
  return performance.now() / 1000;
}
