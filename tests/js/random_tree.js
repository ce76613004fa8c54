import { Node } from "../../src/outflank/apps/web/static/js/tree.js";

/**
 * Numbers from 0 to 1, the same for the same seed.
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/**
 * A tree of moves that need not be legal, with comments, values and times here and there.
 * @param {number} seed
 */
export function randomTree(seed) {
  const random = randomNumbers(seed);
  const root = new Node(null, null);
  const nodes = [root];
  for (let count = Math.floor(random() * 30); count > 0; count--) {
    const parent = /** @type {Node} */ (nodes[Math.floor(random() * nodes.length)]);
    const move = random() < 0.1 ? "--" : "abcdefghijklmnop".charAt(random() * 16) + Math.ceil(random() * 16);
    const node = parent.add(move);
    if (random() < 0.2) node.comment = ["ok", "a } b", "\\", "{(", "第一手"][Math.floor(random() * 5)] ?? "";
    if (random() < 0.2) node.value = Math.round(random() * 100) / 10;
    if (random() < 0.2) node.seconds = Math.round(random() * 100) / 10;
    nodes.push(node);
  }
  return root;
}
