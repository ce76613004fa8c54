"""Grades: the ladder, the agent's own moves and faults, its mistakes, and what is said of them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from outflank import Color, Engine, Limit, Position
from outflank.agents import agent_from_spec, play_game
from outflank.tournament import Fault, PlanError, Ply, Record, Slip, Standing, run_match
from outflank.tournament.grade import LADDER, Grade, Rung, grade, grade_plan, seconds_left
from outflank.tournament.grade_against import Earlier, compare, read_earlier
from outflank.tournament.grade_export import grade_to_json
from outflank.tournament.grade_games import decisions, faults, grouped
from outflank.tournament.grade_graph import time_svg
from outflank.tournament.grade_mistakes import Losses, Review, find_mistakes, part_of, pick
from outflank.tournament.grade_report import WIDTH, sections
from outflank.tournament.grade_time import Times, by_number, by_part, by_size
from outflank.tournament.results import ResultsFile
from outflank.tournament.statistics import Pairs


@pytest.fixture(scope="module")
def standing() -> Standing:
    """Greedy against the lower half of the ladder, as the whole takes longer."""
    plan = grade_plan("greedy", (4, 6), time=5)
    return run_match(plan._replace(agents=plan.agents[:8]))


@pytest.fixture(scope="module")
def review(standing: Standing) -> Review:
    return find_mistakes(standing.counted)


def recorded(size: int, moves: str, **changes) -> Record:
    """A game of which every move was a decision."""
    position, plies = Position.initial(size), list[Ply]()
    for i in range(0, len(moves), 2):
        plies.append(Ply(position.turn, position.mobility, 0.1 * len(plies), None, None))
        position = position.play(moves[i : i + 2])
        if position.must_pass:
            position = position.play("pass")
    whole = Record(0, size, 0, 0, 1, 1, moves, 0, 0, None, None, tuple(plies))
    return whole._replace(**changes)


def against_random(won: int, games: int) -> Standing:
    """Games against the weakest opponent alone, so many of them won; all pairs are different."""
    plan = grade_plan("greedy", (6,), games=games)
    whole = Standing(plan, plan.books())
    moves = ("c2b2", "c2d2", "d5c5", "d5e3")
    for task in plan.tasks(whole.books):
        if {task.black, task.white} == {0, 1}:
            score = 4 if len(whole.records) < won else -4
            whole.add(
                recorded(
                    6,
                    moves[task.opening % 4],
                    number=task.number,
                    opening=task.opening,
                    black=task.black,
                    white=task.white,
                    score=score if task.black == 0 else -score,
                )
            )
    return whole


def twice(rung: Rung) -> Rung:
    """The same, but won so often that it tells who is the stronger one."""
    pairs = Pairs(ww=20)
    return rung._replace(total=rung.total._replace(pairs=pairs, distinct=20))


def empty(spec: str = "greedy", **options) -> Standing:
    plan = grade_plan(spec, **options)
    return Standing(plan, plan.books())


class TestLadder:
    def test_all_opponents_can_play(self) -> None:
        for spec in LADDER:
            game = play_game(agent_from_spec(spec, seed=1), "first", Position.initial(4), Limit(5))
            assert game.result is not None

    def test_the_opponents_keep_to_their_own_limits(self) -> None:
        plan = grade_plan("first", (6,), games=4, time=1.5, seed=7)
        assert plan.agents == ("first", *LADDER)
        assert plan.total == 4 * len(LADDER)
        assert plan.limit == Limit(time=1.5)
        searching = [agent for agent in map(agent_from_spec, LADDER) if hasattr(agent, "own")]
        assert len(searching) == 6
        assert all(agent.own.depth for agent in searching)

    def test_rungs(self, standing: Standing) -> None:
        graded = grade(standing)
        assert [rung.opponent for rung in graded.rungs] == list(LADDER[:7])
        for rung in graded.rungs:
            by_size = [comparison.results for comparison in rung.sizes.values()]
            assert tuple(map(sum, zip(*by_size, strict=True))) == rung.total.results
            assert rung.total.results.games == 4
            assert not rung.is_beaten, "four games decide nothing"
            assert rung.is_open
        unbeaten = [rung for rung in graded.rungs if not rung.is_beaten]
        assert graded.next_rung == unbeaten[0]

    @pytest.mark.parametrize(
        ("won", "state"),
        [(8, "beaten"), (7, "open"), (6, "open"), (4, "open"), (1, "open"), (0, "stronger")],
    )
    def test_beaten_is_what_the_games_tell(self, won: int, state: str) -> None:
        """Of 8 games in 4 pairs only all of one kind tell who is stronger; of 2 not even those."""
        (rung,) = grade(against_random(won, 8)).rungs
        assert (rung.is_beaten, rung.is_open) == (state == "beaten", state == "open")
        (two,) = grade(against_random(min(won, 2), 2)).rungs
        assert two.is_open

    def test_the_last_opponents_may_not_be_met(self) -> None:
        graded = grade(empty())
        assert (graded.rungs, graded.decisions, graded.faults) == ((), (), ())
        assert graded.next_rung is None


class TestMoves:
    def test_the_agents_own(self, standing: Standing) -> None:
        for record in standing.counted:
            side = Color.BLACK if record.black == 0 else Color.WHITE
            found = list(decisions(record))
            assert [d.ply for d in found] == [ply for ply in record.plies if ply.side is side]
            for decision in found:
                assert decision.position.turn is side
                assert decision.position.mobility == decision.ply.choices
                assert decision.position.discs() == 3 + decision.number
                assert decision.move.name == record.moves[2 * decision.number - 2 :][:2]

    def test_faults_are_found_where_they_happened(self) -> None:
        late = Slip(Color.BLACK, "late move", 3, "took 3.00 s")
        others = Slip(Color.WHITE, "crash", 2, "ended")
        illegal = Fault(Color.BLACK, "illegal move", "played a1")
        record = recorded(6, "c2b2", slips=(late, others), fault=illegal, resigned=Color.BLACK)
        record = record._replace(slips=(late._replace(move=1), others))
        first, last = faults(record)
        assert (first.kind, first.number, first.position) == (
            "late move",
            1,
            Position.initial(6),
        )
        assert (last.kind, last.number) == ("illegal move", 3)
        assert last.position == Position.initial(6).play("c2").play("b2")
        assert not list(faults(record._replace(black=1, white=0)))[1:]

    def test_a_late_move_is_one_fault(self) -> None:
        """Whoever counted it: the process of the agent, or only the clock of the match."""
        slow = recorded(6, "c2b2a2", times=(0.15, None))
        assert [(f.kind, f.number, f.message) for f in faults(slow)] == [
            ("late move", 3, "took 0.20 s for a move, more than 0.15 s")
        ]
        told = slow._replace(slips=(Slip(Color.BLACK, "late move", 3, "took 0.20 s"),))
        assert [(f.number, f.message) for f in faults(told)] == [(3, "took 0.20 s")]
        both = told._replace(slips=(*told.slips, Slip(Color.BLACK, "illegal move", 3, "played a1")))
        standing = empty(sizes=(6,))
        standing.add(both)
        stand = sections(grade(standing), Review(0, [], []))[0].text
        assert "Mend your faults first: 1 move in 1 game went wrong." in stand

    def test_faults_of_one_line_belong_together(self) -> None:
        raised = "raised KeyError: {} (mine.py, line {})"
        slips = [
            Slip(Color.BLACK, "exception", 1, raised.format(1, 20)),
            Slip(Color.BLACK, "late move", 1, "took 2.10 s"),
            Slip(Color.BLACK, "exception", 1, raised.format(2, 20)),
            Slip(Color.BLACK, "exception", 1, raised.format(2, 21)),
            Slip(Color.BLACK, "late move", 1, "took 2.20 s"),
            Slip(Color.BLACK, "late move", 1, "took 2.30 s"),
        ]
        groups = grouped(faults(recorded(6, "c2b2", slips=tuple(slips))))
        assert [(group[0].kind, len(group)) for group in groups] == [
            ("late move", 3),
            ("exception", 2),
            ("exception", 1),
        ]


class TestMistakes:
    def test_each_is_as_the_engine_says(self, standing: Standing, review: Review) -> None:
        assert review.mistakes
        shares = [mistake.loss / mistake.position.shape.area for mistake in review.mistakes]
        assert shares == sorted(shares, reverse=True)
        exact = [mistake for mistake in review.mistakes if mistake.judgement.exact]
        assert exact
        for mistake in exact[:20]:
            after = [
                Engine().solve(mistake.position, moves=[move]).score
                for move in (mistake.best, mistake.judgement.move)
            ]
            assert mistake.loss == after[0] - after[1] >= 1
            assert Engine().solve(mistake.position).score == after[0]
        assert sum(part.moves for part in review.losses) == len(grade(standing).decisions)

    def test_lost_games_come_first(self, standing: Standing, monkeypatch) -> None:
        monkeypatch.setattr("outflank.tournament.grade_mistakes.MOST_MOVES", 20)
        review = find_mistakes(standing.counted)
        assert 0 < review.games < len(standing.counted)
        lost = [record for record in standing.counted if record.points(0) < 1]
        weakest = min(max(record.black, record.white) for record in lost)
        assert {mistake.record.points(0) for mistake in review.mistakes} <= {0.0, 0.5}
        assert weakest in {max(m.record.black, m.record.white) for m in review.mistakes}

    def test_moves_in_the_place_of_faults_are_not_the_agents(self, review: Review) -> None:
        worst = review.mistakes[0]
        side = worst.position.turn
        slip = Slip(side, "crash", worst.number, "ended", replaced=True)
        again = find_mistakes([worst.record._replace(slips=(slip,))])
        assert worst.number not in {mistake.number for mistake in again.mistakes}
        late = Slip(side, "late move", worst.number, "took 3.00 s")
        for other in (slip._replace(side=side.opponent), late):
            found = find_mistakes([worst.record._replace(slips=(other,))])
            assert worst.number in {mistake.number for mistake in found.mistakes}

    def test_what_they_allow(self, review: Review) -> None:
        assert any(mistake.effects for mistake in review.mistakes)
        for mistake in review.mistakes:
            after = mistake.position.play(mistake.judgement.move)
            instead = mistake.position.play(mistake.best)
            corners = mistake.position.shape.corners
            given = [c for c in corners if after.is_legal(c) and not instead.is_legal(c)]
            assert bool(given) == any("play the corner" in text for text in mistake.effects)

    def test_only_one_of_a_game_and_of_a_position(self, review: Review) -> None:
        mistakes = review.mistakes
        picked = pick(mistakes, 4)
        assert picked[0] == mistakes[0]
        assert len({mistake.record.number for mistake in picked}) == len(picked) <= 4
        assert len({mistake.position.canonical() for mistake in picked}) == len(picked)

    def test_an_interrupted_review_keeps_what_it_has(self, standing: Standing, monkeypatch) -> None:
        def stop(done: int, of: int) -> None:
            if done == 2:
                raise KeyboardInterrupt

        review = find_mistakes(standing.counted, stop)
        assert review.games == 2
        assert len({mistake.record.number for mistake in review.mistakes}) <= 2


class TestEstimate:
    def test_none_before_the_first_game(self) -> None:
        assert seconds_left(empty()) is None

    def test_games_of_a_size_take_as_long_as_those_before(self) -> None:
        standing = empty(sizes=(6,))
        record = recorded(6, "c2b2")
        standing.add(record._replace(plies=tuple(p._replace(time=3.0) for p in record.plies)))
        left = standing.plan.total - 1
        assert seconds_left(standing) == pytest.approx(6.0 * left)
        assert seconds_left(standing, jobs=3) == pytest.approx(2.0 * left)

    def test_larger_boards_take_longer(self) -> None:
        standing = empty(sizes=(6, 12))
        standing.add(recorded(6, "c2b2"))
        each = standing.plan.total // 2
        assert seconds_left(standing) == pytest.approx(0.1 * (each - 1) + 0.4 * each)

    def test_nothing_is_left_in_the_end(self, standing: Standing) -> None:
        assert seconds_left(standing) == 0


class TestReport:
    def test_it_fits_a_terminal(self, standing: Standing, review: Review) -> None:
        parts = sections(grade(standing), review)
        assert [part.title for part in parts] == [
            "Where you stand",
            "Points by opponent and size",
            "Time",
            "Faults",
            "Worst mistakes",
        ]
        for line in "\n".join(part.text for part in parts).splitlines():
            assert len(line) <= WIDTH
            assert line == line.rstrip()
        standing_text, _, _, faults_text, mistakes = (part.text for part in parts)
        rung = grade(standing).next_rung
        assert rung is not None
        assert f"The next to beat is {rung.opponent}: " in standing_text
        assert faults_text == "None: every move was legal and in time."
        assert mistakes.count(" ? is your move") == 5
        assert mistakes.count("!") > 5

    def test_before_any_game(self) -> None:
        texts = [part.text for part in sections(grade(empty()), Review(0, [], []))]
        assert texts[0] == "No game was played."
        assert texts[2] == "You were asked for no move."
        assert texts[4] == "No game was looked at."

    def test_faults_show_where_and_why(self) -> None:
        standing = empty(sizes=(6,))
        trace = "Traceback (most recent call last):\n  File \"mine.py\", line 3\nKeyError: 'a'\n"
        raised = Slip(Color.BLACK, "exception", 1, "raised KeyError: 'a' (mine.py, line 3)", trace)
        standing.add(recorded(6, "c2b2", slips=(raised,)))
        stand, _, _, text, _ = sections(grade(standing), Review(0, [], []))
        assert "Mend your faults first: 1 move in 1 game went wrong." in stand.text
        assert text.text.startswith(
            "Once: exception: raised KeyError: 'a' (mine.py, line 3)\n"
            "In game 0 against random on 6x6, move 1, you are Black (X):\n"
            "    a b c d e f\n"
        )
        assert text.text.endswith("  KeyError: 'a'")

    def test_faults_alone_leave_nothing_to_judge(self) -> None:
        standing = empty(sizes=(6,))
        slips = tuple(
            Slip(Color.BLACK, "illegal move", n, "returned (9, 9)", replaced=True) for n in (1, 3)
        )
        standing.add(recorded(6, "c2b2a2", slips=slips))
        text = sections(grade(standing), find_mistakes(standing.counted))[-1].text
        assert text == (
            "The engine looked at 1 game, losses to the weakest opponents first.\n"
            "None of the moves was your own: faults had other moves played."
        )
        told = next(
            part for part in sections(grade(standing), Review(0, [], [])) if part.title == "Faults"
        ).text
        assert told.endswith(
            "\n\n2 of your 2 moves were not your own, but random after a fault:\n  game 0: 2 of 2"
        )
        data = json.loads(grade_to_json(grade(standing), Review(0, [], [])))
        assert [game["replaced"] for game in data["games_played"]] == [2]
        assert [move["own"] for move in data["moves"]] == [False, False]
        assert [fault["replaced"] for fault in data["faults"]] == [True, True]

    def test_everyone_beaten(self, standing: Standing) -> None:
        won = [
            record._replace(score=10 if record.black == 0 else -10) for record in standing.counted
        ]
        whole = Standing(standing.plan, standing.books)
        for record in won:
            whole.add(record)
        graded = grade(whole)
        sure = graded._replace(rungs=tuple(map(twice, graded.rungs)))

        def said(grade: Grade) -> str:
            return sections(grade, Review(0, [], []))[0].text

        assert said(sure) == "You beat all 7 opponents: there is none left here to learn from."
        assert said(sure._replace(rungs=sure.rungs[:3])) == "You beat all 3 that you met."
        one = sure._replace(rungs=sure.rungs[:1])
        assert said(one) == "You beat the one opponent that you met: random."
        mixed = sure._replace(rungs=(sure.rungs[0], *graded.rungs[1:3]))
        assert said(mixed).splitlines() == [
            "You beat 1 of the 3 opponents that you met: random.",
            "2 opponents are undecided: so few games do not tell who is the stronger one,",
            "more --games do.",
            "The next to beat is greedy: 4/4 so far.",
        ]
        assert said(graded._replace(rungs=graded.rungs[:1])).startswith(
            "You have not beaten the one opponent that you met.\n1 opponent is undecided: "
        )

    def test_most_is_lost_where_the_total_is_greatest(self) -> None:
        """Few bad moves of the opening cost less than many that are not so bad."""
        marks = {"??": 0, "?": 0, "?!": 0}
        review = Review(
            1, [], [Losses("opening", 4, 5.0, marks), Losses("midgame", 100, 2.0, marks)]
        )
        standing = empty(sizes=(6,))
        standing.add(recorded(6, "c2b2"))
        text = " ".join(sections(grade(standing), review)[0].text.split())
        assert "You lose most in the midgame: 200 discs in 100 moves, 2.0 a move" in text

    def test_modules_that_are_missing(self, tmp_path: Path) -> None:
        path = tmp_path / "student_agent.py"
        path.write_text("import of_nobody.deep\nfrom helpers import get_valid_moves\n")
        standing = empty(f"comp424:{path}:time=1", sizes=(6,))
        standing.add(recorded(6, "c2b2"))
        graded = grade(standing)
        assert graded.missing == ("of_nobody",)
        *_, text, _ = sections(graded, Review(0, [], []))
        assert text.text == (
            "Your agent imports 'of_nobody', which is not installed here: pip install\n"
            "of_nobody, unless it is a file of yours.\n\n"
            "None: every move was legal and in time."
        )
        data = json.loads(grade_to_json(graded, Review(0, [], [])))
        assert data["missing_modules"] == ["of_nobody"]

    def test_json_tells_the_same(self, standing: Standing, review: Review) -> None:
        graded = grade(standing)
        data = json.loads(grade_to_json(graded, review))
        assert data["complete"] is True
        assert data["next"] in [rung.opponent for rung in graded.rungs if not rung.is_beaten]
        assert len(data["moves"]) == len(graded.decisions)
        assert len(data["games_played"]) == data["games"] == standing.plan.total
        assert [m["loss"] for m in data["mistakes"]] == [
            round(mistake.loss, 2) for mistake in review.mistakes
        ]
        for mistake in data["mistakes"]:
            position = Position.parse(mistake["position"])
            assert position.is_legal(mistake["move"])
            assert position.is_legal(mistake["best"])


class TestTime:
    def test_by_size_part_and_move_number(self) -> None:
        record = recorded(6, "c2b2a2")  # of which Black took 0 s for move 1 and 0.2 s for move 3
        standing = empty(sizes=(6,))
        standing.add(record)
        found = grade(standing).decisions
        assert by_size(found) == {6: Times(2, 0.1, 0.2)}
        assert by_part(found) == {"opening": Times(2, 0.1, 0.2)}
        assert by_number(found) == {6: {1: Times(1, 0.0, 0.0), 3: Times(1, 0.2, 0.2)}}
        assert by_number(found, 10) == {6: {1: Times(2, 0.1, 0.2)}}
        text = sections(grade(standing), Review(0, [], []))[2].text
        assert text.splitlines()[1:6] == [
            "6x6          2     0.100      0.200",
            "opening      2     0.100      0.200",
            "Median seconds by the number of the move:",
            "        6x6",
            "1-10  0.100",
        ]
        data = json.loads(grade_to_json(grade(standing), Review(0, [], [])))["times"]
        assert data["parts"] == [{"part": "opening", "moves": 2, "median": 0.1, "slowest": 0.2}]
        assert [row["move_number"] for row in data["numbers"]] == [1, 3]

    def test_parts_are_thirds_of_the_squares(self) -> None:
        filled = {4: "opening", 11: "opening", 12: "midgame", 23: "midgame", 24: "endgame"}
        for discs, part in filled.items():
            assert part_of(Position.parse("X" * discs + "-" * (36 - discs) + " X")) == part

    def test_the_picture(self, standing: Standing) -> None:
        graded = grade(standing)
        root = ElementTree.fromstring(time_svg(graded))
        titles = [e.text for e in root.iter() if e.tag.endswith("title") and e.text]
        numbers = by_number(graded.decisions)
        assert sum("slowest" in text for text in titles) == sum(map(len, numbers.values()))
        first, times = next(iter(numbers[4].items()))
        spent = f"median {times.median:.3f} s, slowest {times.slowest:.3f} s of {times.moves}"
        assert f"4x4, move {first}: {spent}" in titles
        assert "5 s: the time for a move" in titles
        with pytest.raises(ValueError, match="no move was played"):
            time_svg(grade(empty()))


class TestAgainst:
    def test_what_changed(self) -> None:
        """Game by game, as both began with the same openings."""
        before, now = against_random(2, 8), against_random(8, 8)
        agents = ("old.py:old", *before.plan.agents[1:])
        earlier = Earlier("old.jsonl", agents, tuple(before.counted[:6]))
        against = compare(grade(now), Review(0, [], []), earlier)
        (duel,) = against.duels
        assert duel == ("random", 6, 2.0, 6.0)
        assert against.change.value == pytest.approx(4 / 6)
        assert against.change.values == 3
        text = sections(grade(now), Review(0, [], []), against)[1].text
        assert text.startswith(
            "6 games with the same openings as in old.jsonl: you scored 100.0 % now"
        )
        assert " and 33.3 % before: " in " ".join(text.split())
        assert "random     2/6  6/6      +4\n" in text
        assert "+66.7 % ± " in text
        assert "which may be chance: more --games tell." in " ".join(text.split())
        data = json.loads(grade_to_json(grade(now), Review(0, [], []), against))["against"]
        assert (data["games"], data["opponents"][0]["now"]) == (6, 6.0)

    def test_nothing_in_common(self) -> None:
        now = against_random(8, 8)
        others = tuple(record._replace(opening_plies=1) for record in now.counted)
        earlier = Earlier("old.jsonl", now.plan.agents, others)
        with pytest.raises(PlanError, match=r"old.jsonl has no game in common with this grade"):
            compare(grade(now), Review(0, [], []), earlier)

    def test_files(self, tmp_path: Path) -> None:
        standing, path = against_random(3, 8), tmp_path / "old.jsonl"
        header = standing.plan.header(standing.books)
        records = tuple(r._replace(resigned=Color.WHITE, score=36) for r in standing.counted)
        with ResultsFile(path, header) as file:
            for record in records:
                file.add(record)
        earlier = read_earlier(path)
        assert earlier == ("old.jsonl", standing.plan.agents, records)
        with pytest.raises(PlanError, match="cannot read"):
            read_earlier(tmp_path / "none.jsonl")
        path.write_text("{}\n")
        with pytest.raises(PlanError, match=r"old.jsonl holds no games of a grade, as --out keeps"):
            read_earlier(path)
        path.write_text(json.dumps({**header, "gauntlet": None}) + "\n")
        with pytest.raises(PlanError, match="holds a match: expected the games of a grade"):
            read_earlier(path)
