"""Files of the course run unchanged: what they are given, what they return, what they import."""

import copy
import json
import os
from pathlib import Path

import numpy as np
import pytest

from outflank import Limit, Position
from outflank.agents import AgentError, agent_from_spec, play_game
from outflank.agents.students import StudentFault
from outflank.agents.students.course import arguments

from .conftest import HEAD, STEP

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
START = Position.initial(6)


def kinds(agent):
    return [fault.kind for fault in agent.faults]


def test_the_start_of_the_course():
    board, player, opponent = arguments(START, Limit())
    assert board[2:4, 2:4].tolist() == [[2, 1], [1, 2]]
    assert board.sum() == 6
    assert (board.shape, player, opponent) == ((6, 6), 1, 2)
    assert np.issubdtype(board.dtype, np.integer)
    board, player, opponent = arguments(START.play("c2"), Limit())
    assert (board[1, 2], board[2, 2], player, opponent) == (1, 1, 2, 1)


def test_boards_still_have_tostring():
    board, *_ = arguments(START, Limit())
    for one in (board, board.copy(), copy.deepcopy(board), copy.copy(board), board[1:], board == 1):
        assert one.tostring() == one.tobytes()


def test_what_step_is_given(course, play):
    agent = course(
        step="""
        import json
        print(json.dumps([chess_board.tolist(), player, opponent, len(chess_board.tostring())]))
        board = deepcopy(chess_board)
        r, c = get_valid_moves(chess_board, player)[0]
        assert count_capture(chess_board, (r, c), player) == 1
        assert execute_move(board, (r, c), player) is None
        assert board[r, c] == player and chess_board[r, c] == 0
        assert check_endgame(board, player, opponent)[0] is False
        chess_board[:] = 0
        return r, c
        """
    )
    after = START.play("c2")
    assert play(agent, START, after, START) == ["c2", "b2", "c2"]
    assert agent.faults == []
    first, second, third = map(json.loads, agent.printed.splitlines())
    assert first == third == [arguments(START, Limit())[0].tolist(), 1, 2, 36 * 8]
    assert second[1:3] == [2, 1]


ANSWERS = [
    ("(1, 2)", None),
    ("[1, 2]", None),
    ("np.array((1, 2))", None),
    ("(np.int64(1), np.int8(2))", None),
    ("iter((1, 2))", None),
    ("None", "returned None, expected (row, column)"),
    ("3", "returned 3, expected (row, column)"),
    ("(1, 2, 1)", "returned (1, 2, 1), expected (row, column)"),
    ("(1.0, 2)", "returned (1.0, 2), expected (row, column)"),
    ("'c2'", "returned 'c2', expected (row, column)"),
    ("(6, 0)", "returned (6, 0), which is off the 6x6 board"),
    ("(-1, 2)", "returned (-1, 2), which is off the 6x6 board"),
    ("(0, 0)", "played a1, which is illegal: it can play c2, b3, e4, d5"),
    ("(2, 2)", "played c3, which is illegal: it can play c2, b3, e4, d5"),
]


def test_answers(course):
    texts = ", ".join(answer for answer, _ in ANSWERS)
    agent = course(step=f"self.answers = getattr(self, 'answers', [{texts}])\n"
                        "return self.answers.pop(0)")  # fmt: skip
    for _, message in ANSWERS:
        before = len(agent.faults)
        move = agent.choose(START, Limit())
        new = agent.faults[before:]
        if message is None:
            assert (str(move), new) == ("c2", [])
        else:
            assert START.is_legal(move)
            assert new == [
                StudentFault("illegal move", 1, START, agent.seconds, message, replaced=True)
            ]


def test_random_moves_come_from_the_seed(write):
    path = write(HEAD + "\n@register_agent('x')\nclass A(Agent):\n    pass\n")
    games = []
    for seed in (1, 1, 2):
        with agent_from_spec(f"comp424:{path}:seed={seed}") as agent:
            games.append(play_game(agent, "first", START).transcript())
            assert set(kinds(agent)) == {"exception"}
            assert "raised NotImplementedError: step(self" in agent.faults[0].message
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize(
    "square",
    [
        "random_move(chess_board, player)",
        "moves[np.random.randint(len(moves))]",
        "sorted(moves, key=lambda move: hash(str(move)))[0]",
    ],
)
def test_what_the_code_draws_comes_from_the_seed(square, write):
    step = f"        moves = get_valid_moves(chess_board, player)\n        return {square}\n"
    path = write(HEAD + STEP + step)
    games = []
    for seed in (1, 1, 2):
        with agent_from_spec(f"comp424:{path}:seed={seed}") as agent:
            games.append(play_game(agent, "first", START).transcript())
            assert agent.faults == []
    assert games[0] == games[1] != games[2]


