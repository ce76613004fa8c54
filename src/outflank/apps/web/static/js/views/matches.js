// Matches between agents: started here, watched live, with a table and its error bars.

import { get, request } from "../api.js";
import { study } from "../arrivals.js";
import { fill, h, icon } from "../dom.js";
import { leader } from "../names.js";
import { settings } from "../settings.js";
import { number, signed, t } from "../text.js";
import { ask } from "./dialog.js";
import { matchForm } from "./match_form.js";
import { LiveMatch, liveBoards } from "./match_live.js";

/** @typedef {import("../app.js").App} App */

/**
 * @typedef {object} Match
 * @property {string} id
 * @property {string[]} agents
 * @property {number} games
 * @property {number} done
 * @property {number} size
 * @property {"running" | "stopped" | "finished" | "failed"} state
 * @property {string} created
 * @property {string | null} [problem]
 * @property {{agent: string, games: number, wins: number, draws: number, losses: number, points: number, rating: number | null}[]} table
 * @property {{first: number, second: number, wins: number, draws: number, losses: number, score: Interval | null, elo: Interval | null, superiority: number | null, discs: {value: number, margin: number | null} | null}[]} pairings
 */

/** @typedef {{value: number | null, low: number | null, high: number | null}} Interval null is without bound */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function matchesView(app, element) {
  const head = h("div.list-head");
  const list = h("div.match-list");
  const detail = h("div.match-detail");
  const records = h("div.match-records");
  element.replaceChildren(head, h("div.match-columns", {}, list, h("div.stack", {}, detail, records)));
  let open = false;
  /** @type {LiveMatch | null} */
  let live = null;
  let listed = "";
  let changed = false;

  const refresh = () =>
    app.attempt(async () => {
      const { matches } = await get("/matches");
      fill(list, ...matches.map((/** @type {Match} */ match) => matchRow(app, match, match.id === live?.id, () => watch(match.id))), !matches.length && h("p.faint", {}, t("no_matches")));
      if (!live && matches[0]) watch(matches[0].id);
    });
  /** @param {string | null} id */
  const watch = (id) => {
    live?.close();
    live = id === null ? null : new LiveMatch(id, onNews);
    fill(detail);
    fill(records);
    void refresh();
  };
  const onNews = () => {
    changed = true;
    app.emit();
  };
  const drawDetail = () => {
    changed = false;
    if (!live?.match) return;
    const { done, state } = live.match;
    if (listed !== `${live.id} ${done} ${state}`) void refresh();
    listed = `${live.id} ${done} ${state}`;
    fill(detail, ...contents(app, live.match, live, { refresh, watch, records }));
  };
  const draw = () => {
    fill(
      head,
      h("h2", {}, t("view_matches")),
      h("span.grow"),
      h("button.main", { type: "button", "data-key": "new-match", onclick: () => matchForm(app, (id) => watch(id)) }, icon("plus"), h("span", {}, t("new_match"))),
    );
    drawDetail();
  };
  settings.on(() => {
    draw();
    if (open) void refresh();
  });
  app.on(() => {
    const now = app.view === "matches";
    if (now && !open) {
      draw();
      if (live) watch(live.id);
      else void refresh();
    }
    if (!now && open) live?.close();
    open = now;
    if (open && changed) drawDetail();
  });
  draw();
}

/**
 * @param {App} app
 * @param {Match} match
 * @param {boolean} chosen
 * @param {() => void} open
 */
function matchRow(app, { id, agents, size, done, games, state }, chosen, open) {
  return h(
    "button.row-button",
    { type: "button", "data-key": `match-${id}`, "aria-current": chosen ? "true" : null, onclick: open },
    h("span.who", {}, agents.map((agent) => app.nameOf(agent)).join(" – ")),
    h("span.faint", {}, `${size}x${size} · ${done}/${games} · ${t(`match_${state}`)}`),
  );
}

/**
 * @param {App} app
 * @param {Match} match
 * @param {LiveMatch} live
 * @param {{refresh: () => void, watch: (id: string | null) => void, records: HTMLElement}} acts
 */
