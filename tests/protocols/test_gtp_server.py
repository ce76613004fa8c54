"""GTP as a server: every command's exact answer, and no input that it does not survive."""

import random
import re
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank import Clock, Color, Engine, Game, Limit, Position, agent_from_spec
from outflank.agents import Command, First, SearchAgent
from outflank.heuristics import standard
from outflank.heuristics.default import learned
from outflank.protocols import inbox
from outflank.protocols.gtp_server import _COMMANDS, serve_gtp
from outflank.protocols.gtp_text import Spelling

DATA = Path(__file__).parents[3] / "shared" / "data" / "protocols"

MUST_PASS = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"
"""After these moves Black must pass, and White can play c3, g3 or b4."""
OVER = "f5d6c5f4e3f6g5e6e7"
"""White has no disc left."""


def serve(*lines, agent=None, limit=Limit(), spelling=Spelling(), name="Outflank"):
    """The answers to lines, each with the empty line that ends it."""
    answers = []
    serve_gtp(agent or First(), iter(lines), answers.append, name, limit, spelling)
    assert all(answer.endswith("\n") for answer in answers)
    return [answer[:-1] for answer in answers]


def plays(transcript, size=8):
    """The commands that show a game, passes left out."""
    game = Game.parse(transcript, size=size)
    pairs = zip(game.moves, game.positions, strict=False)
    return [f"play {p.turn.name} {m}" for m, p in pairs if not m.is_pass]


class Scripted:
    """Plays the moves that it is given, one after the other."""

    def __init__(self, *moves):
        self.moves, self.limits = iter(moves), []

    def choose(self, position, limit):
        self.limits.append(limit)
        return next(self.moves)


DIALOGUE = [
    ("1 protocol_version", "=1 2"),
    ("name", "= Outflank"),
    ("7 list_games", "=7 Othello"),
    ("000 quack", "?000 unknown command"),
    ("12", "?12 unknown command"),
    ("  8\tknown_command  undo # a comment", "=8 true"),
    ("known_command quack", "= false"),
    ("set_game Othello", "="),
    ("2 set_game Chess", "?2 unsupported game"),
    ("boardsize 7", "? unacceptable size"),
    ("boardsize 2", "? unacceptable size"),
    ("boardsize 18", "? unacceptable size"),
    ("boardsize eight", "? syntax error: bad number 'eight': expected a whole number, 0 or more"),
    ("boardsize", "? syntax error: expected boardsize SIZE"),
    ("3 boardsize 8", "=3"),
    ("clear_board", "="),
    ("komi 6.5", "="),
    ("komi nan", "? syntax error: bad number 'nan': expected a number"),
    ("4 undo", "?4 cannot undo"),
    ("final_score", "? cannot score"),
    ("gogui-rules_final_result", "? cannot score"),
    ("play black", "? syntax error: expected play COLOR VERTEX"),
    ("play red F5", "? syntax error: bad colour 'red': expected black or white"),
    ("play black F55", "? syntax error: bad vertex 'F55': expected A1 to H8 or pass"),
    ("play black I5", "? syntax error: bad vertex 'I5': expected A1 to H8 or pass"),
    ("play b " + "A" * 5000,
     "? syntax error: bad vertex 'AAAAAAAAAAAAAAAAAAAA': expected A1 to H8 or pass"),
    ("play black A0", "? syntax error: bad vertex 'A0': expected A1 to H8 or pass"),
    ("play black A1", "? illegal move"),
    ("play white F4", "? illegal move"),
    ("genmove white", "? it is black's turn"),
    ("reg_genmove white", "? it is black's turn"),
    ("play BLACK f5", "="),
    ("9 play white pass", "?9 illegal move"),
    ("play w D6", "="),
    ("play b C3", "="),
    ("reg_genmove W", "= D3"),
    ("reg_genmove W", "= D3"),
    ("5 genmove w", "=5 D3"),
    ("undo", "="),
    ("genmove w", "= D3"),
    ("gogui-rules_side_to_move", "= black"),
    ("gogui-rules_game_id", "= othello"),
    ("gogui-rules_board_size", "= 8"),
    ("6 showboard", "=6 Next move: Black\n    A B C D E F G H\n"
     "  1 . . . . . . . .\n  2 . . . . . . . .\n  3 . . X O . . . .\n  4 . . . O X . . .\n"
     "  5 . . . O X X . .\n  6 . . . O . . . .\n  7 . . . . . . . .\n  8 . . . . . . . ."),
    ("gogui-rules_legal_moves", "= C2 E3 C4 C5 C6 C7"),
    ("time_settings 0 0 0", "="),
    ("time_settings 10 x 0", "? syntax error: bad number 'x': expected a number"),
    ("time_settings 10", "? syntax error: expected time_settings MAIN_TIME PERIOD STONES"),
    ("time_left black 10 0", "="),
    ("time_left b 1 -1", "? syntax error: bad number '-1': expected a whole number, 0 or more"),
    ("10 quit", "=10"),
    ("11 name", None),
]  # fmt: skip


