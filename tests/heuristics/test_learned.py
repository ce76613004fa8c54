"""Learned evaluations: what their files hold, and which files are refused."""

import json
import pickle
import re
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from struct import pack

import pytest

from outflank import Engine, Game, Learned, Limit, Position, _core, agent_from_spec
from outflank.agents import AgentError, SearchAgent, as_agent
from outflank.heuristics import ErrorModel, default, standard
from outflank.heuristics.default import learned
from outflank.heuristics.patterns import patterns
from outflank.heuristics.weights_file import PatternWeights, from_bytes, to_bytes
from outflank.tournament import Plan, run_match, summarize

ERRORS = ErrorModel(1.5, -0.01, -0.0002, 0.1, -0.2)


def some(size: int = 6, phases: int = 2, seed: int = 1) -> PatternWeights:
    shapes = patterns(size)[:3]
    count = _core.pattern_weights(size, [(shape.copies, shape.readings) for shape in shapes])
    rng = Random(seed)
    values = [rng.randrange(-300, 300) for _ in range(phases * count)]
    phase_of = tuple(min(phases - 1, d * phases // size**2) for d in range(size**2 + 1))
    return PatternWeights(
        size, shapes, phase_of, pack(f"<{len(values)}h", *values), {"seed": seed, "games": "few"}
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.weights"
    path.write_bytes(to_bytes(some()))
    return path


@pytest.mark.parametrize("size", [6, 8, 10, 16])
def test_files_hold_what_was_written(size: int) -> None:
    weights = some(size)
    assert from_bytes(to_bytes(weights)) == weights
    calibrated = weights._replace(errors=ERRORS)
    assert from_bytes(to_bytes(calibrated)) == calibrated


def test_files_without_errors() -> None:
    _, _, rest = to_bytes(some()).partition(b"\n")
    line, _, packed = rest.partition(b"\n")
    header = json.loads(line)
    del header["errors"]
    old = forged(json.dumps(header).encode(), packed)
    assert from_bytes(old) == some()


@pytest.mark.parametrize(
    "errors",
    [
        [],
        1,
        {},
        {"constant": 1},
        {**ERRORS._asdict(), "deep": "x"},
        {**ERRORS._asdict(), "deep": float("nan")},
    ],
)
def test_errors_that_are_none(errors: object) -> None:
    _, _, rest = to_bytes(some()).partition(b"\n")
    line, _, packed = rest.partition(b"\n")
    bad = forged(json.dumps({**json.loads(line), "errors": errors}).encode(), packed)
    with pytest.raises(ValueError, match="weights that say too little or too much"):
        from_bytes(bad)


def test_more_than_weights() -> None:
    _, _, rest = to_bytes(some()).partition(b"\n")
    line, _, packed = rest.partition(b"\n")
    deep = b'{"size": ' + b"[" * 100_000
    endless = zlib.compress(bytes(2**28 + 1))
    for bad in (forged(line, packed + b"x"), forged(line, endless), forged(deep, packed)):
        with pytest.raises(ValueError, match="weights that say too little or too much"):
            from_bytes(bad)


def test_weights_with_errors_are_searched_selectively(file: Path) -> None:
    start, limit = Position.initial(6), Limit(depth=6)
    assert Engine(Learned.load(file)).search(start, limit).selectivity == 100
    file.write_bytes(to_bytes(some()._replace(errors=ERRORS)))
    assert Learned.load(file).errors == {6: ERRORS}
    assert Engine(Learned.load(file)).search(start, limit).selectivity == 73


def test_the_default_errs_as_what_it_has_learned() -> None:
    known: dict[int, ErrorModel] = {}
    for size in range(4, 17, 2):
        own = learned(size)
        known |= {} if own is None else own.errors
    assert dict(default().errors) == known
    assert len(default().errors) == len(known)
    assert default().errors.get(4) is None
    for size in (4, 8):
        found = Engine().search(Position.initial(size), Limit(depth=4))
        assert found.selectivity == (73 if size in known and not found.exact else 100)


def test_values(file: Path, random_game: Callable[..., Game]) -> None:
    weights = some()
    native = _core.pattern_evaluator(
        6, [(p.copies, p.readings) for p in weights.patterns], weights.values, weights.phase_of
    )
    loaded = Learned.load(file)
    assert loaded.unit == "discs"
    for position in random_game(6, 1).positions:
        assert loaded(position) == native.evaluate(position) == Learned(weights)(position)


def test_an_engine_and_an_agent_use_it(file: Path) -> None:
    loaded = Learned.load(str(file))
    start = Position.initial(6)
    found = Engine(loaded).search(start, Limit(depth=4))
    assert found.unit == "discs"
    assert found.nodes != Engine(standard()).search(start, Limit(depth=4)).nodes
    agent = agent_from_spec(f"engine:evaluation={file},depth=4")
    assert agent.choose(start, Limit()) == found.move
    assert isinstance(as_agent(loaded), SearchAgent)
    script = file.with_name("mine.py")
    script.write_text(f"import outflank as of\nweights = of.Learned.load({str(file)!r})\n")
    agent = agent_from_spec(f"{script}:weights:depth=4")
    assert agent.choose(start, Limit()) == found.move


def test_several_sizes(file: Path) -> None:
    other = file.with_name("8.weights")
    other.write_bytes(to_bytes(some(8)))
    both = Learned.load(file, other)
    assert repr(both) == "<Learned for 6x6, 8x8>"
    assert both(Position.initial(8)) == Learned.load(other)(Position.initial(8))
    again = pickle.loads(pickle.dumps(both))
    assert again(Position.initial(6)) == both(Position.initial(6))
    with pytest.raises(ValueError, match="learned weights for 6x6, 8x8 cannot judge 10x10 boards"):
        both(Position.initial(10))
    with pytest.raises(ValueError, match="once"):
        Learned.load(file, file)
    with pytest.raises(ValueError, match="at least one"):
        Learned()


def test_every_damage_is_noticed(file: Path) -> None:
    good = file.read_bytes()
    rng = Random(1)
    for place in [0, 10, 17, 20, 90, len(good) - 1, *(rng.randrange(len(good)) for _ in range(30))]:
        for bad in (
            good[:place],
            good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :],
        ):
            file.write_bytes(bad)
            with pytest.raises(
                ValueError, match=r"cannot use the weights in .*mine.weights': "
            ) as e:
                Learned.load(file)
            assert "\n" not in str(e.value)


def forged(line: bytes, packed: bytes) -> bytes:
    rest = line + b"\n" + packed
    return b"outflank weights 1 " + sha256(rest).hexdigest().encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no file of learned weights"),
        (b"\n", "no file of learned weights"),
        (b"x" * 1000, "no file of learned weights"),
        (bytes(1000), "no file of learned weights"),
        (b"outflank weights 2 abc\n{}", "weights of format 2: this version of outflank reads"),
        (b"outflank weights 1 abc\n{}", "damaged or cut off: its checksum is another"),
        (forged(b"{}", b""), "weights that say too little or too much"),
        (forged(b"[]", b""), "weights that say too little or too much"),
        (forged(b"x", b""), "weights that say too little or too much"),
        (forged(b'{"patterns": [], "size": 8}', b"abc"), "weights that say too little or too much"),
    ],
)
def test_foreign_files(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_bytes(data)


@pytest.mark.parametrize(
    "change",
    [
        {"size": 7},
        {"size": 18},
        {"size": "8"},
        {"size": 8},
        {"values": b""},
        {"values": b"\0"},
        {"phase_of": ()},
        {"phase_of": (0,) * 36},
        {"phase_of": (2,) * 37},
        {"phase_of": ("a",) * 37},
        {"patterns": ()},
        {"patterns": patterns(8)[:3]},
        {"patterns": patterns(6)[:2]},
    ],
    ids=str,
)
def test_weights_that_fit_no_board(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Learned(some()._replace(**change))  # type: ignore[arg-type]


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Learned.load(tmp_path / "no.weights")
    with pytest.raises(AgentError, match=r"cannot use the weights in '.*no.weights': No such file"):
        agent_from_spec(f"engine:evaluation={tmp_path / 'no.weights'}")
    (tmp_path / "bad.weights").write_text("?")
    with pytest.raises(AgentError, match=r"bad.weights': no file of learned weights"):
        agent_from_spec(f"engine:evaluation={tmp_path / 'bad.weights'}")


def test_the_default_is_learned_where_there_are_weights() -> None:
    for size in range(4, 17, 2):
        position = Position.initial(size).play(Position.initial(size).legal_moves()[0])
        own = learned(size)
        assert default()(position) == (standard() if own is None else own)(position)
        assert Engine().evaluate(position) == default()(position)
    assert pickle.loads(pickle.dumps(default())) is default()
    assert default().unit == "discs"


@pytest.mark.parametrize(("size", "games"), [(14, 24), (16, 6)])
def test_the_largest_boards_beat_hand_weights_in_equal_time(size: int, games: int) -> None:
    """In the same time they judge 3.5 times as many positions; on 14x14 the lead is smaller."""
    agents = ("engine:nodes=14000,book=none", "tuned:nodes=4000")
    plan = Plan(agents, games, (size,), "random:8", limit=Limit())
    results = summarize(run_match(plan)).comparisons[0].results
    assert results.wins > results.losses


@pytest.mark.parametrize("size", [s for s in range(6, 17, 2) if learned(s)])
def test_weights_of_this_package(size: int, random_game: Callable[..., Game]) -> None:
    own = learned(size)
    assert own is not None
    weights = own.weights[size]
    assert weights.made["examples"] > 10**5
    assert re.fullmatch(r"\d+\.\d+\.\d+", weights.made["outflank"])
    assert len(to_bytes(weights)) < 8e6
    for position in random_game(size, 2).positions:
        assert len({own(image) for image in position.symmetries()}) == 1
