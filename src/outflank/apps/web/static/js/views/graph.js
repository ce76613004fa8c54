// Black's margin over the game: to be read, clicked and scrubbed.

import { h, svg } from "../dom.js";
import { settings } from "../settings.js";
import { signed, t } from "../text.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {[number, number]} Point ply and Black's margin */

const HEIGHT = 130;
const LEFT = 30;
const RIGHT = 8;

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function graph(app, element) {
  const slider = h("div.graph-field", { role: "slider", tabindex: 0 });
  element.replaceChildren(slider);
  let drawn = "";
  const draw = () => {
    const points = pointsOf(app);
    const width = Math.round(slider.clientWidth) || 400;
    const plies = app.session.root.end.ply;
    const at = here(app);
    describe(app, slider, points, at, plies);
    const state = JSON.stringify([points, width, plies, at, settings.values.language, marksOf(app).map(([ply, mark]) => ply + mark)]);
    if (state === drawn) return;
    drawn = state;
    slider.replaceChildren(picture(points, marksOf(app), width, plies, at));
  };
  const goTo = (/** @type {PointerEvent} */ event) => {
    const box = slider.getBoundingClientRect();
    const plies = app.session.root.end.ply;
    const share = (event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - RIGHT);
    void app.attempt(() => app.session.goTo(app.session.root.end.path[Math.max(0, Math.min(plies, Math.round(share * plies)))]));
  };
  slider.addEventListener("pointerdown", (event) => {
    slider.setPointerCapture(event.pointerId);
    goTo(event);
  });
  slider.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) goTo(event);
  });
  new ResizeObserver(draw).observe(slider);
  app.on(draw);
  draw();
}

/** The place on the main line where we are, or where we left it. @param {App} app */
function here({ session }) {
  return session.cursor.path.findLast((node) => node.isMain)?.ply ?? 0;
}

/** @param {App} app @returns {Point[]} */
function pointsOf({ review, analysis, session }) {
  const known = new Map(review.curve);
  for (const node of session.root.end.path) {
    const margin = analysis.margin(node);
    if (margin !== null && !known.has(node.ply)) known.set(node.ply, margin);
    const before = known.get(node.ply - 1);
    if (node.isPass && before !== undefined) known.set(node.ply, before);
  }
  return [...known].sort(([one], [other]) => one - other);
}

/** @param {App} app @returns {[number, string, number][]} */
function marksOf({ review, session }) {
  return session.root.end.path.flatMap((node) => {
    const judged = review.of(node);
    return judged?.mark ? [/** @type {[number, string, number]} */ ([node.ply, judged.mark, judged.color === "black" ? (judged.score ?? 0) : -(judged.score ?? 0)])] : [];
  });
}

/**
 * @param {App} app
 * @param {HTMLElement} slider
 * @param {Point[]} points
 * @param {number} at
 * @param {number} plies
 */
function describe({ review, session }, slider, points, at, plies) {
  const margin = points.find(([ply]) => ply === at)?.[1];
  const judged = review.of(session.cursor);
  slider.setAttribute("aria-label", t("graph_label"));
  slider.setAttribute("aria-valuemin", "0");
  slider.setAttribute("aria-valuemax", String(plies));
  slider.setAttribute("aria-valuenow", String(at));
  slider.setAttribute("aria-valuetext", [t("move_number", { ply: at }), margin === undefined ? "" : t("for_black", { value: signed(margin) }), judged?.mark].filter(Boolean).join(", "));
}

/**
 * @param {Point[]} points
 * @param {[number, string, number][]} marks
 * @param {number} width
 * @param {number} plies
 * @param {number} at
 */
function picture(points, marks, width, plies, at) {
  const most = Math.max(8, ...points.map(([, margin]) => Math.abs(margin)));
  const step = most <= 12 ? 4 : most <= 32 ? 8 : most <= 64 ? 16 : 64;
  const x = (/** @type {number} */ ply) => LEFT + (plies ? ply / plies : 0) * (width - LEFT - RIGHT);
  const y = (/** @type {number} */ margin) => HEIGHT / 2 - (margin / (most * 1.1)) * (HEIGHT / 2);
  const curve = points.map(([ply, margin]) => `${x(ply).toFixed(1)},${y(margin).toFixed(1)}`).join(" ");
  const lines = [];
  for (let margin = step; margin <= most; margin += step) lines.push(margin, -margin);
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" },
    svg("rect", { class: "graph-black", width, height: HEIGHT / 2 }),
    svg("rect", { class: "graph-white", y: HEIGHT / 2, width, height: HEIGHT / 2 }),
    ...lines.flatMap((margin) => [
      svg("line", { class: "graph-grid", x1: 0, x2: width, y1: y(margin), y2: y(margin) }),
      y(margin) > 12 && svg("text", { class: "graph-text", x: 3, y: y(margin) - 2 }, signed(margin, true)),
    ]),
    svg("line", { class: "graph-zero", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    points.length > 1 && svg("polygon", { class: "graph-area", points: `${x(points[0]?.[0] ?? 0)},${HEIGHT / 2} ${curve} ${x(points.at(-1)?.[0] ?? 0)},${HEIGHT / 2}` }),
    points.length > 1 && svg("polyline", { class: "graph-curve", points: curve }),
    points.length === 1 && svg("circle", { class: "graph-dot", cx: x(points[0]?.[0] ?? 0), cy: y(points[0]?.[1] ?? 0), r: 3 }),
    svg("line", { class: "graph-here", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    ...marks.map(([ply, mark, margin]) => markShape(mark, x(ply), y(margin))),
  );
}

/**
 * Marks differ in shape and not in colour alone.
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 */
function markShape(mark, x, y) {
  if (mark === "?!") return svg("circle", { class: "mark-shape inaccuracy", cx: x, cy: y, r: 4 });
  if (mark === "?") return svg("path", { class: "mark-shape mistake", d: `M${x} ${y - 6}l5.5 10h-11z` });
  return svg("path", { class: "mark-shape blunder", d: `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5-6.5z` });
}
