// The window that begins a game: who plays, on what board, from where, with how much time.

import { get, send } from "../api.js";
import { newGame } from "../arrivals.js";
import { byId, fill, h } from "../dom.js";
import { agentText } from "../names.js";
import { HUMAN } from "../play.js";
import { settings, store, stored } from "../settings.js";
import { t } from "../text.js";
import { field, openDialog, segments, select } from "./dialog.js";

/** @typedef {import("../app.js").App} App */

const KEY = "outflank.new";
const STARTS = /** @type {const} */ (["usual", "name", "balanced", "random", "handicap"]);

/**
 * @typedef {object} Wish
 * @property {string} black
 * @property {string} white
 * @property {{black: number, white: number}} levels of the engine
 * @property {number} size
 * @property {typeof STARTS[number]} start
 * @property {string} name of an opening
 * @property {number} plies
 * @property {number} corners
 * @property {"none" | "clock" | "move"} time
 * @property {number} minutes
 * @property {number} increment
 * @property {number} seconds
 * @property {boolean} people
 */

/** @type {Wish} */
const FIRST = {
  black: HUMAN,
  white: "engine",
  levels: { black: 5, white: 5 },
  size: 8,
  start: "usual",
  name: "",
  plies: 8,
  corners: 1,
  time: "none",
  minutes: 5,
  increment: 3,
  seconds: 5,
  people: false,
};

/** @param {App} app */
export function openNewGame(app) {
  /** @type {Wish} */
  const wish = { ...FIRST, levels: { ...FIRST.levels }, ...stored(KEY) };
  /** @param {Partial<Wish>} changes */
  const change = (changes) => {
    Object.assign(wish, changes);
    draw();
  };
  const form = h("form.stack", { method: "dialog" });
  const problem = h("p.problem", { role: "alert" });
  const draw = () => {
    fill(
      form,
      h("div.players-choice", {}, player(app, wish, "black", change), player(app, wish, "white", change)),
      levelRow(wish),
      segments("size", t("board"), sizes(wish), String(wish.size), (size) => change({ size: Number(size) })),
      startRow(wish, change),
      timeRow(wish, change),
      problem,
      h("div.actions", {}, h("button.main", { type: "submit" }, t("start_game"))),
    );
  };
  draw();
  const { close } = openDialog(t("do_new_game"), () => form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      await begin(app, wish);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      return;
    }
    store(KEY, wish);
    close();
  });
}

/**
 * @param {App} app
 * @param {Wish} wish
 */
async function begin(app, wish) {
  const spec = (/** @type {"black" | "white"} */ color) => (wish[color] === "engine" ? `engine:level=${wish.levels[color]}` : wish[color]);
  const control = /** @type {import("../clock.js").Control} */ (
    wish.time === "clock"
      ? { kind: "clock", minutes: wish.minutes, increment: wish.increment }
      : wish.time === "move"
        ? { kind: "move", seconds: wish.seconds, people: wish.people }
        : { kind: "none" }
  );
  const line = await opening(wish);
  await newGame(app, { black: spec("black"), white: spec("white") }, control, line);
}

/** @param {Wish} wish */
async function opening({ start, size, plies, corners, name }) {
  if (start === "usual") return { size, moves: "" };
  const details = { name: { name }, balanced: { size }, random: { size, plies }, handicap: { size, corners } };
  const { moves, start: board } = await send("/opening", { kind: start, ...details[start] });
  return { size, start: board, moves };
}

/** @param {Wish} wish @returns {[string, string][]} */
function sizes({ start }) {
  const all = start === "name" ? [8] : [4, 6, 8, 10, 12, 14, 16];
  return all.map((size) => [String(size), String(size)]);
}

/**
 * @param {App} app
 * @param {Wish} wish
 * @param {"black" | "white"} color
 * @param {(changes: Partial<Wish>) => void} change
 */
function player(app, wish, color, change) {
  const agents = app.about.agents.filter(({ name, sizes }) => name !== "engine" && (!sizes || sizes.includes(wish.size)));
  /** @type {[string, string][]} */
  const options = [
    [HUMAN, settings.values.name || t("person")],
    ["engine", t("engine")],
    ...agents.map(({ name }) => /** @type {[string, string]} */ ([name, name])),
  ];
  const agent = agents.find(({ name }) => name === wish[color]);
  const name = h("span.with-disc", {}, h(`span.mini.${color}`), t(color));
  return field(name, select(options, wish[color], (choice) => change({ [color]: choice }), { name: color }), agent && agentText(agent));
}

