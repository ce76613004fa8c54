// The window that reads: pasted text, dropped or opened files, of any format.

import { ApiError } from "../api.js";
import { study } from "../arrivals.js";
import { fill, h, icon } from "../dom.js";
import { placeText, reasonText } from "../names.js";
import { imported, parsed, placeOf } from "../reading.js";
import { counted, number, t } from "../text.js";
import { openDialog } from "./dialog.js";
import { gameLines } from "./game_row.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../reading.js").Found} Found */
/** @typedef {import("../reading.js").Source} Source */

/** Characters of a text that go into the field for it. */
const LONGEST = 100_000;

/**
 * @param {App} app
 * @param {boolean} [choose] whether to ask for a file at once
 */
export function openReader(app, choose = false) {
  const text = h("textarea", { rows: 5, "aria-label": t("text"), placeholder: t("paste_here"), spellcheck: "false", autofocus: true });
  const result = h("div.stack", { "aria-live": "polite" });
  const file = h("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": t("choose_file"),
    // The same file again is a choice too.
    onclick: () => (file.value = ""),
    onchange: () => file.files?.length && void look([...file.files]),
  });
  /** What was asked for last; what comes of others, or after the window is closed, is too late. @type {Source} */
  let wanted = "";
  const isLate = (/** @type {Source} */ source) => source !== wanted || !dialog.isConnected;
  /** @param {Source} source */
  const look = async (source) => {
    wanted = source;
    fill(result, h("p", {}, t("reading")));
    const pasted = typeof source === "string" && source.length <= LONGEST ? source : "";
    if (pasted && text.value !== pasted) text.value = pasted;
    try {
      const found = await parsed(source, { size: app.session.size });
      if (isLate(source)) return;
      if (found.total === 1 && found.games[0] && found.problems.every(({ harmless }) => harmless)) {
        await study(app, found.games[0]);
        close();
        if (found.problems[0]) app.notices.emit(t("odd", { reason: reasonText(found.problems[0].reason) }));
      } else {
        new Listing(app, source, found, result, close).draw();
        if (pasted && !found.total && found.problems[0]) mark(text, placeOf(text.value, found.problems[0]));
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLate(source)) return;
      fill(result, h("p.problem", { role: "alert" }, error.message));
    }
  };
  text.addEventListener("paste", () => setTimeout(() => text.value.trim() && void look(text.value)));
  const { dialog, close } = openDialog(t("paste_or_open"), () => [
    h("p.faint", {}, t("reads_anything")),
    text,
    h("div.spread", {}, file, h("button", { type: "button", onclick: () => file.click() }, icon("open"), h("span", {}, t("choose_file"))), h("button.main", { type: "button", onclick: () => void look(text.value) }, t("read"))),
    result,
  ]);
  if (choose) file.click();
  return look;
}

/**
 * Selects a place in a text, so that what is typed next is in its stead.
 * @param {HTMLTextAreaElement} text
 * @param {[number, number] | null} place
 */
function mark(text, place) {
  if (!place) return;
  text.focus();
  text.setSelectionRange(...place);
  const share = text.value.slice(0, place[0]).split("\n").length / text.value.split("\n").length;
  text.scrollTop = share * text.scrollHeight - text.clientHeight / 2;
}

/** The games that were found, some at a time. */
class Listing {
  /**
   * @param {App} app
   * @param {Source} source
   * @param {Found} found
   * @param {HTMLElement} element
   * @param {() => void} close
   */
  constructor(app, source, found, element, close) {
    this.app = app;
    this.source = source;
    this.element = element;
    this.close = close;
    this.found = found;
    this.all = found.total;
    this.search = "";
  }

