// The row of buttons below the board.

import { perform, possible } from "../commands.js";
import { fill, iconButton } from "../dom.js";
import { KEYS } from "../keys.js";
import { t } from "../text.js";

/** @typedef {import("../keys.js").CommandId} CommandId */

/** What keys are called where people read them. @type {Record<string, string>} */
const KEY_NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Backspace: "⌫", Escape: "Esc" };

/** @param {string} key */
export function keyName(key) {
  return key.replace(/[^+]+$|\+$/, (last) => KEY_NAMES[last] ?? (last.length === 1 && !/[a-z]/.test(last) ? last : last.charAt(0).toUpperCase() + last.slice(1)));
}

/** What a command is called. @param {CommandId} id */
export function commandName(id) {
  return t(/** @type {"do_back"} */ (`do_${id}`));
}

/**
 * A button for a command, which says its key too.
 * @param {import("../app.js").App} app
 * @param {CommandId} id
 * @param {string} image
 * @param {{shown?: boolean, class?: string}} [options]
 */
export function commandButton(app, id, image, options = {}) {
  const button = iconButton(image, commandName(id), () => void perform(app, id), { key: id, ...options });
  button.title = `${commandName(id)} (${keyName(KEYS[id][0])})`;
  button.setAttribute("aria-keyshortcuts", KEYS[id][0] === " " ? "Space" : KEYS[id][0]);
  // Not `disabled`: a button that is used up keeps the keyboard.
  button.setAttribute("aria-disabled", String(!possible(app, id)));
  return button;
}

/**
 * @param {import("../app.js").App} app
 * @param {HTMLElement} element
 */
export function nav(app, element) {
  const ids = /** @type {[CommandId, string][]} */ ([["first", "first"], ["back", "back"], ["forward", "forward"], ["last", "last"], ["turn", "turn"]]);
  const draw = () => fill(element, ...ids.map(([id, image]) => commandButton(app, id, image)));
  app.on(draw);
  draw();
}
