// The game that lies on the board: its tree, where we are in it, and what the server says of it.

import { ApiError, send } from "./api.js";
import { Emitter } from "./emitter.js";
import { openingName } from "./names.js";
import { movesOf, recorded, treeOf } from "./record.js";
import { t } from "./text.js";
import { Node, PASS } from "./tree.js";

/** What is said of how a game ended. */
const OF_THE_END = ["Result", "Termination", "Fault", "TheoreticalScore", "TheoreticalDepth"];

/** @typedef {import("./board/options.js").Color} Color */
/** @typedef {import("./record.js").Game} Game */

/**
 * What has changed: "loaded" another game, "moved" the place in it, "edited" something to be kept.
 * @typedef {{loaded?: boolean, moved?: boolean, edited?: boolean}} Change
 */

/** @extends {Emitter<Change>} */
export class Session extends Emitter {
  constructor() {
    super();
    this.size = 8;
    /** The board text of an unusual start, or "". */
    this.start = "";
    /** @type {Record<string, string>} */
    this.tags = {};
    /** @type {Color | ""} */
    this.resigned = "";
    /** Whether who resigned has lost on time instead. */
    this.onTime = false;
    this.root = new Node(null, null);
    this.cursor = this.root;
    this.wish = 0;
  }

  /** What the server says of the place where we are. */
  get position() {
    return this.cursor.position;
  }

  /** The game as the API has it. @returns {Game} */
  get game() {
    const { size, start, resigned, tags } = this;
    return { size, start, resigned, on_time: Boolean(resigned) && this.onTime, tags, ...recorded(this.root) };
  }

  /**
   * The line from the start to a node, as the API has it.
   * @param {Node} [node]
   */
  line(node = this.cursor) {
    return { size: this.size, start: this.start, moves: node.moves.join("") };
  }

  /**
   * The name of the opening up to here, of the deepest place that has one; "" if none has.
   * @param {string} language Japanese has names of its own, others take the English ones
   */
  opening(language) {
    const openings = this.cursor.path.map(({ position }) => position?.opening);
    const own = language === "ja" ? openings.findLast((opening) => opening?.ja) : null;
    return openingName(own ?? openings.findLast((opening) => opening?.en), language);
  }

  /** How the game ended, where we are: by resignation, or on the board. */
  get result() {
    return this.cursor.result;
  }

  /**
   * Puts another game on the board. Raises ApiError if the server does not take it.
   * @param {Game} game
   * @param {(root: Node) => Node} [place] where to begin; at its end if it is not said
   * @param {() => void} [onThere] called when it is there, before others hear of it
   */
  async load(game, place = (root) => root.end, onThere = () => {}) {
    const root = treeOf(game);
    const { size, start = "", resigned = "", on_time: onTime = false, tags = {} } = game;
    await resolve({ size, start, resigned }, root, root.end);
    const cursor = place(root);
    await resolve({ size, start, resigned }, root, cursor);
    this.put({ size, start, tags, resigned, onTime, root, cursor }, onThere);
  }

  /**
   * Puts as much of a game on the board as the server takes, and returns what it says of the rest.
   * Raises ApiError if that is nothing.
   * @param {Game} game
   * @param {() => void} onThere
   */
  async loadReadable(game, onThere) {
    const root = treeOf(game);
    const { end } = root;
    const { size, start = "", on_time: onTime = false, tags = {} } = game;
    await resolve({ size, start, resigned: "" }, root, root);
    const problems = await prune({ size, start, resigned: game.resigned ?? "" }, root);
    const resigned = root.end === end ? (game.resigned ?? "") : "";
    this.put({ size, start, tags, resigned, onTime, root, cursor: root.end }, onThere);
    return problems;
  }

  /**
   * @param {{size: number, start: string, tags: Record<string, string>, resigned: string, onTime: boolean, root: Node, cursor: Node}} game
   * @param {() => void} onThere
   */
  put(game, onThere) {
    this.wish++;
    Object.assign(this, game);
    onThere();
    this.emit({ loaded: true, moved: true });
  }

  /**
   * Goes to a place of the tree; of several wishes the last counts.
   * @param {Node | null | undefined} node
   */
  async goTo(node) {
    if (!node || node === this.cursor) return;
    const wish = ++this.wish;
    if (!node.position) await resolve(this, this.root, node.end);
    if (wish !== this.wish) return;
    this.cursor = node;
    this.emit({ moved: true });
  }