def test_the_dialogue():
    asked, expected = zip(*DIALOGUE, strict=True)
    assert serve(*asked) == [answer for answer in expected if answer is not None]


def test_blank_lines_and_comments_are_no_commands():
    assert serve("", "   ", "# name", "\t#", "\x07", "\r", "name\r") == ["= Outflank"]


def test_every_listed_command_is_known_and_no_other():
    (answer,) = serve("list_commands")
    assert answer.removeprefix("= ").splitlines() == list(_COMMANDS)
    for name in _COMMANDS:
        known, said = serve(f"known_command {name}", name)
        assert known == "= true"
        assert "unknown" not in said


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_every_size_is_played(size):
    answers = serve(f"boardsize {size}", "genmove b", "showboard", "gogui-rules_board")
    assert answers[0] == "="
    assert answers[1] == f"= {str(Position.initial(size).legal_moves()[0]).upper()}"
    assert len(answers[2].splitlines()) == size + 2
    assert [len(row.split()) for row in answers[3][2:].splitlines()] == [size] * size


class Judge:
    """The standard evaluation, which notes for what boards it was needed."""

    def __init__(self):
        self.sizes = []

    def __call__(self, position):
        return standard()(position)

    def for_size(self, size):
        self.sizes.append(size)
        return standard().for_size(size)


def test_what_a_board_needs_is_there_before_the_clock_runs():
    judge = Judge()
    agent = SearchAgent("x", Engine(judge), own=Limit(depth=1))
    serve("boardsize 6", agent=agent)
    assert judge.sizes == [8, 6]
    serve("genmove b", agent=agent)
    assert judge.sizes == [8, 6]


def test_what_cannot_be_loaded_fails_where_a_move_is_asked_for():
    judge = Judge()
    judge.for_size = lambda size: 1 // 0
    agent = SearchAgent("x", Engine(judge), own=Limit(depth=1))
    taken, failed = serve("boardsize 6", "genmove b", agent=agent)
    assert taken == "="
    assert failed.startswith("? x (Black) failed: ZeroDivisionError: integer division")


def test_boards_that_weights_do_not_know_are_refused():
    agent = SearchAgent("x", Engine(learned(6)), own=Limit(depth=1))
    refused, taken, move = serve("boardsize 10", "boardsize 6", "genmove b", agent=agent)
    assert refused == ("? unacceptable size: 'x' cannot play on 10x10: its weights are for 6x6")
    assert taken == "="
    assert Position.initial(6).is_legal(move.removeprefix("= ").lower())


def test_columns_run_on_unless_i_is_to_be_skipped():
    moves = plays("g6g5h4h7g7h8i8j8", 10)  # each of them legal only on its own square
    assert moves[-2:] == ["play BLACK i8", "play WHITE j8"]
    assert serve("boardsize 10", *moves) == ["="] * 9
    skipping = [*moves[:-2], "play b J8", "genmove w", "play w I8"]
    answers = serve("boardsize 10", *skipping, agent=Scripted("j8"), spelling=Spelling(skip_i=True))
    assert answers == [
        *["="] * 8,
        "= K8",
        "? syntax error: bad vertex 'I8': expected A1 to K10 or pass",
    ]


