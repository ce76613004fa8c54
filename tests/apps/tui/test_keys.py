"""The same words and keys as on the page."""

import re
from pathlib import Path

import outflank
from outflank.apps.tui.keys import KEYS

PAGE = Path(outflank.__file__).parent / "apps" / "web" / "static" / "js"
COMMANDS = {
    "to_start": "first",
    "to_end": "last",
    "aside(-1)": "variation_before",
    "aside(1)": "variation_after",
    "mistake(1)": "next_mistake",
    "mistake(-1)": "previous_mistake",
    "turn_board": "turn",
    "dark": "theme",
}
"""What the page calls commands that have another name here."""
OURS = {"focus_board", "comment", "quit"}
"""What has no key on the page."""
NAMES = {"?": "question_mark", "$": "dollar_sign", "+": "plus", " ": "space"}
TAB = "ctrl+i"
"""Which terminals cannot tell from Tab."""


def page_keys():
    text = (PAGE / "keys.js").read_text(encoding="utf-8")
    rows = re.findall(r"^  (\w+): \[(.*)\],$", text, re.MULTILINE)
    return {command: {_key(key) for key in re.findall(r'"(.*?)"', keys)} for command, keys in rows}


def _key(name):
    key = name.removeprefix("Arrow").removeprefix("Shift+")
    return NAMES.get(key, key if len(key) == 1 else key.lower())


def test_every_key_of_the_page_does_the_same_here():
    ours = {COMMANDS.get(key.action, key.action): set(key.keys.split(",")) for key in KEYS}
    theirs = page_keys()
    assert set(ours) - set(theirs) == OURS
    assert {name: keys - {TAB} - ours.get(name, set()) for name, keys in theirs.items()} == {
        name: set() for name in theirs
    }


def test_everything_is_called_as_on_the_page():
    text = (PAGE / "texts" / "en.js").read_text(encoding="utf-8")
    names = dict(re.findall(r'^  do_(\w+): "(.*)",$', text, re.MULTILINE))
    ours = {COMMANDS.get(key.action, key.action): key.name for key in KEYS}
    assert {name: ours[name] for name in ours.keys() - OURS} == names
