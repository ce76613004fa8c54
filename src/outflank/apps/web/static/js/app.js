// What the parts of the page share: the game, who thinks about it, and what is shown.

import { Analysis } from "./analysis.js";
import { ApiError } from "./api.js";
import { keepDrawing } from "./drawing.js";
import { Emitter } from "./emitter.js";
import { Keeper } from "./keep.js";
import { linkOf } from "./link.js";
import { HUMAN, Play } from "./play.js";
import { Review } from "./review.js";
import { Session } from "./session.js";
import { settings } from "./settings.js";
import { Teaching } from "./teaching.js";
import { t } from "./text.js";

/** @typedef {typeof import("./link.js").VIEWS[number]} View */

/**
 * What the server says of itself.
 * @typedef {object} About
 * @property {string} version
 * @property {{level: number, agent: string, exact_from: number}[]} levels
 * @property {{name: string, about: string, sizes: number[]}[]} agents
 * @property {boolean} explorer
 */

const LINK_PAUSE = 200;
const LONGEST_PRESS = 800;

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
    /** The board that is being painted, as text, or "". */
    this.edit = "";
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
    this.unsettled = 0;
    this.frame = 0;
    /** Until when a button is being pressed, which must still be there when it is let go. */
    this.pressed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.linkTimer = undefined;
    this.linkShown = -LINK_PAUSE;
    /** What a reload may still ask for that began an instant ago. */
    this.queryBefore = location.search;
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
      if (performance.now() < this.pressed) this.emit();
      else super.emit();
    });
  }

  /** @param {boolean} pressed */
  press(pressed) {
    this.pressed = pressed ? performance.now() + LONGEST_PRESS : 0;
  }

  /** Something is to be drawn, and the link and the browser's copy to be brought up to date. */
  changed() {
    this.emit();
    if (this.unsettled) return;
    this.showLink();
    this.keeper.here();
    keepDrawing(this.edit, [location.search, this.queryBefore]);
  }

  /**
   * Puts another game there. Until that is done, nothing of it goes into link and copy.
   * @template T
   * @param {() => Promise<T>} act
   */
  async settle(act) {
    this.unsettled++;
    try {
      return await act();
    } finally {
      this.unsettled--;
      this.changed();
    }
  }

  /** @returns {import("./link.js").State} */
  get state() {
    const { session, play, keeper, view, symmetry, analysis, edit } = this;
    return {
      game: session.game,
      at: session.cursor.moves,
      id: keeper.id,
      view,
      players: play.players,
      control: play.clock.control,
      symmetry,
      values: analysis.isOn,
      edit,
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
    this.queryBefore = location.search;
    history.replaceState({ view: this.view, edit: this.edit }, "", `${location.pathname}?${this.link}`);
  }

  toKeep() {
    const { game, at, view, players, control, symmetry, values } = this.state;
    const { live, standing } = this.play;
    const worth = Boolean(game.moves || game.comment);
    const state = { at: at.join(""), live: live.moves.join(""), view, players, control, ...standing, symmetry, values, queries: [location.search, this.queryBefore] };
    return { game, state, worth };
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

  /**
   * Each place is a step of the browser's back and forward, and so is the editor.
   * @param {View} view
   * @param {string} [edit] the board that is painted there
   */
  open(view, edit = "") {
    const { state } = history;
    if (state && (state.view !== view || Boolean(state.edit) !== Boolean(edit))) {
      history.pushState({ view, edit }, "");
      this.linkShown = -LINK_PAUSE;
    }
    this.view = view;
    this.edit = edit;
    this.preview = [];
    this.play.activate(view === "play" && !edit);
    this.analysis.activate(view === "study" && !edit);
    if (view === "play" && !edit) void this.session.goTo(this.play.live);
    document.body.dataset["view"] = view;
    this.lend(null);
    this.changed();
  }

  /** @param {string} edit the board that is painted, as it is now */
  paint(edit) {
    this.edit = edit;
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
}
