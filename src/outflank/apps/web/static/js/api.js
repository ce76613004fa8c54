// The server's API: requests that wait for a server that is away, and sockets that come back.

import { Emitter } from "./emitter.js";
import { refusalText } from "./names.js";
import { t } from "./text.js";

const BASE = "/api/v1";
const WAIT = 1000;
/** Milliseconds after which a request that is not refused again has been accepted. */
const ANSWERED = 500;
/** Statuses that are soon over, and refusals with one of them that are not. */
const PASSING = [429, 503];
const LASTING = ["too_many_matches", "database_unreadable"];
/** Refusals that people see while the page waits. */
const SHOWN = ["busy", "library_away"];

/** What the server says no to; the message is a sentence for people. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {any} [body]
   */
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** Tells why the page waits, or "" when it does not. @type {Emitter<string>} */
export const waiting = new Emitter();
let isOnline = true;
/** Requests that have to be sent again, and what the server says of them. @type {Map<object, string>} */
const delayed = new Map();

const tell = () => waiting.emit(isOnline ? ([...delayed.values()].at(-1) ?? "") : t("server_away"));

/** @param {boolean} there */
function setOnline(there) {
  if (there === isOnline) return;
  isOnline = there;
  tell();
}

/**
 * @param {object} request
 * @param {string} why "" if it is no longer delayed
 */
function setDelayed(request, why) {
  if ((delayed.get(request) ?? "") === why) return;
  if (why) delayed.set(request, why);
  else delayed.delete(request);
  tell();
}

/** Milliseconds until it makes sense to ask again. @param {{parts?: {seconds?: number}} | null} refusal */
const waitOf = (refusal) => (refusal?.parts?.seconds ?? 0) * 1000 || WAIT;

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks again and again until the server is there. Raises ApiError if it says no.
 * @param {string} path below /api/v1
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function request(path, options) {
  const self = {};
  try {
    for (;;) {
      const response = await answerOf(path, options);
      if (response.ok) return response;
      const error = await errorOf(response);
      if (!PASSING.includes(error.status) || LASTING.includes(error.body?.code)) throw error;
      if (SHOWN.includes(error.body?.code)) setDelayed(self, error.message);
      await sleep(waitOf(error.body));
    }
  } finally {
    setDelayed(self, "");
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function answerOf(path, options) {
  for (;;) {
    try {
      const response = await fetch(BASE + path, options);
      setOnline(true);
      return response;
    } catch (error) {
      if (options?.signal?.aborted) throw error;
      setOnline(false);
      await sleep(WAIT);
    }
  }
}

/** @param {Response} response */
async function errorOf(response) {
  const body = await response.json().catch(() => null);
  const { status } = response;
  return new ApiError(status, body?.error ? refusalText(body) : t("server_answered", { status }), body);
}

/**
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} [query] what is null is left out
 */
export function address(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/**
 * @param {string} path
 * @param {Parameters<typeof address>[1]} [query]
 * @returns {Promise<any>}
 */
export async function get(path, query) {
  return (await request(address(path, query))).json();
}

/**
 * @param {string} path
 * @param {unknown} body JSON, or text or bytes as they are
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function send(path, body, method = "POST") {
  const raw = typeof body === "string" || body instanceof Blob;
  const response = await request(path, {
    method,
    body: raw ? body : JSON.stringify(body),
    headers: { "Content-Type": raw ? "application/octet-stream" : "application/json" },
  });
  return response.status === 204 ? null : response.json();
}

/**
 * A socket with one request at a time: a new one replaces the old. If the connection breaks before
 * the answer is complete, the request is sent again as soon as the server is back; if the server is
 * busy, when it says.
 */
export class Channel {
  /** @param {string} path below /api/v1 */
  constructor(path) {
    this.path = path;
    this.id = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} of a request that is postponed */
    this.timer = undefined;
    /** @type {{text: string, id: number, onAnswer: (answer: any) => boolean, word?: string} | null} */
    this.current = null;
  }

  /**
   * @param {Record<string, unknown>} message
   * @param {(answer: any) => boolean} onAnswer called for every answer; true if it was the last
   */
  ask(message, onAnswer) {
    this.forget();
    this.id += 1;
    this.current = { id: this.id, text: JSON.stringify({ id: this.id, ...message }), onAnswer };
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(this.current.text);
    else if (!this.socket) this.connect();
  }

  /**
   * Sends a word about the request that runs, such as {stop: true}, with it if it waits for the connection.
   * @param {Record<string, unknown>} word
   */
  say(word) {
    if (!this.current) return;
    this.current.word = JSON.stringify(word);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(this.current.word);
  }

  /** Forgets the request that runs; `word` tells the server so. @param {Record<string, unknown>} word */
  drop(word) {
    this.say(word);
    this.forget();
  }

  forget() {
    this.current = null;
    clearTimeout(this.timer);
    setDelayed(this, "");
  }

  /** Sends the request again, once the server has time for it. @param {{error: string, parts: {seconds: number}}} refusal */
  postpone(refusal) {
    setDelayed(this, refusal.error);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.socket?.readyState === WebSocket.OPEN) this.sendCurrent(this.socket);
      this.timer = setTimeout(() => setDelayed(this, ""), ANSWERED);
    }, waitOf(refusal));
  }

  /** @param {WebSocket} socket */
  sendCurrent(socket) {
    for (const text of [this.current?.text, this.current?.word]) if (text) socket.send(text);
  }

  connect() {
    const url = new URL(BASE + this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      setOnline(true);
      this.sendCurrent(socket);
    };
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.error) answer.error = refusalText(answer);
      const { current } = this;
      if (!current || (answer.id != null && answer.id !== current.id)) return;
      if (answer.code === "busy") this.postpone(answer);
      else if (current.onAnswer(answer) && this.current === current) this.current = null;
    };
    socket.onclose = async () => {
      this.socket = null;
      clearTimeout(this.timer);
      setDelayed(this, "");
      if (!this.current) return;
      setOnline(false);
      await sleep(WAIT);
      if (this.current && !this.socket) this.connect();
    };
  }
}
