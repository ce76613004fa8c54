"""Years of dates in every spelling."""

import pytest

from outflank.formats.dates import year_of


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("2001", 2001),
        (" 2001-02-03", 2001),
        ("2003.12.15_12:33:18.MST", 2003),
        ("2000-4-16 11:13 EST", 2000),
        ("947375357", 2000),
        ("960402", 1996),
        ("961402", None),
        ("1700000000", 2023),
        ("", None),
        ("????.??.??", None),
        ("20010203", None),
        ("3 May 2001", None),
    ],
)
def test_year(date: str, year: int | None) -> None:
    assert year_of(date) == year
