"""The library: what is kept is never lost, and what others keep is left alone."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank import Game
from outflank.apps.library import ConflictError, Library, Store, StoreError
from outflank.formats import Record

NAME = "0123456789abcdef"


def test_only_one_of_many_pages_saves(tmp_path) -> None:
    library = Library(Store(tmp_path / "library.db"))
    record = Record(Game.parse("f5"))
    library.save(NAME, 0, record, None)

    def save(number: int) -> bool:
        try:
            return library.save(NAME, 1, record, number) == 2
        except ConflictError:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(save, range(16))) == 1
    kept = library.get(NAME)
    assert kept is not None
    assert kept.revision == 2


def test_all_or_none(tmp_path) -> None:
    store = Store(tmp_path / "library.db")
    library = Library(store)
    library.save(NAME, 0, Record(Game()), None)
    with pytest.raises(ZeroDivisionError), store.writing() as connection:
        _ = connection.execute("DELETE FROM game").rowcount / 0

    def records():
        yield Record(Game.parse("f5")), None
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        library.add(records())
    assert library.search("", None, 0, 10)[1] == 1


def test_others_files_are_left_alone(tmp_path) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("no database" * 1000)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = text.read_bytes(), other.read_bytes()
    for path in (text, other, tmp_path):
        with pytest.raises(StoreError, match=str(path)):
            Store(path)
    assert (text.read_bytes(), other.read_bytes()) == before
    with pytest.raises(StoreError, match="cannot keep games"):
        Store(text / "below" / "library.db")


def test_opened_again(tmp_path) -> None:
    path = tmp_path / "new" / "folder" / "library.db"
    (name,) = Library(Store(path)).add([(Record(Game.parse("f5")), None)])
    kept = Library(Store(path)).get(name)
    assert kept is not None
    assert kept.record.game == Game.parse("f5")
