"""Reviews: what is found in games with planted blunders, and in games of every kind."""

import threading
from threading import Semaphore

import pytest

import outflank as of
from outflank import Color, Engine, Game, Limit, Linear, Position, Review, review
from outflank.reviews import review_all

from .planted import planted_ending, planted_opening

OVER = "b1a1a2c1d1a3a4d3c4"
"""A whole game on 4x4, with a pass and a blunder."""


def endings(random_game, size: int, empties: int, seed: int) -> Position:
    """A position of a random game."""
    positions: tuple[Position, ...] = random_game(size, seed).positions
    return next(position for position in positions if position.empties == empties)


class TestPlanted:
    @pytest.mark.parametrize("size", [6, 8, 10])
    @pytest.mark.parametrize("at", [1, 2, 5])
    def test_in_the_ending(self, size, at, random_game):
        start = next(
            start
            for seed in range(20)
            for start in [endings(random_game, size, 11, seed)]
            if planted_ending(start, [at]) != planted_ending(start, [])
        )
        game = planted_ending(start, [at])
        found = review(game)
        assert [judged.ply for judged in found.judgements] == list(range(1, len(game) + 1))
        for judged in found.judgements:
            position = game.positions[judged.ply - 1]
            assert judged.turn is position.turn
            if judged.move.is_pass:
                assert (judged.score, judged.best, judged.loss, judged.mark) == (None, None, 0, "")
                continue
            assert judged.exact
            after = position.play(judged.move)
            proved = -Engine().solve(after).score if not after.is_over else None
            expected = after.outcome.pov(position.turn) if proved is None else proved
            assert judged.score == expected
            assert (
                judged.best_score == Engine().solve(position).score == judged.margins[judged.best]
            )
            assert set(judged.margins) == set(position.legal_moves())
            assert judged.choices == len(judged.margins)
            if judged.ply != at:
                assert (judged.loss, judged.best) == (0, judged.move)
        blunder = found.judgements[at - 1]
        assert blunder.loss == max(blunder.margins.values()) - min(blunder.margins.values())
        assert blunder.loss >= 1
        assert found.worst(9) == [blunder]
        side = game.positions[at - 1].turn
        assert found.total(side).loss == blunder.loss
        assert found.total(side.opponent).loss == 0
        assert found.accuracy(side) < 100
        assert found.accuracy(side.opponent) in (100, None)

    def test_one_of_each_side(self, random_game):
        start = endings(random_game, 8, 14, 3)
        game = planted_ending(start, [2, 5])
        sides = [game.positions[ply - 1].turn for ply in (2, 5)]
        assert sides[0] is not sides[1]
        found = review(game)
        assert sorted(judged.ply for judged in found.worst(9)) == [2, 5]
        for side, ply in zip(sides, (2, 5), strict=True):
            assert [judged.ply for judged in found.of(side) if judged.mark] == [ply]

    def test_in_the_opening(self):
        game = planted_opening(Position.initial(), [9], 14)
        found = review(game, Limit(depth=5))
        assert found.worst(1)[0].ply == 9
        assert found.worst(1)[0].word == "blunder"
        assert not any(judged.exact for judged in found.judgements)
        assert {judged.depth for judged in found.judgements} == {5}

    def test_a_turning_point(self, random_game):
        """The whole of an ending is won until a move that loses it."""
        for seed in range(20):
            start = endings(random_game, 6, 10, seed)
            margins = Engine().solve(start, every=True).moves.values()
            if max(margins).lower > 0 > min(margins).upper:
                break
        game = planted_ending(start, [1])
        assert [judged.ply for judged in review(game).turning_points] == [1]
        assert review(planted_ending(start, [])).turning_points == []