def test_never_asked_to_pass(course):
    agent = course(
        step="""
        assert get_valid_moves(chess_board, player)
        return get_valid_moves(chess_board, player)[-1]
        """
    )
    for seed in range(3):
        game = play_game(agent, f"random:seed={seed}", Position.initial(4))
        assert game.result is not None
    assert agent.faults == []


def test_an_exception_is_told_with_its_place(course, play):
    agent = course(step="board = {}\nreturn board[player, 'corner']")
    play(agent, START.play("c2"))
    (fault,) = agent.faults
    assert (fault.kind, fault.move) == ("exception", 2)
    assert fault.message == "raised KeyError: (2, 'corner') (student_agent.py, line 18)"
    first, *_, last = fault.traceback.splitlines()
    assert first == "Traceback (most recent call last):"
    assert last == "KeyError: (2, 'corner')"
    assert "host.py" not in fault.traceback


def test_registered_twice(course, play):
    text = HEAD
    for number in range(3):
        text += f"""
@register_agent("student_agent")
class Agent{number}(Agent):
    def step(self, board, player, opponent):
        print("this is {number}")
        return get_valid_moves(board, player)[0]
"""
    agent = course(text)
    play(agent, START)
    assert agent.printed == "this is 2\n"


NAMES = HEAD + "".join(
    f"""
@register_agent({name!r})
class {name.title()}(Agent):
    def step(self, board, player, opponent):
        print({name!r})
        return get_valid_moves(board, player)[0]
"""
    for name in ("one", "student_agent", "two")
)


@pytest.mark.parametrize(
    ("text", "options", "taken"),
    [
        (NAMES, "", "student_agent"),
        (NAMES, "name=one", "one"),
        (NAMES, "name=two", "two"),
        (NAMES.replace("student_agent", "three"), "", "two"),
    ],
)
def test_which_of_several(text, options, taken, course, play):
    agent = course(text, options)
    play(agent, START)
    assert agent.printed == f"{taken}\n"


def test_none_of_that_name(course):
    with pytest.raises(AgentError, match="registers no agent as 'three': there are one, student_"):
        course(NAMES, "name=three")


def test_other_files_of_the_course(course, write, play):
    write(HEAD + "\n@register_agent('student_agent')\nclass Other(Agent):\n    pass\n", "other.py")
    write("TABLE = 7\n", "tables.py")
    write("raise ImportError('a file of this name must not be in the way')", "time.py")
    (write("", "x.py").parent.parent / "constants.py").write_text("MAX_BOARD_SIZE = 12\n")
    (write("", "x.py").parent.parent / "helpers.py").write_text("raise SystemExit\n")
    agent = course(
        HEAD
        + """
from agents.other import Other
from .tables import TABLE
import tables, constants, helpers as h, store
from store import AGENT_REGISTRY

@register_agent("mine")
class Mine(Other):
    def step(self, board, player, opponent):
        assert AGENT_REGISTRY["mine"] is Mine and TABLE == tables.TABLE == 7
        assert self.autoplay is True and isinstance(self.name, str)
        print(constants.MAX_BOARD_SIZE, open("constants.py").read(), time.time() > 0)
        return h.get_valid_moves(board, player)[0]
"""
    )
    play(agent, START)
    assert agent.faults == []
    assert agent.printed == "12 MAX_BOARD_SIZE = 12\n True\n"


def test_modules_that_are_not_there(course, play):
    agent = course(
        HEAD
        + """
import psutil_of_course, no.such.thing as thing
from .gone import Something
try:
    import torch_of_course
except ImportError:
    torch_of_course = None

@register_agent("student_agent")
class Mine(Agent):
    asked = 0
    def step(self, board, player, opponent):
        assert torch_of_course is None
        self.asked += 1
        if self.asked == 2:
            psutil_of_course.Process().memory_info()
        if self.asked == 3:
            Something.more
        return get_valid_moves(board, player)[0]
"""
    )
    assert play(agent, START)[0] == "c2"
    assert agent.faults == []
    play(agent, START, START)
    messages = [fault.message for fault in agent.faults]
    for message, name in zip(messages, ("psutil_of_course", "agents.gone"), strict=True):
        assert message.startswith(f"raised ModuleNotFoundError: No module named '{name}'")
    assert "outflank: there is no module 'no.such': to use it fails\n" in agent.printed


