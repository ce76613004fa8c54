"""Rules and search of Reversi on boards from 4x4 to 16x16."""

from collections.abc import Sequence
import enum


from collections.abc import Callable, Iterable
from typing import Any, Never
from outflank.rules.outcome import Outcome

class ParseError(ValueError):
    """A text that is not what it should be; names the text and its place."""

class IllegalMoveError(ValueError):
    """A move that the rules do not allow in this position."""

class Color(enum.Enum):
    """The two sides; Black moves first."""

    BLACK = 0

    WHITE = 1

    @property
    def opponent(self) -> Color:
        """The other side."""

class Move:
    """
    A square to play, or PASS; the same object for the same square, whatever the board's size.

    ``Move("f5")`` is the square in column f, row 5, counted from the top left. Columns run from a to p
    (i included), rows from 1 to 16. Moves print as their names and order by row, then column, PASS last.
    Raises ParseError for any other text.
    """

    def __init__(self, name: str | Move) -> None: ...

    @staticmethod
    def at(column: int, row: int) -> Move:
        """
        The move in a column and row, both counted from 0; ValueError beyond 15.
        """

    @property
    def column(self) -> int:
        """The column, counted from 0 at the left; -1 for PASS."""

    @property
    def row(self) -> int:
        """The row, counted from 0 at the top; -1 for PASS."""

    @property
    def name(self) -> str:
        """Such as f5, or pass."""

    @property
    def is_pass(self) -> bool:
        """Whether this is PASS."""

    def __repr__(self) -> str: ...

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __lt__(self, arg: Move, /) -> bool: ...

    def __le__(self, arg: Move, /) -> bool: ...

    def __gt__(self, arg: Move, /) -> bool: ...

    def __ge__(self, arg: Move, /) -> bool: ...

    def __reduce__(self) -> tuple[type[Move], tuple[str]]: ...

    def __copy__(self) -> Move: ...

    def __deepcopy__(self, memo: object) -> Move: ...

PASS: Move = ...

class Shape:
    """
    A square board of even size, 4 to 16; the same object for the same size.
    """

    def __init__(self, size: int = 8) -> None: ...

    @property
    def size(self) -> int:
        """Squares along a side."""

    @property
    def area(self) -> int:
        """Squares in all."""

    @property
    def squares(self) -> tuple[Move, ...]:
        """Every square, row by row from the top left."""

    @property
    def corners(self) -> tuple[Move, ...]:
        """The four corners."""

    @property
    def edges(self) -> tuple[Move, ...]:
        """The perimeter without the corners."""

    @property
    def x_squares(self) -> tuple[Move, ...]:
        """The diagonal neighbours of corners."""

    @property
    def c_squares(self) -> tuple[Move, ...]:
        """The neighbours of corners on the edges."""

    def neighbours(self, square: Move | str) -> tuple[Move, ...]:
        """The squares beside a square, at most eight; ValueError off the board."""

    def transform(self, move: Move | str, symmetry: int) -> Move:
        """
        Where a move goes under one of the eight symmetries (see Position.symmetry).
        """

    def __contains__(self, move: Move | str) -> bool: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[type[Shape], tuple[int]]: ...

    def __copy__(self) -> Shape: ...

    def __deepcopy__(self, memo: object) -> Shape: ...