  /**
   * Plays a move, behind the cursor if no other place is named; the cursor goes along with it if
   * that is where it was. It is in the tree once the server knows it. ApiError if it is illegal.
   * @param {string} move
   * @param {Node} [from]
   */
  async play(move, from = this.cursor) {
    const find = () => from.children.find((child) => child.move === move);
    const wish = from === this.cursor ? ++this.wish : null;
    let node = find() ?? new Node(move, from);
    if (!node.position) await resolve(this, this.root, node);
    const known = find();
    if (known) node = known;
    else from.children.push(node);
    const moved = wish !== null && wish === this.wish;
    if (moved) this.cursor = node;
    if (node === this.root.end && !known) this.reopen();
    this.emit({ moved, edited: !known });
    return node;
  }

  /**
   * Makes a variation the main line, from its first move on, or from the game's first if `whole`.
   * @param {Node} node
   * @param {boolean} [whole]
   */
  promote(node, whole = false) {
    if (node.isMain) return;
    if (whole) node.promote(true);
    else node.path.findLast((step) => step.parent && step.parent.children[0] !== step)?.promote();
    if (node.isMain) this.reopen();
    this.emit({ edited: true });
  }

  /** How the game ended does not hold any more: its main line is another. */
  reopen() {
    this.resigned = "";
    this.tags = Object.fromEntries(Object.entries(this.tags).filter(([name]) => !OF_THE_END.includes(name)));
  }

  /** @param {Node} node is taken out with all that follows */
  remove(node) {
    if (node.isMain) this.reopen();
    const parent = node.remove();
    const lost = !this.has(this.cursor);
    if (lost) this.cursor = parent;
    if (lost) this.wish++;
    this.emit({ moved: lost, edited: true });
  }

  /** Whether a node is in the game. @param {Node} node */
  has(node) {
    return node.path[0] === this.root && node.isThere;
  }

  /**
   * @param {Node} node
   * @param {string} comment
   */
  comment(node, comment) {
    if (node.comment === comment) return;
    node.comment = comment;
    this.emit({ edited: true });
  }

  /** @param {Record<string, string>} tags those that change; "" takes one away */
  tag(tags) {
    this.tags = Object.fromEntries(Object.entries({ ...this.tags, ...tags }).filter(([, text]) => text));
    this.emit({ edited: true });
  }

  /**
   * A colour gives up at the end of the main line, or takes that back; nothing happens if that end
   * is another when the server has heard of it.
   * @param {Color | ""} color
   * @param {boolean} [onTime] whether it has lost on time
   */
  async resign(color, onTime = false) {
    const { end } = this.root;
    const { result } = await send("/line", { ...this.line(end), resigned: color });
    if (end !== this.root.end) return;
    this.resigned = color;
    this.onTime = onTime;
    end.result = result;
    this.emit({ moved: this.cursor === end, edited: true });
  }
}

/**
 * Takes moves out of a tree that the server does not take, and what follows them; returns what it
 * says of them. The start is known already.
 * @param {{size: number, start: string, resigned: string}} game
 * @param {Node} root
 * @returns {Promise<string[]>}
 */
async function prune(game, root) {
  /** @type {string[]} */
  const problems = [];
  for (const { path } of [...root].filter(({ children }) => !children.length)) {
    // Taken out already, with what comes before.
    if (!path.at(-1)?.isThere) continue;
    let good = path.findLastIndex(({ position }) => position);
    for (let bad = path.length, tried = bad - 1; good + 1 < bad; tried = Math.floor((good + bad) / 2)) {
      try {
        await resolve(game, root, /** @type {Node} */ (path[tried]));
        good = tried;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (bad === path.length) problems.push(error.message);
        bad = tried;
      }
    }
    path[good + 1]?.remove();
  }
  return problems;
}

/**
 * Asks the server for the positions from the start to a node that are not known yet. Forced passes
 * that were left out come into the tree.
 * @param {{size: number, start: string, resigned: Color | string}} game
 * @param {Node} root
 * @param {Node} node
 */
async function resolve({ size, start, resigned }, root, node) {
  const { path } = node;
  const from = path.findIndex((step) => !step.position);
  if (from < 0) return;
  const line = { size, start, moves: node.moves.join(""), resigned: node === root.end ? resigned : "" };
  const answer = await send(`/line?from=${from}`, line);
  const moves = movesOf(answer.moves);
  let at = /** @type {Node} */ (path[from - 1] ?? root);
  moves.slice(Math.max(0, from - 1)).forEach((move) => {
    const next = path.find((step) => step.parent === at && step.move === move) ?? at.children.find((child) => child.move === move);
    if (!next && move !== PASS) throw new ApiError(400, t("read_otherwise", { moves: answer.moves }));
    at = next ?? at.insertPass();
  });
  at.path.slice(from).forEach((step, index) => (step.position = answer.positions[index]));
  at.result = answer.result;
}
