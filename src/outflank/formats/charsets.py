"""The charset of bytes that are not UTF-8: the one that a file names, or a guess.

The guess is chardetng's, the detector of Firefox, unless its charset gives a mixture of scripts and
an East Asian one gives words: on a name of two or three letters, detectors take Shift_JIS for
Latin or Cyrillic letters.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

ISO_2022_JP = "iso2022_jp_ext"
"""The charset of seven bits whose escape sequences show it, whatever a file names."""
WESTERN = ("cp1252", "iso8859-1", "iso8859-15")
"""The charsets of Western Europe; the second has a character, if not a letter, for every byte."""

_NAME = re.compile(r"CA\s*\[\s*([A-Za-z0-9_.:-]{1,30})\s*\]")
_CODECS = {
    "windows-31j": "cp932",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "euc_kr": "cp949",
}
"""The codecs for what programs write under the name of a smaller charset, or an unusual one."""
_SINGLE_BYTE = ("iso8859", "cp125", "cp866", "cp874", "koi8", "mac-")
_CYRILLIC = ("koi8-r", "koi8-u", "cp1251")
_JAPANESE = ("cp932", "euc_jp")


class _Letters(NamedTuple):
    """The common letters of a charset: the first and the last of them, as the codec writes them."""

    codec: str
    first: bytes
    last: bytes


_COMMON = {
    "cp932": _Letters("cp932", b"\x88\x9f", b"\x98\x72"),
    "euc_jp": _Letters("euc_jp", b"\xb0\xa1", b"\xcf\xd3"),
    "gb18030": _Letters("gb18030", b"\xb0\xa1", b"\xd7\xf9"),
    "cp949": _Letters("euc_kr", b"\xb0\xa1", b"\xc8\xfe"),
    "big5hkscs": _Letters("big5", b"\xa4\x40", b"\xc6\x7e"),
}
"""The East Asian charsets; those whose bytes are the least likely by chance come first."""
MULTIBYTE = (*_COMMON, "euc_jis_2004", "euc_jisx0213", "shift_jis_2004", "shift_jisx0213", "johab")
"""Charsets with letters of several bytes; the later ones may look like brackets."""

_SIGNS = frozenset("\u25cf\u25cb\u25ce\u25ef\u25a0\u25a1\u2605\u2606\u25b2\u25b3\u25bc\u25bd\u203b")
"""Discs, squares and stars, which stand alone where a board is drawn."""
_OTHER = r"[^\x00-\x7f\u3000-\u3020\uff01-\uff5e]"
_MIXED = re.compile(f"[a-z]{_OTHER}|{_OTHER}[a-z]|[A-Z]{{2}}{_OTHER}|{_OTHER}[A-Z]{{2}}")
"""Latin letters next to others, as in a word whose accented letters are taken for others."""
_LEAST_COMMON = 0.6
"""The least share of a text's characters that are common letters or signs."""
_FEW = 6
"""With fewer bytes beyond ASCII no guess at a charset of Latin letters is better than cp1252."""


def named_charset(line: str) -> str | None:
    """Return the charset that a line names as SGF does, CA[...]; None for none that is known."""
    match = _NAME.search(line) if "CA" in line else None
    return codec_of(match[1]) if match else None


def codec_of(name: str) -> str | None:
    """Return the codec for a charset's name; None if it is unknown, or does not extend ASCII."""
    name = name.lower().removeprefix("x-")
    try:
        codec = codecs.lookup(_CODECS.get(name, name)).name
    except (LookupError, ValueError):
        return None
    codec = _CODECS.get(codec, codec)
    return codec if codec in MULTIBYTE or codec.startswith(_SINGLE_BYTE) else None


def detect_charset(data: bytes) -> str:
    """Return the codec of lines that are not UTF-8."""
    guess = _guess(data)
    shares = {codec: _common_share(data, codec) for codec in _COMMON}
    unpaired = {
        codec: _unpaired(data, codec) for codec in _COMMON if shares[codec] >= _LEAST_COMMON
    }
    fitting = [codec for codec in unpaired if unpaired[codec] == min(unpaired.values())]
    if guess in fitting:
        return guess
    best = max(fitting, key=shares.__getitem__, default="")
    if best and not (guess in _CYRILLIC and _looks_cyrillic(data, best)):
        return best
    many = sum(byte >= 0x80 for byte in data) >= _FEW
    if guess in _COMMON:
        return guess
    if (guess in _CYRILLIC or many) and _is_decoded(data, guess):
        return guess
    return WESTERN[0] if _is_decoded(data, WESTERN[0]) else WESTERN[1]


def _is_decoded(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec or "ascii")
    except UnicodeDecodeError:
        return False
    return True


def _guess(data: bytes) -> str:
    """Return the detector's guess, or an empty string for a charset that is not read here."""
    try:
        from chardetng_py import detect
    except ImportError:  # it has no wheels for some platforms: see pyproject.toml
        return ""
    return codec_of(detect(data)) or ""


def _looks_cyrillic(data: bytes, codec: str) -> bool:
    """Return whether East Asian letters stand for bytes that are letters in Russian charsets."""
    return codec != "cp932" or all(byte < 0x80 or byte >= 0xA0 for byte in data)


def _unpaired(data: bytes, codec: str) -> int:
    """Return how many brackets lack their partner, as where one is read as half of a letter."""
    text = data.decode(codec, "replace")
    return sum(abs(text.count(left) - text.count(right)) for left, right in ("[]", "{}"))


def _common_share(data: bytes, codec: str) -> float:
    """Return the share of the characters beyond ASCII that are common letters or signs, 0 to 1.

    It is 0 if the bytes are not of the charset, or stand for a mixture of scripts.
    """
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return 0.0
    characters = [character for character in text if not character.isascii()]
    if not characters or _MIXED.search(text):
        return 0.0
    weights = [_weight(character, codec) for character in characters]
    return 0.0 if None in weights else sum(filter(None, weights)) / len(weights)


def _weight(character: str, codec: str) -> float | None:
    """Return how well a character fits a charset, from 0 to 1; None for one of another script."""
    if (
        character in _SIGNS
        or "\u3000" <= character <= "\u3020"
        or "\uff01" <= character <= "\uff5e"
    ):
        return 1.0
    if "\u3041" <= character <= "\u30fe":
        return 1.0 if codec in _JAPANESE else None
    if "\uff61" <= character <= "\uff9f":  # katakana of half width, of which any bytes make words
        return 0.7 if codec in _JAPANESE else None
    if "\u3400" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3":
        common = _COMMON[codec]
        return float(common.first <= character.encode(common.codec, "replace") <= common.last)
    return None
