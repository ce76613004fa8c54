"""The book of openings: what it holds, how it grows, and what happens to its file."""

import os
import shutil
import sqlite3
from contextlib import closing
from random import Random

import pytest

from outflank import Color, Engine, Game, Limit, Position
from outflank.engine.book import (
    Book,
    BookEditor,
    BookError,
    BookRecord,
    BookSearch,
    Growth,
    build,
    learn,
    read_text,
    shipped_book,
    write_text,
)
from outflank.engine.book.seats import seat_of

EXACT = BookSearch(exact=36, table=1)
SHALLOW = BookSearch(Limit(depth=2), exact=0, table=1)


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A book of 4x4 with all that can come up in eight plies while one side plays best."""
    path = tmp_path_factory.mktemp("book") / "4x4.book"
    with BookEditor(path, 4) as editor:
        assert build(editor, Growth(answers=8), EXACT)
    return path


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """A book of 6x6 from shallow searches."""
    path = tmp_path_factory.mktemp("book") / "6x6.book"
    with BookEditor(path, 6) as editor:
        assert build(editor, Growth(loss=3, variety=1, plies=8, positions=60), SHALLOW)
    return path


def walks(size, number, seed=1):
    """Positions of games played by lot."""
    random = Random(seed)
    for _ in range(number):
        position = Position.initial(size)
        while not position.is_over:
            yield position
            position = position.play(random.choice(position.legal_moves()))


def other_colors(position):
    black, white = position.squares(Color.BLACK), position.squares(Color.WHITE)
    return Position.from_squares(position.size, white, black, position.turn.opponent)


def rows(path):
    with Book(path) as book:
        return {
            (str(r.position), r.move, r.worth, r.depth, *book.get(r.position))
            for r in book.records()
        }


class TestContents:
    def test_values_are_those_of_the_solver(self, solved):
        engine = Engine()
        with Book(solved) as book:
            assert book.get(Position.initial(4)).value == -10
            for record in book.records():
                entry = book.get(record.position)
                proved = engine.solve(record.position, every=True)
                assert (entry.value, entry.exact) == (proved.score, True)
                for found in book.moves(record.position):
                    assert found.exact
                    assert found.value == proved.moves[found.move].lower

    def test_one_side_has_an_answer_to_everything(self, solved):
        random = Random(3)
        with Book(solved) as book:
            for own in list(Color) * 20:
                position, target = Position.initial(4), -10 if own is Color.BLACK else 10
                for _ in range(8):
                    if position.is_over:
                        break
                    if position.turn is own:
                        found = book.moves(position)[0]
                        assert found.value >= target
                        target = found.value
                        position = position.play(found.move)
                    else:
                        position = position.play(random.choice(position.legal_moves()))

    @pytest.mark.parametrize("size", [4, 6])
    def test_turned_and_of_the_other_colour(self, size, solved, grown):
        hits = 0
        with Book(solved if size == 4 else grown) as book:
            for position in walks(size, 12):
                if position.empties < size**2 - 14:
                    continue
                entry, moves = book.get(position), book.moves(position)
                hits += entry is not None
                assert (position in book) == (entry is not None) == bool(moves)
                assert all(position.is_legal(found.move) for found in moves)
                for number in range(8):
                    image = position.symmetry(number)
                    assert book.get(image) == book.get(other_colors(image)) == entry
                    turned = {
                        (position.shape.transform(f.move, number), *f[1:])
                        for f in moves
                        if not f.move.is_pass
                    }
                    assert {tuple(f) for f in book.moves(image) if not f.move.is_pass} == turned
                    assert [f.value for f in book.moves(image)] == [f.value for f in moves]
        assert hits > 20

    def test_passes_are_made(self, solved):
        passed = 0
        with Book(solved) as book:
            for position in walks(4, 100):
                if not position.must_pass:
                    continue
                (move,) = position.legal_moves()
                after = book.get(position.play(move))
                if after is None:
                    assert book.get(position) is None
                    continue
                passed += 1
                assert book.get(position)[:2] == (-after.value, after.exact)
                (found,) = book.moves(position)
                assert (found.move, found.value) == (move, -after.value)
        assert passed > 0

    def test_values_come_from_the_moves_behind(self, grown):
        with Book(grown) as book:
            assert len(book) == 60

            def value(position):
                entry = book.get(position)
                known = []
                for found in book.moves(position):
                    if found.inside:
                        after = position.play(found.move)
                        inner = value(after)
                        known.append(-inner)
                    else:
                        known.append(found.value)
                assert entry.value == pytest.approx(max(known))
                return entry.value

            value(Position.initial(6))

    def test_another_size_is_not_there(self, solved):
        with Book(solved) as book:
            assert book.get(Position.initial(8)) is None
            assert book.moves(Position.initial(8)) == []


class TestGrowth:
    def test_limits(self, tmp_path):
        with BookEditor(tmp_path / "x.book", 6) as editor:
            assert build(editor, Growth(plies=3, loss=72, variety=72), SHALLOW)
            assert max(36 - r.position.empties for r in editor.records()) == 4 + 3
            # All positions that there are in three plies, but for symmetry.
            assert len(editor) == 1 + 1 + 3 + 14
            assert build(editor, Growth(positions=25), SHALLOW)
            assert len(editor) == 25

    def test_the_other_side_may_lose_no_more(self, tmp_path):
        search = BookSearch(Limit(depth=2), exact=0, table=1)
        sizes = []
        for loss in (0, 4, 36):
            with BookEditor(tmp_path / f"{loss}.book", 6) as editor:
                assert build(editor, Growth(loss=loss, variety=0, plies=4), search)
                sizes.append(len(editor))
        assert sizes[0] < sizes[1] < sizes[2]

    def test_from_another_position(self, tmp_path):
        start = Game.parse("f5d6").position
        with BookEditor(tmp_path / "x.book") as editor:
            assert build(editor, Growth(positions=5), SHALLOW, start=start)
            assert start in editor
            assert Position.initial() not in editor

    def test_the_same_again(self, tmp_path):
        growth = Growth(positions=30)
        for name in ("a", "b"):
            with BookEditor(tmp_path / name, 6) as editor:
                build(editor, growth, SHALLOW)
        assert rows(tmp_path / "a") == rows(tmp_path / "b")

    def test_two_at_a_time_find_the_same(self, tmp_path, solved):
        with BookEditor(tmp_path / "x.book", 4) as editor:
            build(editor, Growth(answers=8), EXACT, jobs=2)
            with Book(solved) as one:
                values = {r.position: one.get(r.position) for r in one.records()}
                for record in editor.records():
                    if record.position in values:
                        assert editor.get(record.position) == values[record.position]

    def test_an_interrupted_build_goes_on(self, tmp_path, solved):
        class StoppedError(Exception):
            pass

        def stop(editor):
            if len(editor) >= 9:
                raise StoppedError

        path = tmp_path / "x.book"
        with BookEditor(path, 4) as editor, pytest.raises(StoppedError):
            build(editor, Growth(answers=8), EXACT, on_progress=stop)
        assert len(rows(path)) == 9
        with BookEditor(path) as editor:
            assert build(editor, Growth(answers=8), EXACT)
            assert editor.get(Position.initial(4)).value == -10
            assert build(editor, Growth(answers=8), EXACT, on_progress=stop)  # nothing is left

    def test_time_ends_it(self, tmp_path):
        with BookEditor(tmp_path / "x.book", 6) as editor:
            assert not build(editor, Growth(), SHALLOW, seconds=0)
            assert len(editor) == 1

    def test_points_are_no_values(self, tmp_path):
        search = SHALLOW._replace(evaluator=lambda position: position.mobility)
        with (
            BookEditor(tmp_path / "x.book", 6) as editor,
            pytest.raises(BookError, match="in points"),
        ):
            build(editor, Growth(), search)


class TestLearn:
    def test_games(self, tmp_path):
        games = [Game.parse("c2d2e2", size=6), Game.parse("c2b4c5d2e4", size=6)]
        with BookEditor(tmp_path / "x.book", 6) as editor:
            assert learn(editor, games, SHALLOW, plies=4)
            for game in games:
                assert all(position in editor for position in game.positions[:5])
            assert games[1].positions[5] not in editor
            before = len(editor)
            assert learn(editor, games, SHALLOW, plies=4)
            assert len(editor) == before
            with pytest.raises(BookError, match="a game on 8x8: the book is of 6x6"):
                learn(editor, [Game.parse("f5")], SHALLOW)

    def test_a_game_with_a_pass_to_its_end(self, tmp_path):
        position, moves = next(
            (p, g) for p, g in self._games() if any(move.is_pass for move in g.moves)
        )
        assert position.is_over
        with BookEditor(tmp_path / "x.book", 4) as editor:
            assert learn(editor, [moves], EXACT, plies=40)
            assert all(p in editor for p in moves.positions if not p.is_over)

    @staticmethod
    def _games():
        for seed in range(200):
            random, game = Random(seed), Game(Position.initial(4))
            while not game.position.is_over:
                game = game.play(random.choice(game.position.legal_moves()))
            yield game.position, game


class TestAdd:
    def test_what_makes_no_sense(self, tmp_path):
        start = Position.initial(6)
        with BookEditor(tmp_path / "x.book", 6) as editor:
            for wrong in (Position.initial(8), next(p for p in walks(6, 99) if p.must_pass)):
                with pytest.raises(ValueError, match="expected a position of 6x6"):
                    editor.add(wrong, None)
            with pytest.raises(ValueError, match="expected a move, such as"):
                editor.add(start, None)
            with pytest.raises(ValueError, match="a1"):
                editor.add(start, "a1")
            with pytest.raises(ValueError, match="none in discs"):
                editor.add(start, "c2", 37.0)
            assert len(editor) == 0

    def test_values_go_up(self, tmp_path):
        start = Position.initial(6)
        after = start.play("c2")
        with BookEditor(tmp_path / "x.book", 6) as editor:
            editor.add(start, "c2", 1.5, 4)
            assert editor.get(start) == (1.5, False, 4)
            editor.add(after, after.legal_moves()[0], -3.25, 6)
            assert editor.get(start).value == 3.25
            editor.add(after, after.legal_moves()[0], -2.5, 8)
        with Book(tmp_path / "x.book") as book:
            assert book.get(start).value == 2.5

    def test_all_moves_inside(self, tmp_path):
        start = Position.initial(6)
        after = start.play("c2")
        with BookEditor(tmp_path / "x.book", 6) as editor:
            editor.add(after, after.legal_moves()[0], 4.0, 2)
            assert editor.outside(start) == []
            editor.add(start, None)
            assert editor.get(start) == (-4.0, False, 0)
            editor.negamax()
            assert editor.get(start) == (-4.0, False, 0)


class TestText:
    @pytest.mark.parametrize("which", ["solved", "grown"])
    def test_round_trip(self, which, request, tmp_path):
        path = request.getfixturevalue(which)
        with Book(path) as book:
            lines = list(write_text(book))
            size = book.size
        random = Random(2)
        shuffled = list(read_text(lines))
        random.shuffle(shuffled)
        turned = [
            record._replace(
                position=record.position.symmetry(5),
                move=record.move and record.position.shape.transform(record.move, 5),
            )
            for record in shuffled
        ]
        with BookEditor(tmp_path / "x.book", size) as editor:
            assert editor.merge(turned) == len(lines) - 1
            assert list(write_text(editor)) == lines
        assert rows(tmp_path / "x.book") == rows(path)

    def test_the_deeper_search_stays(self, tmp_path):
        board = "---------------------------OX------XO---------------------------"
        with BookEditor(tmp_path / "x.book") as editor:
            for line, changed in [
                (f"{board} X +0.00 d3 +1.00 10", 1),
                (f"{board} X +0.00 c4 +2.00 9", 0),
                (f"{board} X +0.00 c4 -3.00 11", 1),
            ]:
                assert editor.merge(read_text(["# a comment", "", line])) == changed
            assert editor.get(Position.initial()).value == -3

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("f5 +0.50 16", "line 1: bad position 'f5 \\+0.50 16': expected BOARD SIDE VALUE"),
            ("-----XO--OX--- X +0 a1 +1 2", "line 1: bad board"),
            ("-----XO--OX---- X +0", "line 1: 15 squares are no board"),
            ("-----XO--OX---- X +0 b1 +1 2", "line 1: 15 squares are no board"),
            ("-----XO--OX----- X +0 d4 +1 2", "line 1: d4 is no legal move"),
            ("-----XO--OX----- X +0 z9 +1 2", "line 1: bad position"),
        ],
    )
    def test_bad_lines(self, line, reason):
        with pytest.raises(BookError, match=reason):
            list(read_text([line]))

    def test_nothing_of_a_bad_text(self, tmp_path):
        start = "-----OX--XO----- X +0 b1 +1 2"
        alone = f"{'-----XXX-XO-----'} O +0"
        with BookEditor(tmp_path / "x.book", 4) as editor:
            with pytest.raises(ValueError, match="expected a move, such as") as raised:
                editor.merge(read_text([start, alone]))
            assert str(raised.value).startswith(repr(Position.parse(alone.removesuffix(" +0"))))
            assert len(editor) == 0


class TestFile:
    def test_not_there(self, tmp_path):
        with pytest.raises(BookError, match=r"there is no book '.*x.book'"):
            Book(tmp_path / "x.book")
        with pytest.raises(BookError, match="cannot write"):
            BookEditor(tmp_path / "no" / "x.book")
        with pytest.raises(ValueError, match="7"):
            BookEditor(tmp_path / "x.book", 7)

    @pytest.mark.parametrize("content", [b"", b"no book", b"SQLite format 3\0" + bytes(200)])
    def test_no_book(self, content, tmp_path):
        path = tmp_path / "x.book"
        path.write_bytes(content)
        for kind in (Book, BookEditor):
            with pytest.raises(BookError, match=r"x\.book"):
                kind(path)
        assert path.read_bytes() == content

    def test_damage_is_told(self, grown, tmp_path):
        """Whatever is wrong with the file, there is a sentence or an answer, and no crash."""
        whole = grown.read_bytes()
        told = []
        for seed in range(60):
            random = Random(seed)
            damaged = bytearray(whole[: random.choice([len(whole), random.randrange(len(whole))])])
            for _ in range(random.choice([1, 20, 500])):
                damaged[random.randrange(len(damaged))] = random.randrange(256)
            path = tmp_path / f"{seed}.book"
            path.write_bytes(damaged)
            for kind in (Book, BookEditor):
                try:
                    with kind(path) as book:
                        for position in walks(6, 2):
                            for found in book.moves(position):
                                assert position.is_legal(found.move)
                        list(book.records())
                except BookError as error:
                    told.append(str(error))
        assert len(told) > 30
        assert all(error.startswith(("cannot read", "'")) for error in told)

    @pytest.mark.parametrize(
        "change", ["value = 99999999", "move = 36", "depth = -1", "leaf = 'x'", "move = -1"]
    )
    def test_rows_that_make_no_sense(self, change, tmp_path):
        path = tmp_path / "x.book"
        with BookEditor(path, 6) as editor:
            editor.add(Position.initial(6), "c2", 1.5, 4)
        connection = sqlite3.connect(path)
        connection.execute(f"UPDATE position SET {change}")
        connection.commit()
        connection.close()
        with Book(path) as book, pytest.raises(BookError, match="cannot read the book"):
            book.moves(Position.initial(6))

    def test_one_writes_at_a_time(self, tmp_path):
        start, path = Position.initial(6), tmp_path / "x.book"
        with BookEditor(path, 6) as first, BookEditor(path) as second, Book(path) as reader:
            first.add(start, "c2", 1.5, 4)
            assert reader.get(start).value == 1.5
            with pytest.raises(BookError, match="another program writes the book"):
                second.add(start, "c2", 2.5, 4)
            first.add(start, "c2", 3.5, 4)
            assert reader.get(start).value == 3.5


class TestShipped:
    @pytest.mark.parametrize("size", [6, 8])
    def test_is_whole_and_small(self, size):
        book = shipped_book(size)
        assert book is not None
        assert book.path.stat().st_size < 1_000_000
        assert not list(book.path.parent.glob("*-wal"))
        assert Position.initial(size) in book
        for record in book.records():
            assert all(record.position.is_legal(f.move) for f in book.moves(record.position))

    def test_6x6_is_exact(self):
        book, engine = shipped_book(6), Engine()
        assert book.get(Position.initial(6))[:2] == (-4.0, True)
        records = list(book.records())
        assert all(book.get(record.position).exact for record in records)
        late = [record.position for record in records if record.position.empties <= 23]
        assert len(records) > 500
        for position in Random(1).sample(late, 3):
            found = book.moves(position)[0]
            assert engine.solve(position).score == found.value
            after = position.play(found.move)
            sign = 1 if after.turn == position.turn else -1
            assert sign * engine.solve(after).score == found.value


@pytest.mark.parametrize(
    ("value", "depth", "exact", "reason"),
    [
        (0.5, -5, False, "the depth -5 is no number of plies"),
        (0.5, 3.5, False, "the depth 3.5 is no number of plies"),
        ("1", 3, False, "the value '1' is none in discs"),
        (0.5, 3, True, "the proved value 0.5 is no whole number of discs"),
    ],
)
def test_what_is_no_value_is_not_written(value, depth, exact, reason, tmp_path):
    path, start = tmp_path / "x.book", Position.initial(8)
    record = BookRecord(start, start.legal_moves()[0], value, depth, exact)
    with BookEditor(path) as editor:
        with pytest.raises(ValueError, match=reason):
            editor.add(start, record.move, value, depth, exact=exact)
        with pytest.raises(ValueError, match=reason):
            editor.merge([record])
    assert rows(path) == set()


def test_growing_ends_when_there_is_nothing_left(tmp_path):
    with BookEditor(tmp_path / "x.book", 4) as editor:
        assert build(editor, Growth(plies=10**12, answers=10**12, positions=5), EXACT)
        assert len(editor) == 5


@pytest.mark.parametrize("board", ["X" * 16, "-" * 16])
def test_a_finished_position_is_none_of_a_book(board, tmp_path):
    path = tmp_path / "x.book"
    finished = Position.parse(f"{board} X")
    with BookEditor(path, 4) as editor:
        editor.add(Position.initial(4), "b1", 1, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        row = (seat_of(finished).board, 0, 0, -1, 0, 0)
        connection.execute("INSERT INTO position VALUES (?, ?, ?, ?, ?, ?)", row)
    with Book(path) as book, pytest.raises(BookError, match="cannot read the book"):
        list(write_text(book))


def test_an_illegal_move_is_not_told(tmp_path):
    path = tmp_path / "x.book"
    with BookEditor(path, 4) as editor:
        editor.add(Position.initial(4), "b1", 1, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE position SET move = 0")
    with Book(path) as book, pytest.raises(BookError, match="a1 is illegal"):
        list(book.records())


class TestKilledWriter:
    """Its file wants a journal, which cannot be made where one may not write."""

    @pytest.fixture
    def files(self, tmp_path, monkeypatch):
        """A book as a killed writer leaves it, its last position only in the journal."""
        kept, left = tmp_path / "kept.book", tmp_path / "left.book"
        with BookEditor(kept, 4) as editor:
            editor.add(Position.initial(4), "b1", 1, 2)
            for end in ("", "-wal", "-shm"):
                shutil.copy(f"{kept}{end}", f"{left}{end}")
        monkeypatch.setattr(os, "access", lambda *_: False)
        return [tmp_path / f"left.book{end}" for end in ("", "-wal", "-shm")]

    def test_with_its_journal(self, files):
        with Book(files[0]) as book:
            assert len(book) == 1

    def test_without_its_journal(self, files):
        files[1].unlink()
        files[2].unlink()
        with Book(files[0]) as book:
            assert len(book) == 0
            assert not files[1].exists()

    def test_with_a_part_of_it(self, files):
        files[2].unlink()
        with pytest.raises(BookError, match=r"its last positions are in 'left\.book-wal': copy"):
            Book(files[0])
