// A tree of moves as one line of text, as it stands in a link: f5d6c3(c4e3){why}d3.
// Variations are in parentheses behind the move that they replace, comments in braces behind
// theirs (\ before a } or \ of the comment).

import { t } from "./text.js";
import { Node } from "./tree.js";

const TOKEN = /\s*(?:([a-p](?:1[0-6]|[1-9])|--)|([()])|\{((?:[^\\}]|\\.)*)\})/gsuy;

/** @param {Node} root */
export function treeText(root) {
  return comment(root) + continued(root);
}

/** @param {Node} node */
function comment(node) {
  return node.comment && `{${node.comment.replace(/[\\}]/g, "\\$&")}}`;
}

/** @param {Node} node what comes after it */
function continued(node) {
  let text = "";
  for (let main = node.children[0]; main; main = main.children[0]) {
    text += main.move + comment(main);
    for (const other of main.parent?.children.slice(1) ?? []) {
      text += `(${other.move}${comment(other)}${continued(other)})`;
    }
  }
  return text;
}

/**
 * The start of the tree in a text; SyntaxError if it is none.
 * @param {string} text
 */
export function parseTree(text) {
  const root = new Node(null, null);
  grow(root, text);
  return root;
}

/**
 * The start of as much of a tree as can be read, and what is wrong behind that, or "".
 * @param {string} text
 */
export function readTree(text) {
  const root = new Node(null, null);
  try {
    grow(root, text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { root, problem: error.message };
  }
  return { root, problem: "" };
}

/**
 * @param {Node} root
 * @param {string} text
 */
function grow(root, text) {
  /** @type {Node[]} */
  const left = [];
  let node = root;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new SyntaxError(t("bad_link_moves", { moves: text.slice(at, at + 12) }));
    const [, move, bracket, words] = match;
    if (move) node = node.add(move);
    else if (words !== undefined) node.comment = words.replace(/\\(.)/gs, "$1");
    else if (bracket === "(" && node.parent) {
      left.push(node);
      node = node.parent;
    } else {
      const back = bracket === ")" ? left.pop() : undefined;
      if (!back) throw new SyntaxError(t("bad_link_bracket", { bracket: bracket ?? "", column: TOKEN.lastIndex }));
      node = back;
    }
  }
  if (left.length) throw new SyntaxError(t("bad_link_open"));
}
