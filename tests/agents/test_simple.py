"""The agents that look one move ahead: what each plays, on fixed positions and on every size."""

from collections import Counter
from random import Random

import pytest

from outflank import Color, Limit, Position
from outflank.agents import First, GptGreedyCorners, Greedy, GreedyCorners, RandomAgent, play_game

LIMIT = Limit(depth=1)
SIZES = range(4, 17, 2)
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]

# White can turn three discs at f1, one at a1 (a corner) and one at d5.
CORNER_OR_FLIPS = Position.parse("""
  -XOXXX--
  OXX-----
  --------
  ---XO---
  ---OX---
  --------
  --------
  -------- O
""")


def choose(agent, position):
    return agent.choose(position, LIMIT)


@pytest.mark.parametrize("size", SIZES)
def test_first_is_the_first_in_board_order(size, random_game):
    for position in random_game(size, seed=size).positions[:-1]:
        if not position.must_pass:
            playable = [s for s in position.shape.squares if position.is_legal(s)]
            assert choose(First(), position) == playable[0]


@pytest.mark.parametrize("size", SIZES)
def test_greedy_turns_the_most_discs_first_in_board_order(size, random_game):
    for position in random_game(size, seed=size).positions[:-1]:
        if not position.must_pass:
            moves = sorted(position.legal_moves())
            most = max(len(position.flips(move)) for move in moves)
            expected = next(m for m in moves if len(position.flips(m)) == most)
            assert choose(Greedy(), position) == expected


def test_greedy_corners_prefers_a_corner():
    legal = CORNER_OR_FLIPS.legal_moves()
    assert {"a1", "g1"} <= {str(move) for move in legal}
    assert len(CORNER_OR_FLIPS.flips("g1")) > len(CORNER_OR_FLIPS.flips("a1"))
    assert str(choose(Greedy(), CORNER_OR_FLIPS)) == "g1"
    assert str(choose(GreedyCorners(), CORNER_OR_FLIPS)) == "a1"


def test_greedy_corners_without_a_corner_is_greedy(random_game):
    for position in random_game(8, seed=1, plies=10).positions:
        assert choose(GreedyCorners(), position) == choose(Greedy(), position)


def test_random_plays_every_move_about_as_often():
    agent, position = RandomAgent(seed=1), Position.initial()
    counts = Counter(choose(agent, position) for _ in range(400))
    assert set(counts) == set(position.legal_moves())
    assert min(counts.values()) > 60


def test_random_repeats_itself_with_the_same_seed():
    games = [play_game(RandomAgent(5), RandomAgent(6)) for _ in range(2)]
    assert games[0] == games[1]
    assert play_game(RandomAgent(7), RandomAgent(8)) != games[0]


def test_random_uses_a_generator_that_it_is_given():
    position = Position.initial()
    generator, agent = Random(3), RandomAgent(Random(3))
    assert choose(agent, position) == generator.choice(position.legal_moves())


def framework_moves(board, player):
    """Legal squares as the course framework finds them, with the discs that each turns."""
    n, found = len(board), {}
    for r in range(n):
        for c in range(n):
            if board[r][c] == 0 and (turned := framework_capture(board, r, c, player)):
                found[r, c] = turned
    return found


def framework_capture(board, r, c, player):
    n, turned = len(board), []
    for dr, dc in STEPS:
        line, y, x = [], r + dr, c + dc
        while 0 <= y < n and 0 <= x < n and board[y][x] == 3 - player:
            line.append((y, x))
            y, x = y + dr, x + dc
        if line and 0 <= y < n and 0 <= x < n and board[y][x] == player:
            turned += line
    return turned


def framework_choice(position):
    """What gpt_greedy_corners_agent of the framework plays, worked out from its description."""
    n, player = position.size, 1 if position.turn is Color.BLACK else 2
    number = {None: 0, Color.BLACK: 1, Color.WHITE: 2}
    squares = [number[position[s]] for s in position.shape.squares]
    board = [squares[n * r : n * r + n] for r in range(n)]
    best, best_score = None, float("-inf")
    for (r, c), turned in framework_moves(board, player).items():
        after = [row[:] for row in board]
        for y, x in [(r, c), *turned]:
            after[y][x] = player
        flat = [disc for row in after for disc in row]
        corners = [after[0][0], after[0][-1], after[-1][0], after[-1][-1]]
        score = flat.count(1) - flat.count(2)  # the fault: not own and other
        score += 10 * corners.count(player) - 10 * corners.count(3 - player)
        score -= len(framework_moves(after, 3 - player))
        if score > best_score:
            best, best_score = (r, c), score
    return best


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_gpt_greedy_corners_plays_as_the_framework_does(size, random_game):
    for position in random_game(size, seed=size).positions[:-1]:
        if not position.must_pass:
            move = choose(GptGreedyCorners(), position)
            assert (move.row, move.column) == framework_choice(position)


def test_gpt_greedy_corners_as_white_likes_to_have_few_discs():
    def fair(move):
        after = position.play(move)
        return after.discs(Color.WHITE) - after.discs(Color.BLACK) - after.mobility

    position = Position.initial().play("d3").play("e3").play("f3")
    assert str(choose(GptGreedyCorners(), position)) == "c3"
    assert str(max(position.legal_moves(), key=fair)) == "e2"