/** How strong the engine is, on each side that it plays. @param {Wish} wish */
function levelRow(wish) {
  const engines = /** @type {const} */ (["black", "white"]).filter((color) => wish[color] === "engine");
  if (!engines.length) return null;
  const name = (/** @type {"black" | "white"} */ color) => (engines.length > 1 ? `${t("level")} (${t(color)})` : t("level"));
  return h("div.field", {}, h("div.row.levels", {}, ...engines.map((color) => levelField(wish, color, name(color)))), h("small", { id: "level-help" }, t("level_help")));
}

/**
 * @param {Wish} wish
 * @param {"black" | "white"} color
 * @param {string} label
 */
function levelField({ levels }, color, label) {
  const words = () => t("level_of", { level: levels[color] });
  const shown = h("output", {}, words());
  const input = h("input", {
    type: "range",
    name: `level-${color}`,
    "data-key": `level-${color}`,
    "aria-describedby": "level-help",
    min: 1,
    max: 20,
    value: levels[color],
    oninput: () => {
      levels[color] = Number(input.value);
      const output = input.parentElement?.querySelector("output");
      if (output) output.textContent = words();
    },
  });
  const row = field(label, input, "", "with-output");
  row.append(shown);
  return row;
}

/**
 * @param {Wish} wish
 * @param {(changes: Partial<Wish>) => void} change
 */
function startRow(wish, change) {
  const kinds = STARTS.filter((kind) => wish.size === 8 || kind !== "name").map((kind) => /** @type {[string, string]} */ ([kind, t(`start_${kind}`)]));
  if (wish.size !== 8 && wish.start === "name") wish.start = "usual";
  const choose = select(kinds, wish.start, (start) => change({ start: /** @type {Wish["start"]} */ (start) }), { name: "start" });
  return h("div.row", {}, field(t("begin_from"), choose), startDetail(wish));
}

/** @param {Wish} wish */
function startDetail(wish) {
  if (wish.start === "random") return numberField(t("plies"), "plies", wish, 1, 40, 1);
  if (wish.start === "handicap") return numberField(t("corners_for_black"), "corners", wish, 1, 4, 1);
  if (wish.start !== "name") return null;
  const input = h("input", {
    name: "opening",
    value: wish.name,
    list: "opening-names",
    autocomplete: "off",
    placeholder: "Tiger",
    oninput: async () => {
      wish.name = input.value;
      const { language } = settings.values;
      const { openings } = await get("/openings", { search: input.value, language: language === "ja" ? "ja" : "en", count: 30 });
      byId("opening-names").replaceChildren(...openings.map((/** @type {any} */ { en, ja }) => h("option", { value: (language === "ja" ? ja : en) ?? en ?? ja })));
    },
  });
  return h("div", {}, field(t("opening"), input), h("datalist", { id: "opening-names" }));
}

/**
 * @param {Wish} wish
 * @param {(changes: Partial<Wish>) => void} change
 */
function timeRow(wish, change) {
  const kinds = /** @type {const} */ (["none", "clock", "move"]).map((kind) => /** @type {[string, string]} */ ([kind, t(`time_${kind}`)]));
  const choose = select(kinds, wish.time, (time) => change({ time: /** @type {Wish["time"]} */ (time) }), { name: "time" });
  const people = h("input", { type: "checkbox", checked: wish.people, onchange: () => (wish.people = people.checked) });
  const details = {
    none: [],
    clock: [numberField(t("minutes"), "minutes", wish, 0.1, 600, "any"), numberField(t("seconds_more"), "increment", wish, 0, 600, "any")],
    move: [numberField(t("seconds"), "seconds", wish, 0.1, 600, "any"), h("label.toggle.low", {}, people, h("span", {}, t("people_too")))],
  };
  return h("div.row", {}, field(t("time"), choose), ...details[wish.time]);
}

/**
 * @param {string} label
 * @param {"plies" | "corners" | "minutes" | "increment" | "seconds"} name
 * @param {Wish} wish
 * @param {number} min
 * @param {number} max
 * @param {number | "any"} step
 */
function numberField(label, name, wish, min, max, step) {
  const input = h("input", { type: "number", name, "data-key": name, value: wish[name], min, max, step, required: true, onchange: () => (wish[name] = input.valueAsNumber) });
  return field(label, input, "", "narrow");
}
