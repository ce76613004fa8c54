"""`outflank tune` as a user types it."""

import os
import re
import signal
import time

import pytest

from outflank.heuristics import from_toml

SMALL = ["tune", "three-factor", "--size", "6", "--games", "80", "--depth", "1", "--phases", "2"]
JOURNAL = "journal.jsonl"

MISTAKES = [
    (["greedy"], "greedy has no weights to tune: expected an agent that searches with some"),
    (["rndom"], "unknown agent 'rndom': did you mean 'random'?"),
    (["engine", "--method", "luck"], "bad value 'luck' for --method: expected logistic or td or"),
    (["engine", "--size", "big"], "bad value 'big' for --size: expected sizes such as 8 or 6,8"),
    (["engine", "--size", "7"], "board size 7: expected an even number from 4 to 16"),
    (["engine", "--depth", "0"], "depth 0: expected a whole number above 0"),
    (["engine", "--jobs", "0"], "jobs 0: expected a whole number above 0"),
    (["engine", "--features", "edgs"], "no feature is called 'edgs': did you mean 'edges'?"),
    (["engine", "--method", "td", "--rounds", "2"], "rounds is for logistic, not for td"),
    (["engine", "--budget", "9"], "budget is for cma and grid, not for logistic"),
    ([], "AGENT needs a value"),
    (["engine", "--games", "0"], "games 0: expected a whole number above 0"),
    (["engine", "--phases", "0"], "phases '0': expected 1 to 100, or one of t, t^2"),
    (
        ["engine", "--out", "x.txt"],
        "cannot write 'x.txt': expected FILE.toml, without a comma in it",
    ),
    (["engine", "--seed", "-1"], "seed -1: expected 0 or more"),
    (
        ["engine", "--method", "cma", "--against", "greed"],
        "unknown agent 'greed': did you mean 'greedy'?",
    ),
    (
        ["engine", "--out", "no/such/x.toml"],
        "cannot write 'no/such/x.toml': no such folder, or not yours to write in",
    ),
    (["engine", "--out", "."], "cannot write '.': expected FILE.toml, without a comma in it"),
    (["engine", "--out", "a,b.toml"], "cannot write 'a,b.toml': expected FILE.toml, without a"),
    (["engine", "--out", "/dev/null"], "cannot write '/dev/null': expected FILE.toml, without a"),
    (
        ["engine", "--work", "README.md"],
        "cannot keep the games in 'README.md': it is no folder",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), MISTAKES, ids=[m[1] for m in MISTAKES])
def test_mistakes(words, sentence, run, tmp_path):
    own = [] if "--out" in words else ["--out", str(tmp_path / "x.toml")]
    status, output, errors = run("tune", *words, *own)
    assert (status, output) == (2, "")
    assert errors.startswith(f"outflank: {sentence}")
    assert errors.count("\n") == 1
    assert not (tmp_path / "x.toml").exists()


def test_help(run, golden):
    status, output, errors = run("tune", "--help")
    assert (status, errors) == (0, "")
    golden("help-tune", output)


def test_a_tuning_from_end_to_end(run, tmp_path):
    out = tmp_path / "new.toml"
    words = [*SMALL, "--match", "4", "--out", str(out)]
    words[words.index("--games") + 1] = "300"
    status, output, errors = run(*words)
    assert (status, errors) == (0, "")
    before, after = map(float, re.search(r"loss on 6x6 +(\S+) +(\S+)", output).groups())
    assert after < before
    assert re.search(r"corners +5 +\S+ +5 +\S+\n", output)
    assert re.search(r"after against before\n.*\n6x6 +\d", output)
    assert output.endswith(f"written: {out}\n")
    text = out.read_text()
    assert text.startswith("# three-factor tuned by logistic on 6x6: 300 games a size")
    assert set(from_toml(text).names) == {"corners", "discs_percent", "mobility_percent"}
    assert (
        run("match", f"engine:evaluation={out}", "random", "--games", "2", "--depth", "1")[0] == 0
    )

    kept = (tmp_path / "new.games" / JOURNAL).read_bytes()
    assert run(*words) == (0, output, "")
    assert (tmp_path / "new.games" / JOURNAL).read_bytes() == kept


@pytest.mark.parametrize("method", ["logistic", "td", "cma"])
def test_a_killed_tuning_goes_on_and_finds_the_same(method, run, start, tmp_path):
    words = [*SMALL, "--method", method]
    words[words.index("--games") + 1] = "20" if method == "cma" else "200"
    words += ["--features", "+edges"]
    words += ["--budget", "20"] if method == "cma" else []
    whole, half = tmp_path / "whole", tmp_path / "half"
    assert run(*words, "--out", f"{whole}.toml")[0] == 0
    process = start(*words, "--out", f"{half}.toml")
    journal = tmp_path / "half.games" / JOURNAL
    while not journal.exists() or journal.read_bytes().count(b"\n") < 60:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()
    played = journal.read_bytes()
    assert not (tmp_path / "half.toml").exists()
    assert run(*words, "--out", f"{half}.toml")[0] == 0
    assert (tmp_path / "half.toml").read_text() == (tmp_path / "whole.toml").read_text()
    complete = played[: played.rindex(b"\n") + 1]
    assert journal.read_bytes().startswith(complete)
    assert journal.read_bytes() == (tmp_path / "whole.games" / JOURNAL).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_says_how_to_go_on(jobs, start, tmp_path):
    out = tmp_path / "new.toml"
    words = [*SMALL, "--out", str(out), "--jobs", jobs]
    words[words.index("--games") + 1] = "100000"
    process = start(*words)
    journal = tmp_path / "new.games" / JOURNAL
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    folder = tmp_path / "new.games"
    assert (
        errors
        == f"outflank: stopped: the games are in {folder}, the same command goes on from there\n"
    )
    assert not out.exists()
