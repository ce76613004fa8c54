// The socket of the page: what is said before the connection is there is said with the request.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Channel, waiting } from "../../src/outflank/apps/web/static/js/api.js";

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

  /** @param {any} answer */
  receive(answer) {
    /** @type {any} */ (this).onmessage({ data: JSON.stringify(answer) });
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

test("a busy server is asked again when it says, and people see why", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const shown = [];
  waiting.on((why) => shown.push(why));
  const busy = { error: "busy for 3 s", code: "busy", parts: { seconds: 3 } };
  const channel = new Channel("/play");
  /** @type {any[]} */
  const answers = [];
  channel.ask({ agent: "greedy" }, (answer) => answers.push(answer) > 0);
  const [socket] = Socket.all.splice(0);
  socket?.open();
  socket?.receive({ id: 1, ...busy });
  assert.deepEqual(shown, ["busy for 3 s"]);
  context.mock.timers.tick(2999);
  assert.equal(socket?.sent.length, 1);
  context.mock.timers.tick(1);
  assert.deepEqual(socket?.sent, Array(2).fill({ id: 1, agent: "greedy" }));
  socket?.receive({ id: 1, ...busy });
  context.mock.timers.tick(3000);
  assert.equal(socket?.sent.length, 3);
  assert.deepEqual(shown, ["busy for 3 s"], "it does not flicker");
  context.mock.timers.tick(500);
  assert.deepEqual(shown, ["busy for 3 s", ""]);
  socket?.receive({ id: 1, move: "d3" });
  assert.deepEqual(answers, [{ id: 1, move: "d3" }]);
});

test("who no longer wants an answer does not ask a busy server again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const shown = [];
  waiting.on((why) => shown.push(why));
  const channel = new Channel("/play");
  channel.ask({ agent: "greedy" }, () => true);
  const [socket] = Socket.all.splice(0);
  socket?.open();
  socket?.receive({ id: 1, error: "busy", code: "busy", parts: { seconds: 3 } });
  channel.drop({ cancel: true });
  context.mock.timers.tick(10000);
  assert.deepEqual(socket?.sent, [{ id: 1, agent: "greedy" }, { cancel: true }]);
  assert.deepEqual(shown, ["busy", ""]);
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
