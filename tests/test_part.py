"""Files that are written whole or not at all, beside others that do the same."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from outflank.part import Part, write_atomically


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


@pytest.mark.skipif(os.name != "posix", reason="locks of Unix")
def test_the_next_removes_what_a_killed_process_left(tmp_path: Path) -> None:
    """A `kill -9` lets a process remove nothing; another one that still writes keeps its file."""
    code = """
import os, sys
from pathlib import Path
from outflank.part import Part
part = Part(Path(sys.argv[1]))
part.file.write(b"half")
part.file.flush()
if sys.argv[2] == "finished":
    part.finish()
print(part.path.name, flush=True)
sys.stdin.read()
os.kill(os.getpid(), 9)
"""
    killed, alive = (
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "a"), state],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for state in ("open", "finished")
    )
    with killed, alive:
        assert killed.stdout is not None
        assert alive.stdout is not None
        left, kept = killed.stdout.readline().strip(), alive.stdout.readline().strip()
        killed.communicate()
        assert killed.returncode == -9
        assert {path.name for path in tmp_path.iterdir()} == {left, kept}
        write_atomically(tmp_path / "a", b"new")
        assert {path.name for path in tmp_path.iterdir()} == {"a", kept}
        alive.communicate()
    write_atomically(tmp_path / "b", b"newer")
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b"}


def test_others_files_stay(tmp_path: Path) -> None:
    """Only names of our temporary files are removed."""
    names = {".outflank-notes", "a.part", ".hidden.part"}
    for name in names:
        (tmp_path / name).touch()
    write_atomically(tmp_path / "a", b"new")
    assert {path.name for path in tmp_path.iterdir()} == {"a", *names}


@pytest.mark.skipif(os.name != "posix", reason="locks of Unix")
def test_removed_before_the_lock_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may take a file without a lock for an abandoned one."""
    import fcntl

    lock, calls = fcntl.flock, list[int]()

    def slow(file: int, operation: int) -> None:
        if not calls:
            for path in tmp_path.iterdir():
                path.unlink()
        calls.append(operation)
        lock(file, operation)

    monkeypatch.setattr(fcntl, "flock", slow)
    write_atomically(tmp_path / "a", b"new")
    assert len(calls) == 2
    assert [(file, file.read_text()) for file in tmp_path.iterdir()] == [(tmp_path / "a", "new")]


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
