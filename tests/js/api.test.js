// The socket of the page: what is said before the connection is there is said with the request.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Channel } from "../../src/outflank/apps/web/static/js/api.js";

class Socket {
  static OPEN = 1;
  /** @type {Socket[]} */
  static all = [];

  constructor() {
    this.readyState = 0;
    /** @type {string[]} */
    this.sent = [];
    Socket.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = Socket.OPEN;
    /** @type {any} */ (this).onopen();
  }
}

Object.assign(globalThis, { WebSocket: Socket, location: { href: "http://127.0.0.1/" } });

test("a word that comes before the connection follows the request", () => {
  const channel = new Channel("/play");
  channel.say({ stop: true });
  channel.ask({ agent: "greedy" }, () => true);
  channel.say({ stop: true });
  const [socket] = Socket.all.splice(0);
  assert.deepEqual(socket?.sent, []);
  socket?.open();
  assert.deepEqual(socket?.sent, [{ id: 1, agent: "greedy" }, { stop: true }]);
  channel.ask({ agent: "first" }, () => true);
  assert.deepEqual(socket?.sent.slice(2), [{ id: 2, agent: "first" }]);
});

test("what was dropped before the connection is not asked", () => {
  const channel = new Channel("/play");
  channel.ask({ agent: "greedy" }, () => true);
  channel.drop({ cancel: true });
  const [socket] = Socket.all.splice(0);
  socket?.open();
  assert.deepEqual(socket?.sent, []);
  channel.ask({ agent: "first" }, () => true);
  assert.deepEqual(socket?.sent, [{ id: 2, agent: "first" }]);
});
