"""Databases: what was played, by whom and how it ended, against counting by hand."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank import Color, Game, Move, Position
from outflank.database import Contents, Continuation, Database, DatabaseError, Source
from outflank.database.build import build
from outflank.formats import Problem, Record, WthorWriter

DATA = Path(__file__).parents[3] / "shared" / "data" / "wthor"
WIPEOUT = "f5d6c5f4e3f6g5e6e7"

RandomGame = Callable[..., Game]
Make = Callable[..., Database]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes a database of games."""
    opened = []

    def make(*games: Game) -> Database:
        records = [Record(game) for game in games]
        opened.append(Database.build(tmp_path / "games.db", [Source("these", records)]))
        return opened[-1]

    yield make
    for database in opened:
        database.close()


def played(moves: str, result: str = "", **tags: str) -> Game:
    return Game.parse(moves, tags={**tags, **({"Result": result} if result else {})})


def test_moves_and_results_are_those_of_the_side_to_move(make: Make) -> None:
    database = make(
        played("f5d6c3", "40-24"),
        played("f5d6c4", "20-44"),
        played("f5d6c3d3", "32-32"),
        played("f5f4", "?"),
        played("f5"),
        played(WIPEOUT),
    )
    position = Game.parse("f5").position
    assert database.moves(position) == [
        Continuation(Move("d6"), 4, wins=1, draws=1, losses=2, margin=(-16 + 24 + 0 - 64) / 4),
        Continuation(Move("f4"), 1, 0, 0, 0, None),
    ]
    assert [move.score for move in database.moves(position)] == [0.375, None]
    start = Position.initial()
    assert database.moves(start) == [Continuation(Move("f5"), 6, 2, 1, 1, (16 - 24 + 64) / 4)]
    assert (database.count(), database.count(position)) == (6, 6)
    assert database.count(Game.parse("f5d6").position) == 4
    assert database.moves(Game.parse(WIPEOUT).position) == []
    assert database.count(Game.parse(WIPEOUT).position) == 1


def test_transpositions_and_mirror_images_are_merged(make: Make) -> None:
    database = make(
        played("f5d6c3d3c4f4", "40-24"),
        played("f5d6c4d3c3f4", "40-24"),  # other moves to the same position
        played("e6f4c3c4d3d6", "30-34"),  # the first, mirrored
        played("c4e3f6e6f5c5", "30-34"),  # the first, turned
    )
    tiger = Game.parse("f5d6c3d3c4").position
    assert database.count(tiger) == 4
    assert database.moves(tiger) == [Continuation(Move("f4"), 4, 2, 0, 2, -6.0)]
    for number in range(8):
        image = tiger.symmetry(number)
        (found,) = database.moves(image)
        assert found.move == tiger.shape.transform("f4", number)
        assert found.games == 4
    (first,) = database.moves(Position.initial())
    assert first[:2] == (Move("f5"), 4)  # as most have it
    assert database.count(Game.parse("f5d6c3").position) == 3


def test_a_forced_pass_is_a_move_and_whose_turn_it_is_matters(make: Make) -> None:
    stuck = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8")
    database = make(stuck.play("c3"), stuck)
    assert [found[:2] for found in database.moves(stuck.position)] == [(Move("pass"), 1)]
    after = stuck.position.play("pass")
    assert [found[:2] for found in database.moves(after)] == [(Move("c3"), 1)]
    assert (database.count(stuck.position), database.count(after)) == (2, 1)
    assert database.moves(Game.parse("f5").position.swapped()) == []


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([4, 6, 8, 10, 16]))
def test_it_agrees_with_counting(
    random_game: RandomGame, tmp_path_factory: pytest.TempPathFactory, seed: int, size: int
) -> None:
    random = Random(seed)
    games = [random_game(size, random.randrange(5), random.randrange(1, 40)) for _ in range(30)]
    games = [Game(game.start, [m for m in game if not m.is_pass]) for game in games]
    path = tmp_path_factory.mktemp("games") / "games.db"
    with Database.build(path, [Source("these", map(Record, games))]) as database:
        for _ in range(10):
            position = random.choice(random.choice(games).positions)
            images = position.symmetries()
            reached = [
                (game, index)
                for game in games
                for index, before in enumerate(game.positions)
                if before in images
            ]
            assert database.count(position) == len(reached)
            after = Counter(
                game.positions[index + 1].canonical()
                for game, index in reached
                if index < len(game)
            )
            for found in database.moves(position):
                after[position.play(found.move).canonical()] -= found.games
            assert not any(after.values())


