// A tree of moves as the API and the library hold it: a line with notes and branches.

import { Node } from "./tree.js";

/**
 * @typedef {object} Note
 * @property {number} [value] for the side that makes the move, in discs
 * @property {number} [seconds]
 * @property {string} [comment]
 */

/**
 * @typedef {object} Branch
 * @property {number} ply of its line's moves the index of the one it replaces
 * @property {string} moves
 * @property {Record<string, Note>} [notes] by index of a move
 * @property {Branch[]} [branches]
 */

/**
 * A game of the API.
 * @typedef {object} Game
 * @property {number} size
 * @property {string} [start] "" for the usual one
 * @property {string} moves
 * @property {string} [resigned] "", "black" or "white"
 * @property {boolean} [on_time] whether that was its time, and not its will
 * @property {Record<string, string>} [tags]
 * @property {string} [comment]
 * @property {Record<string, Note>} [notes]
 * @property {Branch[]} [branches]
 */

const MOVE = /[a-p](?:1[0-6]|[1-9])|--/g;

/**
 * The moves of a tidy transcript.
 * @param {string} transcript
 */
export function movesOf(transcript) {
  return transcript.match(MOVE) ?? [];
}

/**
 * What a game of the API says of the tree below its start.
 * @param {Node} root
 */
export function recorded(root) {
  return { ...line(root, root.children[0]), comment: root.comment };
}

/**
 * @param {Node} before
 * @param {Node | undefined} first
 */
function line(before, first) {
  let moves = "";
  /** @type {Record<string, Note>} */
  const notes = {};
  /** @type {Branch[]} */
  const branches = [];
  let ply = 0;
  for (let node = first, parent = before; node; parent = node, node = node.children[0], ply++) {
    moves += node.move;
    const note = {
      ...(node.value !== null && { value: node.value }),
      ...(node.seconds !== null && { seconds: node.seconds }),
      ...(node.comment && { comment: node.comment }),
    };
    if (Object.keys(note).length) notes[ply] = note;
    // The first node of a branch has siblings too, which are branches of the line that it leaves.
    if (ply === 0 && parent.children[0] !== node) continue;
    for (const other of parent.children.slice(1)) branches.push({ ply, ...line(parent, other) });
  }
  return { moves, ...(Object.keys(notes).length && { notes }), ...(branches.length && { branches }) };
}

/**
 * The start of the tree in a game of the API.
 * @param {Game} game
 */
export function treeOf(game) {
  const root = new Node(null, null);
  root.comment = game.comment ?? "";
  grow(root, game);
  return root;
}

/**
 * @param {Node} before
 * @param {{moves: string, notes?: Record<string, Note>, branches?: Branch[]}} line
 */
function grow(before, { moves, notes, branches }) {
  const nodes = [before];
  movesOf(moves).forEach((move, ply) => {
    const node = /** @type {Node} */ (nodes[ply]).add(move);
    const note = notes?.[ply];
    node.value = note?.value ?? node.value;
    node.seconds = note?.seconds ?? node.seconds;
    node.comment = note?.comment ?? node.comment;
    nodes.push(node);
  });
  for (const branch of branches ?? []) {
    const parent = nodes[branch.ply];
    if (parent) grow(parent, branch);
  }
}
