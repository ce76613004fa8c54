"""Values that deepen, hints, and reviews that find a planted blunder, in the terminal."""

from threading import Event

import pytest

from outflank import Color, Engine, Game, Limit, Position
from outflank.apps.tui.graph import Graph
from outflank.apps.tui.panel import Thoughts, labels_of, review_text, value_text
from outflank.apps.tui.sheet import Sheet
from outflank.apps.tui.table_screen import Effort
from outflank.formats import Note
from outflank.reviews import review

LONG = Effort(values=Limit(time=3600.0), hint=Limit(depth=3))


@pytest.fixture(scope="session")
def blunder(random_game):
    """A 6x6 game whose ending is played perfectly, but for one move, and which move that is."""
    engine = Engine()
    game = random_game(6, 5, 22)
    planted = None
    while game.result is None:
        if game.position.must_pass:
            game = game.play("pass")
            continue
        margins = engine.solve(game.position, every=True).moves
        moves = [*margins]
        chosen = moves[0]
        if planted is None and margins[moves[0]].lower - margins[moves[-1]].lower >= 6:
            chosen = moves[-1]
            planted = len(game) + 1
        game = game.play(chosen)
    assert planted is not None
    return game, planted


def test_values_of_all_moves_deepen_until_the_position_changes(drive):
    depths = []

    async def scenario(d):
        thoughts = d.app.screen.query_one(Thoughts)
        assert not thoughts.display
        await d.press("v")

        def is_deeper():
            found = d.screen.found
            if found is not None and found.depth not in depths:
                depths.append(found.depth)
            return len(depths) >= 3

        await d.until(is_deeper)
        assert depths == sorted(depths)
        first = d.screen.found
        assert {line.move for line in first.lines} == set(d.study.position.legal_moves())
        assert d.text("Thoughts").splitlines()[0].startswith("Values for White: depth ")
        assert d.cell("d6")[0].strip() != "•"
        await d.click("d6")
        assert d.screen.found is None or d.screen.found.turn is Color.BLACK
        await d.until(lambda: d.screen.found is not None)
        assert d.screen.found.turn is Color.BLACK
        await d.press("v")
        assert not thoughts.display
        assert d.cell("c3")[0].strip() == "•"

    drive(scenario, game=Game.parse("f5"), effort=LONG)


def test_a_search_ends_when_its_position_is_left(drive):
    stops = []

    async def scenario(d):
        engine = d.screen._engine
        search = engine.search

        def watched(*arguments, stop, **options):
            stops.append((stop, done := Event()))
            try:
                return search(*arguments, stop=stop, **options)
            finally:
                done.set()

        engine.search = watched
        await d.press("v")
        await d.until(lambda: d.screen.found is not None)
        await d.press("left")
        await d.until(lambda: stops[0][1].is_set())
        assert stops[0][0].is_set()
        await d.until(lambda: len(stops) == 2)
        await d.press("escape")
        await d.until(lambda: stops[1][1].is_set())

    drive(scenario, game=Game.parse("f5d6"), effort=LONG)


def test_values_wait_while_an_agent_thinks(drive):
    async def scenario(d):
        await d.press("v")
        await d.until(lambda: d.screen.found is not None)
        await d.click("f5")
        await d.until(lambda: d.screen.is_thinking)
        assert not any(worker.group == "values" for worker in d.screen.workers)
        assert d.text("Thoughts") == "Values: after the agent's move."
        await d.press("backspace")
        await d.until(lambda: d.screen.found is not None)
        assert d.screen.found.turn is Color.BLACK

    drive(scenario, players=("human", "engine:time=3600,book=none"), effort=LONG)


def test_the_line_of_the_move_under_the_cursor_comes_first(drive):
    async def scenario(d):
        await d.press("v")
        await d.until(lambda: d.screen.found is not None and d.screen.found.depth == 3)
        worst = d.screen.found.lines[-1]
        board = d.app.screen.query_one("Board")
        await d.pilot.hover(board, offset=board.place_of(worst.move))
        await d.until(lambda: d.text("Thoughts").splitlines()[1].split()[0] == worst.move.name)

    drive(scenario, game=Game.parse("f5d6c3d3c4"))


