"""Names as people look for them: by words, without accents and capitals."""

from __future__ import annotations

import unicodedata


def has_words(name: str, words: str) -> bool:
    """Whether a name has all the words, in any order; a part of a word will do."""
    plain = _plain(name)
    return all(word in plain for word in _plain(words).split())


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
