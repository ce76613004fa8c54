// The window to take the game along: as text, as a link, as a picture.

import { ApiError, address, send } from "../api.js";
import { h, icon } from "../dom.js";
import { t } from "../text.js";
import { PASS } from "../tree.js";
import { openDialog } from "./dialog.js";

const TEXTS = /** @type {const} */ (["transcript", "board", "link", "ggf", "sgf", "pgn", "json"]);

/** @typedef {import("../app.js").App} App */

/** @param {App} app */
export function openCopy(app) {
  const { session } = app;
  const shown = h("textarea", { readonly: true, rows: 7, "aria-label": t("text"), spellcheck: "false" });
  const said = h("p.faint", { role: "status" });

  /** @param {string} text @param {string} name */
  const copy = async (text, name) => {
    shown.value = text;
    const copied = await toClipboard(text, shown);
    said.textContent = t(copied ? "copied" : "copy_by_hand", { name });
  };
  /** @param {typeof TEXTS[number]} kind */
  const take = async (kind) => {
    try {
      await copy(await textAs(app, kind), t(`format_${kind}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      said.textContent = error.message;
    }
  };
  const picture = (/** @type {"svg" | "png"} */ kind) =>
    h(
      "a.button",
      { href: pictureAddress(session, kind), download: `outflank.${kind}` },
      icon("image"),
      h("span", {}, t("picture_as", { kind: kind.toUpperCase() })),
    );

  openDialog(t("do_copy"), () => [
    h("div.choices", {}, ...TEXTS.map((kind) => h("button", { type: "button", onclick: () => void take(kind) }, t(`format_${kind}`)))),
    shown,
    said,
    h("h3", {}, t("save_picture")),
    h("div.choices", {}, picture("svg"), picture("png")),
  ]);
  shown.value = transcript(session);
}

/**
 * The game, or the place that is looked at, as text.
 * @param {App} app
 * @param {typeof TEXTS[number]} kind
 */
async function textAs({ session, link }, kind) {
  if (kind === "transcript") return transcript(session);
  if (kind === "board") return boardText(session);
  if (kind === "link") return `${location.origin}${location.pathname}?${link}`;
  return (await send("/export", { game: session.game, format: kind })).text;
}

/** The moves of the line that is looked at, to its end. @param {import("../session.js").Session} session */
function transcript({ cursor }) {
  return cursor.end.moves.filter((move) => move !== PASS).join("");
}

/** The position as a board text with the side to move. @param {import("../session.js").Session} session */
function boardText({ position }) {
  return position ? `${position.board} ${position.turn === "white" ? "O" : "X"}` : "";
}

/**
 * @param {import("../session.js").Session} session
 * @param {"svg" | "png"} kind
 */
function pictureAddress(session, kind) {
  const { size, start, moves } = session.line();
  return `/api/v1${address(`/picture.${kind}`, { size, start, moves, width: 800 })}`;
}

/**
 * @param {string} text
 * @param {HTMLTextAreaElement} shown where it stands, for browsers that only copy what is marked
 */
async function toClipboard(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    shown.select();
    return document.execCommand("copy");
  }
}
