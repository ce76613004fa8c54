"""Landlock: which files a process can open, whoever's they are; since Linux 5.13.

https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from struct import pack

from .calls import call, renounce_privileges

_ASK_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE, _IOCTL = 1, 2, 4, 8, 1 << 14, 1 << 15
_TO_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL
_KNOWN = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All rights to files that each version can withhold."""
_SCOPES = 6
"""The first version that can keep signals and abstract sockets inside, too."""


def restrict_files(
    readable: Iterable[Path], writable: Iterable[Path], listed: Iterable[Path] = ()
) -> None:
    """Let this process, and all that it starts, open these files and folders and no others.

    Writable paths are readable, too; of listed folders only the names of the files are. Paths that
    do not exist are skipped. Where the kernel can do that, no signal reaches a process outside.
    Raises OSError where there is no Landlock.
    """
    version = call("landlock_create_ruleset", None, 0, _ASK_VERSION)
    known = _KNOWN[max(n for n in _KNOWN if n <= version)]
    described = pack("QQQ", known, 0, 3) if version >= _SCOPES else pack("Q", known)
    rules = call("landlock_create_ruleset", described, len(described), 0)
    try:
        for paths, rights in ((readable, _TO_READ), (writable, known), (listed, _READ_FOLDER)):
            for path in paths:
                _allow(rules, path, rights)
        renounce_privileges()
        call("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, rights: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not path.is_dir():
            rights &= _OF_FILES
        call("landlock_add_rule", rules, _PATH_BENEATH, pack("=Qi", rights, opened), 0)
    finally:
        os.close(opened)
