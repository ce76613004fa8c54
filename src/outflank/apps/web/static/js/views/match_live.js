// A match as it is played: the socket that tells of it, and its boards.

import { send } from "../api.js";
import { Board } from "../board/board.js";
import { h } from "../dom.js";
import { squareName } from "../names.js";
import { settings } from "../settings.js";
import { t } from "../text.js";

/** @typedef {import("./matches.js").Match} Match */
/** @typedef {{number: number, black: number, white: number, moves: string, over: boolean}} Game */

const AGAIN = 1000;
const BOARDS = 2;
const PACE = 250;

export class LiveMatch {
  /**
   * @param {string} id
   * @param {() => void} onChange
   */
  constructor(id, onChange) {
    this.id = id;
    this.onChange = onChange;
    /** @type {Match | null} */
    this.match = null;
    /** @type {Map<number, Game>} */
    this.games = new Map();
    /** @type {Map<number, {element: HTMLElement, board: Board, caption: HTMLElement}>} */
    this.boards = new Map();
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.connect();
  }

  connect() {
    const url = new URL(`/api/v1/matches/${this.id}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    socket.onclose = () => {
      if (!this.closed && this.match?.state === "running") setTimeout(() => this.closed || this.connect(), AGAIN);
    };
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  /** @param {{match?: Match, game?: Game}} news */
  take({ match, game }) {
    if (match) this.match = match;
    if (game) {
      this.games.set(game.number, game);
      for (const number of [...this.games.keys()].slice(0, -BOARDS)) {
        this.games.delete(number);
        this.boards.delete(number);
      }
    }
    // Quick agents play more moves than anyone can see.
    this.timer ??= setTimeout(() => void this.show(), PACE);
  }

  async show() {
    this.timer = undefined;
    const { match } = this;
    for (const game of match?.state === "running" ? this.games.values() : []) {
      const { positions } = await send("/line", { size: match?.size, moves: game.moves });
      if (!this.games.has(game.number)) continue;
      const { board: discs, last, flipped } = positions.at(-1);
      this.boardOf(game.number, match?.size ?? 8).board.set({ discs, last: last === "pass" ? null : last, flipped });
    }
    if (!this.closed) this.onChange();
  }

  /**
   * @param {number} number
   * @param {number} size
   */
  boardOf(number, size) {
    let shown = this.boards.get(number);
    if (!shown) {
      const place = h("div");
      const caption = h("figcaption");
      const board = new Board(place, { size, interactive: false, coordinates: false, animated: settings.values.animated, describe: squareName });
      shown = { element: h("figure", { "data-game": number }, place, caption), board, caption };
      this.boards.set(number, shown);
    }
    return shown;
  }
}

/**
 * The games that are being played.
 * @param {import("../app.js").App} app
 * @param {LiveMatch} live
 */
export function liveBoards(app, { match, games, boards }) {
  if (match?.state !== "running") return null;
  const shown = [...games.values()].flatMap(({ number, black, white }) => {
    const figure = boards.get(number);
    if (!figure) return [];
    const [one, other] = [black, white].map((index) => app.nameOf(match.agents[index] ?? ""));
    figure.caption.textContent = `${number + 1}. ${one} – ${other}`;
    figure.board.set({ label: t("game_number", { number: number + 1 }) });
    return [figure.element];
  });
  return h("div.live", {}, ...shown);
}
