"""`outflank train` as a user types it."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from outflank import Learned, Position

SMALL = ["train", "--size", "6", "--games", "60", "--rounds", "1", "--depth", "1", "--exact", "6"]

MISTAKES = [
    (["--size", "4"], "size 4: expected an even board size from 6 to 16"),
    (["--size", "big"], "bad value 'big' for --size: expected a whole number"),
    (["--hours", "0"], "hours 0.0: expected a number above 0"),
    (["--games", "0"], "games 0: expected a whole number above 0"),
    (["--rounds", "0"], "rounds 0: expected a whole number from 1 to 100"),
    (["--depth", "0"], "depth 0: expected 1 to 20 plies"),
    (["--exact", "99"], "exact 99: expected 4 to 24 empty squares"),
    (["--seed", "-1"], "seed -1: expected a whole number from 0 below 2^32"),
    (["--out", "README.md"], "cannot train in 'README.md': it is no folder"),
    (["--out", "no/such/folder"], "cannot write 'no/such/folder': no such folder"),
    (["now"], "unexpected 'now': see 'outflank train --help'"),
]


@pytest.mark.parametrize(("words", "sentence"), MISTAKES, ids=[m[1] for m in MISTAKES])
def test_mistakes(words, sentence, run, tmp_path):
    own = [] if "--out" in words else ["--out", str(tmp_path / "x")]
    status, output, errors = run("train", *words, *own)
    assert (status, output) == (2, "")
    assert errors.startswith(f"outflank: {sentence}")
    assert errors.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_help(run, golden):
    status, output, errors = run("train", "--help")
    assert (status, errors) == (0, "")
    golden("help-train", output)


def test_without_numpy(tmp_path):
    """The extra is named, as by every command that needs one."""
    code = (
        "import sys; sys.modules['numpy'] = None; from outflank.apps.cli import main; "
        f"sys.exit(main(['train', '--out', {str(tmp_path / 'x')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "outflank: training needs numpy: pip install 'outflank[training]'\n"
    assert not list(tmp_path.iterdir())


def test_hours_that_are_over(run, tmp_path):
    words = ["--size", "6", "--depth", "1", "--exact", "6", "--games", "20", "--hours", "1e-6"]
    status, output, errors = run("train", *words, "--out", str(tmp_path / "x"))
    assert status == 0
    assert re.search(r"(?m)^\| 1 \| .* \| \d+ \| \d+ \|$", output)
    assert re.search(
        r"outflank: 1e-06 hours end after round 1 of 3 \(its fit took \d+ s\): with more --hours "
        r"the same command goes on\n\Z",
        errors,
    )


def test_it_learns_and_goes_on(run, tmp_path):
    folder = tmp_path / "x"
    status, output, errors = run(*SMALL, "--out", str(folder))
    assert status == 0
    assert [line.partition(":")[0] for line in errors.splitlines()][:2] == ["round 1", "round 1"]
    assert errors.startswith("round 1: self-play: ")
    assert errors.count("round 1: fit: ") == 1, "a line for each step"
    assert output.startswith("# A learned evaluation for 6x6\n")
    assert output.endswith(f"\nwritten: {folder / '6x6.weights'}\n")
    assert Learned.load(folder / "6x6.weights")(Position.initial(6)) != 0
    assert run(*SMALL, "--out", str(folder)) == (0, output, "")
    status, output, errors = run(*SMALL, "--out", str(folder), "--seed", "2")
    assert (status, output) == (2, "")
    assert (
        "holds a training with seed 1, not 2: begin anew with --fresh, or in another folder"
        in errors
    )
    recipe = folder / "recipe.json"
    recipe.write_text(recipe.read_text().replace('"core": "', '"core": "another'))
    status, output, errors = run(*SMALL, "--out", str(folder))
    assert (status, output) == (2, "")
    assert "holds another training (Outflank's own native core changed since): begin anew" in errors
    (folder / "round-1" / "old.examples").write_bytes(b"")
    assert run(*SMALL, "--out", str(folder), "--fresh")[0] == 0
    assert not (folder / "round-1" / "old.examples").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_ctrl_c_keeps_the_games(start, tmp_path):
    folder = tmp_path / "x"
    words = [word.replace("60", "1000000") for word in SMALL]
    program = start(*words, "--out", str(folder))
    while not list(folder.glob("round-1/*.examples")):
        assert program.poll() is None
        time.sleep(0.05)
    os.kill(program.pid, signal.SIGINT)
    output, errors = program.communicate()
    assert program.returncode == 130
    assert output == ""
    said = f"outflank: stopped: the games are in {folder}, the same command goes on from there\n"
    assert errors.endswith(said)
    assert "Traceback" not in errors
    assert all(path.stat().st_size % 24 == 0 for path in folder.glob("round-1/*.examples"))
    assert not list(folder.glob("round-1/*.part"))
