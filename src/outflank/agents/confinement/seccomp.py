"""Seccomp: system calls that fail, by their numbers and arguments.

https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import ctypes
import errno
import platform
from collections.abc import Iterable
from struct import pack
from typing import NamedTuple

from .calls import checked, libc, number_of, renounce_privileges

_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SET_SECCOMP, _FILTER = 22, 2

# The steps of a filter, which reads a call as four bytes each of: its number at 0, the machine at
# 4, the lower halves of the arguments from 16 on.
_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_OTHER_NUMBERS = 0x40000000
"""From here on x86-64 has other numbers for the same calls."""


class Refusal(NamedTuple):
    """A system call that fails; if it names an argument, only with some values of that."""

    call: str
    argument: int | None = None
    """Which argument matters, from 0; its lower 32 bits."""
    mask: int = 0xFFFFFFFF
    """The bits of it that are compared."""
    allowed: tuple[int, ...] = ()
    """If not empty, the call fails unless the argument is one of these."""
    refused: tuple[int, ...] = ()
    """If `allowed` is empty, the call fails if the argument is one of these."""
    error: int = errno.EPERM


def restrict_calls(refusals: Iterable[Refusal]) -> None:
    """Make system calls fail from now on, in this process and all that it starts.

    Raises OSError where the kernel cannot do that, or the machine is not known.
    """
    known = [(number, refusal) for refusal in refusals if (number := number_of(refusal.call))]
    fail = [_step(_RETURN, _FAIL | errno.EPERM)]
    steps = [
        _step(_LOAD, 4),
        *_unless(_IF_EQUAL, _MACHINES[platform.machine()], fail),
        _step(_LOAD, 0),
        *_if(_IF_AT_LEAST, _OTHER_NUMBERS, fail),
    ]
    for number, refusal in known:
        steps += _if(_IF_EQUAL, number, _decide(refusal))
    steps.append(_step(_RETURN, _ALLOW))
    code = ctypes.create_string_buffer(b"".join(steps))
    renounce_privileges()
    described = pack("HP", len(steps), ctypes.addressof(code))
    checked(libc.prctl(_SET_SECCOMP, _FILTER, described, 0, 0))


def _decide(refusal: Refusal) -> list[bytes]:
    allow, fail = [_step(_RETURN, _ALLOW)], [_step(_RETURN, _FAIL | refusal.error)]
    if refusal.argument is None:
        return fail
    steps = [_step(_LOAD, 16 + 8 * refusal.argument), _step(_AND, refusal.mask)]
    then, otherwise = (allow, fail) if refusal.allowed else (fail, allow)
    for value in refusal.allowed or refusal.refused:
        steps += _if(_IF_EQUAL, value, then)
    return steps + otherwise


def _if(test: int, value: int, steps: list[bytes]) -> list[bytes]:
    return [_step(test, value, 0, len(steps)), *steps]


def _unless(test: int, value: int, steps: list[bytes]) -> list[bytes]:
    return [_step(test, value, len(steps), 0), *steps]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("HBBI", code, if_true, if_false, value)
