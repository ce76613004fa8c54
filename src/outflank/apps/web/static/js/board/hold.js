// A finger that rests on something looks at it, and then chooses nothing when it is lifted.

const LONG = 500;
const FAR = 10;

export class Hold {
  /**
   * @param {HTMLElement} element where fingers rest
   * @param {(target: EventTarget | null) => boolean} look shows what a finger rests on, nothing for
   *   null when it is lifted; tells whether there was something to see
   */
  constructor(element, look) {
    this.look = look;
    /** @type {PointerEvent | null} */
    this.finger = null;
    /** Whether there is something to see. */
    this.held = false;
    this.timer = 0;
    /** Ends the waiting for the finger, which may be lifted anywhere. */
    this.waiting = new AbortController();
    element.addEventListener("pointerdown", (event) => this.rest(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("click", (event) => this.choose(event), true);
    // The menu of a long press would end it.
    element.addEventListener("contextmenu", (event) => this.finger && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  rest(event) {
    if (this.finger && this.held) this.look(null);
    this.drop();
    this.held = false;
    if (event.pointerType !== "touch") return;
    this.finger = event;
    this.waiting = new AbortController();
    const options = { capture: true, signal: this.waiting.signal };
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(end, (other) => this.lift(other), options);
    this.timer = window.setTimeout(() => (this.held = this.look(event.target)), LONG);
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY }) {
    if (this.finger && !this.held && Math.hypot(clientX - this.finger.clientX, clientY - this.finger.clientY) > FAR) this.drop();
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { finger } = this;
    if (!finger || event.pointerId !== finger.pointerId) return;
    this.drop();
    if (!this.held) return;
    this.look(null);
    // It was short after all, if it is only heard of late.
    this.held = event.timeStamp - finger.timeStamp >= LONG;
  }

  /** @param {Event} event */
  choose(event) {
    if (this.held) event.stopImmediatePropagation();
    this.held = false;
  }

  drop() {
    clearTimeout(this.timer);
    this.waiting.abort();
    this.finger = null;
  }
}
