// The moves as a tree: two columns for the main line, variations below the move they replace.

import { h } from "../dom.js";
import { moveName } from "../names.js";
import { settings } from "../settings.js";
import { signed, t } from "../text.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../tree.js").Node} Node */

const MARK_NAMES = /** @type {const} */ ({ "?!": "inaccuracy", "?": "mistake", "??": "blunder" });

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function moveList(app, element) {
  let drawn = "";
  const draw = () => {
    // The list is long: it is made anew only if something in it has changed.
    const state = signature(app);
    if (state !== drawn) {
      drawn = state;
      const focused = document.activeElement instanceof HTMLElement && element.contains(document.activeElement);
      element.replaceChildren(...mainLine(app));
      const current = element.querySelector("[aria-current]");
      if (focused && current instanceof HTMLElement) current.focus({ preventScroll: true });
      reveal(element, current);
    }
  };
  app.on(draw);
  draw();
}

/** @param {App} app */
function signature({ session, review, view, analysis }) {
  /** @type {(string | number | boolean)[]} */
  const parts = [settings.values.language, view];
  for (const node of session.root) {
    parts.push(node.move ?? "", node.ply, node === session.cursor ? "*" : "", node.comment, review.of(node)?.mark ?? "");
    if (view === "study") parts.push(evaluation(node, review, analysis));
  }
  return parts.join("|");
}

/**
 * @param {HTMLElement} list
 * @param {Element | null} current
 */
function reveal(list, current) {
  if (!(current instanceof HTMLElement)) return void (list.scrollTop = 0);
  const top = current.offsetTop;
  if (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
}

/** @param {App} app */
function mainLine(app) {
  const { root } = app.session;
  const rows = [];
  if (!root.children.length) rows.push(h("p.faint", {}, t("no_moves")));
  if (root.comment) rows.push(h("p.comment", {}, root.comment));
  /** @type {HTMLElement | null} */
  let row = null;
  const open = (/** @type {number} */ number) => {
    row = h("div.pair", {}, h("span.number", {}, `${number}.`));
    rows.push(row);
    return row;
  };
  for (let node = root.children[0]; node; node = node.children[0]) {
    const color = colorOf(app, /** @type {Node} */ (node.parent));
    if (!row) {
      row = open(node.ply);
      if (color === "white") row.append(h("span.gap", {}, "…"));
    } else if (color === "black") row = open(node.ply);
    row.append(moveButton(app, node, app.view === "study"));
    const others = node.parent?.children.slice(1) ?? [];
    if (!node.comment && !others.length) continue;
    if (node.comment) rows.push(h("p.comment", {}, node.comment));
    for (const other of others) rows.push(h("div.variation", {}, ...variation(app, other)));
    row = null;
  }
  return rows;
}

/**
 * A variation as running text, with those that leave it in parentheses.
 * @param {App} app
 * @param {Node} first
 * @returns {import("../dom.js").Child[]}
 */
function variation(app, first) {
  /** @type {import("../dom.js").Child[]} */
  const parts = [];
  for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
    const black = colorOf(app, /** @type {Node} */ (node.parent)) === "black";
    if (black || node === first) parts.push(h("span.number", {}, `${node.ply}.`));
    parts.push(moveButton(app, node, false));
    if (node.comment) parts.push(h("span.comment", {}, node.comment));
    const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    for (const other of others) parts.push(h("span.inner", {}, "(", ...variation(app, other), ")"));
  }
  return parts;
}

/**
 * @param {App} app
 * @param {Node} node
 * @param {boolean} valued
 */
function moveButton(app, node, valued) {
  const mark = app.review.of(node)?.mark;
  const value = valued ? evaluation(node, app.review, app.analysis) : "";
  return h(
    "button.move",
    {
      type: "button",
      "aria-current": node === app.session.cursor ? "true" : null,
      onclick: () => void app.attempt(() => app.session.goTo(node)),
    },
    h("span", { class: node.isPass ? "faint" : null }, moveName(node.move)),
    mark && h("span", { class: `mark ${MARK_NAMES[mark]}`, title: t(MARK_NAMES[mark]) }, mark),
    value && h("span.evaluation", { title: t("for_black", { value }) }, value),
  );
}

/**
 * Black's margin after a move, from the review, else from the engine.
 * @param {Node} node
 * @param {import("../review.js").Review} review
 * @param {import("../analysis.js").Analysis} analysis
 */
function evaluation(node, review, analysis) {
  const judged = review.of(node);
  if (judged?.score != null) return signed(judged.color === "black" ? judged.score : -judged.score, judged.exact);
  const margin = analysis.margin(node);
  return margin === null ? "" : signed(margin);
}

/**
 * Who moves at a node: colours alternate, as passes are moves.
 * @param {App} app
 * @param {Node} node
 */
function colorOf({ session }, node) {
  const first = session.root.position?.turn === "white" ? 1 : 0;
  return (node.ply + first) % 2 ? "white" : "black";
}
