// Beside the board while a game is played.

import { fill, h } from "../dom.js";
import { t } from "../text.js";
import { moveList } from "./moves.js";
import { commandButton } from "./nav.js";

/** @typedef {import("../keys.js").CommandId} CommandId */

const ACTIONS = /** @type {[CommandId, string][]} */ ([
  ["take_back", "undo"],
  ["redo", "redo"],
  ["hint", "bulb"],
  ["swap", "swap"],
  ["resign", "flag"],
  ["copy", "copy"],
]);

/**
 * @param {import("../app.js").App} app
 * @param {HTMLElement} element
 */
export function playPanel(app, element) {
  const actions = h("div.tools", { role: "toolbar" });
  const list = h("div.moves");
  const more = h("div.tools");
  element.replaceChildren(actions, h("section.card.grow", {}, list), more);
  moveList(app, list);
  const draw = () => {
    actions.setAttribute("aria-label", t("game"));
    fill(actions, ...ACTIONS.map(([id, image]) => commandButton(app, id, image, { shown: true })));
    const over = app.play.stage === "over";
    fill(
      more,
      commandButton(app, "new_game", "plus", { shown: true, class: over ? "main" : "" }),
      commandButton(app, "review", "chart", { shown: true, class: over ? "main" : "" }),
      commandButton(app, "edit", "edit", { shown: true }),
    );
  };
  app.on(draw);
  draw();
}
