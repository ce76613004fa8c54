"""An agent whose code is somebody's: in a process of its own, its faults counted and survived."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from types import TracebackType
from typing import Literal

from ..._core import Move, Position
from ...engine import Limit
from ...rules import Game
from ..failure import AgentError, one_line
from ..process import Output
from .child import Child, Ended, Late
from .faults import REPORTED, TOLERANCE, StudentFault, StudentLost
from .messages import Setup

_LONGEST = 400
"""Characters of a message that are kept."""
_LONGEST_TRACE = 8000
"""Characters of a traceback that are kept, the last of it."""
USUAL = 2.0
"""Seconds for a move where nobody says how many: the course's rule."""


class ProcessAgent:
    """Asks code in a process of its own for moves, and has it play on after its faults.

    A move that takes longer than its time is late; it stands if it comes within the grace. Then
    the process is killed, and a fresh one takes over at the next move, as after a crash. What the
    code does wrong is kept in `faults`. It ends with `close`, with this object or with this
    process. The time of a move is measured here, from question to answer, less a little for the
    pipe; loading the code does not count. The code is confined unless the setup says otherwise.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        time: float | None = None,
        grace: float = 0.5,
        policy: Literal["random", "lose"] = "random",
        start: float = 30.0,
        log: str | None = None,
    ) -> None:
        """Waits until the code is loaded; AgentError, in a sentence, if that fails.

        With `time` it keeps to that many seconds a move; otherwise to the limit that it is given,
        and without one to 2. `policy` is what an exception, an illegal move, a crash or no move in
        time leads to: a random legal move, drawn by the seed of the setup, or the loss of the
        game (StudentLost). `start` seconds are for loading; `log` is a file to which what was
        printed and what went wrong is added in the end.
        """
        self.name = Path(setup.path).stem if setup.kind == "comp424" else setup.name
        self.seed = setup.seed
        self.own = Limit(time=time)
        self.faults: list[StudentFault] = []
        """What went wrong so far, in order."""
        self.lost: StudentFault | None = None
        """The fault that lost the game."""
        self.seconds = 0.0
        """How long the last move took."""
        self.watch: Callable[[Game], object] | None = None
        """Takes the game so far, for code that has a method of this name."""
        self._setup = setup
        self._grace, self._start = _seconds("grace", grace), _seconds("start", start)
        self._loses, self._log = policy == "lose", log
        self._write("")  # if that fails, let it fail now
        self._random, self._output = Random(setup.seed), Output()
        self._child: Child | None = Child(setup, self._output)
        self._seen: Game | None = None
        self._is_ready, self._restarts, self._hopeless = False, 0, ""
        try:
            self._load()
        except BaseException:
            self.close()
            raise

    @property
    def printed(self) -> str:
        """What the code has printed, to its output and its errors; of very much, the last."""
        if self._child is not None:
            self._child.drain()
        return self._output.text

    def time_for(self, limit: Limit) -> float:
        """The seconds that a move may take under a limit."""
        return self.own.time or limit.time or USUAL

    def choose(self, position: Position, limit: Limit) -> Move:
        """The code's move, or what the policy puts in its place."""
        time, began = self.time_for(limit), perf_counter()
        try:
            question = position, limit._replace(time=time), self._seen
            answer, self.seconds = self._ready().ask(question, time + self._grace)
        except Late:
            self.seconds = time + self._grace
            text = f"gave no move in {self.seconds:g} s, more than {time:g} s, and was ended"
            fault = self._fault("late move", position, text)
            return self._instead(position, fault, restart=True)
        except Ended as ended:
            self.seconds = perf_counter() - began
            fault = self._fault(ended.kind, position, str(ended))
            return self._instead(position, fault, restart=True)
        if self.seconds > time + TOLERANCE:
            text = f"took {self.seconds:.2f} s for a move, more than {time:g} s"
            self._fault("late move", position, text)
        kind, message = str(answer.get("kind")), one_line(str(answer.get("message")))[:_LONGEST]
        if "move" not in answer and kind in REPORTED:
            trace = str(answer.get("traceback", ""))[-_LONGEST_TRACE:]
            return self._instead(position, self._fault(kind, position, message, trace))
        with suppress(ValueError):
            move = Move(str(answer.get("move")))
            if position.is_legal(move):
                return move
        fault = self._fault("illegal move", position, _illegal(answer, position))
        return self._instead(position, fault)

    def close(self) -> None:
        """Ends the process, and writes the log; a second time does nothing."""
        if self._child is None:
            return
        self._child.drain()
        self._child.close()
        self._child = None
        self._write(self._logged())

    def __enter__(self) -> ProcessAgent:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _see(self, game: Game) -> None:
        self._seen = game

    def _load(self) -> Child:
        """The process, ready for a question; AgentError if the code cannot be loaded."""
        if self._child is None:
            raise AgentError(f"{self.name} is closed and plays no more")
        if not self._is_ready:
            try:
                if self._child.ready(self._start):
                    self.watch = self._see
                if self._child.free:
                    _warn(self._child.free)
            except Late:
                path, start = self._setup.path, self._start
                raise AgentError(f"{path} was not loaded after {start:g} s") from None
            except Ended as ended:
                raise AgentError(f"{self._setup.path} {ended} on import") from None
            self._is_ready = True
        return self._child

    def _ready(self) -> Child:
        """The process, ready for a question; Ended if it was and is no more."""
        if not self._hopeless:
            try:
                return self._load()
            except AgentError as error:
                if self._child is None:
                    raise
                self._hopeless = f"could not be started again: {error}"
                self._child.close()
        raise Ended(self._hopeless)

    def _fault(
        self, kind: str, position: Position, message: str, traceback: str = ""
    ) -> StudentFault:
        move = position.discs() - 3
        fault = StudentFault(kind, move, position, self.seconds, message, traceback)
        self.faults.append(fault)
        return fault

    def _instead(self, position: Position, fault: StudentFault, *, restart: bool = False) -> Move:
        """What the policy wants after a fault."""
        if restart and self._child is not None and not self._hopeless:
            self._child.drain()
            self._child.close()
            self._restarts += 1
            seed = self._setup.seed
            fresh = self._setup._replace(seed=None if seed is None else seed + self._restarts)
            self._child, self._is_ready = Child(fresh, self._output), False
        if self._loses:
            self.lost = fault
            raise StudentLost(fault)
        self.faults[-1] = fault._replace(replaced=True)
        return self._random.choice(sorted(position.legal_moves()))

    def _write(self, text: str) -> None:
        """Adds to the log, if there is one."""
        if self._log is not None:
            try:
                with Path(self._log).open("a", encoding="utf-8") as log:
                    log.write(text)
            except OSError as error:
                raise AgentError(f"cannot write {self._log!r}: {error.strerror}") from error

    def _logged(self) -> str:
        faults = "".join(
            f"move {fault.move}: {fault.kind}: {fault.message}"
            f"{'; a random move was played' if fault.replaced else ''}\n{fault.traceback}"
            for fault in self.faults
        )
        return f"== {self.name}\n{self._output.text}\n-- faults: {len(self.faults)}\n{faults}"


def _warn(free: list[str]) -> None:
    """Warn, once, of what the system cannot keep code from."""
    what = ", ".join(free)
    warnings.warn(
        f"on this system code of students may {what}: see docs/agents.md",
        RuntimeWarning,
        stacklevel=2,
    )


def _seconds(name: str, value: float) -> float:
    if not 0 <= value < 1e6:
        raise ValueError(f"{name} {value!r}: expected seconds, 0 or more")
    return value


def _illegal(answer: dict[str, object], position: Position) -> str:
    names = ", ".join(str(move) for move in position.legal_moves())
    return f"played {one_line(str(answer.get('move')))[:40]}, which is illegal: it can play {names}"
