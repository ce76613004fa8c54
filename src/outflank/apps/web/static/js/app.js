// What the parts of the page share: the game, who thinks about it, and what is shown.

import { Analysis } from "./analysis.js";
import { ApiError, get, send } from "./api.js";
import { Emitter } from "./emitter.js";
import { Keeper, lastGame } from "./keep.js";
import { linkOf, readLink } from "./link.js";
import { HUMAN, Play } from "./play.js";
import { movesOf } from "./record.js";
import { Review } from "./review.js";
import { Session } from "./session.js";
import { settings } from "./settings.js";
import { Teaching } from "./teaching.js";
import { t } from "./text.js";

/** @typedef {typeof import("./link.js").VIEWS[number]} View */
/** @typedef {import("./clock.js").Control} Control */
/** @typedef {import("./play.js").Players} Players */

/**
 * What the server says of itself.
 * @typedef {object} About
 * @property {string} version
 * @property {{level: number, agent: string, exact_from: number}[]} levels
 * @property {{name: string, about: string, sizes: number[]}[]} agents
 * @property {boolean} explorer
 */

const NEW_GAME = { players: { black: HUMAN, white: "engine:level=5" }, control: /** @type {Control} */ ({ kind: "none" }) };

const LINK_PAUSE = 200;

/**
 * Where one is in a game, and how it is shown.
 * @typedef {Pick<import("./link.js").State, "at" | "symmetry" | "values" | "view">} Place
 */

/** The place that was kept. @param {any} state @returns {Place} */
function placeOf({ at, symmetry = 0, values = true, view = "study" }) {
  return { at: movesOf(at), symmetry, values, view };
}

/** Tells that what is shown has changed. @extends {Emitter<void>} */
export class App extends Emitter {
  constructor() {
    super();
    this.session = new Session();
    this.analysis = new Analysis(this.session);
    this.review = new Review(this.session);
    this.play = new Play(this.session, () => settings.values);
    this.keeper = new Keeper(() => this.toKeep());
    /** @type {View} */
    this.view = "play";
    this.symmetry = 0;
    /** @type {About} */
    this.about = { version: "", levels: [], agents: [], explorer: false };
    this.teaching = new Teaching(this.session);
    /** Moves that are shown on the board as if they were played. @type {string[]} */
    this.preview = [];
    /** A move that was asked for, where. @type {{node: import("./tree.js").Node, move: string} | null} */
    this.hint = null;
    /** What the board is lent to instead of the game, such as the editor. @type {import("./views/board_view.js").Guest | null} */
    this.guest = null;
    /** Short words to the person, shown for a while. @type {Emitter<string>} */
    this.notices = new Emitter();
    /** What screen readers say. @type {Emitter<string>} */
    this.spoken = new Emitter();
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.linkTimer = undefined;
    this.linkShown = -LINK_PAUSE;
    this.connect();
  }

  connect() {
    const { session, play, keeper, analysis } = this;
    session.on(({ edited, moved }) => {
      if (moved) this.preview = [];
      if (edited) keeper.changed();
      this.changed();
    });
    play.on(({ kept, failed }) => {
      if (kept) keeper.changed();
      if (kept) this.changed();
      if (failed) this.notices.emit(failed);
    });
    analysis.on(() => this.emit());
    this.teaching.on(() => this.emit());
    this.review.on(({ error }) => {
      if (error) this.notices.emit(error);
      this.emit();
    });
    keeper.on(({ saved, copied, failed }) => {
      if (saved) this.showLink();
      if (copied) this.notices.emit(t("copied_elsewhere"));
      if (failed) this.notices.emit(failed);
    });
    settings.on(() => this.emit());
  }

