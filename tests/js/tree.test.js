import assert from "node:assert/strict";
import { test } from "node:test";

import { Node } from "../../src/outflank/apps/web/static/js/tree.js";
import { parseTree, treeText } from "../../src/outflank/apps/web/static/js/tree_text.js";
import { randomTree } from "./random_tree.js";

test("a move is added once, and what is new becomes a variation", () => {
  const root = new Node(null, null);
  const f5 = root.add("f5");
  assert.equal(root.add("f5"), f5);
  const c4 = root.add("c4");
  assert.deepEqual(root.children, [f5, c4]);
  assert.deepEqual([f5.isMain, c4.isMain, root.isMain], [true, false, true]);
  assert.deepEqual([f5.sibling(1), c4.sibling(-1), c4.sibling(1)], [c4, f5, null]);
});

test("a promoted variation is the main line, alone or with all before it", () => {
  const root = parseTree("f5d6(f4f6(d3e3))c3(c4)");
  const e3 = nodeAt(root, "f5 f4 d3 e3");
  e3.parent?.promote();
  assert.equal(treeText(root), "f5d6(f4d3(f6)e3)c3(c4)");
  e3.promote(true);
  assert.equal(treeText(root), "f5f4(d6c3(c4))d3(f6)e3");
  assert.equal(root.end, e3);
});

test("a removed node takes all after it along", () => {
  const root = parseTree("f5d6(f4f6)c3");
  assert.equal(nodeAt(root, "f5 d6").remove(), nodeAt(root, "f5"));
  assert.equal(treeText(root), "f5f4f6");
  assert.throws(() => root.remove(), /start/);
});

test("paths and moves lead from the start", () => {
  const root = parseTree("f5d6(f4--f6)");
  const node = nodeAt(root, "f5 f4 --");
  assert.deepEqual(node.moves, ["f5", "f4", "--"]);
  assert.equal(node.ply, 3);
  assert.ok(node.isPass);
  assert.equal(node.path[0], root);
});

test("comments keep every character, in any script", () => {
  const root = parseTree("f5");
  root.comment = "a } and a \\ and (b) {";
  nodeAt(root, "f5").comment = "黒の手 <script>";
  const again = parseTree(treeText(root));
  assert.equal(again.comment, root.comment);
  assert.equal(again.children[0]?.comment, "黒の手 <script>");
});

test("any tree comes back from its text", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const text = treeText(randomTree(seed));
    assert.equal(treeText(parseTree(text)), text);
  }
});

test("text that is no tree is refused with its place", () => {
  for (const [text, words] of /** @type {[string, RegExp][]} */ ([
    ["f5z9", /"z9"/],
    ["f5(d6", /not closed/],
    ["f5)d6", /column 3/],
    ["(f5)", /column 1/],
    ["f5{never closed", /"\{never/],
    ["f55", /"5"/],
  ])) {
    assert.throws(() => parseTree(text), { name: "SyntaxError", message: words }, text);
  }
});

/**
 * @param {Node} root
 * @param {string} moves
 */
function nodeAt(root, moves) {
  let node = root;
  for (const move of moves.split(" ")) {
    const child = node.children.find((candidate) => candidate.move === move);
    assert.ok(child, `${move} of ${moves}`);
    node = child;
  }
  return node;
}

test("moves lead to their place though passes are left out", () => {
  const root = parseTree("f5d6--c3(c4)");
  assert.equal(root.follow(["f5", "d6", "c3"]), nodeAt(root, "f5 d6 -- c3"));
  assert.equal(root.follow(["f5", "d6", "--", "c4"]), nodeAt(root, "f5 d6 -- c4"));
  assert.equal(root.follow(["f5", "d6", "e3"]), nodeAt(root, "f5 d6"));
});
