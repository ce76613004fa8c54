"""Namespaces: a process with mounts of its own that sees no processes but those it starts.

https://man7.org/linux/man-pages/man7/namespaces.7.html; since Linux 3.8, where they are not
forbidden to users.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from struct import pack

from ..guard import as_status, end_with_parent, reap
from .calls import call, checked, libc

_NEW_MOUNTS, _NEW_USERS, _NEW_PROCESSES, _CHILD_ENDED = 0x00020000, 0x10000000, 0x20000000, 17
_NO_SUID, _NO_DEVICES, _BIND, _RECURSIVE = 2, 4, 4096, 16384
_FROM_HERE, _RECURSIVE_ATTRIBUTES, _READ_ONLY = -100, 0x8000, 1
_CAPABILITIES = 0x20080522
_OPEN_ANY = 1 << 1 | 1 << 2
"""The capabilities to open files whatever their modes say."""


def fork_apart(furnish: Callable[[], None]) -> int:
    """Fork as `os.fork`, into namespaces of users, mounts and processes.

    A third process stands between the two; its number is returned. It is the first of the
    namespace and calls `furnish` to arrange the mounts; when it ends, the kernel ends all others
    in there. Raises OSError if the kernel does not allow it; `furnish` may raise that, too.
    """
    (mapped, set_mapped), (ready, set_ready) = os.pipe(), os.pipe()
    try:
        # PyDLL keeps Python's lock, which must not be released and taken again in the child.
        kinds = _NEW_MOUNTS | _NEW_USERS | _NEW_PROCESSES | _CHILD_ENDED
        between = call("clone", kinds, 0, 0, 0, 0, library=ctypes.PyDLL(None, use_errno=True))
        if not between:
            return _begin(mapped, set_ready, furnish)
        try:
            _map_users(between)
            os.write(set_mapped, b"1")
        except OSError:
            os.close(set_mapped)
            set_mapped = -1
        os.close(set_ready)
        set_ready = -1
        if not os.read(ready, 1):
            reap(between)
            raise PermissionError("namespaces cannot be used")
        return between
    finally:
        for descriptor in (mapped, set_mapped, ready, set_ready):
            if descriptor >= 0:
                os.close(descriptor)


def _begin(mapped: int, set_ready: int, furnish: Callable[[], None]) -> int:
    """Be the first process of a namespace until the second ends; returns 0 in the second."""
    try:
        end_with_parent()
        if not os.read(mapped, 1):
            os._exit(1)
        furnish()
        second = os.fork()
        if not second:
            return 0
        os.write(set_ready, b"1")
        os.closerange(0, min(os.sysconf("SC_OPEN_MAX"), 1 << 16))
        os._exit(as_status(reap(second)))
    except BaseException:
        os._exit(1)


def _map_users(pid: int) -> None:
    """Map users and groups to the same numbers in a namespace: all of them, or only ours."""
    own = {"uid": os.geteuid(), "gid": os.getegid()}
    for kind, number in own.items():
        rows = (row.split() for row in Path(f"/proc/self/{kind}_map").read_text().splitlines())
        table = Path(f"/proc/{pid}/{kind}_map")
        try:
            table.write_text("".join(f"{first} {first} {count}\n" for first, _, count in rows))
        except PermissionError:
            if kind == "gid":
                Path(f"/proc/{pid}/setgroups").write_text("deny")
            table.write_text(f"{number} {number} 1")


def mount(kind: str, path: str, options: str = "") -> None:
    """Mount an empty file system of a kind."""
    flags, name = ctypes.c_ulong(_NO_SUID | _NO_DEVICES), kind.encode()
    checked(libc.mount(name, os.fsencode(path), name, flags, options.encode()))


def mount_itself(path: Path) -> None:
    """Make a file or folder a mount of its own, with all that is mounted in it."""
    where = os.fsencode(path)
    checked(libc.mount(where, where, None, ctypes.c_ulong(_BIND | _RECURSIVE), None))


def set_read_only(path: Path, *, read_only: bool = True) -> None:
    """Make a mount, and all that are in it, read-only or writable; since Linux 5.12."""
    on_and_off = (_READ_ONLY, 0) if read_only else (0, _READ_ONLY)
    attributes = pack("QQQQ", *on_and_off, 0, 0)
    where = os.fsencode(path)
    call("mount_setattr", _FROM_HERE, where, _RECURSIVE_ATTRIBUTES, attributes, len(attributes))


def drop_capabilities() -> None:
    """Give up the capabilities of root, except those to open files of other users."""
    header = pack("Ii", _CAPABILITIES, 0)
    owned = ctypes.create_string_buffer(24)
    checked(libc.capget(header, owned))
    permitted = int.from_bytes(owned.raw[4:8], "little") & _OPEN_ANY
    kept = pack("III", permitted, permitted, permitted)  # effective, permitted, inheritable
    checked(libc.capset(header, kept + bytes(12)))
