"""Clocks as text."""

import pytest

from outflank.protocols.clock import read_clock


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("15:00", 900), ("1:00:00", 3600), ("2.01:00:00", 176400), ("900", 900), ("00:30", 30),
     (" 0:05.5 ", 5.5), ("", None), ("x", None), ("1:2:3:4", None), ("-5", None), ("15:", None)],
)  # fmt: skip
def test_clocks(text, seconds):
    assert read_clock(text) == seconds
