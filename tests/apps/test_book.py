"""`outflank book`: grown, taught, shown, exchanged, and never lost."""

import signal
from time import monotonic, sleep

import pytest

from outflank import Game, Position
from outflank.apps.cli.book_files import edit
from outflank.engine.book import Book, BookEditor
from outflank.rules.text import compact

BOARD = "---------------------------OX------XO---------------------------"
PRINTED = {f"help-book-{name}": [name, "--help"] for name in ("build", "learn", "show")} | {
    "help-book": ["--help"],
    "help-book-import": ["import", "--help"],
    "help-book-export": ["export", "--help"],
}
"""The file in golden/ and the command that prints it."""


@pytest.mark.parametrize("name", PRINTED)
def test_help(name, run, golden):
    status, output, errors = run("book", *PRINTED[name])
    assert (status, errors) == (0, "")
    golden(name, output)


@pytest.fixture
def text(tmp_path):
    """Three positions of 8x8."""
    path = tmp_path / "three.txt"
    after = Game.parse("f5d6").position
    path.write_text(
        f"# by hand\n{BOARD} X +0.25 e6 +0.25 12\n"
        "---------------------------OX------XXX-------------------------- O -0.25 f6 -0.25 14\n"
        f"{compact(after)} +0.00 c3 +0.00 60\n"
    )
    return path


def test_shown(text, tmp_path, run, golden):
    book = tmp_path / "x.book"
    status, output, errors = run("book", "import", str(book), str(text))
    assert (status, errors) == (0, "")
    assert output == f"3 positions in {book}, 3 of them new or deeper\n"
    printed = [run("book", "show", "--book", str(book), *words)[1] for words in ([], ["f5"])]
    printed += [run("book", "show", "f5d6", "--book", str(book), "--json")[1]]
    printed += [run("book", "show", "f5f6", "--book", str(book))[1]]
    golden("book-show", "\n".join(printed))


def test_exchange(text, tmp_path, run):
    first, second, third = tmp_path / "a.book", tmp_path / "b.book", tmp_path / "c.txt"
    assert run("book", "import", str(first), str(text))[0] == 0
    status, written, errors = run("book", "export", str(first), "-")
    assert (status, errors) == (0, "")
    assert run("book", "import", str(second), "-", stdin=written)[0] == 0
    assert run("book", "export", str(second), str(third)) == (0, "", "")
    assert third.read_text() == written
    again = run("book", "import", str(second), str(third))[1]
    assert again == f"3 positions in {second}, 0 of them new or deeper\n"


def test_a_text_with_a_byte_order_mark(text, tmp_path, run):
    marked = "\ufeff" + text.read_text()
    text.write_text(marked, "utf-8")
    assert run("book", "import", str(tmp_path / "a.book"), str(text))[0] == 0
    assert run("book", "import", str(tmp_path / "b.book"), "-", stdin=marked)[0] == 0


def test_proved_values_are_whole(text, tmp_path, run):
    text.write_text(f"{BOARD} X +0.25 e6 +0.25 60\n")
    status, _, errors = run("book", "import", str(tmp_path / "a.book"), str(text))
    assert status == 2
    assert "the proved value 0.25 is no whole number of discs" in errors
    assert list(tmp_path.iterdir()) == [text]


def test_a_book_is_not_exported_over_itself(text, tmp_path, run):
    book, link = tmp_path / "a.book", tmp_path / "link"
    run("book", "import", str(book), str(text))
    link.symlink_to(book)
    for names in ((book, book), (book, link), (link, book)):
        status, output, errors = run("book", "export", *map(str, names))
        assert (status, output) == (2, "")
        assert errors.endswith("is the book itself: name another file for the text\n")
    assert _positions(book) == 3


def test_ours_is_extended(tmp_path, run):
    ours, book = tmp_path / "ours.txt", tmp_path / "my.book"
    assert run("book", "export", "8x8", str(ours)) == (0, "", "")
    assert run("book", "import", str(book), str(ours))[0] == 0
    status, output, errors = run(
        *("book", "build", str(book), "--depth", "1", "--exact", "0"),
        *("--positions", str(_positions(book) + 3)),
    )
    assert (status, errors) == (0, "")
    assert ", 3 of them new, " in output


def test_ours_is_written_too(run):
    status, output, errors = run("book", "export", "8x8", "-")
    assert (status, errors) == (0, "")
    with Book("src/outflank/data/8x8.book") as book:
        assert len(output.splitlines()) == 1 + len(book)


def test_built_and_taught(tmp_path, run):
    book, games = tmp_path / "x.book", tmp_path / "games.txt"
    shallow = ("--depth", "1", "--exact", "0", "--table", "1")
    size = ("--size", "6", "--positions", "12")
    status, output, errors = run("book", "build", str(book), *size, *shallow)
    assert (status, errors) == (0, "")
    assert output == f"12 positions, 12 of them new, in {book}\n"
    games.write_text("c2b4c5d2\n")
    more = ("--size", "6", "--plies", "3", *shallow)
    status, output, errors = run("book", "learn", str(book), str(games), "c2zz", *more)
    assert status == 2
    assert "bad move 'zz'" in errors
    status, output, errors = run("book", "learn", str(book), str(games), "c2d2", *more)
    assert (status, errors) == (0, "")
    with Book(book) as opened:
        assert all(p in opened for p in Game.parse("c2b4c5d2", size=6).positions[:4])
        assert not list(tmp_path.glob("*-wal"))