def test_rows_may_count_from_the_bottom():
    answers = serve("play b F4", "genmove w", "gogui-rules_legal_moves", "showboard",
                    agent=Scripted("f6"), spelling=Spelling(bottom_up=True))  # fmt: skip
    assert answers[:2] == ["=", "= F3"]  # which is f5 f6
    assert "\n  8 . . ." in answers[3]
    assert answers[3].endswith("\n  1 . . . . . . . .")


def test_a_pass_may_be_left_out_or_sent():
    before = plays(MUST_PASS)
    moves = "gogui-rules_legal_moves"
    assert serve(*before, moves, "genmove b", moves)[-3:] == ["= PASS", "= PASS", "= C3 G3 B4"]
    for between in ([], ["play b pass"], ["genmove b"]):
        answers = serve(*before, *between, "play w c3", "undo", "play w c3")
        assert answers[-3:] == ["=", "=", "="]
        answers = serve(*before, *between, "genmove white", "gogui-rules_side_to_move")
        assert answers[-2:] == ["= C3", "= black"]


def test_a_move_is_never_made_for_the_other_side():
    shown = ["boardsize 4", "play b b1", "play w c1", "play b d3", "play w a1"]
    moves, turn = "gogui-rules_legal_moves", "gogui-rules_side_to_move"
    answers = serve(*shown, moves, "play b a3", turn, moves, "play w a3")
    assert answers[5:] == ["= PASS", "? illegal move", "= black", "= PASS", "="]


def test_undo_takes_back_a_pass_that_was_left_out_with_the_move_after_it():
    before = plays(MUST_PASS)
    turn = "gogui-rules_side_to_move"
    assert serve(*before, "play w c3", "undo", turn)[-1] == "= black"
    assert serve(*before, "play b pass", "play w c3", "undo", turn)[-1] == "= white"
    assert serve(*before, "play b pass", "play w c3", "undo", "undo", turn)[-1] == "= black"


def test_a_finished_game_has_a_score_and_takes_only_passes():
    answers = serve(*plays(OVER), "final_score", "gogui-rules_final_result", "showboard",
                    "gogui-rules_legal_moves", "genmove w", "genmove b", "play w pass",
                    "play b a1", "final_score", "undo", "undo", "undo", "undo",
                    "final_score")[9:]  # fmt: skip
    assert answers[0] == "= B+64"
    assert answers[1] == "= Black wins 64-0 (13-0 on the board)"
    assert answers[2].startswith("= Game over: Black wins 64-0")
    assert answers[3:] == ["=", "= PASS", "= PASS", "=", "? illegal move", "= B+64",
                           "=", "=", "=", "=", "? cannot score"]  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_the_score_has_the_winners_sign(random_game, seed):
    game = random_game(4, seed)
    (answer,) = serve("boardsize 4", *plays(game.transcript(), 4), "final_score")[-1:]
    margin = game.result.score
    assert answer == ("= 0" if margin == 0 else f"= {'BW'[margin < 0]}+{abs(margin)}")


class Failing:
    """Fails in one of some ways, and then plays."""

    name = "failing"

    def __init__(self, way):
        self.ways = iter([way])

    def choose(self, position, limit):
        for way in self.ways:
            return way()
        return position.legal_moves()[0]


def raises():
    raise RuntimeError("out\nof ideas")


def wants_to_quit():
    raise Command("quit")


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (raises, "failing (Black) failed: RuntimeError: out of ideas"),
        (lambda: "a1", "failing (Black) played a1, which is illegal: it can play d3, c4, f5, e6"),
        (lambda: 42, "failing (Black) returned 42 instead of a move"),
        (wants_to_quit, "the agent asked for 'quit'"),
    ],
)
def test_what_the_agent_does_wrong_is_answered_and_survived(way, message):
    answers = serve("1 genmove b", "2 genmove b", "3 undo", "4 undo", agent=Failing(way))
    assert answers[0].startswith(f"?1 {message}")
    assert answers[1:] == ["=2 D3", "=3", "?4 cannot undo"]


def test_an_agent_may_resign():
    def resigns():
        raise Command("resign")

    assert serve("genmove b", "genmove b", agent=Failing(resigns)) == ["= resign", "= D3"]


