import assert from "node:assert/strict";
import { test } from "node:test";

import { movesOf, recorded, treeOf } from "../../src/outflank/apps/web/static/js/record.js";
import { parseTree, treeText } from "../../src/outflank/apps/web/static/js/tree_text.js";
import { randomTree } from "./random_tree.js";

test("transcripts fall apart into moves on every board", () => {
  assert.deepEqual(movesOf("f5d6--p16a1a10"), ["f5", "d6", "--", "p16", "a1", "a10"]);
  assert.deepEqual(movesOf(""), []);
});

test("a variation is a branch of the line that it leaves", () => {
  assert.deepEqual(recorded(parseTree("f5d6(f4f6(d3)c5)(f6)c3{why}")), {
    moves: "f5d6c3",
    comment: "",
    notes: { 2: { comment: "why" } },
    branches: [
      { ply: 1, moves: "f4f6c5", branches: [{ ply: 1, moves: "d3" }] },
      { ply: 1, moves: "f6" },
    ],
  });
});

test("any tree comes back from its record, with values, times and comments", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const root = randomTree(seed);
    const again = treeOf({ size: 16, ...recorded(root) });
    assert.equal(treeText(again), treeText(root));
    assert.deepEqual(recorded(again), recorded(root));
  }
});

test("a branch at the end of a line goes on with it", () => {
  assert.equal(treeText(treeOf({ size: 8, moves: "f5", branches: [{ ply: 1, moves: "d6c3" }] })), "f5d6c3");
});
