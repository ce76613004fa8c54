// What there is to see: marks on the board that teach, and what each agent weighs.

import { fill, h } from "../dom.js";
import { featureText } from "../names.js";
import { OVERLAYS } from "../teaching.js";
import { compact, number, t } from "../text.js";
import { segments, select, toggle } from "./dialog.js";

/** @typedef {import("../app.js").App} App */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function featuresPanel(app, element) {
  const marks = h("div");
  const weights = h("div.weights");
  element.replaceChildren(marks, weights);
  const draw = () => {
    const { teaching } = app;
    const choices = OVERLAYS.map((name) => /** @type {[typeof name, string]} */ ([name, t(`marks_${name}`)]));
    fill(marks, segments("overlay", t("marks"), choices, teaching.overlay, (overlay) => teaching.set({ overlay })), h("p.faint", {}, t(`about_${teaching.overlay}`)));
    fill(weights, ...weightsOf(app));
  };
  app.on(draw);
  draw();
  return (/** @type {boolean} */ open) => app.teaching.set({ weighing: open });
}

/** @param {App} app */
function weightsOf({ teaching }) {
  const { here, view } = teaching;
  if (!here || !view) return [h("p.faint", {}, t("one_moment"))];
  const most = Math.max(...view.features.map(({ adds }) => Math.abs(adds ?? 0)), 1e-9);
  const agents = here.agents.map(({ agent }) => /** @type {[string, string]} */ ([agent, agent]));
  return [
    h(
      "div.spread",
      {},
      h("label.inline", {}, h("span", {}, t("as_seen_by")), select(agents, view.agent, (agent) => teaching.set({ agent }), { "data-key": "agent" })),
      toggle(t("on_board"), teaching.heated, (heated) => teaching.set({ heated }), "heated"),
    ),
    h("p", {}, t("total_for", { color: t(here.turn), total: signedNumber(view.total), unit: t(view.unit === "discs" ? "discs" : "points") })),
    teaching.heated && h("p.faint", {}, t(Object.values(view.squares).some(Boolean) ? "heat_shown" : "heat_none")),
    h(
      "table.data",
      {},
      h("thead", {}, h("tr", {}, ...["feature", "value", "weight", "adds"].map((name) => h("th", { scope: "col" }, t(/** @type {"feature"} */ (name)))))),
      h(
        "tbody",
        {},
        ...view.features
          .toSorted((one, other) => Math.abs(other.adds ?? 0) - Math.abs(one.adds ?? 0))
          .flatMap(({ feature, meaning, value, weight, adds }) => [
            h(
              "tr.named",
              {},
              h("th", { scope: "row" }, feature.replaceAll("_", " ")),
              h("td.tabular", {}, value === null ? "–" : short(value)),
              h("td.tabular", {}, short(weight, 3)),
              h("td.tabular", {}, ...(adds === null ? ["–"] : [signedNumber(adds), addsBar(adds / most)])),
            ),
            h("tr", {}, h("td.faint", { colspan: 4 }, featureText(feature, meaning), adds === null && ` (${t("along_search")})`)),
          ]),
      ),
    ),
  ];
}

/**
 * A number that fits its column.
 * @param {number} value
 * @param {number} [decimals] at most
 */
function short(value, decimals = 2) {
  return Math.abs(value) < 10_000 ? number(value, Math.abs(value) < 100 ? decimals : 0) : compact(value);
}

/** @param {number} value */
function signedNumber(value) {
  return value > 0 ? `+${short(value)}` : short(value);
}

/** @param {number} share from -1 to 1 */
function addsBar(share) {
  const bar = h("span", { class: `adds ${share < 0 ? "bad" : "good"}`, "aria-hidden": "true" });
  bar.style.width = `${Math.abs(share) * 50}%`;
  return h("span.adds-field", {}, bar);
}