def test_agents_see_the_game():
    class Watching(First):
        def watch(self, game):
            self.seen = game

    agent = Watching()
    serve(*plays(MUST_PASS), "genmove w", agent=agent)
    assert agent.seen == Game.parse(MUST_PASS + "--")


def test_the_clock_shortens_the_limit():
    agent = Scripted("f5", "f6", "e6", "f4")
    serve("genmove b", "time_left white 30 0", "genmove w", "time_settings 0 8 5", "genmove b",
          "time_settings 0 5 0", "genmove w", agent=agent,
          limit=Limit(time=1.9, depth=7))  # fmt: skip
    no_clock, main, period, no_limit = agent.limits
    assert no_clock == no_limit == Limit(time=1.9, depth=7)
    assert main.depth == 7
    assert 1.0 < main.time < 1.9
    assert 1.4 < period.time < 1.6


def test_the_clock_is_told_to_the_agent():
    agent = Scripted("f5", "f6")
    serve("time_settings 60 0 0", "genmove b", "time_left white 10 0", "genmove w", agent=agent)
    first, second = agent.limits
    assert first.clock == Clock(60)
    assert second.clock == Clock(10)
    assert second.time < first.time < 10


@pytest.mark.parametrize("last", [[], ["5 quit", "6 name"]])
def test_thinking_stops_a_while_after_the_last_command(monkeypatch, last):
    monkeypatch.setattr(inbox, "_PATIENCE", 0.1)
    lines = ["1 boardsize 16", "2 genmove b", "3 genmove w", "4 play b a9", *last]
    answers = serve(*lines, agent=agent_from_spec("engine:depth=60,book=none"))
    assert re.fullmatch(r"=2 [A-P]\d+", answers[1])
    assert re.fullmatch(r"=3 [A-P]\d+", answers[2])
    assert answers[3:] == ["?4 illegal move", *["=5" for _ in last[:1]]]


def test_what_cannot_be_stopped_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(inbox, "_PATIENCE", 0.1)
    go = Event()

    class Stubborn(First):
        def choose(self, position, limit):
            assert go.wait(30)
            return super().choose(position, limit)

    none = "there is no move yet, and the input has ended"
    assert serve("1 genmove b", "2 genmove b", agent=Stubborn()) == [f"?1 {none}", f"?2 {none}"]
    go.set()


def test_it_ends_when_nobody_listens():
    def gone(answer):
        raise BrokenPipeError

    endless = iter(lambda: "name", None)
    serve_gtp(First(), endless, gone, "Outflank")


def test_ctrl_c_in_a_search_ends_the_server():
    class Interrupted(First):
        stop = None

        class analysis:  # noqa: N801
            interrupted = True

    with pytest.raises(KeyboardInterrupt):
        serve("genmove b", agent=Interrupted())


SGF = "(;GM[2]SZ[6]RE[Void];B[cb];W[bb];B[ab];W[aa];B[bc])"
"""With moves as Quarry writes them."""


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_game_is_loaded_from_a_file(tmp_path, quote):
    path = tmp_path / "a game.sgf"
    path.write_text(SGF)
    name = f"loadsgf {quote}{path}{quote}"
    size, turn = "gogui-rules_board_size", "gogui-rules_side_to_move"
    assert serve(name, size, turn, *["undo"] * 6) == [
        "=", "= 6", "= white", *["="] * 5, "? cannot undo"
    ]  # fmt: skip
    assert serve(f"{name} 3", turn, "play b a2", "play w a1", "play b f6") == [
        "=", "= black", "=", "=", "? illegal move"
    ]  # fmt: skip
    assert serve(f"{name} 1", turn, "undo") == ["=", "= black", "? cannot undo"]
    assert serve(f"{name} 99", turn) == ["=", "= white"]