class TestGames:
    def test_a_whole_game_with_a_pass(self):
        game = Game.parse(OVER, size=4)
        found = review(game)
        losses = [(judged.ply, judged.loss) for judged in found.judgements if judged.loss]
        assert losses == [(5, 2.0)]
        assert [judged.ply for judged in found.judgements if judged.move.is_pass] == [9]
        assert found.curve == [
            *[(ply, -10) for ply in range(5)],
            *[(ply, -12) for ply in (5, 6, 7, 8, 10)],
        ]
        assert found.curve[-1][1] == game.result.pov(Color.BLACK)

    @pytest.mark.parametrize("size", [4, 6, 10, 16])
    def test_sizes(self, size, random_game):
        game = random_game(size, 5, 20)
        found = review(game, Limit(depth=2), exact_from=10)
        assert len(found.judgements) == len(game)
        assert all(judged.loss >= 0 and judged.size == size for judged in found.judgements)
        assert found.opening is None

    @pytest.mark.parametrize("first", ["d3", "c4", "f5", "e6"])
    def test_mirror_images_of_the_best_move_lose_nothing(self, first):
        game = Game.parse(first)
        (judged,) = review(game, Limit(depth=5)).judgements
        found = Engine().search(game.start, Limit(depth=5))
        assert (judged.loss, judged.best) == (0, judged.move)
        assert (judged.score, judged.best_score) == (found.score, found.score)
        assert judged.pv[0] == judged.move
        assert Game(game.start, judged.pv).position.canonical() == (
            Game(game.start, found.pv).position.canonical()
        )

    def test_unfinished(self):
        found = review(Game.parse("f5d6c3d3c4"), Limit(depth=3))
        assert len(found.judgements) == 5
        assert found.opening == ("Tiger", 5)
        assert found.game.result is None

    def test_from_a_set_position(self, random_game):
        start = endings(random_game, 8, 9, 1)
        game = Game(start, [start.legal_moves()[-1]])
        (judged,) = review(game).judgements
        assert (judged.ply, judged.turn, judged.exact) == (1, start.turn, True)
        assert judged.best_score == Engine().solve(start).score

    def test_without_moves(self):
        found = review(Game())
        assert (found.judgements, found.curve, found.worst(3)) == ((), [], [])
        assert found.accuracy(Color.BLACK) is None
        assert repr(found) == "<Review of 0 moves>"

    def test_resigned(self):
        found = review(Game.parse("f5d6").resign(Color.BLACK), Limit(depth=2))
        assert len(found.judgements) == 2

    def test_one_side_alone(self):
        game = Game.parse("f5d6c3d3c4f4")
        for side in Color:
            own = review(game, Limit(depth=3), side=side)
            first = 1 if side is Color.BLACK else 2
            assert [judged.ply for judged in own.judgements] == [first, first + 2, first + 4]
            assert {judged.turn for judged in own.judgements} == {side}
            assert own.of(side.opponent) == []

    @pytest.mark.parametrize("seed", range(3))
    def test_a_move_is_judged_alike_whoever_else_is(self, seed, random_game):
        game = random_game(6, seed, 24)
        both = review(game, Limit(depth=8), exact_from=10)
        for side in Color:
            assert review(game, Limit(depth=8), exact_from=10, side=side).of(side) == both.of(side)

    def test_shown(self):
        found = review(Game.parse("f5d6"), Limit(depth=2))
        assert isinstance(found, Review)
        assert repr(found).startswith("<Review of 2 moves: Black ")
        assert found._repr_svg_().startswith("<svg")