def test_values_on_the_board_tell_exact_ones_and_the_best_one(drive):
    position = Game.parse("b1a1a2c1d1a3", size=4).position
    found = Engine().search(position, Limit(depth=12), multipv=len(position.legal_moves()))
    labels = labels_of(found)
    assert found.exact
    assert all(label.underline for label in labels.values())
    assert [move for move, label in labels.items() if label.is_best] == [found.move]
    assert labels[found.move].text == f"{found.score:+.0f}"

    guessed = labels_of(Engine().search(Position.initial(), Limit(depth=2), multipv=4))
    assert not any(label.underline for label in guessed.values())
    assert all("." in label.text and len(label.short) <= 3 for label in guessed.values())


def test_nothing_is_valued_where_nothing_can_be_played(drive, must_pass):
    async def scenario(d):
        await d.press("v")
        assert not d.app.screen.query_one(Thoughts).display
        await d.press("h")
        assert d.status.startswith("A hint is for when you are to move.")

    drive(scenario, game=must_pass)


def test_a_hint_is_told_and_shown(drive):
    async def scenario(d):
        await d.press("h")
        await d.until(lambda: d.status.startswith("The hint is"))
        hint = d.screen.hint
        assert hint in d.study.position.legal_moves()
        assert f"The hint is {hint} (" in d.status
        assert "for White" in d.status
        assert d.cell(hint)[0] == "bes"
        await d.click(hint)
        assert d.screen.hint is None

    drive(scenario, game=Game.parse("f5"))


def test_a_review_finds_the_planted_blunder(drive, blunder):
    game, planted = blunder
    expected = review(game, Limit(depth=2), exact_from=8)
    said = expected.judgements[planted - 1]

    async def scenario(d):
        await d.press("m")
        assert d.status.startswith("Review the game first: a.")
        await d.press("a")
        graph = d.app.screen.query_one(Graph)
        await d.until(lambda: graph.review is not None)
        assert [*d.screen.judged.values()] == [*expected.judgements]
        await d.press("home")
        while len(d.study.here.path) != planted:
            await d.press("m")
        assert f"{said.move}?? blunder: {said.loss:.1f} discs lost" in d.status
        assert f"{said.best} was best ({said.best_score:+.0f})" in d.status
        assert d.cell(said.best)[0] == "bes"
        assert f"??{-said.loss:>5.1f}" in d.text("Sheet Static")
        assert d.text("#accuracy") == review_text(expected)
        assert graph.ply == planted
        await d.press("M", "m")
        assert len(d.study.here.path) == planted
        record = d.session.record()
        assert record.notes[planted - 1] == Note(round(said.score, 2))

    drive(scenario, game=game)


def test_a_click_on_the_graph_goes_there(drive, blunder):
    game, _ = blunder

    async def scenario(d):
        await d.press("a")
        graph = d.app.screen.query_one(Graph)
        await d.until(lambda: graph.review is not None)
        await d.pilot.pause()
        await d.pilot.click(graph, offset=(5, 2))
        await d.until(lambda: d.moves == "")
        await d.pilot.click(graph, offset=(6, 2))
        await d.until(lambda: d.moves != "")
        assert graph.ply == len(d.study.here.path)
        played = d.study.line[len(d.study.here.path)].move
        others = [move for move in d.study.position.legal_moves() if move != played]
        await d.click(others[0])
        assert graph.ply is None  # a variation that was not reviewed

    drive(scenario, game=game)


def test_moves_that_were_reviewed_may_be_gone(drive, blunder):
    game, planted = blunder

    async def scenario(d):
        await d.press("a")
        graph = d.app.screen.query_one(Graph)
        await d.until(lambda: graph.review is not None)
        await d.press("home", "right", "right", "x", "m")
        assert len(d.study.here.path) <= 1
        graph.post_message(Graph.Chosen(planted))
        await d.press("up")
        assert len(d.study.here.path) <= 1

    drive(scenario, game=game)


