import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { commandFor, KEYS } from "../../src/outflank/apps/web/static/js/keys.js";
import { readSettings, settings } from "../../src/outflank/apps/web/static/js/settings.js";
import { counted, LANGUAGES, signed, t } from "../../src/outflank/apps/web/static/js/text.js";

const SOURCES = new URL("../../src/outflank/apps/web/static/", import.meta.url);

test("every language says the same with the same parts", () => {
  const parts = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(LANGUAGES.en).sort(), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim(), `${language}: ${key} is empty`);
      const english = LANGUAGES.en[/** @type {keyof typeof LANGUAGES.en} */ (key)];
      assert.deepEqual(parts(text), parts(english), `${language}: ${key}`);
    }
  }
});

test("no text is left over, and none is missing in the markup", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|html)$/.test(name) && !name.includes("texts"));
  const source = files.map((name) => readFileSync(new URL(name, SOURCES), "utf8")).join("\n");
  // Texts whose names are put together out of parts: `do_${id}`, `${disc}_disc`, ...
  const heads = [...source.matchAll(/`(\w+_)\$\{/g)].map(([, head]) => head);
  const tails = [...source.matchAll(/\$\{\w+\}(_\w+)`/g)].map(([, tail]) => tail);
  for (const key of Object.keys(LANGUAGES.en)) {
    const used =
      new RegExp(`\\b${key.replace(/(One|Many)$/, "")}\\b`).test(source) ||
      heads.some((head) => key.startsWith(head ?? "?")) ||
      tails.some((tail) => key.endsWith(tail ?? "?"));
    assert.ok(used, `${key} is used nowhere`);
  }
  for (const [, key] of source.matchAll(/data-t(?:-label)?="(\w+)"/g)) assert.ok((key ?? "") in LANGUAGES.en, key);
});

test("texts take their parts, and numbers the form of the language", () => {
  assert.equal(t("engine_level", { level: 5 }), "Engine, level 5");
  assert.equal(counted("moves", 1), "1 move");
  assert.equal(counted("discsLost", 2.5), "2.5 discs lost");
});

test("values have a sign, and a tenth only where they are no proof", () => {
  assert.deepEqual([signed(2.04), signed(-3, true), signed(0.04), signed(-0.04)], ["+2.0", "\u22123", "0.0", "0.0"]);
  settings.values.language = "fr";
  assert.equal(signed(-55.4), "\u221255,4");
  settings.values.language = "en";
});

test("no key does two things, and every command has one and a name", () => {
  const keys = Object.values(KEYS).flat();
  assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), []);
  for (const id of Object.keys(KEYS)) assert.ok(`do_${id}` in LANGUAGES.en, id);
});

test("keys are known with shift, control and command", () => {
  const press = (/** @type {string} */ key, changes = {}) => commandFor({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...changes });
  assert.equal(press("ArrowLeft"), "back");
  assert.equal(press("M", { shiftKey: true }), "previous_mistake");
  assert.equal(press("?", { shiftKey: true }), "help");
  assert.equal(press("+", { shiftKey: true }), "promote");
  assert.equal(press("Z", { ctrlKey: true }), "take_back");
  assert.equal(press("s", { metaKey: true }), "save");
  assert.equal(press("s", { altKey: true }), null);
  assert.equal(press("q"), null);
});

test("settings that make no sense are as at first", () => {
  assert.deepEqual(readSettings({ theme: "pink", animated: "yes", felt: "blue", name: 7 }), { ...readSettings(null), felt: "blue" });
  assert.equal(readSettings({ name: "Ann" }).name, "Ann");
});
