"""Puzzles: every one is proved again, and none is missed or made up."""

import pytest

from outflank import Color, Engine, Game, Limit
from outflank.formats import parse_obf, read_json, write_json, write_obf
from outflank.reviews import EMPTIES, puzzles, puzzles_of, review

RANGE = range(4, 11)


@pytest.fixture(scope="module")
def games(random_game) -> list[Game]:
    return [random_game(6, seed).with_tags({"Black": "Ann", "White": "Bob"}) for seed in range(8)]


def expected(game: Game, empties: range):
    """The plies of puzzles, and the margins of all their moves."""
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False), 1):
        if position.empties not in empties or move.is_pass:
            continue
        margins = {m: b.lower for m, b in Engine().solve(position, every=True).moves.items()}
        best, played = max(margins.values()), margins[move]
        only = list(margins.values()).count(best) == 1
        if played < best and (only or (best > 0) > (played > 0) or (best == 0 > played)):
            yield ply, margins


def test_each_is_proved_and_none_is_missed(games):
    found = {}
    for puzzle in puzzles(games, empties=RANGE):
        found.setdefault(puzzle.game, []).append(puzzle)
    count = 0
    for game in games:
        wanted = dict(expected(game, RANGE))
        got = {puzzle.judgement.ply: dict(puzzle.judgement.margins) for puzzle in found[game]}
        assert got == wanted
        count += len(got)
    assert count > 20


def test_the_line_is_best_play(games):
    for puzzle in puzzles(games[:4], empties=RANGE):
        position = puzzle.position
        solver, margin = position.turn, max(puzzle.judgement.margins.values())
        for move in puzzle.judgement.pv:
            position = position.play(move)
        assert position.is_over
        assert position.outcome.pov(solver) == margin
        assert puzzle.judgement.pv[0] == puzzle.judgement.best
        assert puzzle.judgement.margins[puzzle.judgement.best] == margin


def test_one_player_alone(games):
    both = list(puzzles(games, empties=RANGE))
    for color in Color:
        own = list(puzzles(games, lambda game, color=color: color, empties=RANGE))
        assert own == [puzzle for puzzle in both if puzzle.judgement.turn is color]
        assert own


def mirrored_games(game: Game) -> list[Game]:
    """The game as the other three symmetries of the start show it."""
    shape, found = game.start.shape, []
    for symmetry in range(1, 8):
        moves = [m if m.is_pass else shape.transform(m, symmetry) for m in game.moves]
        if game.start.is_legal(moves[0]):
            found.append(Game(game.start, moves))
    assert len(found) == 3
    return found


def test_only_the_first_of_the_same_position(games):
    once = list(puzzles(games[:1], empties=RANGE))
    assert list(puzzles([games[0], games[0]], empties=RANGE)) == once
    for mirrored in mirrored_games(games[0]):
        assert list(puzzles([games[0], mirrored], empties=RANGE)) == once


def test_entries_are_read_back(games):
    for puzzle in puzzles(games[:3], empties=RANGE):
        entry = puzzle.entry
        read = [parse_obf(write_obf(entry)), *read_json([write_json(entry)])]
        assert read == [entry, entry]
        assert entry.score == max(entry.scores.values())
        assert "Ann - Bob, move " in entry.comment
        assert f"played was {puzzle.judgement.move} (" in entry.comment


def test_out_of_a_review(games):
    for game in games[:2]:
        exact = review(game, Limit(depth=1), exact_from=10, threads=1)
        assert puzzles_of(exact, RANGE) == list(puzzles([game], empties=RANGE))
    assert puzzles_of(review(games[0], Limit(depth=1), exact_from=0, threads=1), RANGE) == []


def test_empties():
    assert list(puzzles([Game.parse("f5d6c3")])) == []
    game = Game.parse("b1a1a2c1d1a3a4d3c4", size=4)
    assert [p.judgement.ply for p in puzzles([game], empties=range(1, 13))] == [5]
    assert list(puzzles([game], empties=range(1, 8))) == []
    assert list(puzzles([game], empties=range(0))) == []
    assert range(6, 15) == EMPTIES
