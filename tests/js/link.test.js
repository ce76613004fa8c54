import assert from "node:assert/strict";
import { test } from "node:test";

import { controlText, linkOf, readControl, readLink } from "../../src/outflank/apps/web/static/js/link.js";
import { recorded } from "../../src/outflank/apps/web/static/js/record.js";
import { parseTree } from "../../src/outflank/apps/web/static/js/tree_text.js";
import { randomTree } from "./random_tree.js";

/** @typedef {import("../../src/outflank/apps/web/static/js/link.js").State} State */

/**
 * @param {import("../../src/outflank/apps/web/static/js/tree.js").Node} root
 * @param {Partial<State>} [changes]
 * @returns {State}
 */
function state(root, changes = {}) {
  return {
    game: { size: 8, start: "", resigned: "", tags: {}, ...recorded(root) },
    at: root.end.moves,
    id: null,
    view: "play",
    players: { black: "human", white: "human" },
    control: { kind: "none" },
    symmetry: 0,
    values: true,
    edit: "",
    ...changes,
  };
}

test("a plain game makes a plain link, which opens where games are studied", () => {
  const root = parseTree("f5d6c3");
  assert.equal(linkOf(state(root, { view: "study" }), root), "m=f5d6c3");
  assert.equal(linkOf(state(root, { at: ["f5"] }), root), "m=f5d6c3&view=play&n=1");
  assert.equal(readLink("?m=f5d6c3")?.view, "study");
  assert.equal(readLink("?m=f5d6c3&white=engine:level=5")?.view, "play");
});

test("players, clocks and colons stay readable", () => {
  const root = parseTree("f5(f6d6)");
  const query = linkOf(state(root, { players: { black: "human", white: "engine:level=5" }, control: { kind: "clock", minutes: 5, increment: 3 } }), root);
  assert.equal(query, "m=f5(f6d6)&white=engine:level=5&clock=5%2B3");
});

test("whatever is on the board comes back from its link", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const root = randomTree(seed);
    // Values and times of moves are in the library, not in links.
    for (const node of root) node.value = node.seconds = null;
    const nodes = [...root];
    const sent = state(root, {
      at: nodes[seed % nodes.length]?.moves ?? [],
      id: seed % 3 ? null : "abc-1",
      view: seed % 2 ? "study" : "matches",
      players: { black: "mcts:playouts=100", white: "human" },
      control: seed % 2 ? { kind: "move", seconds: 2.5, people: true } : { kind: "move", seconds: 2, people: false },
      symmetry: seed % 8,
      values: seed % 5 > 0,
      edit: seed % 2 ? `${"XO-".repeat(33)}X ${seed % 4 > 1 ? "X" : "O"}` : "",
    });
    sent.game.size = 16;
    sent.game.start = `${"-".repeat(255)}X O`;
    sent.game.resigned = seed % 4 ? "" : "white";
    sent.game.on_time = seed % 8 === 0;
    const query = linkOf(sent, root);
    assert.deepEqual(readLink(`?${query}`), { ...sent, problem: "" }, query);
  }
});

test("a link without a game is none, and a wrong one is refused in a sentence", () => {
  assert.equal(readLink(""), null);
  assert.equal(readLink("?token=abc"), null);
  assert.throws(() => readLink("?size=9"), { name: "SyntaxError", message: "bad size 9 in the link: expected an even number from 4 to 16" });
  for (const edit of ["", "X O", `${"-".repeat(64)}`, `${"-".repeat(63)}? X`, `${"-".repeat(25)} X`]) {
    assert.throws(() => readLink(`?${new URLSearchParams({ edit })}`), { name: "SyntaxError", message: /bad board/ }, edit);
  }
  assert.match(readLink("?m=f5zz")?.problem ?? "", /"zz"/);
});

test("a colour that is none has not resigned, and is said", () => {
  const link = readLink("?m=f5&resigned=blue");
  assert.deepEqual([link?.game.moves, link?.game.resigned], ["f5", ""]);
  assert.match(link?.problem ?? "", /bad colour "blue"/);
});

test("clocks are read as people write them", () => {
  assert.deepEqual(readControl("5+3"), { kind: "clock", minutes: 5, increment: 3 });
  // A plus that was not encoded is a space.
  assert.deepEqual(readControl(`${"9".repeat(400)}+0`), { kind: "none" });
  assert.deepEqual(readControl("5 3"), { kind: "clock", minutes: 5, increment: 3 });
  assert.deepEqual(readControl("soon"), { kind: "none" });
  assert.equal(controlText({ kind: "move", seconds: 2, people: false }), "2/agent");
});
