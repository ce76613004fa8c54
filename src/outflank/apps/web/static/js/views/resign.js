// The question before giving up.

import { h } from "../dom.js";
import { t } from "../text.js";
import { openDialog } from "./dialog.js";

/** @param {import("../app.js").App} app */
export function askResign(app) {
  const turn = app.play.side ?? app.play.live.position?.turn ?? "black";
  openDialog(t("do_resign"), (close) => [
    h("p", {}, t("resign_question", { color: t(turn) })),
    h(
      "div.actions",
      {},
      h("button", { type: "button", onclick: close }, t("play_on")),
      h(
        "button.danger",
        {
          type: "button",
          onclick: () => {
            close();
            void app.attempt(() => app.play.resign(turn));
          },
        },
        t("do_resign"),
      ),
    ),
  ]);
}
