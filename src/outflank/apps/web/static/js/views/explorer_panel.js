// What was played here in the games of the database, and what the book says.

import { ApiError, send } from "../api.js";
import { calmly } from "../calm.js";
import { fill, h } from "../dom.js";
import { openingName } from "../names.js";
import { settings } from "../settings.js";
import { number, signed, t } from "../text.js";

/** @typedef {import("../app.js").App} App */

/**
 * @typedef {object} Found
 * @property {boolean} available
 * @property {number} games
 * @property {{move: string, games: number, wins: number, draws: number, losses: number, margin: number | null, opening: {en: string | null, ja: string | null} | null}[]} moves
 * @property {{move: string, value: number, depth: number, exact: boolean}[]} book
 */

/**
 * @param {App} app
 * @param {HTMLElement} element
 */
export function explorerPanel(app, element) {
  let open = false;
  /** @type {import("../tree.js").Node | null} */
  let asked = null;
  /** @type {Found | null} */
  let found = null;
  let problem = "";
  const ask = async () => {
    const { cursor } = app.session;
    if (!open || asked === cursor || !cursor.position) return;
    asked = cursor;
    try {
      const answer = await send("/explorer", app.session.line(cursor));
      if (asked === cursor) found = answer;
      problem = "";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      found = null;
      problem = error.message;
    }
    draw();
  };
  const draw = () => fill(element, ...(found ? contents(app, found) : [problem ? h("p.problem", { role: "alert" }, problem) : h("p.faint", {}, t("one_moment"))]));
  app.session.on(calmly(ask));
  settings.on(draw);
  draw();
  return (/** @type {boolean} */ now) => {
    open = now;
    void ask();
  };
}

/**
 * @param {App} app
 * @param {Found} found
 */
function contents(app, { available, games, moves, book }) {
  const parts = [];
  if (book.length) {
    parts.push(
      h("h3", {}, t("book")),
      h("div.chips", {}, ...book.slice(0, 12).map(({ move, value }) => playButton(app, move, `${move} ${signed(value)}`, "chip"))),
    );
  }
  if (!available) return [...parts, h("p.faint", {}, t("no_database"))];
  parts.push(h("h3", {}, t("games_here", { count: number(games) })));
  if (!moves.length) return parts;
  const rows = moves.map(({ move, games: count, wins, draws, losses, margin, opening }) =>
    h(
      "tr",
      {},
      h("td", {}, playButton(app, move, move, "link-button")),
      h("td.tabular", {}, number(count)),
      h("td.bar-cell", {}, shareBar(wins, draws, losses)),
      h("td.tabular", {}, margin === null ? "" : signed(margin)),
      h("td.faint", {}, openingName(opening, settings.values.language)),
    ),
  );
  const heads = /** @type {const} */ (["move", "games", "won_drawn_lost", "margin", "opening"]);
  parts.push(h("table.data", {}, h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, t(name))))), h("tbody", {}, ...rows)));
  return parts;
}

/**
 * @param {App} app
 * @param {string} move
 * @param {string} text
 * @param {string} kind
 */
function playButton(app, move, text, kind) {
  const show = (/** @type {string[]} */ preview) => {
    app.preview = preview;
    app.emit();
  };
  return h(
    "button",
    {
      type: "button",
      class: kind,
      "data-key": `explore-${move}`,
      onclick: () => void app.attempt(() => app.session.play(move)),
      onmouseenter: () => show([move]),
      onmouseleave: () => show([]),
      onfocus: () => show([move]),
      onblur: () => show([]),
    },
    text,
  );
}

/**
 * Wins, draws and losses of the side to move as parts of a bar.
 * @param {number} wins
 * @param {number} draws
 * @param {number} losses
 */
export function shareBar(wins, draws, losses) {
  const all = wins + draws + losses;
  const percent = (/** @type {number} */ part) => Math.round((100 * part) / Math.max(1, all));
  const words = t("shares", { wins: percent(wins), draws: percent(draws), losses: percent(losses) });
  const bar = h("span.share", { role: "img", "aria-label": words, title: words });
  for (const [name, part] of /** @type {const} */ ([["won", wins], ["drawn", draws], ["lost", losses]])) {
    const piece = h(`span.${name}`, {}, percent(part) >= 25 ? `${percent(part)} %` : "");
    piece.style.flexGrow = String(part);
    bar.append(piece);
  }
  return bar;
}
