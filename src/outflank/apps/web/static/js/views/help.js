// The window with all keys, and the rules of the game.

import { Board } from "../board/board.js";
import { h } from "../dom.js";
import { KEYS } from "../keys.js";
import { settings } from "../settings.js";
import { t } from "../text.js";
import { RULES } from "../texts/rules.js";
import { openDialog, segments } from "./dialog.js";
import { commandName, keyName } from "./nav.js";

/** @typedef {import("../keys.js").CommandId} CommandId */

const START = "---------------------------OX------XO---------------------------";
const AFTER = "-------------------X-------XX------XO---------------------------";

/** @param {import("../app.js").App} app */
export function openHelp(app) {
  const pages = { keys: keysPage(), rules: rulesPage() };
  const show = (/** @type {keyof typeof pages} */ name) => {
    pages.keys.hidden = name !== "keys";
    pages.rules.hidden = name !== "rules";
  };
  show("keys");
  const choices = /** @type {const} */ ([["keys", t("keys")], ["rules", t("rules")]]);
  const choice = segments("help", t("do_help"), choices, "keys", show);
  choice.querySelector("legend")?.classList.add("spoken");
  openDialog(
    t("do_help"),
    () => [
      choice,
      pages.keys,
      pages.rules,
      h("p.faint", {}, `Outflank ${app.about.version} · `, h("a", { href: "/api/v1/docs" }, t("api_docs"))),
    ],
    { wide: true },
  );
}

function keysPage() {
  const ids = /** @type {CommandId[]} */ (Object.keys(KEYS));
  return h(
    "section.stack",
    {},
    // Where the keyboard is at first, so that reading begins at the top.
    h("p", { tabindex: -1, autofocus: true }, t("help_board")),
    h(
      "dl.keys",
      {},
      ...ids.map((id) =>
        h("div", {}, h("dt", {}, ...KEYS[id].flatMap((key, index) => [index ? " " : "", h("kbd", {}, keyName(key))])), h("dd", {}, commandName(id))),
      ),
    ),
  );
}

function rulesPage() {
  const rules = RULES[settings.values.language];
  if (!rules) throw new Error(`no rules in ${settings.values.language}`);
  const shown = [
    figure({ discs: START, turn: "black", legal: ["d3", "c4", "f5", "e6"] }, rules.before),
    figure({ discs: AFTER, last: "d3", flipped: ["d4"] }, rules.after),
  ];
  return h("section.stack", {}, ...rules.paragraphs.map((text) => h("p", {}, text)), h("div.examples", {}, ...shown));
}

/**
 * A small board that only shows something, with words that say what.
 * @param {Partial<import("../board/options.js").Options>} options
 * @param {string} caption
 */
function figure(options, caption) {
  const place = h("div", { inert: true });
  new Board(place, { ...options, interactive: false, animated: false });
  return h("figure", {}, place, h("figcaption.faint", {}, caption));
}
