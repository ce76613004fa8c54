// A game as a tree of moves. The first child of a node is the main line, the others are variations.
// Whether a move is legal, and what the board looks like, is the server's to say.

/**
 * What the server says of a position; see the API.
 * @typedef {object} Position
 * @property {string} board X, O and - row by row
 * @property {"black" | "white" | null} turn null when the game is over
 * @property {string[]} legal
 * @property {boolean} must_pass
 * @property {boolean} over
 * @property {{black: number, white: number}} discs
 * @property {string | null} last
 * @property {string[]} flipped
 * @property {{en: string | null, ja: string | null} | null} opening
 */

/**
 * How a game ended; empty squares are the winner's.
 * @typedef {object} Result
 * @property {"black" | "white" | null} winner
 * @property {number} black
 * @property {number} white
 * @property {number} black_discs
 * @property {number} white_discs
 */

export const PASS = "--";

export class Node {
  /**
   * @param {string | null} move null for the start
   * @param {Node | null} parent
   */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    this.comment = "";
    /** @type {number | null} */
    this.value = null;
    /** @type {number | null} */
    this.seconds = null;
    /** @type {Position | null} as soon as the server was asked */
    this.position = null;
    /** @type {Result | null} of a game that ends here */
    this.result = null;
  }

  /** How many moves come before it and with it. */
  get ply() {
    let ply = 0;
    for (let node = this.parent; node; node = node.parent) ply++;
    return ply;
  }

  get isPass() {
    return this.move === PASS;
  }

  /** Whether it is on the main line. */
  get isMain() {
    return this.path.every((node) => node.parent === null || node.parent.children[0] === node);
  }

  /** Whether neither it nor what comes before it has been taken out of its tree. */
  get isThere() {
    return this.path.every((node) => node.parent === null || node.parent.children.includes(node));
  }

  /** All nodes from the start to this one, both included. */
  get path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The moves from the start to this node. */
  get moves() {
    return this.path.slice(1).map((node) => /** @type {string} */ (node.move));
  }

  /** The last node of the main line from here. */
  get end() {
    let node = /** @type {Node} */ (this);
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /**
   * Where moves from here lead, as far as they are in the tree; passes may be left out.
   * @param {readonly string[]} moves
   */
  follow(moves) {
    let node = /** @type {Node} */ (this);
    for (const move of moves) {
      const among = (/** @type {Node[] | undefined} */ nodes) => nodes?.find((child) => child.move === move);
      const next = among(node.children) ?? among(node.children.find(({ isPass }) => isPass)?.children);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /**
   * The child with a move, made if it is not there yet.
   * @param {string} move
   */
  add(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const node = new Node(move, this);
    this.children.push(node);
    return node;
  }

  /** Puts a pass after this node, before all that followed it. */
  insertPass() {
    const pass = new Node(PASS, this);
    pass.children = this.children;
    for (const child of pass.children) child.parent = pass;
    this.children = [pass];
    return pass;
  }

  /** Makes this node the main move of its parent, and all before it too if `whole`. */
  promote(whole = false) {
    for (const node of whole ? this.path.reverse() : [this]) {
      const siblings = node.parent?.children;
      if (siblings) siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
    }
  }

  /** Takes this node and all after it out of the tree, and returns its parent. */
  remove() {
    if (!this.parent) throw new Error("the start of a game cannot be removed");
    this.parent.children = this.parent.children.filter((child) => child !== this);
    return this.parent;
  }

  /**
   * The variation before or after this one at the same place, or null.
   * @param {number} step
   */
  sibling(step) {
    const siblings = this.parent?.children ?? [];
    return siblings[siblings.indexOf(this) + step] ?? null;
  }

  /** This node and all after it, parents first, the main line first. */
  *[Symbol.iterator]() {
    /** @type {Node[]} */
    const waiting = [this];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }
}
