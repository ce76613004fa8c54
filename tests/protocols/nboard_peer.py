"""A program that speaks NBoard's protocol from the usual start, in one of many ways; run with one.

It knows no rules: it says what its way of answering says.
"""

import os
import sys
import time

NOISE = ["set myname Peer", "status Peer is thinking", "nodestats 35805 0.00", "", "blah \x00\xff"]
GO = {
    "spaces": ["=== d3 -1.00 0.0"],
    "slashes": ["=== D3/-1.00/0.5"],
    "glued": ["===d3/.."],
    "bare": ["=== D3"],
    "noisy": [*NOISE, "search C4 1.00 0 5", "=== D3//0.00", *NOISE],
    "as_ntest": [
        "status Thinking", "search C4       -0.39 0   1", "search D3       -1.16 0   6",
        "NoAddToBook",
        "  6 (52 empty)\tD3/-1.16\t\t0.000748s elapsed", "status", "=== D3/-1.16/0.00",
    ],
    "illegal": ["=== A1/0.00/0.00"],
    "passes": ["=== PA"],
    "off_board": ["=== J10"],
    "garbage": ["=== your move"],
    "empty": ["==="],
}  # fmt: skip
"""What a peer says to `go`."""
HINTS = {
    "deepens": ["search C4 +0.10 0 1", "search D3-C5 +0.20 0 2@91% free text", "search d3c5 1 0 8"],
    "as_ntest": [
        "search C4       +16.68 0   9", "search D3       +20.00 0  50%W",
        "search C4       +20.00 0  97% ",
        "search D3       +20.00 0 100%W", "search D3       +20.00 0 100% ",
    ],
    "solves": ["search C4 +0.10 0 1", "search D3 +2.00 0 100%"],
    "tells_who_wins": ["search C4 +0.10 0 100%W", "search D3 +2.00 0 100%"],
    "has_a_book": ["search C4 +0.10 0 1", "book D3c5 0.5,-0.5 1234 26 text"],
    "talks": [*NOISE, "search", "search C4", "search zz 1 0 5", "search D3 +0.10 0 12", *NOISE],
    "hints_illegally": ["search A1 +0.10 0 1"],
}  # fmt: skip
"""What a peer says to `hint`."""


def say(*lines):
    for line in lines:
        print(line, flush=True)


def stale():
    """Answers of before the pong, which are of another position."""
    say("=== A1", "search A1 +9.00 0 100%", "pong 0", "pong 99")


def main(way):
    if way == "silent":
        time.sleep(60)
    is_new, depths = False, list[str]()
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["quit"]:
                return
            case ["set"]:
                is_new = True
                depths += words[2:] if words[1] == "depth" else []
            case ["ping"]:
                if way == "deaf" and words[1] != "1":
                    time.sleep(60)
                if way == "stale" and is_new:
                    stale()
                is_new = False
                say(f"pong {words[1]}")
            case ["go"] if way == "counts_depths":
                say(*depths, f"=== {'D3' if depths == ['4'] else 'A1'}")
            case ["go"]:
                go(way)
            case ["hint"]:
                if way == "endless":
                    while True:
                        say("search D3 +0.10 0 1")
                say(*HINTS.get(way, ["search D3 +0.10 0 1"] if way == "stale" else []))


def go(way):
    match way:
        case "exits":
            print("out of ideas", file=sys.stderr, flush=True)
            os._exit(3)
        case "dies":
            os.abort()
        case "half":
            sys.stdout.write("=== d")
            sys.stdout.flush()
            os._exit(0)
        case "hangs":
            time.sleep(60)
        case "babbles":
            while True:
                print("blah")
        case "endless_line":
            while True:
                sys.stdout.write("=" * 1000)
        case "stale":
            say("=== D3")
        case _:
            say(*GO[way])


if __name__ == "__main__":
    main(sys.argv[1])
