// Beside the board while a game is studied.

import { perform } from "../commands.js";
import { fill, h, iconButton } from "../dom.js";
import { t } from "../text.js";
import { enginePanel } from "./engine_panel.js";
import { explorerPanel } from "./explorer_panel.js";
import { featuresPanel } from "./features_panel.js";
import { moveList } from "./moves.js";
import { commandButton } from "./nav.js";
import { reviewPanel } from "./review_panel.js";
import { tabs } from "./tabs.js";

/**
 * @param {import("../app.js").App} app
 * @param {HTMLElement} main
 * @param {HTMLElement} more
 */
export function studyPanel(app, main, more) {
  const engine = h("section.card");
  const review = h("section.card");
  const list = h("div.moves");
  const branch = h("div.tools.small");
  const comment = h("textarea.comment-field", { rows: 2, oninput: () => app.session.comment(app.session.cursor, comment.value.trim()) });
  const files = h("div.tools");
  const pages = h("section.card");
  main.replaceChildren(engine, review, h("section.card.grow", {}, list, branch, comment), files);
  more.replaceChildren(pages);
  enginePanel(app, engine);
  reviewPanel(app, review);
  moveList(app, list);
  tabs(app, pages, [
    ["features", (element) => featuresPanel(app, element)],
    ["database", (element) => explorerPanel(app, element)],
  ]);
  let shown = app.session.root;
  const draw = () => {
    const { cursor } = app.session;
    comment.setAttribute("aria-label", t("comment"));
    comment.placeholder = t("comment_here");
    if (shown !== cursor || document.activeElement !== comment) comment.value = cursor.comment;
    shown = cursor;
    fill(
      branch,
      !cursor.isMain && commandButton(app, "promote", "up", { shown: true }),
      cursor.parent && commandButton(app, "delete", "trash", { shown: true }),
      iconButton("play", t("play_from_here"), () => app.playFromHere(), { shown: true, key: "play_from_here" }),
    );
    fill(
      files,
      iconButton("open", t("paste_or_open"), () => void perform(app, "paste"), { shown: true, key: "paste" }),
      commandButton(app, "copy", "copy", { shown: true }),
      commandButton(app, "edit", "edit", { shown: true }),
    );
  };
  app.on(draw);
  draw();
}
