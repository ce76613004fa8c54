"""What comes over a pipe while something is thought of, and what is left to think by itself."""

from itertools import islice, repeat
from queue import SimpleQueue
from threading import Event
from time import monotonic, sleep

import pytest

from outflank.protocols import inbox
from outflank.protocols.aside import Aside
from outflank.protocols.inbox import Inbox


def until(condition):
    """Waits ten seconds at most for a condition."""
    end = monotonic() + 10
    while not condition():
        assert monotonic() < end
        sleep(0.001)


def is_urgent(line):
    return line == "stop"


def test_lines_come_in_order_and_urgent_ones_are_seen_ahead():
    queue: SimpleQueue[str] = SimpleQueue()
    box = Inbox(iter(queue.get, ""), is_urgent)
    lines = iter(box)
    queue.put("one")
    assert next(lines) == "one"
    assert not box.is_set()
    for line in ("two", "stop", "three", "stop"):
        queue.put(line)
    until(box.is_set)
    assert next(lines) == "two"
    assert box.is_set()
    assert next(lines) == "stop"
    until(box.is_set)  # of the second one
    assert [next(lines), next(lines)] == ["three", "stop"]
    assert not box.is_set()


def test_it_asks_to_stop_a_while_after_the_last_line(monkeypatch):
    monkeypatch.setattr(inbox, "_PATIENCE", 0.05)
    box = Inbox(["one", "two"], is_urgent)
    until(box.is_set)
    assert list(box) == ["one", "two"]


def test_closed_it_gives_no_more():
    box = Inbox(["one", "two"], is_urgent)
    lines = iter(box)
    assert next(lines) == "one"
    box.close()
    assert box.is_set()
    assert list(lines) == []


@pytest.mark.parametrize("taken", [0, 1, 25])
def test_closed_it_reads_no_more(taken, monkeypatch):
    monkeypatch.setattr(inbox, "_AHEAD", 10)
    ended = Event()

    def endless():
        try:
            yield from repeat("more")
        finally:
            ended.set()

    box = Inbox(endless(), is_urgent)
    assert list(islice(box, taken)) == ["more"] * taken
    box.close()
    assert ended.wait(10)


def test_it_reads_ahead_so_far_and_no_farther(monkeypatch):
    monkeypatch.setattr(inbox, "_AHEAD", 10)
    given: list[int] = []

    def lines():
        for number in range(100):
            given.append(number)
            yield str(number)

    box = Inbox(lines(), is_urgent)
    until(lambda: len(given) == 11)
    assert next(iter(box)) == "0"
    until(lambda: len(given) == 12)
    assert [int(line) for line in box] == [*range(1, 100)]


def test_lines_that_fail_are_at_their_end():
    def lines():
        yield "one"
        raise OSError("gone")

    assert list(Inbox(lines(), is_urgent)) == ["one"]


def test_answers_and_errors_of_a_question_aside():
    aside, never = Aside(), Event()
    assert aside.ask(lambda: 42, never) == 42
    with pytest.raises(ZeroDivisionError):
        aside.ask(lambda: 1 / 0, never)
    assert aside.ask(lambda: 43, never) == 43


def test_a_question_aside_is_left_and_the_next_one_waits_for_its_end():
    aside, never, stop, go = Aside(), Event(), Event(), Event()
    stop.set()
    begun: list[int] = []

    def slow():
        begun.append(1)
        return go.wait(10)

    assert aside.ask(slow, stop) is None
    until(lambda: begun)
    assert aside.ask(lambda: begun.append(2), stop) is None
    assert begun == [1]
    go.set()
    assert aside.ask(lambda: len(begun), never) == 1
