"""The file of a learned evaluation: one board size, weights of patterns by phase.

outflank weights 1 SHA-256      in hexadecimal, of everything that follows
{"size": 8, ...}                a line of JSON: the fields of `PatternWeights` but `values`
...                             the weights: 16-bit little-endian numbers, by zlib
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .error_model import ErrorModel
from .patterns import Pattern

_MAGIC = b"outflank weights"
_VERSION = b"1"
_LINE = 200
"""No first line is longer."""
_MOST_BYTES = 2**28
"""No file holds more weights."""


class PatternWeights(NamedTuple):
    """What patterns are worth, on one board size."""

    size: int
    """The board size."""
    patterns: tuple[Pattern, ...]
    """What the weights are of, in their order."""
    phase_of: tuple[int, ...]
    """The number of the phase, from 0, by discs on the board from none to all squares."""
    values: bytes
    """One phase after the other, 16-bit numbers in 128ths of a disc; tied weights once."""
    made: Mapping[str, Any]
    """Where they come from: examples, rounds, seed, version and so on."""
    errors: ErrorModel | None = None
    """How shallow searches with them err, once that is measured."""

    @property
    def phases(self) -> int:
        """How many phases there are."""
        return max(self.phase_of) + 1


def to_bytes(weights: PatternWeights) -> bytes:
    """The file that holds them."""
    import json
    import zlib
    from hashlib import sha256

    patterns = [
        {
            "name": pattern.name,
            "copies": [" ".join(square.name for square in copy) for copy in pattern.copies],
            "readings": pattern.readings,
        }
        for pattern in weights.patterns
    ]
    header = {
        "size": weights.size,
        "unit": "discs",
        "phases": weights.phases,
        "phase_of": weights.phase_of,
        "patterns": patterns,
        "made": dict(weights.made),
        "errors": None if weights.errors is None else weights.errors._asdict(),
    }
    # Without matches: a thirtieth larger, a third quicker to read.
    packer = zlib.compressobj(strategy=zlib.Z_HUFFMAN_ONLY)
    packed = packer.compress(weights.values) + packer.flush()
    rest = json.dumps(header).encode() + b"\n" + packed
    return b" ".join([_MAGIC, _VERSION, sha256(rest).hexdigest().encode()]) + b"\n" + rest


def from_bytes(data: bytes) -> PatternWeights:
    """What a file holds; ValueError, in a sentence, if it is no such file or a damaged one."""
    import json
    import zlib
    from hashlib import sha256

    from .._core import Move

    first, newline, _ = data[:_LINE].partition(b"\n")
    if not newline or not first.startswith(_MAGIC + b" "):
        raise ValueError("no file of learned weights, such as outflank train writes")
    version, _, checksum = first[len(_MAGIC) + 1 :].partition(b" ")
    if version != _VERSION:
        told = version.decode("ascii", "backslashreplace")
        raise ValueError(f"weights of format {told}: this version of outflank reads format 1")
    begin = len(first) + 1
    if sha256(memoryview(data)[begin:]).hexdigest().encode() != checksum:
        raise ValueError("damaged or cut off: its checksum is another")
    try:
        end = data.index(b"\n", begin)
        header = json.loads(data[begin:end])
        patterns = tuple(
            Pattern(
                entry["name"],
                tuple(tuple(map(Move, copy.split())) for copy in entry["copies"]),
                tuple(map(tuple, entry["readings"])),
            )
            for entry in header["patterns"]
        )
        unpacker = zlib.decompressobj()
        values = unpacker.decompress(memoryview(data)[end + 1 :], _MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("more or fewer weights than it says")
        size, phase_of = int(header["size"]), tuple(map(int, header["phase_of"]))
        told = header.get("errors")  # older files have none
        errors = None if told is None else ErrorModel.of(told)
        return PatternWeights(size, patterns, phase_of, values, header["made"], errors)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error) as error:
        raise ValueError(f"weights that say too little or too much: {error!r}") from error


def read(path: Path) -> PatternWeights:
    """The weights in a file; OSError if it cannot be read, ValueError if it holds none."""
    return from_bytes(path.read_bytes())