MISTAKES = [
    ("x = 1\n", "{path} registers no agent: expected @register_agent(\"student_agent\") above a "
                "class, or use student:{path}:CLASS"),
    ("import sys\nsys.exit(3)\n", "{path} failed on import: SystemExit: 3 "
                                  "(student_agent.py, line 2)"),
    ("raise KeyboardInterrupt\n", "{path} failed on import: KeyboardInterrupt "
                                  "(student_agent.py, line 1)"),
    ("import os\nos._exit(3)\n", "{path} ended its process with exit status 3 on import"),
    ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n",
     "{path} died of signal SIGSEGV on import"),
    ("while True: pass\n", "{path} was not loaded after 0.4 s"),
    ("def (:\n", "{path} is no valid Python: invalid syntax (student_agent.py, line 1)"),
    ("import numbers_of_ours\nnumbers_of_ours.jit()\n",
     "{path} failed on import: ModuleNotFoundError: No module named 'numbers_of_ours' "
     "(student_agent.py, line 2): it imports 'numbers_of_ours', which is not installed here: "
     "pip install numbers_of_ours, unless it is a file of yours"),
    ("from helpers import no_such\n",
     "{path} failed on import: ImportError: cannot import name 'no_such' from 'helpers' "
     "(unknown location) (student_agent.py, line 1)"),
    (HEAD + "@register_agent('a')\nclass A(Agent):\n    def __init__(self, depth): pass\n",
     "the class A cannot be made without arguments: TypeError: A.__init__() missing 1 required "
     "positional argument: 'depth'"),
    (HEAD + "@register_agent('a')\nclass A:\n    pass\n",
     "the class A registered in {path} has no method step(chess_board, player, opponent)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), MISTAKES, ids=[m[0][-30:] for m in MISTAKES])
def test_files_that_cannot_be_used(text, sentence, course, tmp_path):
    with pytest.raises(AgentError) as caught:
        course(text, "start=0.4" if "while" in text else "")
    path = tmp_path / "agents" / "student_agent.py"
    assert str(caught.value) == sentence.format(path=path)


def test_bad_specs(tmp_path):
    for spec, sentence in [
        ("comp424:", "comp424 needs a file, as in comp424:PATH/student_agent.py"),
        ("comp424:no.py", "there is no file 'no.py'"),
        ("comp424:a.py,policy=lose", "bad comp424 'a.py,policy=lose': options follow a colon, as "
         "in comp424:a.py:policy=lose"),
        ("student:a.py:A,time=1", "bad student 'a.py:A,time=1': options follow a colon, as in "
         "student:a.py:A:time=1"),
        (f"comp424:{tmp_path}", f"there is no file '{tmp_path}'"),
        ("comp424:a.py:depth=3", "comp424 has no option 'depth': there are time, policy, grace, "
         "memory, name, start, seed, log, allow, unconfined"),
        ("comp424:a.py:policy=win", "bad value 'win' for policy of comp424: expected random or "
         "lose"),
        ("comp424:a.py:memory=0", "memory 0: expected megabytes, 1 to 1048576, or none"),
        (f"comp424:a.py:memory={10**20}",
         f"memory {10**20}: expected megabytes, 1 to 1048576, or none"),
        ("comp424:a.py:time=0", "cannot make the agent 'comp424:a.py:time=0': time 0.0: expected "
         "seconds above 0"),
        ("comp424:a.py:grace=-1", "cannot make the agent 'comp424:a.py:grace=-1': grace -1.0: "
         "expected seconds, 0 or more"),
        ("comp424:a.py:log=no/such/file", "cannot write 'no/such/file': No such file or directory"),
        ("comp424:a.py:allow=no/such", "allow 'no/such': there is no such file or folder"),
        ("student:a.py", "bad student 'a.py': expected student:PATH.py:NAME"),
        ("student:", "bad student '': expected student:PATH.py:NAME"),
    ]:  # fmt: skip
        with pytest.raises(AgentError) as caught:
            agent_from_spec(spec)
        assert str(caught.value) == sentence


def test_without_numpy(course, student, write, play, monkeypatch):
    hidden = Path(write("raise ModuleNotFoundError(name='numpy')", "numpy.py"))
    (hidden.parent.parent / "lib").mkdir()
    hidden.rename(hidden.parent.parent / "lib" / "numpy.py")
    monkeypatch.setenv("PYTHONPATH", str(hidden.parent.parent / "lib"))
    with pytest.raises(AgentError, match=r"needs? numpy: pip install 'outflank\[students\]'"):
        course(step="return 1, 2")
    agent = student("def first(position):\n    return position.legal_moves()[0]\n", "first")
    assert play(agent, START) == ["c2"]


def test_elsewhere_than_posix(monkeypatch):
    from types import SimpleNamespace

    monkeypatch.setattr("outflank.agents.process.os", SimpleNamespace(name="nt"))
    with pytest.raises(AgentError, match="this system cannot hold a process to its limits"):
        agent_from_spec("comp424:a.py")
