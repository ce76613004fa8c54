"""System calls of Linux that Python has no functions for.

Each raises OSError where the kernel refuses it or does not have it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform

libc = ctypes.CDLL(None, use_errno=True)

_NO_NEW_PRIVILEGES = 38
_COLUMNS = {"x86_64": 0, "aarch64": 1}
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "add_key": (248, 217),
    "bpf": (321, 280),
    "chmod": (90, None),
    "chown": (92, None),
    "clone": (56, 220),
    "clone3": (435, 435),
    "fanotify_init": (300, 262),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "fcntl": (72, 25),
    "file_setattr": (469, 469),
    "fork": (57, None),
    "fremovexattr": (199, 16),
    "fsetxattr": (190, 7),
    "futimesat": (261, None),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "io_uring_setup": (425, 425),
    "ioctl": (16, 29),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "kill": (62, 129),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "lchown": (94, None),
    "lremovexattr": (198, 15),
    "lsetxattr": (189, 6),
    "memfd_create": (319, 279),
    "mount_setattr": (442, 442),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "msgctl": (71, 187),
    "msgget": (68, 186),
    "msgrcv": (70, 188),
    "msgsnd": (69, 189),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "prlimit64": (302, 261),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "removexattr": (197, 14),
    "removexattrat": (466, 466),
    "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "semctl": (66, 191),
    "semget": (64, 190),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "setns": (308, 268),
    "setpriority": (141, 140),
    "setxattr": (188, 5),
    "setxattrat": (463, 463),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmget": (29, 194),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "utime": (132, None),
    "utimensat": (280, 88),
    "utimes": (235, None),
    "vfork": (58, None),
}
"""The number of each call on x86-64 and on ARM; None where that has no such call."""


def number_of(name: str) -> int | None:
    """The number of a system call on this machine; None if it does not have that call."""
    column = _COLUMNS.get(platform.machine())
    if column is None:
        raise OSError(errno.ENOSYS, f"the calls of {platform.machine()} are not known")
    return _NUMBERS[name][column]


def call(name: str, *arguments: int | bytes | None, library: ctypes.CDLL = libc) -> int:
    """Make a system call and return its result; bytes are passed by their address."""
    longs = (ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)
    return checked(library.syscall(ctypes.c_long(number_of(name) or -1), *longs))


def checked(result: int) -> int:
    """Return the result of a function of the C library; raise OSError if it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def renounce_privileges() -> None:
    """Forbid this process to gain privileges from now on, by setuid programs for example."""
    checked(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