def test_a_killed_build_loses_nothing(tmp_path, start, run):
    book = tmp_path / "x.book"
    words = ("book", "build", str(book), "--size", "4", "--answers", "9", "--exact", "16")
    process = start(*words)
    until = monotonic() + 60
    while monotonic() < until and not _positions(book):
        sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = _positions(book)
    assert before > 0
    status, _, errors = run(*words)
    assert (status, errors) == (0, "")
    with Book(book) as opened:
        assert len(opened) >= before
        assert opened.get(Position.initial(4)) == (-10.0, True, 12)


def _positions(path):
    if not path.exists():
        return 0
    with Book(path) as book:
        return len(book)


def test_no_memory(tmp_path, run, monkeypatch):
    def engine(*_, **__):
        raise MemoryError("table 60000.0: there is not enough memory for so many megabytes")

    monkeypatch.setattr("outflank.engine.book.builder.Engine", engine)
    status, _, errors = run("book", "build", str(tmp_path / "x.book"), "--table", "60000")
    assert status == 2
    assert errors == "outflank: table 60000.0: there is not enough memory for so many megabytes\n"
    assert list(tmp_path.iterdir()) == []


def test_a_board_after_an_equals_sign(tmp_path, run):
    words = ("book", "build", str(tmp_path / "x.book"), "--from=-----XO--OX----- X", "--plies", "0")
    assert run(*words)[0] == 0


def test_an_empty_book_has_a_size_too(tmp_path, run):
    """As one has that was killed before its first search ended."""
    BookEditor(tmp_path / "x.book", 8).close()
    status, output, errors = run("book", "build", str(tmp_path / "x.book"), "--size", "6")
    assert (status, output) == (2, "")
    assert errors.endswith("x.book' is a book of 8x8, not 6: it is empty, so delete it first\n")


def test_searches_without_end_are_told(tmp_path, run):
    words = ("book", "learn", str(tmp_path / "x.book"), "a2", "--size", "4", "--plies", "0")
    assert run(*words, "--depth", "60", "--exact", "0")[2].startswith(
        "outflank: to look more than 30 moves ahead may take longer than anyone waits"
    )
    assert run(*words)[2] == ""


def test_ctrl_c_before_anything_is_searched(tmp_path, capsys):
    def work(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        edit(tmp_path / "x.book", 8, 1, work)
    said = "outflank: stopped: nothing was searched yet, the same command goes on\n"
    assert capsys.readouterr() == ("", said)
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c(tmp_path, start):
    book = tmp_path / "x.book"
    process = start("book", "build", str(book), "--size", "6", "--depth", "6", "--loss", "36")
    until = monotonic() + 60
    while monotonic() < until and not _positions(book):
        sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == (
        f"outflank: stopped: what is searched is in {book}, the same command goes on\n"
    )
    assert _positions(book) > 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["show", "--book", "no.book"], "there is no book 'no.book'"),
        (["show", "--size", "16"], "there is no book of 16x16 in this package: name a file"),
        (["show", "--book", "README.md"], "cannot read the book 'README.md': "),
        (["build", "README.md"], "cannot read the book 'README.md': "),
        (["build", "{}/x.book", "--loss", "-1"], "loss -1.0: expected 0 or more"),
        (["build", "{}/x.book", "--depth", "0"], "depth 0: expected a whole number above 0"),
        (["build", "{}/x.book", "--jobs", "0"], "jobs 0: expected a whole number above 0"),
        (["build", "{}/x.book", "--size", "7"], "board size 7: expected"),
        (["build", "{}/x.book", "--table", "0"], "table 0.0: expected megabytes above 0"),
        (["build", "{}/x.book", "--table", "100000"], "table 100000.0: expected megabytes above"),
        (["learn", "{}/x.book", "f5", "--table", "inf"], "table inf: expected megabytes above 0"),
        (["build", "{}/x.book", "--loss", "nan"], "loss nan: expected 0 or more"),
        (["build", "{}/x.book", "--positions", "0"], "positions 0: expected a whole number above"),
        (["build", "{}/x.book", "--exact", "-5"], "exact -5: expected empty squares, 0 or more"),
        (["build", "{}/x.book", "--hours", "nan"], "hours nan: expected 0 or more"),
        (["learn", "{}/x.book", "f5", "--hours", "-1"], "hours -1.0: expected 0 or more"),
        (["build", "{}/no/x.book"], "cannot write"),
        (["build", "{}/x.book", "--from", "z9"], "bad move 'z9'"),
        (["build", "{}/x.book", "--from", f"{'X' * 64} O"], "Position.parse("),
        (["learn", "{}/x.book"], "book learn needs games"),
        (["learn", "{}/x.book", "f5", "--plies", "-1"], "plies -1: expected 0 or more"),
        (["import", "{}/x.book", "no.txt"], "cannot read 'no.txt': No such file"),
        (["import", "{}/x.book", "pyproject.toml"], "pyproject.toml: line 1: bad position"),
        (["import", "{}/x.book", "/dev/null"], "there are no positions in '/dev/null'"),
        (["export", "no.book", "-"], "there is no book 'no.book'"),
        (["build", "8x8"], "'8x8' stands for a book of this package: choose another name"),
        (["build", "10x10"], "'10x10' is how a book of this package would be named: choose"),
        (["learn", "8x8", "f5"], "'8x8' stands for a book of this package"),
        (["import", "6x6", "pyproject.toml"], "'6x6' stands for a book of this package"),
        (["show", "--book", "8x8", "--size", "6"], "'8x8' is a book of 8x8, not 6"),
        (["exprt"], "unknown command 'exprt': did you mean 'export'?"),
    ],
)
def test_mistakes(words, reason, run, tmp_path):
    status, output, errors = run("book", *(word.format(tmp_path) for word in words))
    assert (status, output) == (2, "")
    assert errors.startswith(f"outflank: {reason}")
    assert errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