@pytest.mark.parametrize("written", [True, False])
def test_passes_count_in_a_file_that_has_them(tmp_path, written):
    moves = re.findall("..", MUST_PASS)
    line = "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves))
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[2]SZ[8]{line}{';B[]' * written};W[c3](;B[d3])(;B[e3]))")
    found = [
        serve(f"loadsgf {path} {number}", "gogui-rules_legal_moves")[1]
        for number in range(len(moves) + 1, len(moves) + 4)
    ]
    before, passed, after = "= PASS", "= C3 G3 B4", "= C2 D3 E3 F5"
    end = "= E3 G3 B4 H4 B5 B6 C7 D8 E8"
    assert found == ([before, passed, after] if written else [before, after, end])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such file"),
        ("", "it holds no game"),
        ("f5d6c3", "game 1, line 1: 'f5d6c3': skipped, as no game of this format"),
        ("(;GM[2]SZ[8];B[aa])", "game 1, line 1: "),
    ],
)
def test_a_file_that_cannot_be_loaded_leaves_the_board(tmp_path, text, message):
    path = tmp_path / "game.sgf"
    if text is not None:
        path.write_text(text)
    answers = serve("play b f5", f"loadsgf {path}", "play w f6", "loadsgf")
    assert answers[1].startswith(f"? cannot load file {str(path)!r}: {message}")
    assert answers[2:] == ["=", "? syntax error: expected loadsgf FILE [MOVE_NUMBER]"]


def test_what_is_no_file_is_not_loaded(tmp_path):
    (answer,) = serve(f"loadsgf {tmp_path}")
    assert answer == f"? cannot load file {str(tmp_path)!r}: it is not a file"


WORDS = [
    *_COMMANDS,
    "b",
    "White",
    "f5",
    "D3",
    "pass",
    "10",
    "6",
    "-1",
    "1e9",
    "#",
    "7",
    "\x00",
    "é",
]


@settings(max_examples=200)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=12))
def test_any_words_get_one_answer_each(lines):
    for line, answers in ((line, serve(line)) for line in lines):
        words = line.replace("\x00", "").partition("#")[0].split()
        assert len(answers) == bool(words)
        for answer in answers:
            head = f"{words[0]}" if words[0].isdecimal() and words[0].isascii() else ""
            assert answer[0] in "=?"
            assert answer[1:].startswith(head)
            assert answer[1 + len(head) :][:1] in ("", " ")
            assert "\n\n" not in answer


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_games_shown_in_any_style_come_out_the_same(random_game, size):
    """Passes sent or not, moves taken back and shown again."""
    for seed in range(5):
        game, choose = random_game(size, seed), random.Random(seed)
        lines = [f"boardsize {size}"]
        for move, position in zip(game.moves, game.positions, strict=False):
            color = choose.choice(
                ["b", "black"] if position.turn is Color.BLACK else ["w", "White"]
            )
            line = f"play {color} {choose.choice([move.name, move.name.upper()])}"
            if not (move.is_pass and choose.random() < 0.5):
                lines += choose.choice([[line], [line, "undo", line]])
        answers = serve(*lines, "gogui-rules_board", "final_score")
        assert set(answers[:-2]) == {"="}
        squares = answers[-2][2:].split()
        assert squares.count("X") == game.position.discs(Color.BLACK)
        assert squares.count("O") == game.position.discs(Color.WHITE)
        assert answers[-1] != "? cannot score"


OTHER = {"black": "white", "white": "black"}


def recorded(log):
    """The commands and answers of a log that Quarry has written."""
    text = log.read_text().replace("\n  ", "\n")
    for part in text.split("> ")[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer.strip()


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the recorded dialogues")
@pytest.mark.parametrize("size", [6, 8, 12])
def test_quarrys_sessions_replayed(size):
    dialogue = list(recorded(DATA / f"quarry-{size}x{size}-gtp.log"))
    sides = {command.split()[1] for command, _ in dialogue if command.startswith("genmove")}
    for side in sides:  # a log may be that of two engines
        own = [
            (command, answer)
            for command, answer in dialogue
            if command.split()[1:2] != [OTHER[side]] or command.startswith("play")
            if command.split()[:2] != ["play", side]
        ]
        played = [answer[2:].lower() for command, answer in own if command.startswith("genmove")]
        answers = serve(*(command for command, _ in own), agent=Scripted(*played))
        assert len(played) > 1
        for (command, expected), answer in zip(own, answers, strict=True):
            if command not in ("name", "version", "list_commands"):
                wanted = "=" if command.startswith("play") else expected
                assert (command, answer) == (command, wanted)