  draw() {
    const { games, facts, total, format, problems } = this.found;
    const rows = games.map((game, index) => this.row(index, game, facts[index]));
    fill(
      this.element,
      this.all > 0 && h("p", {}, t("found", { games: counted("games", this.all), format: formatName(format) })),
      problems.length > 0 && h("div.problem", {}, h("p", {}, t("not_all_read")), problemList(problems)),
      this.all > games.length && this.field(),
      this.all > 0 && h("ul.plain.scroll", {}, ...rows),
      total < this.all && h("p.faint", { role: "status" }, counted("games", total)),
      this.all > 1 &&
        h(
          "div.actions",
          {},
          games.length < total && h("button", { type: "button", "data-key": "more", onclick: () => void this.ask(games.length) }, t("show_more", { count: number(total - games.length) })),
          h("button", { type: "button", "data-key": "keep-all", onclick: () => void this.keep() }, t("keep_all")),
        ),
    );
  }

  field() {
    const field = h("input", { type: "search", value: this.search, placeholder: t("search_found"), "aria-label": t("search_found"), "data-key": "search-found", onchange: () => ((this.search = field.value), void this.ask(0)) });
    return field;
  }

  /**
   * @param {number} index
   * @param {import("../record.js").Game} game
   * @param {import("../reading.js").Facts | undefined} facts
   */
  row(index, game, facts) {
    const { tags = {}, size, start = "", comment = "" } = game;
    const { plies = 0, result = "", openings = { en: null, ja: null }, dialect = "" } = facts ?? {};
    const position = [t("to_move", { color: t(start.endsWith("O") ? "white" : "black") }), t("empties", { count: start.split("-").length - 1 }), comment.slice(0, 60)];
    const about = start && !plies ? position.filter(Boolean).join(", ") : "";
    const more = dialect && t("spelled_as", { dialect });
    const number = this.search ? "" : `${index + 1}. `;
    const known = { black: tags["Black"], white: tags["White"], event: tags["Event"], date: tags["Date"], size, plies, result, openings, number, about, more };
    const open = () => {
      this.close();
      void this.app.attempt(() => study(this.app, game));
    };
    return h("li", {}, h("button.row-button", { type: "button", "data-key": `found-${this.search}-${index}`, onclick: open }, ...gameLines(known)));
  }

  /** Asks for more, or for those that are searched for. @param {number} first */
  async ask(first) {
    await this.app.attempt(async () => {
      const { search } = this;
      const next = await parsed(this.source, { size: this.app.session.size, first, search });
      if (search !== this.search) return;
      const before = first ? this.found : { games: [], facts: [] };
      this.found = { ...next, games: [...before.games, ...next.games], facts: [...before.facts, ...next.facts] };
      this.draw();
    });
  }

  /** Has all of them kept, and shows the library. */
  async keep() {
    await this.app.attempt(async () => {
      const { added } = await imported(this.source, this.app.session.size);
      this.close();
      this.app.open("games");
      this.app.notices.emit(t("games_added", { count: counted("games", added) }));
    });
  }
}

/** What a format, or several, are called. @param {string} format */
function formatName(format) {
  /** @type {Record<string, string>} */
  const named = { transcript: t("format_transcript"), board: t("format_board"), link: t("format_link"), quest: "Othello Quest" };
  return format.split(", ").map((name) => named[name] ?? name.toUpperCase()).join(", ");
}

/** What is wrong with the first of them. @param {import("../reading.js").Problem[]} problems */
function problemList(problems) {
  const item = (/** @type {import("../reading.js").Problem} */ { place, reason }) => {
    const text = reasonText(reason);
    return h("li", { lang: text === reason ? "en" : null }, place ? t("problem_at", { place: placeText(place), reason: text }) : text);
  };
  return h("ul", {}, ...problems.slice(0, 20).map(item));
}

/**
 * Lets files and text be dropped and pasted anywhere.
 * @param {App} app
 */
export function readDropped(app) {
  const take = (/** @type {DataTransfer | null} */ data) => {
    const source = data?.files.length ? [...data.files] : data?.getData("text");
    if (source) void openReader(app)(source);
  };
  const mark = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    take(event.dataTransfer);
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea")) return;
    take(event.clipboardData);
  });
}
