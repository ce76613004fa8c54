// The library: all games that were played or read, to be found, opened, exported, deleted.

import { get, send } from "../api.js";
import { openKept } from "../arrivals.js";
import { fill, h, icon, iconButton } from "../dom.js";
import { reasonText } from "../names.js";
import { imported } from "../reading.js";
import { settings } from "../settings.js";
import { counted, t } from "../text.js";
import { ask, select } from "./dialog.js";
import { gameLines, gameTitle } from "./game_row.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {{id: string, changed: string, size: number, black: string, white: string, event: string, date: string, result: string, on_time: boolean, plies: number, openings: {en: string | null, ja: string | null}, reviewed: boolean}} Row */

const PAGE = 50;
const SIZES = [4, 6, 8, 10, 12, 14, 16];
const FORMATS = /** @type {[string, string][]} */ ([["ggf", "GGF"], ["sgf", "SGF"], ["pgn", "PGN"], ["json", "JSON"], ["transcript", "TXT"]]);

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function gamesView(app, element) {
  let search = "";
  let size = "";
  let page = 1;
  /** Games that are to be deleted together, by their names in the library. @type {Set<string>} */
  const chosen = new Set();
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
  const file = h("input", { type: "file", multiple: true, hidden: true, onclick: () => (file.value = ""), onchange: () => file.files?.length && void app.attempt(() => take([...(file.files ?? [])])) });
  const head = h("div.list-head");
  const list = h("div");
  element.replaceChildren(head, list);

  const refresh = () =>
    app.attempt(async () => {
      const wanted = `${search} ${size} ${page}`;
      const { games, total } = await get("/games", { search, size, page, count: PAGE });
      if (wanted !== `${search} ${size} ${page}`) return;
      shown = games;
      all = total;
      show();
    });
  /** @type {Row[]} */
  let shown = [];
  let all = 0;
  const show = () => {
    fill(list, ...rows(shown, all));
    for (const box of list.querySelectorAll("input")) box.checked = box.dataset["key"] === "choose-all" ? isWhole() : chosen.has(box.value);
  };
  const isWhole = () => shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  /** @param {string[]} ids @param {boolean} on */
  const choose = (ids, on) => {
    for (const id of ids) if (on) chosen.add(id);
    else chosen.delete(id);
    show();
  };
  /** @param {string[]} ids @param {string} question */
  const askDelete = (ids, question) => {
    const remove = () =>
      app.attempt(async () => {
        await send("/games/delete", { ids });
        for (const id of ids) chosen.delete(id);
        page = 1;
        await refresh();
      });
    ask(t("do_delete"), question, { yes: t("do_delete") }, () => void remove());
  };
  /** @param {File[]} source */
  const take = async (source) => {
    const { added, problems } = await imported(source, 8);
    app.notices.emit([t("games_added", { count: counted("games", added) }), problems[0] && `${t("not_all_read")} ${reasonText(problems[0].reason)}`].filter(Boolean).join(" "));
    await refresh();
  };
  /** @param {Row[]} games @param {number} total */
  const rows = (games, total) => [
    h(
      "div.spread",
      {},
      h("p.faint", { role: "status" }, counted("games", total)),
      total > 0 && h("label.choice", {}, h("input", { type: "checkbox", "data-key": "choose-all", onchange: () => choose(shown.map(({ id }) => id), !isWhole()) }), h("span", {}, t("choose_all"))),
      chosen.size > 0 && h("button.danger", { type: "button", "data-key": "delete-chosen", onclick: () => askDelete([...chosen], t("delete_games_question", { games: counted("games", chosen.size) })) }, icon("trash"), h("span", {}, t("delete_games", { games: counted("games", chosen.size) }))),
    ),
    h("ul.plain.game-list", {}, ...games.map((game) => gameRow(app, game, choose, askDelete))),
    total > PAGE && h("div.actions", {}, ...pager(page, Math.ceil(total / PAGE), (step) => ((page += step), void refresh()))),
  ];
  const draw = () => {
    field.placeholder = t("search_games");
    field.setAttribute("aria-label", t("search_games"));
    const href = `/api/v1/games/export?${new URLSearchParams({ format, search, ...(size && { size }) })}`;
    fill(
      head,
      h("h2", {}, t("view_games")),
      field,
      select([["", t("any_size")], ...SIZES.map((n) => /** @type {[string, string]} */ ([String(n), `${n}x${n}`]))], size, (choice) => ((size = choice), (page = 1), draw(), void refresh()), { "aria-label": t("board_size"), "data-key": "size" }),
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
 * @param {(ids: string[], on: boolean) => void} choose
 * @param {(ids: string[], question: string) => void} askDelete
 */
function gameRow(app, game, choose, askDelete) {
  const { id } = game;
  const known = { ...game, date: game.date || game.changed, result: game.on_time ? onTime(game.result) : game.result || (game.plies ? t("unfinished") : "") };
  const title = gameTitle(known);
  const open = () =>
    app.attempt(async () => {
      await openKept(app, id);
      if (app.view === "games") app.open("study");
    });
  const box = h("input", { type: "checkbox", value: id, "aria-label": t("choose_game", { players: title }), "data-key": `choose-${id}`, onchange: () => choose([id], box.checked) });
  return h(
    "li",
    {},
    box,
    h("button.row-button", { type: "button", "data-key": `game-${id}`, onclick: () => void open() }, ...gameLines(known, game.reviewed && h("span.badge", {}, t("reviewed")))),
    iconButton("trash", t("delete_game", { players: title }), () => askDelete([id], t("delete_question", { players: title })), { key: `delete-${id}` }),
  );
}

/** @param {string} result such as 64-0, of which the winner has the first or the last number */
function onTime(result) {
  return t("wins_on_time", { color: t(result.startsWith("0-") ? "white" : "black") });
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
