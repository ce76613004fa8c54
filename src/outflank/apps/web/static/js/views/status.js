// Who is to move, what has happened, and how the game ended; also for those who listen.

import { perform } from "../commands.js";
import { fill, h } from "../dom.js";
import { moveName, resultText } from "../names.js";
import { settings } from "../settings.js";
import { t } from "../text.js";

/** @typedef {import("../app.js").App} App */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function status(app, element) {
  const draw = () => {
    const { headline, detail, pass, hurry } = statusOf(app);
    const { play, view } = app;
    const opening = app.session.opening(settings.values.language);
    fill(
      element,
      h(
        "div.line-up",
        {},
        h("p.headline", { "data-stage": app.play.stage }, headline),
        hurry && h("button", { type: "button", "data-key": "hurry", title: t("do_engine_move"), onclick: () => app.play.hurry() }, t("move_now")),
        view === "play" && play.stage === "halted" && h("button.main", { type: "button", "data-key": "pause", onclick: () => play.goOn() }, t("go_on")),
        view === "play" && play.isShow && ["think", "wait"].includes(play.stage) && h("button", { type: "button", "data-key": "pause", onclick: () => void perform(app, "stop") }, t("pause")),
        pass && h("button.main", { type: "button", "data-key": "pass", onclick: () => void perform(app, "pass") }, t("do_pass")),
      ),
      h("p.detail", {}, detail || opening || "\u00a0"),
    );
  };
  app.on(draw);
  draw();
}

/**
 * @param {App} app
 * @returns {{headline: string, detail: string, pass?: boolean, hurry?: boolean}}
 */
function statusOf(app) {
  const { session, play, view } = app;
  const { cursor, position, result } = session;
  if (!position) return { headline: t("one_moment"), detail: "" };
  if (result) {
    const opening = session.opening(settings.values.language);
    return { headline: resultText(result, cursor === session.root.end ? session.resigned : "", session.onTime, Boolean(session.tags["Fault"])), detail: opening };
  }
  if (!position.turn) return { headline: t("over"), detail: "" };
  const color = t(position.turn);
  if (view === "play" && cursor !== play.live) {
    const people = !play.isAgent(position.turn);
    return { headline: t("looking_back", { ply: cursor.ply, of: play.live.ply }), detail: t(people ? "branch_here" : "back_to_game") };
  }
  if (view === "play" && play.stage === "halted") return { headline: t("halted"), detail: t("halted_how", { name: app.nameOf(play.players[position.turn]) }) };
  if (position.must_pass) {
    const headline = t("must_pass", { color });
    return play.stage === "wait" && view === "play" ? { headline, detail: t("passes_itself") } : { headline, detail: t("pass_how"), pass: true };
  }
  if (view === "play" && play.stage === "think") return { headline: t("thinks", { name: app.nameOf(play.players[position.turn]) }), detail: "", hurry: true };
  return { headline: t(play.side === position.turn && view === "play" ? "your_move" : "to_move", { color }), detail: "" };
}

/**
 * Says moves, passes and the end to screen readers.
 * @param {App} app
 * @param {HTMLElement} element
 */
export function announcer(app, element) {
  const say = (/** @type {string} */ words) => {
    // The same words twice are news too.
    element.textContent = element.textContent === words ? `${words}\u00a0` : words;
  };
  app.spoken.on(say);
  app.notices.on(say);
  let before = app.session.cursor;
  let { language } = settings.values;
  app.on(() => {
    const { cursor } = app.session;
    if (language !== settings.values.language) {
      ({ language } = settings.values);
      say(statusOf(app).headline);
    }
    if (cursor === before) return;
    before = cursor;
    const mover = cursor.parent?.position?.turn;
    const move = cursor.move && mover ? t(cursor.isPass ? "passed" : "played", { color: t(mover), move: moveName(cursor.move) }) : t("at_start");
    const { headline } = statusOf(app);
    say(`${move} ${headline}`);
  });
}

/**
 * Shows short words for a while.
 * @param {App} app
 * @param {HTMLElement} element
 */
export function notices(app, element) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  app.notices.on((words) => {
    element.textContent = words;
    element.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => (element.hidden = true), 6000);
  });
  element.addEventListener("click", () => (element.hidden = true));
}
