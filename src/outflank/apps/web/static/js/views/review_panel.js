// The review of the game: the graph, what each player gave away, and the move we are at.

import { fill, h, iconButton } from "../dom.js";
import { lossText, moveName, percent } from "../names.js";
import { signed, t } from "../text.js";
import { graph } from "./graph.js";
import { commandButton } from "./nav.js";

/** @typedef {import("../app.js").App} App */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function reviewPanel(app, element) {
  const head = h("div.card-head");
  const picture = h("div.graph");
  const totals = h("div.totals");
  const note = h("div.note", { "aria-live": "polite" });
  element.replaceChildren(head, picture, totals, note);
  graph(app, picture);
  const draw = () => {
    fill(head, h("h2.grow", {}, t("do_review")), ...headTools(app));
    fill(totals, ...totalsOf(app));
    fill(note, ...noteOf(app));
  };
  app.on(draw);
  draw();
}

/** @param {App} app */
function headTools(app) {
  const { progress, report } = app.review;
  if (progress) {
    const [done, of] = progress;
    return [
      h("progress", { value: done, max: of || 1, "aria-label": t("reviewing") }),
      iconButton("stop", t("do_stop"), () => app.review.stop(), { key: "stop-review" }),
    ];
  }
  if (!report) return [commandButton(app, "review", "chart", { shown: true, class: "main" })];
  return [
    commandButton(app, "previous_mistake", "back"),
    commandButton(app, "next_mistake", "next", { shown: true }),
    commandButton(app, "review", "turn"),
  ];
}

/** @param {App} app */
function totalsOf({ review }) {
  const { report } = review;
  if (!report) return [];
  return /** @type {const} */ (["black", "white"]).map((color) => {
    const { accuracy, loss, marks } = report.totals[color];
    return h(
      "div.total",
      {},
      h(`span.mini.${color}`, { role: "img", "aria-label": t(color) }),
      h("strong", {}, percent(accuracy)),
      h("span.faint", {}, `${t("accuracy")} · ${lossText(loss)}`),
      h("span.counts", {}, ...markCounts(marks)),
    );
  });
}

/** @param {Record<string, number>} marks */
function markCounts(marks) {
  return /** @type {const} */ ([["?!", "inaccuracy"], ["?", "mistake"], ["??", "blunder"]]).map(([mark, name]) =>
    h("span", { class: `mark ${name}`, title: t(name) }, `${marks[mark] ?? 0} ${mark}`),
  );
}

/** @param {App} app */
function noteOf(app) {
  const { cursor } = app.session;
  const judged = app.review.of(cursor);
  if (!judged?.mark || judged.best === null || judged.best_score === null) return [];
  const parts = { move: moveName(judged.move), loss: lossText(judged.loss), best: judged.best, value: signed(judged.best_score, judged.exact) };
  const word = /** @type {const} */ ({ "?!": "inaccuracy", "?": "mistake", "??": "blunder" })[judged.mark];
  return [
    h("p", {}, h("span", { class: `mark ${word}` }, `${judged.mark} ${t(word)}`), " ", t("judged", parts)),
    iconButton("plus", t("add_best_line"), () => void app.attempt(() => addLine(app)), { shown: true, key: "best_line" }),
  ];
}

/**
 * Puts best play instead of the move we are at into the tree, and goes to its first move.
 * @param {App} app
 */
async function addLine({ session, review }) {
  const { parent } = session.cursor;
  const pv = review.of(session.cursor)?.pv;
  if (!parent || !pv) return;
  let node = parent;
  for (const move of pv) node = await session.play(move === "pass" ? "--" : move, node);
  await session.goTo(parent.children.find(({ move }) => move === pv[0]));
}