class Position:
    """
    A position: the discs and the side to move, as a value that never changes.

    Positions compare and hash by what they hold, pickle, and print as a board. Make one with
    ``Position.initial(size)``, ``Position.parse(text)`` or ``Position.from_squares(...)``.
    """

    def __init__(self, *args: Never, **kwargs: Never) -> None: ...

    @staticmethod
    def initial(size: int = 8) -> Position:
        """
        The start position of an even size from 4 to 16; ValueError for any other size.
        """

    @staticmethod
    def from_squares(size: int, black: Iterable[Move | str], white: Iterable[Move | str], turn: Color = ...) -> Position:
        """
        The position with these discs; ValueError for a square taken twice or off the board.
        """

    @staticmethod
    def parse(text: str, *, dialect: str | None = None) -> Position:
        """
        The position that a board string shows, row by row from a1, then the side to move.

        X, B and * are black discs, O and W white ones, - . and _ empty squares; line breaks and spaces are free.
        Digits mean different things to different programs and need a dialect. Raises ParseError.
        """

    @property
    def shape(self) -> Shape:
        """The board: its squares, corners, edges."""

    @property
    def size(self) -> int:
        """Squares along a side."""

    @property
    def turn(self) -> Color:
        """The side to move."""

    def legal_moves(self) -> list[Move]:
        """
        The legal moves, row by row; [PASS] when the side to move must pass, [] when the game is over.
        """

    def is_legal(self, move: Move | str) -> bool:
        """
        Whether the side to move may play this; a pass is legal only without any other move.
        """

    def flips(self, move: Move | str) -> list[Move]:
        """
        The discs that a legal move turns, [] for a pass; IllegalMoveError otherwise.
        """

    def play(self, move: Move | str) -> Position:
        """The position after a move; IllegalMoveError if it is not legal."""

    def swapped(self) -> Position:
        """The same discs with the other side to move."""

    @property
    def mobility(self) -> int:
        """How many squares the side to move can play; 0 when it must pass."""

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no move while the other side has one."""

    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""

    @property
    def outcome(self) -> Outcome | None:
        """Who won, with which scores; None while the game goes on."""

    def discs(self, color: Color | None = None) -> int:
        """How many discs a colour has; without a colour, both together."""

    @property
    def empties(self) -> int:
        """How many squares are empty."""

    def squares(self, color: Color | None) -> list[Move]:
        """
        The squares of a colour's discs, row by row; of None, the empty squares.
        """

    def __getitem__(self, square: Move | str) -> Color | None:
        """The colour of the disc on a square, or None; ValueError off the board."""

    def stable(self, color: Color) -> list[Move]:
        """
        Discs of a colour that are proved never to turn again; there may be more.

        Exact along the edges (up to 12 squares), full lines, and what spreads from there.
        """

    def symmetry(self, number: int) -> Position:
        """
        One of the eight images of the position, 0 to 7; 0 is the position itself.

        Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps columns and rows, in that order.
        """

    def symmetries(self) -> list[Position]:
        """The eight images, in the order of their numbers."""

    def canonical(self) -> Position:
        """The same one of the eight images for all eight of them."""

    @property
    def key(self) -> int:
        """A 64-bit hash, the same on every machine."""

    def perft(self, depth: int, *, free_passes: bool = False) -> int:
        """
        How many leaves the game tree has `depth` plies on; a finished game is one leaf.

        A pass counts as a ply, or with `free_passes` as none.
        """

    def svg(self, **options: Any) -> str:
        """
        A picture of the position; options: last_move, legal_moves, squares, flips, turned, coordinates, size.
        """

    def _repr_svg_(self) -> str: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[int, int, list[int]]: ...

    def __setstate__(self, state: tuple[int, int, Sequence[int]]) -> None: ...

    def __copy__(self) -> Position: ...

    def __deepcopy__(self, memo: object) -> Position: ...

def replay(start: Position, moves: Iterable[Move | str]) -> tuple[tuple[Move, ...], tuple[Position, ...]]:
    """
    The moves of a game with the passes that were left out, and all its positions from the start on.

    Raises IllegalMoveError.
    """

def visits(position: Position, start: Position, squares: bytes, lengths: bytes) -> bytes:
    """
    How games go on where they come to a position or an image of it: native 16-bit numbers, one a game.

    `squares` are the discs of all games played from the start, one game after the other, a byte 16 * row + column
    for each and none for passes; `lengths` are their numbers, a byte a game. The answer is a square in the same form,
    as the position shows it; 256 for a pass; 257 for a game that ends there; 65535 for one that never comes there.
    """

def features(position: Position, squares: Sequence[float] = ...) -> dict[str, float]:
    """Every feature in every form, for the side to move."""

def shares(position: Position, feature: str, squares: Sequence[float] = ...) -> tuple[dict[Move, float], dict[Move, float]]:
    """
    What each square adds to the count of a feature, whatever its form: for the side to move, for the other.

    Nothing for parity, which is no sum over squares. ValueError for an unknown name.
    """

COUNTS: dict[str, str]

FORMS: dict[str, str]

def feature_rows(positions: Sequence[Position], features: Sequence[str], tables: Sequence[Sequence[float]] = ...) -> bytes:
    """
    A row of numbers for each position, as native 32-bit floats one row after the other.

    First the features, then for each table of square values what the side to move has more of it. Square values
    of the features themselves are 0. ValueError for an unknown name or positions of several sizes.
    """

class Evaluator:
    """Values positions of one board size, natively."""

    @property
    def size(self) -> int:
        """The board size."""

    def evaluate(self, position: Position) -> float:
        """The value of a position for the side to move."""

def linear_evaluator(size: int, features: Sequence[str], weights: Sequence[float], tables: Sequence[Sequence[float]] = ..., table_of: Sequence[int] = ...) -> Evaluator:
    """
    A weighted sum of features, with a row of weights for each number of discs, one row after the other.

    `tables` are values of the squares, row by row; `table_of` says for each number of discs which of them
    counts. Raises ValueError for unknown names and wrong lengths.
    """

def function_evaluator(size: int, function: Callable[[Position], float]) -> Evaluator:
    """
    Any function of a position that returns its value for the side to move.

    The function sees each position as Black's to move.
    """

class Table:
    """Memory of a search, reused by the next one."""

    def __init__(self, megabytes: float) -> None: ...

    @property
    def megabytes(self) -> float:
        """The size, a power of two."""

    def grow(self, megabytes: float) -> None:
        """Forgets everything, to be larger, if it is smaller."""

    def clear(self) -> None:
        """Forgets everything."""

class Settings:
    """How a search behaves, where agents differ in it."""

    def __init__(self) -> None: ...

    @property
    def table(self) -> bool:
        """Remember positions."""

    @table.setter
    def table(self, arg: bool, /) -> None: ...

    @property
    def exact_from(self) -> int:
        """Empty squares from which on positions are solved."""

    @exact_from.setter
    def exact_from(self, arg: int, /) -> None: ...

    @property
    def lines(self) -> int:
        """How many of the best moves get their own value and line."""

    @lines.setter
    def lines(self, arg: int, /) -> None: ...

    @property
    def window(self) -> float:
        """
        Half of the window around a guess of the value, if the evaluator's unit is discs.
        """

    @window.setter
    def window(self, arg: float, /) -> None: ...

    @property
    def selectivity(self) -> int:
        """
        The confidence in per cent that what is left out does not matter; 100: nothing is.
        """

    @selectivity.setter
    def selectivity(self, arg: int, /) -> None: ...

    def calibrate(self, constant: float, empties: float, empties_squared: float, deep: float, shallow: float) -> None:
        """
        How the evaluator's values err: the logarithm of the deviation of a shallow search from a deep one.
        """

    def learn(self, worth: Sequence[int], killer: int) -> None:
        """Orders the midgame by a table: the worth by phase, trait and level."""

    @property
    def order_corner(self) -> int:
        """Ordering: for a corner."""

    @order_corner.setter
    def order_corner(self, arg: int, /) -> None: ...

    @property
    def order_edge(self) -> int:
        """Ordering: for another edge square."""

    @order_edge.setter
    def order_edge(self, arg: int, /) -> None: ...

    @property
    def order_x_square(self) -> int:
        """Ordering: diagonally beside an empty corner."""

    @order_x_square.setter
    def order_x_square(self, arg: int, /) -> None: ...

    @property
    def order_c_square(self) -> int:
        """Ordering: on the edge beside an empty corner."""

    @order_c_square.setter
    def order_c_square(self, arg: int, /) -> None: ...

    @property
    def order_reply(self) -> int:
        """Ordering: for each reply; those in corners count twice."""

    @order_reply.setter
    def order_reply(self, arg: int, /) -> None: ...

    @property
    def order_potential(self) -> int:
        """Ordering: for each empty square beside own discs."""

    @order_potential.setter
    def order_potential(self, arg: int, /) -> None: ...

    @property
    def order_killer(self) -> int:
        """Ordering: for a move that refuted another at the same ply."""

    @order_killer.setter
    def order_killer(self, arg: int, /) -> None: ...

TRAITS: dict[str, int]

ORDERING_PHASES: int

SELECTIVITIES: tuple[int, ...]

def refutations(position: Position, evaluator: Evaluator, depth: int, bound: float, settings: Settings = ...) -> list[tuple[list[int], bool, int]]:
    """
    Of each legal move: the levels of its traits, whether it reaches the bound, and the nodes to find out.
    """

def solve(position: Position, evaluator: Evaluator, ordering_evaluator: Evaluator, table: Table, *, settings: Settings = ..., threads: int, alpha: int, beta: int, every: bool = False, nodes: int | None = None, time: float | None = None, moves: Sequence[Move | str] | None = None, stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
    """
    Proves margins; see outflank.Engine, which checks the window and the limits.
    """

def search(position: Position, evaluator: Evaluator, ordering_evaluator: Evaluator, table: Table, *, depth: int | None = None, nodes: int | None = None, time: float | None = None, threads: int = 1, settings: Settings = ..., moves: Sequence[Move | str] | None = None, stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
    """
    Searches a position until a limit is reached; see outflank.Engine, which checks the limits.
    """

class ClassicTable:
    """Memory of a search, reused by the next one."""

    def __init__(self, megabytes: float) -> None: ...

    @property
    def megabytes(self) -> float:
        """The size, a power of two."""

    def grow(self, megabytes: float) -> None:
        """Forgets everything, to be larger, if it is smaller."""

    def clear(self) -> None:
        """Forgets everything."""

class ClassicSettings:
    """How a classroom agent searches."""

    def __init__(self) -> None: ...

    @property
    def corner(self) -> int: ...

    @corner.setter
    def corner(self, arg: int, /) -> None: ...

    @property
    def edge(self) -> int: ...

    @edge.setter
    def edge(self, arg: int, /) -> None: ...

    @property
    def unheld(self) -> int: ...

    @unheld.setter
    def unheld(self, arg: int, /) -> None: ...

    @property
    def mobility(self) -> int: ...

    @mobility.setter
    def mobility(self, arg: int, /) -> None: ...

    @property
    def flip(self) -> int: ...

    @flip.setter
    def flip(self, arg: int, /) -> None: ...

    @property
    def late_flip(self) -> int: ...

    @late_flip.setter
    def late_flip(self, arg: int, /) -> None: ...

    @property
    def evaluation(self) -> int: ...

    @evaluation.setter
    def evaluation(self, arg: int, /) -> None: ...

    @property
    def table(self) -> bool: ...

    @table.setter
    def table(self, arg: bool, /) -> None: ...

    @property
    def keep_partial(self) -> bool: ...

    @keep_partial.setter
    def keep_partial(self, arg: bool, /) -> None: ...

    @property
    def quick_win(self) -> bool: ...

    @quick_win.setter
    def quick_win(self, arg: bool, /) -> None: ...

    @property
    def pass_is_ply(self) -> bool: ...

    @pass_is_ply.setter
    def pass_is_ply(self, arg: bool, /) -> None: ...

    @property
    def parallel_root(self) -> bool: ...

    @parallel_root.setter
    def parallel_root(self, arg: bool, /) -> None: ...

def classic_search(position: Position, evaluator: Evaluator, table: ClassicTable, settings: ClassicSettings, *, depth: int | None = None, nodes: int | None = None, time: float | None = None, lines: int = 1, moves: Sequence[Move | str] | None = None, stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
    """
    Searches with alpha-beta until a limit is reached; see outflank.engine.ClassicEngine.
    """

class MonteCarloTree:
    """What playouts have shown, kept for the next search."""

    def __init__(self, *, exploration: float, guided: bool, flat: bool, memory: float, seed: int) -> None: ...

    def search(self, position: Position, *, playouts: int | None = None, time: float | None = None, stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
        """
        Plays until a limit is reached or the result is proven; see outflank.MonteCarlo.
        """

    def clear(self) -> None:
        """Forgets everything."""

def playouts(position: Position, games: int, *, seed: int, guided: bool) -> tuple[int, int, int, float]:
    """
    Games played to the end by lot: won, drawn and lost by the side to move, and its mean margin in discs.
    """

def pattern_evaluator(size: int, patterns: Sequence[tuple[Sequence[Sequence[Move | str]], Sequence[Sequence[int]]]], weights: bytes, phase_of: Sequence[int]) -> Evaluator:
    """
    Adds up weights of what lies on sets of squares, in discs.

    A pattern is its copies, with their squares in the same order, and the orders in which they may as well be
    read. The weights of a phase, 16-bit numbers in 128ths of a disc, are as many as `pattern_weights` says;
    `phase_of` is the phase by discs on the board. Raises ValueError for what does not fit.
    """

def pattern_weights(size: int, patterns: Sequence[tuple[Sequence[Sequence[Move | str]], Sequence[Sequence[int]]]]) -> int:
    """
    How many weights a phase has.

    Those of each pattern, one for configurations that are readings of each other; 64 for the moves that the
    player has, from none to 63 or more; 64 for the opponent's; two, for an even and an odd number of empty squares.
    """

def pattern_entries(size: int, patterns: Sequence[tuple[Sequence[Sequence[Move | str]], Sequence[Sequence[int]]]], examples: bytes) -> bytes:
    """
    Of each example, as 32-bit numbers, which weights of a phase count: one for each copy, then three.
    """

def canonical_examples(size: int, examples: bytes) -> bytes:
    """
    The examples, each with that board which stands for all eight that are symmetric to it.
    """

def evaluations(evaluator: Evaluator, examples: bytes) -> bytes:
    """Of each example the evaluator's value, as 32-bit floats."""

def self_play(evaluator: Evaluator, ordering_evaluator: Evaluator, *, games: int, seed: int, random: tuple[int, int], slips: float = 0, depth: int, exact_from: int, stop: object | None = None) -> bytes:
    """
    Plays games that begin with random plies, and returns their other positions as examples.

    Of the moves after those, a share of slips is played at random too. An example is the words of the player's
    discs and of the opponent's, the value of the search (float), the final margin and whether both are exact
    (16 bits each).
    """

LEVEL: str
