"""Names as people look for them: by words, without accents and capitals."""

from __future__ import annotations

import unicodedata


def has_words(name: str, words: str) -> bool:
    """Whether a name has all the words, in any order; a part of a word will do."""
    whole = plain(name)
    return all(word in whole for word in plain(words).split())


def plain(text: str) -> str:
    """A text without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
