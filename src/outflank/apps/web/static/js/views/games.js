// The library: all games that were played or read, to be found, opened, exported, deleted.

import { get, request, send } from "../api.js";
import { openKept } from "../arrivals.js";
import { fill, h, icon, iconButton } from "../dom.js";
import { settings } from "../settings.js";
import { counted, t } from "../text.js";
import { ask, select } from "./dialog.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {{id: string, changed: string, size: number, black: string, white: string, event: string, date: string, result: string, on_time: boolean, plies: number, opening: string | null, reviewed: boolean}} Row */

const PAGE = 50;
const FORMATS = /** @type {[string, string][]} */ ([["ggf", "GGF"], ["sgf", "SGF"], ["pgn", "PGN"], ["json", "JSON"], ["transcript", "TXT"]]);

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function gamesView(app, element) {
  let search = "";
  let page = 1;
  let format = "ggf";
  let open = false;
  const field = h("input", {
    type: "search",
    oninput: () => {
      search = field.value;
      page = 1;
      void refresh();
    },
  });
  const file = h("input", { type: "file", hidden: true, onchange: () => file.files?.[0] && void app.attempt(() => take(/** @type {File} */ (file.files?.[0]))) });
  const head = h("div.list-head");
  const list = h("div");
  element.replaceChildren(head, list);

  const refresh = () =>
    app.attempt(async () => {
      const wanted = search;
      const { games, total } = await get("/games", { search, page, count: PAGE });
      if (wanted === search) fill(list, ...rows(games, total));
    });
  /** @param {File} source */
  const take = async (source) => {
    const { added, problems } = await send(`/games/import?size=8`, source);
    app.notices.emit([t("games_added", { count: counted("games", added) }), problems[0] && `${t("not_all_read")} ${problems[0].reason}`].filter(Boolean).join(" "));
    await refresh();
  };
  /** @param {Row[]} games @param {number} total */
  const rows = (games, total) => [
    h("p.faint", { role: "status" }, counted("games", total)),
    h("ul.plain.game-list", {}, ...games.map((game) => gameRow(app, game, refresh))),
    total > PAGE && h("div.actions", {}, ...pager(page, Math.ceil(total / PAGE), (step) => ((page += step), void refresh()))),
  ];
  const draw = () => {
    field.placeholder = t("search_games");
    field.setAttribute("aria-label", t("search_games"));
    const href = `/api/v1/games/export?${new URLSearchParams({ format, search })}`;
    fill(
      head,
      h("h2", {}, t("view_games")),
      field,
      h("button", { type: "button", "data-key": "import", onclick: () => file.click() }, icon("open"), h("span", {}, t("import"))),
      file,
      h("span.joined", {}, select(FORMATS, format, (choice) => ((format = choice), draw()), { "aria-label": t("format"), "data-key": "format" }), h("a.button", { href, download: `outflank.${format}` }, icon("save"), h("span", {}, t("export")))),
    );
  };
  settings.on(() => {
    draw();
    if (open) void refresh();
  });
  app.on(() => {
    const now = app.view === "games";
    if (now && !open) {
      draw();
      void app.keeper.save().then(refresh);
    }
    open = now;
  });
  draw();
}

/**
 * @param {App} app
 * @param {Row} game
 * @param {() => void} refresh
 */
function gameRow(app, game, refresh) {
  const players = `${game.black || t("black")} – ${game.white || t("white")}`;
  const details = [`${game.size}x${game.size}`, counted("moves", game.plies), game.opening, game.event, dateText(game.date || game.changed)];
  const open = () =>
    app.attempt(async () => {
      await openKept(app, game.id);
      if (app.view === "games") app.open("study");
    });
  return h(
    "li",
    {},
    h(
      "button.row-button",
      { type: "button", "data-key": `game-${game.id}`, onclick: () => void open() },
      h("span.who", {}, players, game.reviewed && h("span.badge", {}, t("reviewed"))),
      h("span.result.tabular", {}, game.on_time ? onTime(game.result) : game.result || t("unfinished")),
      h("span.faint", {}, details.filter(Boolean).join(" · ")),
    ),
    iconButton("trash", t("delete_game", { players }), () => askDelete(app, game, players, refresh), { key: `delete-${game.id}` }),
  );
}

/** @param {string} result such as 64-0, of which the winner has the first or the last number */
function onTime(result) {
  return t("wins_on_time", { color: t(result.startsWith("0-") ? "white" : "black") });
}

/** A date in words, if it is one. @param {string} date */
function dateText(date) {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(date) ?? [];
  return day ? new Date(day).toLocaleDateString(settings.values.language, { dateStyle: "medium", timeZone: "UTC" }) : date;
}

/**
 * @param {App} app
 * @param {Row} game
 * @param {string} players
 * @param {() => void} refresh
 */
function askDelete(app, game, players, refresh) {
  const remove = () =>
    app.attempt(async () => {
      await request(`/games/${game.id}`, { method: "DELETE" });
      refresh();
    });
  ask(t("do_delete"), t("delete_question", { players }), { yes: t("do_delete") }, () => void remove());
}

/**
 * @param {number} page
 * @param {number} pages
 * @param {(step: number) => void} go
 */
function pager(page, pages, go) {
  return [
    h("button", { type: "button", disabled: page <= 1, "data-key": "page-before", onclick: () => go(-1) }, t("page_before")),
    h("span", {}, t("page_of", { page, pages })),
    h("button", { type: "button", disabled: page >= pages, "data-key": "page-after", onclick: () => go(1) }, t("page_after")),
  ];
}
