"""The first ten games of the WTHOR database since 1977: the final discs, and the analysis."""

import json
from pathlib import Path

import pytest

from outflank import Color, Game

GAMES = [
    line.split()
    for line in (Path(__file__).parent / "wthor_first_ten.txt").read_text().splitlines()
]


@pytest.mark.parametrize(("transcript", "result"), GAMES, ids=range(1, 11))
def test_final_discs(transcript, result):
    black, white = map(int, result.split("-"))
    game = Game.parse(transcript)
    outcome = game.result
    assert (outcome.black, outcome.white) == (black, white)
    assert outcome.black_discs == game.position.discs(Color.BLACK)
    assert game.transcript() == transcript


@pytest.mark.parametrize(("transcript", "result"), GAMES, ids=range(1, 11))
def test_analysis(transcript, result, run):
    status, output, errors = run("analyze", "--json", "--depth", "1", transcript)
    assert (status, errors) == (0, "")
    document = json.loads(output)
    assert document["transcript"] == transcript
    assert "{black}-{white}".format(**document["result"]) == result
    moves = document["moves"]
    assert "".join(m["move"] for m in moves if m["move"] != "pass") == transcript
    # The last move is worth what the game ended with.
    last, margin = moves[-1], document["result"]["black"] - document["result"]["white"]
    assert last["exact"]
    assert last["score"] == (margin if last["color"] == "black" else -margin)
    for side in ("black", "white"):
        lost = sum(m["loss"] for m in moves if m["color"] == side)
        assert document["totals"][side]["loss"] == pytest.approx(lost, abs=0.5)
