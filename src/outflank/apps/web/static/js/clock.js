// Time for a game: arithmetic on numbers that someone else reads off a clock. All in seconds.

/** @typedef {import("./board/options.js").Color} Color */

/**
 * How much time there is.
 * @typedef {{kind: "none"}
 *   | {kind: "clock", minutes: number, increment: number}
 *   | {kind: "move", seconds: number, people: boolean}} Control
 */

/** @param {Color} color */
export const other = (color) => (color === "black" ? "white" : "black");

export class Clock {
  /**
   * @param {Control} control
   * @param {{black: number, white: number}} [left] as it was kept
   */
  constructor(control, left) {
    this.control = control;
    const full = control.kind === "clock" ? control.minutes * 60 : control.kind === "move" ? control.seconds : Infinity;
    this.left = left ? { ...left } : { black: full, white: full };
    /** @type {Color | null} */
    this.running = null;
    this.since = 0;
  }

  /**
   * What a side has left.
   * @param {Color} color
   * @param {number} now
   */
  remaining(color, now) {
    return this.left[color] - (this.running === color ? now - this.since : 0);
  }

  /** What both sides have left. @param {number} now */
  at(now) {
    return { black: this.remaining("black", now), white: this.remaining("white", now) };
  }

  /**
   * Lets a side's time run, or nobody's.
   * @param {Color | null} color
   * @param {number} now
   */
  run(color, now) {
    if (color === this.running) return;
    if (this.running) this.left[this.running] = this.remaining(this.running, now);
    this.running = color;
    this.since = now;
  }

  /**
   * A side has moved: its time stops, and it gets what a move brings.
   * @param {Color} color
   * @param {number} now
   */
  moved(color, now) {
    this.run(null, now);
    if (this.control.kind === "clock") this.left[color] += this.control.increment;
    if (this.control.kind === "move") this.left[color] = this.control.seconds;
  }

  /**
   * Who has no time left, if anyone.
   * @param {number} now
   * @returns {Color | null}
   */
  flagged(now) {
    const color = this.running;
    return color && this.remaining(color, now) <= 0 ? color : null;
  }
}

/**
 * Seconds as people read them off a clock: 12:05, 1:02:05, and tenths below ten seconds.
 * @param {number} seconds
 */
export function clockText(seconds) {
  if (seconds < 10) return Math.max(0, Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pad = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