  /** Has everything drawn, with the next picture of the screen. @override */
  emit() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      super.emit();
    });
  }

  /** Something is to be drawn, and the link and the browser's copy to be brought up to date. */
  changed() {
    this.emit();
    this.showLink();
    this.keeper.here();
  }

  /** @returns {import("./link.js").State} */
  get state() {
    const { session, play, keeper, view, symmetry, analysis } = this;
    return {
      game: session.game,
      at: session.cursor.moves,
      id: keeper.id,
      view,
      players: play.players,
      control: play.clock.control,
      symmetry,
      values: analysis.isOn,
    };
  }

  get link() {
    return linkOf(this.state, this.session.root);
  }

  /** Browsers take only so many changes of the address in a while. */
  showLink() {
    clearTimeout(this.linkTimer);
    const wait = this.linkShown + LINK_PAUSE - performance.now();
    if (wait > 0) {
      this.linkTimer = setTimeout(() => this.changed(), wait);
      return;
    }
    this.linkShown = performance.now();
    history.replaceState(null, "", `${location.pathname}?${this.link}`);
  }

  toKeep() {
    const { game, at, view, players, control, symmetry, values } = this.state;
    const { clock, live } = this.play;
    const worth = Boolean(game.moves || game.start || game.comment);
    const state = { at: at.join(""), live: live.moves.join(""), view, players, control, left: clock.left, symmetry, values, query: location.search };
    return { game, state, worth };
  }

  /** Begins where the link, or the last visit, left off. */
  async begin() {
    const link = this.readLink();
    const last = lastGame();
    const id = (link ? link.id : last?.id) ?? null;
    // The browser's copy is of what the address names, and newer than that by an instant.
    const same = last && (!link || last.state.query === location.search);
    const place = same ? placeOf(last.state) : link;
    try {
      if (same && (last.dirty || last.id === null)) await this.resume(last, place);
      else if (id && (await this.openKept(id, place))) return;
      else if (link) await this.openLink(link);
      else await this.newGame(NEW_GAME.players, NEW_GAME.control);
    } catch (error) {
      this.fail(error);
      await this.newGame(NEW_GAME.players, NEW_GAME.control);
    }
  }

  readLink() {
    try {
      return readLink(location.search);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /**
   * Goes on with a game that is kept, where it was left or at another place.
   * @param {import("./keep.js").Kept} kept
   * @param {Place | null} [place]
   */
  async resume({ game, state, id, revision, dirty }, place = null) {
    const live = (/** @type {import("./tree.js").Node} */ root) => root.follow(movesOf(state?.live ?? game.moves));
    await this.session.load(game, live, () => this.keeper.take({ id, revision, dirty }));
    this.play.begin(state?.players ?? { black: HUMAN, white: HUMAN }, state?.control ?? { kind: "none" }, state?.left ?? undefined);
    await this.goToPlace(place ?? placeOf(state ?? { at: game.moves }));
  }

  /**
   * Opens a game of the library; false if there is none.
   * @param {string} id
   * @param {Place | null} [place]
   */
  async openKept(id, place = null) {
    let kept;
    try {
      kept = await get(`/games/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
    await this.resume({ ...kept, dirty: false }, place);
    if (kept.review) this.review.take(kept.review);
    return true;
  }

  /** @param {import("./link.js").State} link */
  async openLink({ game, players, control, ...place }) {
    await this.session.load(game, undefined, () => this.keeper.take());
    for (const problem of await this.session.prune()) this.notices.emit(problem);
    this.play.begin(players, control);
    await this.goToPlace(place);
  }

  /** @param {Place} place */
  async goToPlace({ at, symmetry, values, view }) {
    this.symmetry = symmetry;
    this.analysis.turn(values);
    this.open(view);
    await this.session.goTo(this.session.root.follow(at));
  }

  /**
   * @param {Players} players
   * @param {Control} control
   * @param {{size: number, start?: string, moves: string}} [line] where it begins
   */
  async newGame(players, control, line = { size: 8, moves: "" }) {
    const names = { Black: this.nameOf(players.black), White: this.nameOf(players.white) };
    const tags = { ...names, Date: new Date().toISOString().slice(0, 10) };
    await this.session.load({ ...line, tags }, undefined, () => this.keeper.take());
    this.play.begin(players, control);
    const side = this.play.side;
    this.symmetry = side === "white" ? 3 : 0;
    this.open("play");
  }

  /**
   * Puts a game that was read or made on the board, to be studied.
   * @param {import("./record.js").Game} game
   */
  async study(game) {
    await this.session.load(game, undefined, () => this.keeper.take({ dirty: true }));
    this.play.begin({ black: HUMAN, white: HUMAN }, { kind: "none" });
    this.open("study");
  }

  /**
   * Lends the board to something else than the game.
   * @param {import("./views/board_view.js").Guest | null} guest
   * @param {string} [panel] what is beside the board meanwhile
   */
  lend(guest, panel = "") {
    this.guest = guest;
    document.body.dataset["panel"] = panel || this.view;
    this.emit();
  }

  /** @param {View} view */
  open(view) {
    this.view = view;
    this.preview = [];
    this.play.activate(view === "play");
    this.analysis.activate(view === "study");
    if (view === "play") void this.session.goTo(this.play.live);
    document.body.dataset["view"] = view;
    this.lend(null);
    this.changed();
  }

  /** Plays on from the place that is looked at. */
  playFromHere() {
    this.play.from(this.session.cursor);
    this.open("play");
  }

  /** What a player is called. @param {string} player */
  nameOf(player) {
    if (player === HUMAN) return settings.values.name || t("you");
    const level = /^engine:level=(\d+)$/.exec(player);
    return level ? t("engine_level", { level: level[1] ?? "" }) : player;
  }

  /** Says what went wrong. @param {unknown} error */
  fail(error) {
    this.notices.emit(error instanceof Error ? error.message : String(error));
    if (!(error instanceof ApiError || error instanceof SyntaxError)) throw error;
  }

  /**
   * Does something that may go wrong.
   * @param {() => Promise<unknown>} act
   */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What the server makes of a text or file. @param {string | Blob} source */
  read(source) {
    return send(`/parse?size=${this.session.size}`, source);
  }
}
