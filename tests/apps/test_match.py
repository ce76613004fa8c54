"""`outflank match` as a user types it."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import outflank

from .conftest import ROOT, environment

FAULTY = "tests/tournament/faulty.py"
SMALL = ["--openings", "random:3", "--depth", "1"]
SHORT = [*SMALL, "--games", "6", "--size", "4"]

PRINTED = {
    "help-match": ["match", "--help"],
    "match": ["match", "greedy-corners", "greedy", "--games", "20", "--size", "6", "--seed", "3"],
    "match-field": ["match", "greedy", "random", "first", *SMALL, "--games", "6", "--size", "4,6"],
    "match-sprt": ["match", "random", "greedy", *SMALL, "--games", "400", "--sprt", "0,80"],
    "match-faults": ["match", f"{FAULTY}:Raises", f"{FAULTY}:wrong_type", *SHORT],
    "match-games": ["match", "random", "first", *SHORT, "--games-out=-"],
    "match-replay": ["match", "random", "first", *SHORT, "--replay", "4"],
}
"""The file in golden/ and the command that prints it."""

WEIGHTS = Path(outflank.__file__).parent / "data" / "6x6.weights"
MISTAKES = [
    (
        ["greedy", "random", "--sprt", "0,inf"],
        "SPRT of 0 against inf: expected Elo from -1000 to 1000",
    ),
    (
        ["greedy", "random", "--out", "/dev/null"],
        "cannot keep games in /dev/null: it is no ordinary file",
    ),
    (
        ["greedy", "random", "--json", "x.new", "--csv", "x.new"],
        "'x.new' is named for two things: each needs a file of its own",
    ),
    (["greedy"], "a match needs at least two agents"),
    (["greedy", "rndom"], "unknown agent 'rndom': did you mean 'random'?"),
    (
        ["greedy", f"engine:evaluation={WEIGHTS}", "--size", "6,8,10"],
        f"'engine:evaluation={WEIGHTS}' cannot play on 8x8, 10x10: its weights are for 6x6",
    ),
    (["greedy", "human"], "'human' cannot play a match: agents play it by themselves"),
    (
        ["greedy", "random", "--games", "5"],
        "games 5: expected an even number above 0, for every opening is played twice",
    ),
    (["greedy", "random", "--size", "7"], "board size 7: expected an even number from 4 to 16"),
    (
        ["greedy", "random", "--size", "big"],
        "bad value 'big' for --size: expected sizes such as 8 or 6,8",
    ),
    (
        ["greedy", "random", "--sprt", "5"],
        "bad value '5' for --sprt: expected ELO0,ELO1 as in 0,10",
    ),
    (
        ["greedy", "random", "--sprt", "5,0"],
        "SPRT of 5 against 0: the first must be the smaller",
    ),
    (
        ["greedy", "random", "--openings", "xot:none.txt"],
        "cannot read the openings none.txt: No such file or directory",
    ),
    (["greedy", "random", "--depth", "0"], "depth 0: expected a whole number above 0"),
    (["greedy", "random", "--jobs", "0"], "jobs 0: expected a whole number above 0"),
    (["greedy", "random", "--replay", "100"], "game 100: expected 0 to 99"),
    (
        ["greedy", "random", "--out", "README.md"],
        "README.md is no results file of a match: give another name to write to",
    ),
    (
        ["greedy", "random", "--json", "no/such/folder.json"],
        "cannot write 'no/such/folder.json': no such folder, or not yours to write in",
    ),
    (
        ["greedy", "random", "--json=-", "--csv=-"],
        "only one of --json and --csv can go to the output",
    ),
]


def masked(text):
    """The text with every measured second as zeros."""
    return re.sub(r"\d\.\d{6}\b", "0.000000", text)


@pytest.mark.parametrize("name", PRINTED)
def test_printed(name, run, golden):
    status, output, errors = run(*PRINTED[name])
    assert (status, errors) == (0, "")
    golden(name, masked(output))


@pytest.mark.parametrize(("words", "sentence"), MISTAKES, ids=[m[1] for m in MISTAKES])
def test_mistakes(words, sentence, run):
    assert run("match", *words) == (2, "", f"outflank: {sentence}\n")


def test_everything_at_once(run, tmp_path):
    files = {name: tmp_path / name for name in ("out.json", "out.csv", "games.txt")}
    words = ["match", "greedy", "random", *SHORT, "--jobs", "2", "--out", f"{tmp_path}/kept/"]
    words += ["--json", files["out.json"], "--csv", files["out.csv"]]
    words += ["--games-out", files["games.txt"]]
    status, first, errors = run(*map(str, words))
    assert (status, errors) == (0, "")
    assert json.loads(files["out.json"].read_text())["games"] == 6
    assert len(list(csv.DictReader(io.StringIO(files["out.csv"].read_text())))) == 6
    assert files["games.txt"].read_text().count("[Game ") == 6
    assert (tmp_path / "kept" / "match.jsonl").read_text().count("\n") == 7
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*files, "kept"])
    assert run(*map(str, words)) == (0, first, "")
    words[words.index("--games") + 1] = "8"
    status, output, errors = run(*map(str, words))
    assert (status, output) == (2, "")
    assert "holds another match (with games 6, not 8)" in errors


def test_other_games_are_refused_or_dropped(run, tmp_path):
    weights, out = tmp_path / "w.toml", tmp_path / "m.jsonl"
    weights.write_text('unit = "points"\n[size.4.all]\nmobility = 10\n')
    words = ["match", f"engine:evaluation={weights}", "first", *SHORT, "--out", str(out)]
    assert run(*words)[::2] == (0, "")
    weights.write_text('unit = "points"\n[size.4.all]\nmobility = -10\n')
    said = f"{out} holds another match ({weights} has changed since): begin anew with --fresh, "
    assert run(*words) == (2, "", f"outflank: {said}or give another name to write to\n")
    assert run(*words, "--fresh")[::2] == (0, "")
    lines = out.read_text().splitlines()
    out.write_text("\n".join([*lines[:3], lines[3][:50], *lines[4:]]) + "\n")
    status, _, errors = run(*words)
    assert status == 0
    assert errors.startswith(f"outflank: line 4 of {out} holds no game (")
    assert run("match", "first", "random", "--fresh") == (
        2,
        "",
        "outflank: --fresh drops the games in a file: name it with --out\n",
    )


def test_games_can_be_analyzed(run, tmp_path):
    path = tmp_path / "games"
    words = ["match", f"{FAULTY}:Raises", "first", *SHORT, "--games-out", str(path)]
    assert run(*words)[::2] == (0, "")
    for number, result in ((1, "White wins 0-16 by a fault"), (2, "Black wins 16-0 by a fault")):
        status, output, errors = run("analyze", str(path), "--depth", "1", "--game", str(number))
        assert (status, errors) == (0, "")
        assert f"Result: {result}" in output
    status, output, _ = run("analyze", "--all", str(path), "--depth", "1")
    assert status == 0
    assert output.count("wins 0-16 by a fault") + output.count("wins 16-0 by a fault") == 6
    assert "resignation" not in output
    assert (
        json.loads(run("analyze", str(path), "--depth", "1", "--json")[1])["result"]["ending"]
        == "fault"
    )
    _, output, _ = run("analyze", str(path), "--depth", "1", "--game", "2")
    text = path.read_text()
    same = run("analyze", "-", "--depth", "1", "--size", "8", "--game=2", stdin=text)
    assert same == (0, output, "")
    for words, sentence in [
        (["7"], f"there is no game 7 in {str(path)!r}: it has 6 games"),
        (["0"], "game 0: expected a whole number above 0"),
    ]:
        assert run("analyze", str(path), "--game", *words) == (2, "", f"outflank: {sentence}\n")
    path.write_text('[Size "4"]\na9\n\n' + text)
    status, output, errors = run("analyze", str(path))
    assert (status, output) == (2, "")
    assert errors.startswith(f"outflank: cannot read {str(path)!r}: game 1, line 2: bad move 'a9' ")
    assert run("analyze", str(path), "--game", "3", "--depth", "1")[0] == 0
    assert run("analyze", "f5", "--game", "2") == (
        2,
        "",
        "outflank: there is no game 2 in 'f5': it has 1 game\n",
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_agents_that_print_do_not_spoil_the_output(run, jobs):
    status, output, errors = run("match", f"{FAULTY}:loud", "random", *SHORT, "--json=-",
                                 "--jobs", jobs)  # fmt: skip
    assert status == 0
    assert json.loads(output)["games"] == 6
    assert errors.count("thinking aloud") > 6
    assert errors.replace("thinking aloud", "").strip() == ""


def test_a_dead_process_is_reported(run):
    status, output, errors = run("match", f"{FAULTY}:dies", "random", *SHORT, "--jobs", "2")
    assert (status, output) == (2, "")
    assert errors.startswith("outflank: the match stopped: a process died without a word; ")
    assert errors.endswith("; with --out FILE it could go on\n")


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX terminals")
def test_the_running_score_is_for_terminals_only():
    import pty

    reader, writer = pty.openpty()
    words = [sys.executable, "-m", "outflank", "match", "greedy", f"{FAULTY}:Raises", *SHORT]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=writer, cwd=ROOT, env=environment(TERM="xterm")
    )
    os.close(writer)
    seen = b""
    try:
        while chunk := os.read(reader, 1000):
            seen += chunk
    except OSError:  # how Linux ends a terminal
        pass
    output, _ = process.communicate()
    os.close(reader)
    assert b"\033" not in output
    text = seen.decode()
    assert re.search(r"\r\033\[K6/6  \+6 =0 -0  100\.0 %  [1-6] by fault", text)
    assert "game 0: greedy - " in text
    assert text.endswith("\r\033[K")


def test_published_openings(run):
    path = ROOT.parent / "shared" / "data" / "openings" / "xot-3623.txt"
    if not path.exists():
        pytest.skip("the XOT list is not here")
    status, output, _ = run(
        "match", "greedy", "random", "--games", "40", "--depth", "1", "--openings", f"xot:{path}"
    )
    assert status == 0
    assert "note:" not in output


def test_links_and_devices_are_written_through(run, tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    fifo_like = os.devnull
    words = ["match", "greedy", "random", *SHORT, "--json", str(link), "--csv", fifo_like]
    assert run(*words)[0] == 0
    assert link.is_symlink()
    assert json.loads(target.read_text())["games"] == 6
    assert not Path(os.devnull).is_file()


def test_an_agent_that_forks_plays_on_alone(run, tmp_path):
    forks = f"{FAULTY}:forks"
    out = tmp_path / "kept.jsonl"
    status, output, errors = run("match", forks, "first", *SHORT, "--out", str(out))
    assert (status, errors) == (0, "")
    assert output.count("No faults.") == 1
    assert out.read_text().count("\n") == 7


def test_an_agent_whose_analysis_fails_still_plays(run):
    status, output, errors = run("match", f"{FAULTY}:Secretive", "first", *SHORT)
    assert (status, errors) == (0, "")
    assert "No faults." in output


def test_an_agent_that_leaves_the_folder_is_found_again(run):
    status, output, errors = run("match", f"{FAULTY}:wanders", "first", *SHORT)
    assert (status, errors) == (0, "")
    assert "No faults." in output
