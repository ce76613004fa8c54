// What the engine thinks: a switch, how deep it is, its best lines.

import { depthText } from "../analysis.js";
import { Hold } from "../board/hold.js";
import { fill, h } from "../dom.js";
import { moveName } from "../names.js";
import { settings } from "../settings.js";
import { compact, signed, t } from "../text.js";
import { toggle } from "./dialog.js";

/** @typedef {import("../app.js").App} App */

const LINES = 3;

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function enginePanel(app, element) {
  const draw = () => {
    const { analysis, session } = app;
    const answer = analysis.isOn ? analysis.of(session.cursor) : null;
    fill(
      element,
      h(
        "div.card-head",
        {},
        toggle(t("do_values"), analysis.isOn, (on) => analysis.turn(on), "values"),
        h("span.faint.tabular", {}, answer ? depthWords(answer) : ""),
      ),
      analysis.error && h("p.problem", {}, analysis.error),
      analysis.isOn && h("ol.lines.plain", {}, ...linesOf(app, answer)),
      analysis.isOn && h("p.faint.for-fingers", {}, t("hold_help")),
    );
  };
  new Hold(element, (target) => rest(app, target));
  app.on(draw);
  draw();
}

/**
 * Shows the line that a finger rests on, until it is lifted.
 * @param {App} app
 * @param {EventTarget | null} target
 */
function rest(app, target) {
  const key = target instanceof Element ? target.closest(".line")?.getAttribute("data-key") : null;
  const line = app.analysis.of(app.session.cursor)?.moves.find(({ move }) => key === `line-${move}`);
  app.press(false);
  preview(app, line?.pv ?? []);
  return Boolean(line);
}

/** @param {import("../analysis.js").Answer} answer */
function depthWords(answer) {
  const depth = answer.exact ? t("exact") : t("depth", { depth: depthText(answer) });
  return `${depth} · ${t("nodes", { count: compact(answer.nodes) })}`;
}

/**
 * @param {App} app
 * @param {import("../analysis.js").Answer | null} answer
 */
function linesOf(app, answer) {
  const sign = answer?.turn === "white" && settings.values.byBlack ? -1 : 1;
  const rows = (answer?.moves ?? []).slice(0, LINES).map(({ move, value, proven, pv }) =>
    h(
      "li",
      {},
      h(
        "button.line",
        {
          type: "button",
          "data-key": `line-${move}`,
          title: t("play_line"),
          onclick: () => void app.attempt(() => app.session.play(move === "pass" ? "--" : move)),
          onmouseenter: () => preview(app, pv),
          onmouseleave: () => preview(app, []),
          onfocus: () => preview(app, pv),
          onblur: () => preview(app, []),
        },
        h("span.value", {}, signed(sign * value, answer?.exact || proven)),
        h("span.first", {}, moveName(move)),
        h("span.pv", {}, pv.slice(1).map(moveName).join(" ")),
      ),
    ),
  );
  // The room of three lines is kept, so that nothing below jumps.
  while (rows.length < LINES) rows.push(h("li.empty", { "aria-hidden": "true" }, "\u00a0"));
  return rows;
}

/**
 * @param {App} app
 * @param {string[]} pv
 */
function preview(app, pv) {
  if (app.preview.join() === pv.slice(0, 12).join()) return;
  app.preview = pv.slice(0, 12);
  app.emit();
}
