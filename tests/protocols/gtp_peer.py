"""A program that speaks GTP in one of many ways, good and bad; run with the way and a log's name.

It plays the first legal move, but for what its way says.
"""

import os
import signal
import sys
import time
from pathlib import Path

from outflank.agents import First
from outflank.protocols.gtp_server import Server
from outflank.protocols.gtp_text import Command, read_command, write_answer

MOVES = {
    "illegal": "A1",
    "off_board": "P16",
    "passes": "PASS",
    "garbage": "your move",
    "silent": "",
    "resigns": "resign",
}
"""What a peer answers to `genmove`."""


def line_without_end(number):
    while True:
        sys.stdout.write("=" * 1000)


def answer_without_end(number):
    print(f"={number}")
    while True:
        print("F5")


def half_an_answer(number):
    print(f"={number} F", end="", flush=True)
    sys.exit(3)


def closes_input(number):
    os.close(0)
    time.sleep(60)


def closes_output(number):
    os.close(1)
    time.sleep(60)


DEEDS = {
    "closes_output": closes_output,
    "crashes": lambda number: sys.exit(3),
    "dies": lambda number: os.kill(os.getpid(), signal.SIGSEGV),
    "stalls": lambda number: time.sleep(60),
    "line_without_end": line_without_end,
    "answer_without_end": answer_without_end,
    "half_an_answer": half_an_answer,
    "no_gtp": lambda number: print("F5", flush=True),
    "wrong_number": lambda number: print("=99 F5\n", flush=True),
    "closes_input": closes_input,
}
"""What a peer does instead of answering `genmove`."""


class Peer:
    def __init__(self, way):
        self.way, self.server = way, Server(First(), way)

    def answer(self, command):
        number, name, words = command
        refusal = self.refusal(name, words)
        if refusal:
            return write_answer(number, refusal, good=False)
        if name == "genmove" and self.way in MOVES:
            return write_answer(number, MOVES[self.way])
        if name == "genmove" and self.way in DEEDS:
            print("Out of ideas", file=sys.stderr)
            DEEDS[self.way](number)
        if name == "play" and words[1] == "pass" and self.way == "passes_twice":
            self.confused = True
            return write_answer(number, "")
        answer = self.server.answer(command)
        if name in ("play", "genmove") and self.way in ("passes_itself", "passes_twice"):
            side = self.ask("gogui-rules_side_to_move")
            if self.ask("gogui-rules_legal_moves") == "PASS":
                self.ask(f"play {side} pass")
        return answer

    def refusal(self, name, words):
        if name == "boardsize" and self.way == "small" and words[0] != "8":
            return "unacceptable size"
        if name == "set_game" and self.way == "plays_go":
            return "unsupported game"
        if name == "genmove" and self.way == "refuses":
            return "I am tired"
        if name == "play" and words[1] == "pass" and self.way == "knows_no_pass":
            return "syntax error"
        if name == "clear_board":
            self.confused = False
        if name == "play" and self.way == "passes_twice" and words[1] != "pass" and self.confused:
            return "illegal move"
        turn = self.ask("gogui-rules_side_to_move")
        if name in ("play", "genmove") and self.way == "strict" and words[0] != turn:
            return "illegal move"
        if name == "play" and self.way == "refuses_moves":
            return "illegal move"
        return ""

    def ask(self, line):
        return self.server.answer(read_command(line))[2:]


def main(way, log):
    peer = Peer(way)
    if way == "banner":
        print("Welcome\n== Peer ==\n=======\n", flush=True)
    if way == "exits":
        sys.exit("cannot find my weights")
    for line in sys.stdin:
        with Path(log).open("a") as file:
            file.write(line)
        number, *rest = read_command(line)
        shown = {"unnumbered": "", "spaced": f" {number}"}.get(way, number)
        print(peer.answer(Command(shown, *rest)), end="\n\n", flush=True)
        if rest[0] == "quit":
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
