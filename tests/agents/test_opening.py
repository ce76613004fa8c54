"""The engine plays openings from a book, varied as far as it is asked to."""

import pytest

from outflank import Limit, Position
from outflank.agents import AgentError, EngineAgent, agent_from_spec, play_game
from outflank.engine.book import BookEditor, BookSearch, Growth, build, shipped_book


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "6x6.book"
    with BookEditor(path, 6) as editor:
        search = BookSearch(Limit(depth=2), exact=0, table=1)
        build(editor, Growth(loss=4, variety=2, plies=6, positions=60), search)
    return path


START = Position.initial(6)
SHORT = Limit(time=0.01)


def test_moves_of_a_file_are_played(path):
    agent = agent_from_spec(f"engine:book={path},depth=1")
    move = agent.choose(START, Limit())
    assert START.is_legal(move)
    assert agent.analysis.nodes == 0
    assert (agent.analysis.move, agent.analysis.unit) == (move, "discs")
    with BookEditor(path) as book:
        assert agent.analysis.score == book.get(START).value
    outside = play_game("first", "first", START).positions[20]
    agent.choose(outside, Limit())
    assert agent.analysis.nodes > 0


def test_ours_is_for_time_alone():
    assert shipped_book(8) is not None
    start = Position.initial()
    for agent, limit, is_used in [
        (EngineAgent(), SHORT, True),
        (EngineAgent(), Limit(), True),
        (EngineAgent(), Limit(depth=1), False),
        (EngineAgent(), Limit(nodes=10), False),
        (EngineAgent(depth=1), SHORT, False),
        (EngineAgent(nodes=10), SHORT, False),
        (EngineAgent(time=0.01), Limit(depth=1), True),
        (EngineAgent(book="none"), SHORT, False),
        (EngineAgent(evaluation=lambda position: 0), SHORT, False),
    ]:
        agent.choose(start, limit)
        assert (agent.analysis.nodes == 0) == is_used


def test_a_size_without_a_book_is_searched():
    agent = EngineAgent()
    agent.choose(Position.initial(16), Limit(time=0.01))
    assert agent.analysis.nodes > 0


def opening(agent):
    position, moves = START, []
    while len(moves) < 6:
        moves.append(agent.choose(position, SHORT))
        position = position.play(moves[-1])
    return moves


def test_variety_is_repeated_by_a_seed(path):
    def played(**options):
        return opening(EngineAgent(book=str(path), depth=1, **options))

    plain = played()
    assert played() == played(seed=1) == plain
    varied = [played(variety=2, seed=seed) for seed in range(8)]
    assert varied == [played(variety=2, seed=seed) for seed in range(8)]
    assert len({tuple(moves) for moves in varied}) > 3


def test_variety_costs_no_more_than_it_says(path):
    with BookEditor(path) as book:
        best = book.get(START).value
        agent = EngineAgent(book=str(path), variety=1.5, seed=3)
        seen = set()
        for _ in range(30):
            seen.add(agent.choose(START, SHORT))
            assert agent.analysis.score >= best - 1.51
        within = {f.move for f in book.moves(START) if f.value >= best - 1.5}
    assert seen == within


def test_a_pass_is_no_question_for_the_book(path):
    position = START
    agent, other = agent_from_spec(f"engine:book={path},depth=1"), agent_from_spec("random:seed=4")
    game = play_game(agent, other, position)
    assert game.position.is_over


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("book=no.book", "there is no book 'no.book'"),
        ("book=README.md", "cannot read the book 'README.md'"),
        ("variety=-1", "variety -1.0: expected discs, 0 or more"),
    ],
)
def test_bad_options(options, reason):
    with pytest.raises(AgentError, match=reason):
        agent_from_spec(f"engine:{options}")


def test_damage_is_the_agents_failure(tmp_path, path):
    damaged = tmp_path / "x.book"
    whole = path.read_bytes()
    damaged.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    with pytest.raises(AgentError, match="cannot read the book"):
        play_game(f"engine:book={damaged}", "first", START)
