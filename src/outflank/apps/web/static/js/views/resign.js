// The question before giving up.

import { t } from "../text.js";
import { ask } from "./dialog.js";

/** @param {import("../app.js").App} app */
export function askResign(app) {
  const turn = app.play.side ?? app.play.live.position?.turn ?? "black";
  const answers = { no: t("play_on"), yes: t("do_resign") };
  ask(t("do_resign"), t("resign_question", { color: t(turn) }), answers, () => void app.attempt(() => app.play.resign(turn)));
}
