"""What a student's code may do, enforced by every means that the system has."""

from __future__ import annotations

import errno
import os
import pwd
import re
import resource
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .seccomp import Refusal

SCRATCH = 64
"""Megabytes that the scratch folder holds, and any one file."""
PROCESSES = 320
"""Processes and threads at a time; the kernel takes no bound below 301."""

_HINT = (
    "; it is confined, without network: allow=PATH in its spec lets it use a file or folder, "
    "--unconfined everything"
)

_PACKAGE = Path(__file__).parents[2]
_SHARED_MEMORY = Path("/dev/shm")
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/localtime", "/sys/devices/system/cpu"),
    *("/dev/zero", "/dev/random", "/dev/urandom"),
)
"""What programs and libraries need of a system."""
_OWN_PROCESS = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/uptime")
_OF_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")
"""The parts of a Python installation or virtual environment."""
_DEVICES = ("/dev/null", "/dev/full")

_WAYS_OUT = (
    *("io_uring_setup", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"),
    *("bpf", "perf_event_open", "userfaultfd", "open_by_handle_at", "unshare", "setns"),
    *("add_key", "request_key", "keyctl"),
    *("shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl"),
    *("msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"),
    *("inotify_init", "inotify_init1", "fanotify_init"),
)
"""System calls that could get around the other refusals.

Other processes' shared memory, semaphores and queues need only a number, which can be guessed;
inotify reports the names of files in folders that cannot be read.
"""
_CHANGES = (
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat"),
    *("setxattr", "lsetxattr", "fsetxattr", "setxattrat"),
    *("removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr"),
    *("utime", "utimes", "utimensat", "futimesat"),
)
"""System calls that change files without opening them, so that Landlock does not see it."""
_NEW_NAMESPACES, _THREAD, _STREAM = 0x7E020000, 0x00010000, 1
_SET_OWNERS = (8, 15)
"""Commands of `fcntl` after which a file sends signals."""
_SET_OWNERS_OF_SOCKETS = (0x8901, 0x8902)
"""Commands of `ioctl` that do the same."""
_SIGNALS = ("kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
_OF_PROCESSES = (
    *("prlimit64", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"),
)
"""System calls that take a process number, 0 for the calling process."""


class Confinement:
    """Limits a process to some paths to read and to write, without network or other processes."""

    def __init__(self, readable: Iterable[Path], writable: Iterable[Path]) -> None:
        """Allow these paths, which need not exist, and those that Python and libraries read.

        Only Python files can be read in a folder that contains the user's home or the temporary
        folder, also if imports look there.
        """
        self._readable = [*map(Path, _SYSTEM), *_python_folders()]
        self._listed = []
        for path in [*readable, *map(Path, filter(None, sys.path))]:
            if _is_wide(path):
                self._listed.append(path)
                self._readable += path.glob("*.py")
            else:
                self._readable.append(path)
        self._writable = list(writable)
        self._is_apart = self._has_proc = self._is_read_only = self._is_counted = False
        self._scratch = Path()

    def fork(self) -> int:
        """Fork as `supervise` wants it, into namespaces if that is possible."""
        if sys.platform == "linux":
            from .namespaces import fork_apart

            with suppress(OSError):
                return fork_apart(self._furnish)
        self._scratch = Path(tempfile.mkdtemp(prefix="outflank-scratch-"))
        return os.fork()

    def clean(self) -> None:
        """Remove the scratch folder; to be called in the process that called `fork`."""
        if self._scratch.name:
            rmtree(self._scratch, ignore_errors=True)

    def restrict(self) -> list[str]:
        """Confine the process that `fork` has made; return what this system cannot forbid.

        Each is something that the code may do, such as "read your files".
        """
        os.environ["TMPDIR"] = tempfile.tempdir = str(self._scratch)
        self._limit()
        if sys.platform != "linux":
            return ["read and write files", "use the network", "start and end processes"]
        from .landlock import restrict_files
        from .namespaces import drop_capabilities
        from .seccomp import restrict_calls

        drop_capabilities()
        own = ["/proc"] if self._has_proc else _OWN_PROCESS
        readable = [*self._readable, *map(Path, own)]
        writable = [*self._writable, self._scratch, *map(Path, _DEVICES)]
        free = [] if self._is_apart else ["fill the disk"]
        try:
            restrict_files(readable, writable, self._listed)
        except OSError:
            free.append("read files" if self._is_read_only else "read and write files")
        try:
            restrict_calls(self._refusals())
        except OSError:
            free.append("use the network")
            free += [] if self._is_counted else ["start processes without end"]
            free += [] if self._is_apart else ["end other processes"]
        return free

    def _furnish(self) -> None:
        """Arrange the mounts of namespaces: all read-only but what is writable."""
        from .namespaces import mount, mount_itself, set_read_only

        if any(path.resolve().is_relative_to(_SHARED_MEMORY) for path in self._readable):
            raise OSError("a scratch folder would hide what is to be read")
        with suppress(OSError):  # before Linux 5.12
            set_read_only(Path("/"))
            self._is_read_only = True
        mount("tmpfs", str(_SHARED_MEMORY), f"size={SCRATCH}m,mode=1777")
        with suppress(OSError):  # in a container whose own /proc hides something
            mount("proc", "/proc")
            self._has_proc = True
        self._is_counted = self._count_processes()
        if self._is_read_only:
            if self._has_proc:
                set_read_only(Path("/proc"))
            for path in self._writable:
                mount_itself(path)
                set_read_only(path, read_only=False)
        self._scratch, self._is_apart = _SHARED_MEMORY, True

    def _count_processes(self) -> bool:
        """Bound the processes of these namespaces alone; return whether the kernel can."""
        found = re.match(r"(\d+)\.(\d+)", os.uname().release)
        version = (int(found[1]), int(found[2])) if found else (0, 0)
        if self._has_proc and version >= (6, 14):  # before, this bounds the whole system
            with suppress(OSError):
                Path("/proc/sys/kernel/pid_max").write_text(str(PROCESSES))
                return True
        return version >= (5, 14) and os.geteuid() != 0  # by RLIMIT_NPROC, which root does not have

    def _limit(self) -> None:
        """Bound what files and processes take."""
        bounds = {resource.RLIMIT_FSIZE: SCRATCH << 20, resource.RLIMIT_CORE: 0}
        if self._is_counted:
            bounds[resource.RLIMIT_NPROC] = PROCESSES
        for kind, bound in bounds.items():
            _, hard = resource.getrlimit(kind)
            least = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
            resource.setrlimit(kind, (least, least))

    def _refusals(self) -> list[Refusal]:
        """The system calls that fail."""
        from .seccomp import Refusal

        refusals = [Refusal(call) for call in _WAYS_OUT]
        # A filter cannot see the flags of clone3; where it is missing, libraries use clone.
        refusals.append(Refusal("clone3", error=errno.ENOSYS))
        # Memory that no limit of a process counts; libraries do without.
        refusals.append(Refusal("memfd_create", error=errno.ENOSYS))
        refusals.append(Refusal("socket"))
        refusals.append(Refusal("socketpair", 1, 0xF, allowed=(_STREAM,)))
        if not self._is_read_only:
            refusals += [Refusal(call) for call in _CHANGES]
        if self._is_apart and self._is_counted:
            refusals.append(Refusal("clone", 0, _NEW_NAMESPACES, allowed=(0,)))
        else:
            threads = Refusal("clone", 0, _NEW_NAMESPACES | _THREAD, allowed=(_THREAD,))
            refusals += [threads, Refusal("fork"), Refusal("vfork")]
        if not self._is_apart:
            pid = os.getpid()  # for good, as it cannot fork
            refusals += [Refusal(call, 0, allowed=(pid,)) for call in _SIGNALS]
            refusals += [Refusal(call, 0, allowed=(0, pid)) for call in _OF_PROCESSES]
            refusals += [Refusal(call) for call in ("tkill", "pidfd_send_signal")]
            refusals += [Refusal(call) for call in ("setpriority", "ioprio_set")]
            refusals.append(Refusal("fcntl", 1, refused=_SET_OWNERS))
            refusals.append(Refusal("ioctl", 1, refused=_SET_OWNERS_OF_SOCKETS))
        return refusals


def _python_folders() -> list[Path]:
    """The folders of Python and of this package.

    Of a Python installed in the user's home itself, only what belongs to Python.
    """
    folders = [_PACKAGE]
    for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix):
        path = Path(prefix)
        folders += [path / name for name in _OF_PYTHON] if _is_wide(path) else [path]
    return folders


def _is_wide(folder: Path) -> bool:
    """Whether a folder contains the user's home or a folder for temporary files."""
    holds = [Path(tempfile.gettempdir()), Path("/tmp")]
    with suppress(RuntimeError):
        holds.append(Path.home())
    with suppress(KeyError):  # HOME may be another user's, as with sudo
        holds.append(Path(pwd.getpwuid(os.getuid()).pw_dir or "/"))
    return any(path.resolve().is_relative_to(folder.resolve()) for path in holds)


def refusal(error: BaseException | None) -> str:
    """Return a hint for an error report if the confinement may have caused the error, else "".

    Follows the chain of errors, as network libraries wrap those of the system.
    """
    while error is not None and not _refused(error):
        error = error.__cause__ or error.__context__
    return "" if error is None else _refused(error)


def _refused(error: BaseException) -> str:
    """Return the hint for one error, without its causes."""
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return f"; it has at most {PROCESSES} processes and threads, and their stacks are memory"
    code = error.errno if isinstance(error, OSError) else None
    match code:
        case None:
            return ""
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return _HINT
        case _ if code < 0:  # getaddrinfo could not resolve a host name
            return _HINT
        case errno.ENOSPC | errno.EFBIG:
            return f"; it is confined: its scratch folder holds {SCRATCH} MB"
        case errno.EAGAIN:
            return f"; it is confined: it has at most {PROCESSES} processes and threads"
    return ""
