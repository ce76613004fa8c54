// The window that starts a match.

import { send } from "../api.js";
import { h } from "../dom.js";
import { t } from "../text.js";
import { field, openDialog, segments, select } from "./dialog.js";

/** @typedef {import("../app.js").App} App */

/**
 * @param {App} app
 * @param {(id: string) => void} onStart
 */
export function matchForm(app, onStart) {
  const wish = { agents: ["engine:level=3", "greedy"], games: 20, size: 8, seconds: 0, openings: "random:8", seed: 1 };
  const form = h("form.stack", { method: "dialog" });
  const problem = h("p.problem", { role: "alert" });
  const draw = () => {
    form.replaceChildren(
      h("div.players-choice", {}, agentField(app, wish, 0), agentField(app, wish, 1)),
      segments("match-size", t("board"), [4, 6, 8, 10, 12, 14, 16].map((size) => /** @type {[string, string]} */ ([String(size), String(size)])), String(wish.size), (size) => (wish.size = Number(size))),
      h(
        "div.row",
        {},
        field(t("games_played"), numberInput(wish, "games", 2, 1000, 2)),
        field(t("seconds_a_move"), numberInput(wish, "seconds", 0, 30, "any"), t("zero_own")),
        field(t("seed"), numberInput(wish, "seed", 0, 1e9, 1)),
      ),
      field(t("openings"), select([["random:8", t("openings_random")], ["balanced:8", t("openings_balanced")], ["start", t("openings_start")]], wish.openings, (choice) => (wish.openings = choice))),
      h("p.faint", {}, t("pairs_help")),
      problem,
      h("div.actions", {}, h("button.main", { type: "submit" }, t("start_match"))),
    );
  };
  draw();
  const { close } = openDialog(t("new_match"), () => form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { seconds, ...rest } = wish;
    try {
      const { id } = await send("/matches", { ...rest, time: seconds || null, depth: null });
      close();
      onStart(id);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
}

/**
 * @param {App} app
 * @param {{agents: string[]}} wish
 * @param {number} index
 */
function agentField(app, wish, index) {
  /** @type {[string, string][]} */
  const options = [
    ...app.about.levels.map(({ agent }) => /** @type {[string, string]} */ ([agent, app.nameOf(agent)])),
    ...app.about.agents.filter(({ name }) => name !== "engine").map(({ name }) => /** @type {[string, string]} */ ([name, name])),
  ];
  return field(t(index ? "second_agent" : "first_agent"), select(options, wish.agents[index] ?? "", (agent) => (wish.agents[index] = agent), { name: `agent-${index}` }));
}

/**
 * @param {Record<string, any>} wish
 * @param {string} name
 * @param {number} min
 * @param {number} max
 * @param {number | "any"} step
 */
function numberInput(wish, name, min, max, step) {
  const input = h("input", { type: "number", name, min, max, step, required: true, value: wish[name], onchange: () => (wish[name] = input.valueAsNumber) });
  return input;
}
