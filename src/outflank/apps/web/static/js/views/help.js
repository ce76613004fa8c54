// The window with all keys.

import { h } from "../dom.js";
import { KEYS } from "../keys.js";
import { t } from "../text.js";
import { openDialog } from "./dialog.js";
import { commandName, keyName } from "./nav.js";

/** @typedef {import("../keys.js").CommandId} CommandId */

/** @param {import("../app.js").App} app */
export function openHelp(app) {
  const ids = /** @type {CommandId[]} */ (Object.keys(KEYS));
  openDialog(
    t("do_help"),
    () => [
      // Where the keyboard is at first, so that reading begins at the top.
      h("p", { tabindex: -1, autofocus: true }, t("help_board")),
      h(
        "dl.keys",
        {},
        ...ids.map((id) =>
          h("div", {}, h("dt", {}, ...KEYS[id].flatMap((key, index) => [index ? " " : "", h("kbd", {}, keyName(key))])), h("dd", {}, commandName(id))),
        ),
      ),
      h("p.faint", {}, `Outflank ${app.about.version} · `, h("a", { href: "/api/v1/docs" }, t("api_docs"))),
    ],
    { wide: true },
  );
}
