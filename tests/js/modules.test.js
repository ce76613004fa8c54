import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../src/outflank/apps/web/static/", import.meta.url);

/**
 * All modules that one needs, by their paths below the page.
 * @param {string} path
 * @param {Set<string>} [known]
 */
function needed(path, known = new Set()) {
  if (known.has(path)) return known;
  known.add(path);
  const source = readFileSync(new URL(path, PAGE), "utf8");
  for (const [, other] of source.matchAll(/^import [^;]*?from "(\.[^"]+)"/gm)) {
    needed(new URL(other ?? "", new URL(path, PAGE)).href.slice(PAGE.href.length), known);
  }
  return known;
}

test("the page asks for all its modules at once", () => {
  const html = readFileSync(new URL("index.html", PAGE), "utf8");
  const asked = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(asked.sort(), [...needed("js/main.js")].filter((path) => path !== "js/main.js").sort());
});

test("the board needs nothing but its own folder", () => {
  for (const path of needed("js/board/board.js")) assert.match(path, /^js\/board\//);
  assert.match(readFileSync(new URL("js/board/demo.html", PAGE), "utf8"), /board\.css/);
});

test("no module reaches for another server", () => {
  for (const path of needed("js/main.js")) {
    const source = readFileSync(new URL(path, PAGE), "utf8").replaceAll("http://www.w3.org/2000/svg", "");
    assert.doesNotMatch(source, /https?:\/\//, path);
  }
});
