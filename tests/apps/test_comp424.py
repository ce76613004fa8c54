"""`outflank comp424` as a user types it."""

import pytest


def test_export(run, tmp_path):
    path = tmp_path / "student_agent.py"
    words = ["comp424", "export", "engine:depth=1", str(path)]
    status, output, errors = run(*words)
    assert (status, errors) == (0, "")
    assert output == (
        f"Wrote {path}. In the simulator, put it into the folder agents and run:\n"
        "  python simulator.py --player_1 student_agent --player_2 random_agent\n"
    )
    text = path.read_text()
    assert run(*words) == (
        2,
        "",
        f"outflank: '{path}' exists: give another name, or --force to replace it\n",
    )
    assert path.read_text() == text
    assert run(*words, "--force", "--name", "mine")[0] == 0
    assert "@register_agent('mine')" in path.read_text()
    assert [found.name for found in tmp_path.iterdir()] == ["student_agent.py"]


def test_another_module_name_is_announced(run, tmp_path):
    path = tmp_path / "deep.py"
    status, output, _ = run("comp424", "export", "engine:depth=1", str(path), "--name", "deep")
    assert status == 0
    assert "  echo 'from .deep import StudentAgent' >> agents/__init__.py\n" in output
    assert "--player_1 deep " in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["exprt", "engine", "x.py"], "bad value 'exprt': expected export"),
        (["export", "engne", "x.py"], "unknown agent 'engne': did you mean 'engine'?"),
        (["export", "engine", "my-agent.py"],
         "cannot write 'my-agent.py': expected a module such as student_agent.py"),
        (["export", "engine", "class.py"],
         "cannot write 'class.py': expected a module such as student_agent.py"),
        (["export", "engine", "agent.py"],
         "cannot write 'agent.py': the simulator has agents/agent.py itself"),
        (["export", "engine:depth=1", "x.py", "--name", "a\nb"],
         "bad value 'a\\nb' for --name: expected a name such as student_agent"),
        (["export", "engine", "no/such/folder.py"],
         "cannot write 'no/such/folder.py': no such folder, or not yours to write in"),
        (["export", "engine:depth=1", "x.py", "--name="],
         "bad value '' for --name: expected a name such as student_agent"),
    ],
)  # fmt: skip
def test_mistakes(run, words, sentence):
    assert run("comp424", *words) == (2, "", f"outflank: {sentence}\n")
