"""The graph of a game: valid pictures, and text that shows the same."""

import struct
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest

from outflank import Game, Limit, review
from outflank.reviews import graph_png, graph_svg, graph_text

SVG = "{http://www.w3.org/2000/svg}"
WHOLE = Game.parse(
    "b1a1a2c1d1a3a4d3c4", size=4, tags={"Black": "Ann & <Bob>", "White": "Eve\x07" + "e" * 99}
)


def numbers(path: str) -> list[tuple[float, float]]:
    points = path.strip("MZ").split("L")
    return [(float(x), float(y)) for x, y in (point.split() for point in points)]


class TestSvg:
    def test_it_is_valid_and_shows_every_value(self):
        found = review(WHOLE)
        root = ET.fromstring(graph_svg(found, width=600, height=300))
        assert (root.tag, root.get("width"), root.get("height")) == (f"{SVG}svg", "600", "300")
        assert root.find(f"{SVG}title").text.startswith("Ann & <Bob> - Eve")
        (line,) = [path for path in root.iter(f"{SVG}path") if path.get("stroke") == "#ffffff"]
        points = numbers(line.get("d"))
        assert len(points) == len(found.curve)
        for (_, lower), (_, higher) in pairwise(points):
            assert 0 < higher < 300
            assert higher >= lower  # Black only loses
        assert points[-1][1] > points[0][1] > 150

    def test_a_dot_for_every_marked_move(self):
        found = review(WHOLE)
        root = ET.fromstring(graph_svg(found))
        (dot,) = root.iter(f"{SVG}circle")
        assert dot.find(f"{SVG}title").text == (
            "5. Black d1: inaccuracy, 2.0 discs lost, d4 was best"
        )

    @pytest.mark.parametrize(
        "game", [Game(), Game.parse("f5"), Game.parse("f5d6c3", size=8)], ids=len
    )
    def test_short_games(self, game):
        root = ET.fromstring(graph_svg(review(game, Limit(depth=1))))
        lines = [path for path in root.iter(f"{SVG}path") if path.get("stroke") == "#ffffff"]
        assert [len(numbers(line.get("d"))) for line in lines] == (
            [len(game) + 1] if len(game) else []
        )

    @pytest.mark.parametrize(
        "size", [(100, 300), (600, 50), (10**6, 300), (600, 10**6), (float("nan"), 300)]
    )
    def test_no_size_to_draw_in(self, size):
        with pytest.raises(ValueError, match=r"bad picture size .*: expected 200x120 to 8000x8000"):
            graph_svg(review(Game()), width=size[0], height=size[1])


class TestPng:
    def test_it_is_one_of_that_size(self):
        data = graph_png(review(WHOLE), width=500, height=200)
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", data[16:24]) == (500, 200)

    def test_without_the_library(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "resvg_py", None)
        with pytest.raises(ImportError, match=r"pip install 'outflank\[pictures\]'"):
            graph_png(review(WHOLE))


class TestText:
    def test_blocks(self):
        lines = graph_text(review(WHOLE)).splitlines()
        assert lines[0] == "  +12 │"
        assert lines[5] == "    0 │───────────"
        assert lines[6:10] == ["      │███████████"] * 4
        assert lines[10] == "  -12 │     ██████"
        assert lines[11:13] == ["            ?", "            !"]
        assert lines[13] == "       0         10"

    def test_ascii(self):
        text = graph_text(review(WHOLE), blocks=False)
        assert text.isascii()
        assert text == (
            graph_text(review(WHOLE))
            .replace("█", "#")
            .replace("▀", "#")
            .replace("│", "|")
            .replace("─", "-")
        )

    def test_white_is_below_and_black_above(self, random_game):
        for seed in range(8):
            game = random_game(6, seed)
            lines = graph_text(review(game, Limit(depth=1), exact_from=8)).splitlines()
            margin = game.position.outcome.black - game.position.outcome.white
            last = [line[len(lines[5]) - 1 :] for line in lines]
            assert any(mark.strip() for mark in last[:5]) is (margin > 0)
            assert any(mark.strip() for mark in last[6:11]) is (margin < 0)

    def test_a_long_game_fits(self, random_game):
        found = review(random_game(10, 1, 90), Limit(depth=1), exact_from=0)
        lines = graph_text(found, width=40).splitlines()
        assert max(map(len, lines)) <= 40
        assert len(lines[5]) > 30

    @pytest.mark.parametrize("value", [1e30, float("nan")])
    def test_no_margin(self, value):
        found = review(Game.parse("f5"), Limit(depth=1))
        odd = found.judgements[0]._replace(score=value)
        for draw in (graph_svg, graph_text):
            with pytest.raises(ValueError, match=r"a margin of .* discs: expected at most 256"):
                draw(replace(found, judgements=(odd,)))

    def test_nothing_to_show(self):
        assert graph_text(review(Game())) == ""
        with pytest.raises(ValueError, match="bad width 5: expected 20 or more"):
            graph_text(review(WHOLE), width=5)
