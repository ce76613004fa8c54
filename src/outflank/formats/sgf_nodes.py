"""The nodes of an SGF tree: its text taken apart, whatever the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .trees import COLORS, BrokenError, Property, Tree, tokens

_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r")


@dataclass(slots=True)
class Node:
    """What stands between a ; and the next."""

    line: int
    properties: list[Property] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    @property
    def has_move(self) -> bool:
        """Whether there is a move in it."""
        return any(prop.name in COLORS for prop in self.properties)


def parse_nodes(tree: Tree) -> Node:
    """The first node, with all others under it."""
    root = node = None
    line = tree.line
    parents: list[Node | None] = []
    for token in tokens(tree, escapes=True):
        if token == "(":
            parents.append(node)
        elif token == ")":
            node = parents.pop()
        elif token == ";":
            new = Node(line)
            if node is not None:
                node.children.append(new)
            node = new
            root = root or node
        elif isinstance(token, Property):
            if node is None:
                raise BrokenError(token.line, f"{token.name} before the first ;")
            # Before FF[4] the names had small letters, which mean nothing.
            if not token.name.isupper():
                token = token._replace(name=re.sub("[a-z]", "", token.name))
            node.properties.append(token)
            if len(node.properties) == 1:
                node.line = token.line
            line = token.line
    if root is None:
        raise BrokenError(tree.line, tree.fault or "a game without a node")
    return root


def text_of(value: str) -> str:
    """The text that a value in brackets stands for."""
    plain = _ESCAPE.sub(lambda match: "" if match[1][0] in "\n\r" else match[1], value)
    return _BREAK.sub("\n", plain)
