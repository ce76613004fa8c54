"""Years of dates in every spelling."""

import pytest

from outflank.formats.dates import unclear_year, year_of, years_of


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
        ("20010203", 2001),
        ("20011303", None),
        ("3 May 2001", 2001),
        ("2019.05.04", 2019),
        ("04/05/2019", 2019),
        ("4.5.2019", 2019),
        ("24.11.2019", 2019),
        ("11/24/2019", 2019),
        ("Nov 24, 2019", 2019),
        ("4th May 2019, 19:30", 2019),
        ("4 mai 2019", 2019),
        ("2019\u5e745\u67084\u65e5", 2019),
        ("\uff12\uff10\uff11\uff19\u5e74", 2019),
        ("\u4e8c\u3007\u4e00\u4e5d\u5e74\u4e94\u6708", 2019),
        ("\u4ee4\u548c\u5143\u5e745\u67084\u65e5", 2019),
        ("\u4ee4\u548c5\u5e74", 2023),
        ("\u5e73\u6210\u4e09\u5341\u4e00\u5e74\u56db\u6708", 2019),
        ("\u662d\u548c64\u5e741\u67087\u65e5", 1989),
        ("H31.4.30", 2019),
        ("R1/5/4", 2019),
        ("1700000000000", 2023),
        ("2019-05-04 1930", 2019),
        ("04/05/19", None),
        ("19??.05.04", None),
        ("spring", None),
    ],
)
def test_year(date: str, year: int | None) -> None:
    assert year_of(date) == year


def test_several_years() -> None:
    assert years_of("1999-2001") == years_of("May 1999 - June 2001") == range(1999, 2002)
    assert years_of("1999/2000") == range(1999, 2001)
    assert years_of("2001-1999") == range(2001, 2002)
    assert not years_of("????")


def test_a_year_that_is_not_understood() -> None:
    told = "the year of the date '04/05/19' is not understood: expected such as 2019-05-04"
    assert unclear_year("04/05/19") == told
    for clear in ("", "????.??.??", "?", "unknown", "4.5.2019"):
        assert unclear_year(clear) is None