def test_a_review_can_be_stopped(drive):
    async def scenario(d):
        await d.press("a")
        await d.until(lambda: any(worker.group == "review" for worker in d.screen.workers))
        await d.press("escape")
        await d.until(lambda: not any(w.group == "review" for w in d.screen.workers))
        assert d.app.screen.query_one(Graph).review is None
        await d.press("home", "x")

    drive(scenario, game=Game.parse("f5d6c3d3c4f4f6"), effort=Effort(review=Limit(time=3600.0)))


def test_a_game_without_moves_is_not_reviewed(drive):
    async def scenario(d):
        await d.press("a")
        assert d.status.startswith("Play or open a game first.")

    drive(scenario)


def test_a_graph_draws_both_sides(drive, blunder):
    game, _ = blunder

    async def scenario(d):
        await d.press("a")
        graph = d.app.screen.query_one(Graph)
        await d.until(lambda: graph.review is not None)
        await d.pilot.pause()
        curve = graph.review.curve
        bars = [graph.render_line(y) for y in range(graph.size.height - 1)]
        inks = {
            segment.style.color.name for strip in bars for segment in strip if segment.style.color
        }
        sides = {"#0b0d0e" for _, value in curve if value > 1}
        sides |= {"#f6f8f7" for _, value in curve if value < -1}
        assert sides <= inks | {
            segment.style.bgcolor.name
            for strip in bars
            for segment in strip
            if segment.style.bgcolor
        }
        assert "?" in graph.render_line(graph.size.height - 1).text

    drive(scenario, game=game)


def test_marks_show_what_good_players_look_at(drive):
    corner = Position.parse(
        "XO------ XXO----- XO------ -------- -------- -------- -------- -------- X"
    )

    async def scenario(d):
        def marked():
            return {s.name for s in corner.shape.squares if "◆" in d.cell(s.name)[0]}

        await d.press("i")
        assert d.status.startswith("Stable discs can never be turned again.")
        assert marked() == {"a1", "a2", "a3"}
        await d.press("i")
        assert marked() == set()
        await d.press("i")
        assert d.status.startswith("Discs beside an empty square.")
        assert marked() == {"b1", "b2", "c2", "a3", "b3"}
        await d.press("i")
        assert d.status == "Black to move."
        assert marked() == set()

    drive(scenario, game=Game(corner))


@pytest.mark.parametrize("value", [-0.04, -0.4, 0.0])
def test_nothing_is_worth_less_than_nothing_and_yet_nothing(value):
    assert value_text(value, exact=True) == "+0"
    assert value_text(value, exact=False) != "-0.0"


def test_the_move_that_is_looked_at_stays_in_sight(drive, must_pass):
    async def scenario(d):
        sheet = d.app.screen.query_one(Sheet)

        def is_in_sight():
            row = (len(d.study.here.path) - 1) // 2
            return 0 <= row - sheet.scroll_offset.y < sheet.size.height

        await d.until(is_in_sight)
        before = sheet.size.height
        await d.press("left", "v")
        await d.until(lambda: d.screen.found is not None and sheet.size.height < before)
        await d.until(is_in_sight)
        await d.pilot.resize_terminal(80, 16)
        await d.until(lambda: sheet.size.height < 6)
        await d.until(is_in_sight)

    drive(scenario, game=must_pass, size=(80, 40))


def test_marks_of_mobility_go_with_values(drive):
    async def scenario(d):
        await d.press("i", "i")
        assert d.status.startswith("Where Black, White or both could play")
        shown = {square: d.cell(square)[0].strip() for square in ("c2", "f2", "g5", "h8")}
        assert shown == {"c2": "W", "f2": "B", "g5": "BW", "h8": ""}
        await d.press("v")
        await d.until(lambda: d.cell("g5")[0].strip()[:1] in ("+", "-"))
        assert d.cell("c2")[0].strip() == "W"

    drive(scenario, game=Game.parse("f5d6c3d3c4f4f6f3e3b4c5c6"))
