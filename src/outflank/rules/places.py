"""Where something stands in a text, for errors."""


def place_of(text: str, index: int) -> str:
    """Return where a character stands: a column, with its line if there are more."""
    column = index - text.rfind("\n", 0, index)
    if "\n" not in text:
        return f"column {column}"
    return f"line {text.count(chr(10), 0, index) + 1}, column {column}"


def bad_side(text: str, index: int) -> str:
    """Return the error for a word that is no side to move."""
    word = text[index:].split()[0][:20]
    return f"bad side to move {word!r} at {place_of(text, index)}: use X for Black, O for White"