def test_players_events_and_years(make: Make) -> None:
    database = make(
        played("f5d6", "40-24", Black="Théo Petit", White="Ann", Event="Open", Date="1999"),
        played("f5f6", "40-24", Black="Ann", White="Bob", Event="Cup", Date="2001-02-03"),
        played("f5f4", "40-24", Black="Joanna", Event="Open Cup", Date="2003"),
        played("f5f4", "40-24"),
    )
    assert database.count() == 4
    assert database.count(player="ann") == 2
    assert database.count(player="jo") == 0
    assert database.count(player="petit THEO") == 1
    assert database.count(event="cup") == 2
    assert database.count(event="cup open") == 1
    assert database.count(year=2001) == 1
    assert database.count(year=range(1999, 2002)) == 2
    assert database.count(player="joanna", year=range(2000, 2010), event="open") == 1
    assert database.count(player="%") == 0
    assert database.years() == range(1999, 2004)
    start = Game.parse("f5").position
    assert [found.move.name for found in database.moves(start, player="bob")] == ["f6"]
    assert database.count(Game.parse("f5d6").position, player="bob") == 0
    (record,) = database.games(player="theo")
    assert record.game == played("f5d6", "40-24", **record.game.tags)
    assert dict(record.game.tags) == {
        "Black": "Théo Petit",
        "White": "Ann",
        "Event": "Open",
        "Date": "1999",
        "Result": "40-24",
    }
    games = list(database.games(start))
    assert [record.game.transcript() for record in games] == ["f5d6", "f5f6", "f5f4", "f5f4"]


def test_an_unknown_choice_is_a_mistake_of_the_caller(make: Make) -> None:
    with pytest.raises(TypeError, match="colour"):
        make(played("f5")).count(colour="black")  # type: ignore[call-arg]


def test_results_that_are_no_margins(make: Make) -> None:
    database = make(
        Game.parse("f5d6").resign(Color.WHITE),
        played("f5d6", "-12:r"),
        played("f5d6", "1-0"),
        played("f5d6", "+3.5"),
    )
    (found,) = database.moves(Position.initial())
    assert found == (Move("f5"), 4, 3, 0, 1, (64 - 12 + 4) / 3)
    resigned = [record.game.resigned for record in database.games()]
    assert resigned == [Color.WHITE, Color.BLACK, None, None]


def test_losses_on_time(make: Make) -> None:
    late = Game.parse("f5d6").resign(Color.WHITE, on_time=True)
    (record,) = make(late).games()
    assert record.game == late.with_tags({"Result": "+64:t"})


@given(st.text(), st.text())
@settings(max_examples=20)
def test_any_text(tmp_path_factory: pytest.TempPathFactory, name: str, words: str) -> None:
    path = tmp_path_factory.mktemp("games") / "games.db"
    game = played("f5", name, Black=name, White="\ud800", Event=words, Date=name)
    with Database.build(path, [Source("\udcff", [Record(game)])]) as database:
        database.count(player=words, event=words)
        (record,) = database.games()
        assert record.game.tags["White"] == "?"


def test_boards_and_starts_side_by_side(make: Make, random_game: RandomGame) -> None:
    tiger = Game.parse("f5d6c3d3c4").position
    database = make(
        Game.parse("f5d6c3d3c4f4"),
        Game(tiger, ["f4"]),
        Game(tiger.symmetry(3), [tiger.shape.transform("f4", 3)]),
        Game(tiger, ["b3"]),
        random_game(6, 1),
        random_game(10, 1),
        Game(Position.parse("X------- " + "-" * 56 + " X")),
    )
    assert [found[:2] for found in database.moves(tiger)] == [(Move("f4"), 3), (Move("b3"), 1)]
    for size in (6, 10):
        games = [record.game for record in database.games(Position.initial(size))]
        assert [game.transcript() for game in games] == [random_game(size, 1).transcript()]
    assert database.count() == len(list(database.games())) == 7


