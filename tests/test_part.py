"""Files that are written whole or not at all, beside others that do the same."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from outflank.part import Part


def test_nothing_is_there_until_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with closing(Part(path)) as part:
        part.file.write(b"new")
        assert path.read_text() == "old"
        part.commit()
    assert path.read_text() == "new"
    with closing(Part(path)) as part:
        part.file.write(b"newer")
    assert [(file, file.read_text()) for file in tmp_path.iterdir()] == [(path, "new")]


def test_nothing_is_made_before_somebody_holds_it(tmp_path: Path) -> None:
    """A signal between the two would leave it there."""
    part = Part(tmp_path / "a")
    assert not list(tmp_path.iterdir())
    with closing(part):
        part.file.write(b"new")
        assert [file.suffix for file in tmp_path.iterdir()] == [".part"]
    assert not list(tmp_path.iterdir())


def test_two_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 250)
    with closing(Part(path)) as one, closing(Part(path)) as two:
        one.file.write(b"one")
        two.file.write(b"two")
        one.commit()
        assert path.read_text() == "one"
        two.commit()
    assert [(file, file.read_text()) for file in tmp_path.iterdir()] == [(path, "two")]


@pytest.mark.skipif(os.name != "posix", reason="modes of Unix")
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_the_mode_stays(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    path.chmod(mode)
    with closing(Part(path)) as part:
        part.file.write(b"new")
        assert S_IMODE(part.path.stat().st_mode) == mode
        part.commit()
    assert S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name != "posix", reason="limits of Unix")
def test_no_room_leaves_nothing(tmp_path: Path) -> None:
    """What is written last is in a buffer still, so that closing the file fails."""
    import resource
    import signal

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with closing(Part(tmp_path / "a")) as part:
            part.file.write(bytes(4000))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
            with pytest.raises(OSError, match="too large"):
                part.commit()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert not list(tmp_path.iterdir())
