// The window that reads: pasted text, dropped or opened files, of any format.

import { ApiError } from "../api.js";
import { study } from "../arrivals.js";
import { fill, h, icon } from "../dom.js";
import { t } from "../text.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../record.js").Game} Game */
/** @typedef {{format: string, games: Game[], total: number, problems: {place: string, reason: string, harmless: boolean}[]}} Found */

/**
 * @param {App} app
 * @param {boolean} [choose] whether to ask for a file at once
 */
export function openReader(app, choose = false) {
  const text = h("textarea", { rows: 7, "aria-label": t("text"), placeholder: t("paste_here"), spellcheck: "false", autofocus: true });
  const result = h("div.stack", { "aria-live": "polite" });
  const file = h("input", {
    type: "file",
    hidden: true,
    "aria-label": t("choose_file"),
    onchange: () => file.files?.[0] && void look(file.files[0]),
  });
  /** @param {string | Blob} source */
  const look = async (source) => {
    fill(result, h("p", {}, t("reading")));
    try {
      const found = /** @type {Found} */ (await app.read(source));
      if (found.total === 1 && found.games[0] && found.problems.every(({ harmless }) => harmless)) {
        await study(app, found.games[0]);
        close();
        if (found.problems[0]) app.notices.emit(t("odd", { reason: found.problems[0].reason }));
      } else show(app, found, result, close);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fill(result, h("p.problem", { role: "alert" }, error.message));
    }
  };
  text.addEventListener("paste", () => setTimeout(() => text.value.trim() && void look(text.value)));
  const { close } = openDialog(t("paste_or_open"), () => [
    h("p.faint", {}, t("reads_anything")),
    text,
    h("div.spread", {}, file, h("button", { type: "button", onclick: () => file.click() }, icon("open"), h("span", {}, t("choose_file"))), h("button.main", { type: "button", onclick: () => void look(text.value) }, t("read"))),
    result,
  ]);
  if (choose) file.click();
  return look;
}

/**
 * @param {App} app
 * @param {Found} found
 * @param {HTMLElement} result
 * @param {() => void} close
 */
function show(app, { format, games, total, problems }, result, close) {
  const rows = games.map((game, index) =>
    h(
      "li",
      {},
      h(
        "button.row-button",
        {
          type: "button",
          onclick: () => {
            close();
            void app.attempt(() => study(app, game));
          },
        },
        h("span", {}, `${index + 1}. ${titleOf(game)}`),
        h("span.faint", {}, `${game.size}x${game.size}`),
      ),
    ),
  );
  fill(
    result,
    total > 0 && h("p", {}, t("found", { total, format })),
    total > games.length && h("p.faint", {}, t("first_shown", { count: games.length })),
    problems.length > 0 && h("div.problem", {}, h("p", {}, t("not_all_read")), problemList(problems)),
    total > 0 && h("ul.plain.scroll", {}, ...rows),
  );
}

/** What the library says of the first of them. @param {Found["problems"]} problems */
function problemList(problems) {
  return h("ul", { lang: "en" }, ...problems.slice(0, 20).map(({ place, reason }) => h("li", {}, place ? `${place}: ${reason}` : reason)));
}

/** @param {Game} game */
export function titleOf({ tags = {}, moves, start = "", comment = "" }) {
  const known = (/** @type {(string | undefined)[]} */ words) => words.filter((word) => word && word !== "?");
  const players = known([tags["Black"], tags["White"]]).join(" – ");
  const title = known([players, tags["Event"], tags["Date"]]).join(", ") || moves.slice(0, 40);
  if (title || !start) return title || t("position");
  const turn = t("to_move", { color: t(start.endsWith("O") ? "white" : "black") });
  return known([turn, t("empties", { count: start.split("-").length - 1 }), comment.slice(0, 60)]).join(", ");
}

/**
 * Lets files and text be dropped and pasted anywhere.
 * @param {App} app
 */
export function readDropped(app) {
  const mark = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const source = event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text");
    if (source) void openReader(app)(source);
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea")) return;
    const source = event.clipboardData?.files[0] ?? event.clipboardData?.getData("text");
    if (source) void openReader(app)(source);
  });
}