def test_many_games_take_many_pages(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.database.build.GAMES_A_PAGE", 10)
    monkeypatch.setattr("outflank.database.build._MOST_WAITING", 15)
    tiger = Game.parse("f5d6c3").position
    games = [Game.parse("f5d6c3")] * 25 + [Game(tiger, ["d3"])] * 7 + [Game.parse("f5f4")] * 3
    database = make(*games)
    assert (database.count(), database.count(tiger)) == (35, 32)
    assert Counter(str(record.game.transcript()) for record in database.games()) == {
        "f5d6c3": 25,
        "d3": 7,
        "f5f4": 3,
    }


def test_sources_and_problems(tmp_path: Path) -> None:
    writer = WthorWriter()
    writer.add(Record(Game.parse(WIPEOUT, tags={"Black": "Ann", "Date": "2001"})))
    writer.add(Record(Game.parse("f5")))
    files = writer.files()
    (tmp_path / "b.WTB").write_bytes(files.games[:-1])
    (tmp_path / "a.wtb").write_bytes(files.games)
    (tmp_path / "wthor.jou").write_bytes(files.players)
    (tmp_path / "wthor.trn").write_bytes(files.tournaments)
    (tmp_path / "notes.txt").write_text("nothing")
    told: list[str] = []
    unclear = [Record(Game.parse("f5f6", tags={"Date": f"{day}/1/99"})) for day in (4, 5)]
    source = Source("mine", [Problem(3, "bad"), Record(Game.parse("f5f6")), *unclear])
    with Database.build(
        tmp_path / "games.db",
        [tmp_path, tmp_path / "a.wtb", source],
        on_problem=lambda source, problem: told.append(f"{source.name}: {problem}"),
    ) as database:
        assert database.sources() == [
            Contents(str(tmp_path / "a.wtb"), 2, 0),
            Contents(str(tmp_path / "b.WTB"), 1, 2),
            Contents("mine", 3, 1),
        ]
        assert database.count(player="ann") == 2
    assert told == [
        f"{tmp_path / 'b.WTB'}: game 2: it ends after 67 of its 68 bytes",
        f"{tmp_path / 'b.WTB'}: the header says 2 games, but the file holds 1",
        "mine: line 3: bad",
        "mine: game 2: the year of the date '4/1/99' is not understood: expected such as 2019-05-04"
        " (2 times)",
    ]


@pytest.mark.parametrize(
    ("tags", "resigned", "on_time", "text"),
    [
        ({"Result": "0-1"}, Color.BLACK, True, "-64:t"),
        ({"Result": "0-1"}, Color.BLACK, False, "-64:r"),
        ({"Result": "-12:t"}, Color.BLACK, True, "-12:t"),
        ({"Result": "0-1", "Termination": "Abandoned"}, None, False, "-64:l"),
        ({"Result": "1:0"}, None, False, "1:0"),
        ({"Result": "odd"}, None, False, "odd"),
        ({}, None, False, None),
    ],
)
def test_how_a_game_ended_is_kept(tmp_path, tags, resigned, on_time, text):
    game = Game.parse("f5d6", tags=tags, resigned=resigned, on_time=on_time)
    with Database.build(tmp_path / "games.db", [Source("x", [Record(game)])]) as database:
        (found,) = database.games(Position.initial())
    assert (found.game.resigned, found.game.on_time) == (resigned, on_time)
    assert found.game.tags.get("Result") == text


def test_the_old_file_stays_until_the_new_one_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    before = Database.build(path, [Source("one", [Record(Game.parse("f5"))])])

    def breaks() -> Iterator[Record]:
        yield Record(Game.parse("f5"))
        assert before.count() == 1
        raise OSError("the disc is gone")

    with pytest.raises(OSError, match="the disc is gone"):
        Database.build(path, [Source("bad", breaks())])
    with pytest.raises(DatabaseError, match="there are no games in the sources"):
        Database.build(path, [Source("none", [])])
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]
    games = [Record(Game.parse("f5"))] * 2
    with Database.build(path, [Source("two", games)]) as after:
        assert (before.count(), after.count()) == (1, 2)
    before.close()


@pytest.mark.parametrize("content", [b"f5d6c3\n", b"SQLite format 3\0" + bytes(100)])
def test_a_file_of_something_else_is_not_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"cannot replace .*: it is no database of Outflank"):
        Database.build(path, [Source("one", [Record(Game.parse("f5"))])])
    assert path.read_bytes() == content


def test_an_empty_file_and_a_database_of_another_version_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch()
    source = Source("one", [Record(Game.parse("f5"))])
    Database.build(path, [source]).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with Database.build(path, [source]) as database:
        assert database.count() == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    os.mkfifo(path)
    with pytest.raises(DatabaseError, match=r"cannot replace .*: it is no database of Outflank"):
        Database.build(path, [Source("one", [Record(Game.parse("f5"))])])
    assert path.is_fifo()