function contents(app, match, live, { refresh, watch, records }) {
  const { id, agents, done, games, state, table, pairings, problem } = match;
  const act = (/** @type {string} */ path, /** @type {string} */ method) =>
    app.attempt(async () => {
      await request(`/matches/${id}${path}`, { method });
      if (method === "DELETE") watch(null);
      else if (path === "/resume") watch(id);
      else refresh();
    });
  const askDelete = () => ask(t("do_delete"), t("delete_match"), { yes: t("do_delete") }, () => void act("", "DELETE"));
  return [
    h("h2", {}, agents.map((agent) => app.nameOf(agent)).join(" – ")),
    h("div.spread", {}, h("span", { role: "status" }, t("games_done", { done, games }), " · ", t(`match_${state}`)), h("progress", { value: done, max: games, "aria-label": t("games_done", { done, games }) })),
    problem && h("p.problem", {}, problem),
    h("table.data", {}, h("thead", {}, headRow(["agent", "games_played", "wins_short", "draws_short", "losses_short", "points_head"])), h("tbody", {}, ...table.map((row) => tableRow(app, row)))),
    ...pairings.map((pairing) => pairingView(app, agents, pairing)),
    liveBoards(app, live),
    h(
      "div.tools",
      {},
      state === "running" && h("button", { type: "button", "data-key": `stop-${id}`, onclick: () => void act("/stop", "POST") }, icon("stop"), h("span", {}, t("do_stop"))),
      state === "stopped" && h("button", { type: "button", "data-key": `resume-${id}`, onclick: () => void act("/resume", "POST") }, icon("play"), h("span", {}, t("go_on"))),
      h("button", { type: "button", "data-key": `records-${id}`, onclick: () => void app.attempt(() => showRecords(app, match, records)) }, icon("open"), h("span", {}, t("games_of_match"))),
      h("button", { type: "button", "data-key": `delete-${id}`, onclick: askDelete }, icon("trash"), h("span", {}, t("do_delete"))),
    ),
  ];
}

/** @param {("agent" | "games_played" | "wins_short" | "draws_short" | "losses_short" | "points_head")[]} names */
function headRow(names) {
  return h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, t(name))));
}

/**
 * @param {App} app
 * @param {Match["table"][number]} row
 */
function tableRow(app, { agent, games, wins, draws, losses, points }) {
  const cells = [games, wins, draws, losses, points].map((value) => h("td.tabular", {}, number(value)));
  return h("tr", {}, h("th", { scope: "row" }, app.nameOf(agent)), ...cells);
}

/**
 * The score of one agent against another, with its interval drawn.
 * @param {App} app
 * @param {string[]} agents
 * @param {Match["pairings"][number]} pairing
 */
function pairingView(app, agents, { first, second, score, elo, superiority, discs }) {
  if (!score) return null;
  const [one, other] = [agents[first] ?? "", agents[second] ?? ""].map((agent) => app.nameOf(agent));
  const percent = (/** @type {number} */ share) => `${number(100 * share)} %`;
  const whole = (/** @type {number} */ value) => signed(value, true);
  const bar = h("div.interval", { role: "img", "aria-label": range(score, percent) });
  const [span, dot] = [h("span.span"), h("span.dot")];
  const [low, value, high] = [score.low ?? 0, score.value ?? 0, score.high ?? 1].map((share) => 100 * share);
  span.style.left = `${low}%`;
  span.style.width = `${(high ?? 0) - (low ?? 0)}%`;
  dot.style.left = `${value}%`;
  bar.append(h("span.middle"), span, dot);
  return h(
    "div.pairing",
    {},
    h("p", {}, t("scores_against", { one: one ?? "", other: other ?? "" }), " ", h("strong", {}, range(score, percent))),
    bar,
    h("p.faint", {}, [elo && `Elo ${range(elo, whole)}`, discs && t("discs_a_game", { discs: discs.margin === null ? signed(discs.value) : `${signed(discs.value)} ± ${number(discs.margin)}` }), superiority !== null && superiority !== 0.5 && leader(one ?? "", other ?? "", superiority)].filter(Boolean).join(" · ")),
  );
}

/**
 * A value with its interval: +12 (−5 … +30), or as much of it as is known.
 * @param {Interval} interval
 * @param {(value: number) => string} text
 */
function range({ value, low, high }, text) {
  if (low === null && high === null) return value === null ? "" : text(value);
  if (value === null) return low === null ? t("at_most", { value: text(high ?? 0) }) : t("at_least", { value: text(low) });
  return `${text(value)} (${low === null ? "" : text(low)} … ${high === null ? "" : text(high)})`;
}

/** Who won, and by how many discs. @param {number} score Black's discs less White's */
function scoreText(score) {
  return score ? `${t(score > 0 ? "black" : "white")} ${signed(Math.abs(score), true)}` : signed(score, true);
}

/**
 * @param {App} app
 * @param {Match} match
 * @param {HTMLElement} place
 */
async function showRecords(app, { id, agents, size }, place) {
  const { records } = await get(`/matches/${id}`);
  const rows = records.map((/** @type {{number: number, black: number, white: number, moves: string, score: number, fault: string | null}} */ record) => {
    const tags = { Black: agents[record.black] ?? "", White: agents[record.white] ?? "" };
    const open = () => app.attempt(() => study(app, { size, moves: record.moves, tags }));
    return h(
      "button.row-button",
      { type: "button", onclick: () => void open() },
      h("span.who", {}, `${record.number + 1}. ${app.nameOf(tags.Black)} – ${app.nameOf(tags.White)}`),
      h("span.tabular", {}, scoreText(record.score)),
      record.fault && h("span.problem", {}, t("fault", { fault: record.fault })),
    );
  });
  fill(place, ...rows);
}

