"""Names as people look for them: by words, without accents and capitals."""

from __future__ import annotations

import re
import unicodedata


def has_words(name: str, words: str) -> bool:
    """Whether a name has all the words, whole and in any order."""
    return set(_words(words)) <= set(_words(name))


def plain(text: str) -> str:
    """A text without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def _words(text: str) -> list[str]:
    """The words, and what stands between them but spaces."""
    return re.findall(r"\w+|[^\w\s]+", plain(text))