def test_another_process_reads_while_it_is_built_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Database.build(path, [Source("one", [Record(Game.parse("f5"))])]).close()
    code = (
        "from outflank.database import Database\n"
        f"database = Database({str(path)!r})\n"
        "print(database.count(), flush=True)\n"
        "input()\n"
        "print(database.count())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        assert reader.stdout.readline() == "1\n"
        Database.build(path, [Source("two", [Record(Game.parse("f5"))] * 2)]).close()
        output, _ = reader.communicate("\n")
    assert output == "1\n"
    with Database(path) as database:
        assert database.count() == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "there is no database"),
        (b"", "no database of this version of Outflank: build it anew"),
        (b"f5d6c3" * 100, "cannot read the database .*: file is not a database"),
    ],
)
def test_what_is_no_database(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "it?is #1.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DatabaseError, match=reason):
        Database(path)


def test_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "it?is #1.db"
    Database.build(path, [Source("one", [Record(Game.parse("f5"))])]).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(DatabaseError, match="build it anew"):
        Database(path)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_files(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    path = tmp_path / "games.db"
    games = [Record(played("f5d6c3d3c4", "40-24", Black=f"p{i}", Date="2001")) for i in range(300)]
    Database.build(path, [Source("one", games)]).close()
    data = bytearray(path.read_bytes())
    for _ in range(random.randrange(1, 60)):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    if seed % 3 == 0:
        del data[random.randrange(len(data)) :]
    path.write_bytes(data)
    told = []
    try:
        with Database(path) as database:
            position = Game.parse("f5d6").position
            for ask in (
                database.sources,
                database.years,
                database.count,
                lambda: database.moves(position, year=2001),
                lambda: list(database.games(position, player="p")),
            ):
                try:
                    ask()
                except DatabaseError as error:
                    told.append(error)
    except DatabaseError as error:
        told.append(error)
    assert all(str(path) in str(error) for error in told)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.wtb", "there is no file '.*missing.wtb'"),
        (".", "there is no file of games"),
        ("boards.txt", "there are no games in the sources"),
    ],
)
def test_sources_that_are_none(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "boards.txt").write_text("-OO--XO--XO----- X\n" * 10)
    with pytest.raises(DatabaseError, match=reason):
        Database.build(tmp_path / "games.db", [tmp_path / name])
    assert not (tmp_path / "games.db").exists()


def test_every_format(tmp_path: Path) -> None:
    """What is no game is told, in the file that holds it."""
    (tmp_path / "a.pgn").write_text('[Black "Ann"]\n[Result "*"]\n\n1. f5 d6 2. c3 *\n')
    (tmp_path / "b.sgf").write_text("(;GM[2]FF[4]SZ[8]PB[Bob];B[fe];W[df])")
    (tmp_path / "c.txt").write_text("f5f4\n-OO--XO--XO----- X\n")
    told: list[str] = []
    with Database.build(
        tmp_path / "games.db",
        [tmp_path, tmp_path / "c.txt"],
        on_problem=lambda source, problem: told.append(f"{Path(source.name).name}: {problem}"),
    ) as database:
        assert [(Path(c.name).name, c.games) for c in database.sources()] == [
            ("a.pgn", 1),
            ("b.sgf", 1),
            ("c.txt", 1),
        ]
        assert database.count(Game.parse("f5d6").position) == 2
    assert told == ["c.txt: game 2: a position is no game"]


def test_where_it_cannot_be_written(tmp_path: Path) -> None:
    source = Source("one", [Record(Game.parse("f5"))])
    with pytest.raises(DatabaseError, match=r"cannot write .*: No such file or directory"):
        build(tmp_path / "nowhere" / "games.db", [source], lambda source, problem: None)


@pytest.mark.skipif(not DATA.is_dir(), reason="the federation's files are not here")
def test_the_federations_files(tmp_path: Path) -> None:
    with Database.build(tmp_path / "games.db", [DATA]) as database:
        assert sum(source.games for source in database.sources()) == database.count() == 5767
        assert sum(source.problems for source in database.sources()) == 0
        assert database.years() == range(1977, 2002)
        (first,) = database.moves(Position.initial())
        assert (first.move, first.games) == (Move("f5"), 5767)
        assert first.wins + first.draws + first.losses == 5767
        assert database.count(event="world championship", year=1977) == 12
        replies = database.moves(Game.parse("f5").position)
        assert [reply.move.name for reply in replies[:2]] == ["d6", "f6"]
        assert sum(reply.games for reply in replies) == 5767
        games = list(database.games(player="INOUE hiroshi", year=1977))
        assert games[0].game.tags["White"] == "Heiberg Thomas"


def test_moves_are_no_position(tmp_path: Path) -> None:
    with Database.build(
        tmp_path / "games.db", [Source("one", [Record(Game.parse("f5"))])]
    ) as database:
        for ask in (database.count, database.moves, lambda text: list(database.games(text))):
            with pytest.raises(TypeError, match="'f5d6': expected a Position, as in"):
                ask("f5d6")  # type: ignore[arg-type]