class TestHow:
    def test_threads_change_nothing(self, random_game):
        game = random_game(6, 8)
        one, two = (review(game, Limit(depth=4), exact_from=10, threads=n) for n in (1, 3))
        assert one == two
        assert {judged.exact for judged in one.judgements if judged.score is not None} == {
            True,
            False,
        }

    def test_scores_of_one_depth_agree_with_the_search(self, random_game):
        game = random_game(8, 2, 12)
        for judged in review(game, Limit(depth=4), exact_from=0).judgements:
            position = game.positions[judged.ply - 1]
            fresh = Engine().search(position, Limit(depth=4), moves=[judged.move])
            assert (judged.depth, judged.selectivity) == (4, fresh.selectivity)
            assert judged.best_score >= judged.score - 0.05

    def test_a_proof_too_long_for_the_limit_is_a_search_instead(self, random_game):
        start = endings(random_game, 8, 18, 4)
        game = Game(start, start.legal_moves()[:1])
        (judged,) = review(game, Limit(nodes=300, depth=3)).judgements
        assert (judged.exact, judged.margins) == (False, {})
        assert 1 <= judged.depth <= 3

    def test_exact_from(self, random_game):
        game = random_game(6, 4)
        found = review(game, Limit(depth=1), exact_from=5).judgements
        for judged in found:
            solved = game.positions[judged.ply - 1].empties <= 5 and not judged.move.is_pass
            assert bool(judged.margins) is solved

    def test_an_evaluator(self):
        def discs(position):
            return float(position.discs(position.turn) - position.discs(position.turn.opponent))

        discs.unit = "discs"
        game = Game.parse("f5d6")
        first = review(game, Limit(depth=1), engine=lambda: Engine(evaluator=discs)).judgements[0]
        assert first.score == 3

    def test_points_are_no_discs(self):
        with pytest.raises(ValueError, match="counts points: moves are judged in discs"):
            review(Game.parse("f5"), engine=lambda: Engine(evaluator=Linear(mobility=1)))

    @pytest.mark.parametrize(
        ("options", "error", "sentence"),
        [
            ({"limit": 12}, TypeError, r"limit 12: expected a Limit, such as Limit\(depth=12\)"),
            ({"exact_from": -1}, ValueError, "exact_from -1: expected a number of empty squares"),
            ({"threads": 0}, ValueError, "threads 0: expected 1 to 256"),
            ({"side": "black"}, TypeError, "side 'black': expected Color.BLACK, Color.WHITE or"),
            ({"engine": lambda: 5}, TypeError, "engine made 5: expected a function that makes an"),
        ],
    )
    def test_what_cannot_be(self, options, error, sentence):
        with pytest.raises(error, match=sentence):
            review(Game.parse("f5"), **options)

    @pytest.mark.parametrize("count", [-1, 1.5])
    def test_no_number_of_moves(self, count):
        with pytest.raises(ValueError, match=f"count {count}: expected a whole number, 0 or more"):
            review(Game()).worst(count)

    def test_a_transcript_is_no_game(self):
        with pytest.raises(TypeError, match="game 'f5d6': expected a Game, such as"):
            review("f5d6")

    def test_progress(self, random_game):
        heard, told = [], Semaphore()

        def engine():
            """Begins to judge when what was judged before has been told."""
            first = iter([True])

            def value(position):
                assert not next(first, False) or told.acquire(timeout=60)
                return 0.0

            value.unit = "discs"
            return Engine(value)

        def hear(done):
            heard.append(done)
            told.release()

        game = random_game(6, 1)
        review(game, Limit(depth=1), exact_from=6, engine=engine, progress=hear)
        assert heard == sorted(heard)
        assert heard[-1] == len(game)
        assert len(heard) > 4

    def test_errors_and_interrupts_end_it_all(self, random_game):
        before = threading.active_count()
        for error in (KeyboardInterrupt, ZeroDivisionError):

            def stop(_, error=error):
                raise error

            with pytest.raises(error):
                review(random_game(8, 1), Limit(depth=3), progress=stop)
        assert threading.active_count() == before


class TestMany:
    def test_in_their_order(self, random_game):
        games = [random_game(size, seed) for seed in range(3) for size in (4, 6)]
        found = list(review_all(games, Limit(depth=1), exact_from=5, threads=3))
        assert [one.game for one in found] == games
        for one in found:
            assert one == review(one.game, Limit(depth=1), exact_from=5)

    def test_games_are_taken_as_they_are_needed(self, random_game):
        taken = 0

        def games():
            nonlocal taken
            for taken in range(1, 101):
                yield random_game(4, taken)

        found = review_all(games(), Limit(depth=1), threads=1)
        next(found)
        assert taken < 10
        found.close()

    def test_sides_by_game(self, random_game):
        games = [random_game(4, seed, 6) for seed in range(4)]
        sides = dict(zip(games, [Color.BLACK, Color.WHITE, None, None], strict=True))
        for one in review_all(games, Limit(depth=1), side=lambda game: sides[game]):
            turns = {judged.turn for judged in one.judgements}
            assert turns == ({sides[one.game]} if sides[one.game] else set(Color))


def test_at_the_top():
    assert of.review is review
    assert "review" in dir(of)


def test_a_move_that_wins_all_discs_is_exact():
    last = review(Game.parse("f5d6c5f4e3f6g5e6e7"), Limit(depth=9), side=Color.BLACK).judgements[-1]
    assert (last.confidence, last.score, last.loss) == ("exact", 64, 0)
