"""Functions that do what somebody's code has no business to do; the test says where in TARGET."""

import ctypes
import fcntl
import multiprocessing
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.request import urlopen

from outflank import Move, Position

TARGET = os.environ.get("TARGET", "")


def first(position: Position) -> Move:
    return min(position.legal_moves())


def kill_the_parent(position: Position) -> Move:
    os.kill(os.getppid(), signal.SIGKILL)
    return first(position)


def kill_the_target(position: Position) -> Move:
    os.kill(int(TARGET), signal.SIGKILL)
    return first(position)


def kill_the_group_of_the_target(position: Position) -> Move:
    os.killpg(int(TARGET), signal.SIGKILL)
    return first(position)


def kill_by_file_descriptor(position: Position) -> Move:
    signal.pidfd_send_signal(os.pidfd_open(int(TARGET)), signal.SIGKILL)
    return first(position)


def kill_by_a_socket(position: Position) -> Move:
    """Makes the target the owner of a socket, which signals its owner when something arrives."""
    set_owner, set_signal = 0x8901, 10
    ours, theirs = socket.socketpair()
    fcntl.fcntl(ours, set_signal, signal.SIGKILL)
    fcntl.ioctl(ours, set_owner, struct.pack("i", int(TARGET)))
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC)
    theirs.send(b"hello")
    return first(position)


def kill_everybody(position: Position) -> Move:
    os.kill(-1, signal.SIGKILL)
    return first(position)


def connect(position: Position) -> Move:
    socket.create_connection(("127.0.0.1", int(TARGET)), 5)
    return first(position)


def send_a_datagram(position: Position) -> Move:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"hello", ("127.0.0.1", int(TARGET)))
    return first(position)


def fetch(position: Position) -> Move:
    urlopen("http://127.0.0.1:9/")
    return first(position)


def resolve(position: Position) -> Move:
    socket.create_connection(("outflank.invalid", 80))
    return first(position)


def connect_to_a_path(position: Position) -> Move:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(TARGET.replace("@", "\0"))
    return first(position)


def connect_a_pair_elsewhere(position: Position) -> Move:
    """A pair of sockets is allowed, but not one that could send to others."""
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendto(b"hello", TARGET.replace("@", "\0"))
    return first(position)


def read(position: Position) -> Move:
    print(Path(TARGET).read_text())
    return first(position)


def read_through_a_link(position: Position) -> Move:
    link = Path(os.environ["TMPDIR"]) / "link"
    link.symlink_to(TARGET)
    print(link.read_text())
    return first(position)


def read_by_another_program(position: Position) -> Move:
    print(subprocess.run(["cat", TARGET], stdout=subprocess.PIPE, check=True).stdout)
    return first(position)


def read_through_the_parent(position: Position) -> Move:
    print(Path(f"/proc/{os.getppid()}/root{TARGET}").read_text())
    return first(position)


def list_the_folder(position: Position) -> Move:
    print(list(Path(TARGET).parent.iterdir()))
    return first(position)


def write(position: Position) -> Move:
    Path(TARGET).write_text("spoilt")
    return first(position)


def write_beside(position: Position) -> Move:
    (Path(TARGET).parent / "new").write_text("new")
    return first(position)


def write_beside_itself(position: Position) -> Move:
    Path(__file__).with_name("new").write_text("new")
    return first(position)


def remove(position: Position) -> Move:
    Path(TARGET).unlink()
    return first(position)


def change_the_mode(position: Position) -> Move:
    Path(TARGET).chmod(0o777)
    return first(position)


def change_the_time(position: Position) -> Move:
    os.utime(TARGET, (0, 0))
    return first(position)


def trace_the_parent(position: Position) -> Move:
    attach = 16
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(attach, os.getppid(), 0, 0):
        raise OSError(ctypes.get_errno(), "ptrace")
    return first(position)


def leave_the_confinement(position: Position) -> Move:
    new_user = 0x10000000
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(new_user):
        raise OSError(ctypes.get_errno(), "unshare")
    return first(position)


def call_by_number(position: Position) -> Move:
    """Call a function of the C library with numbers; TARGET is both, as in `msgctl 5 0 0`."""
    name, *numbers = TARGET.split()
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*map(int, numbers)) == -1:
        raise OSError(ctypes.get_errno(), name)
    return first(position)


def fill_the_disk(position: Position) -> Move:
    written = 0
    try:
        for number in range(20):
            with (Path(os.environ["TMPDIR"]) / f"{number}").open("wb", buffering=0) as file:
                for _ in range(16):
                    written += file.write(bytes(1 << 20))
    finally:
        print(written >> 20)
    return first(position)


def write_one_large_file(position: Position) -> Move:
    with (Path(os.environ["TMPDIR"]) / "large").open("wb") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))
    return first(position)


def hold_memory_in_files(position: Position) -> Move:
    written = 0
    try:
        for number in range(4):
            file = os.memfd_create(f"{number}")
            for _ in range(50):
                written += os.write(file, bytes(1 << 20))
    finally:
        print(written >> 20)
    return first(position)


def fork_without_end(position: Position) -> Move:
    started = 0
    try:
        while started < 1000:
            if not os.fork():
                time.sleep(300)
            started += 1
    finally:
        print(started)
    return first(position)


def start_threads(position: Position) -> Move:
    """Start as many threads as TARGET says, all alive together."""
    end, started = threading.Event(), 0
    try:
        while started < int(TARGET):
            threading.Thread(target=end.wait, daemon=True).start()
            started += 1
    finally:
        end.set()
        print(started)
    return first(position)


def fork_a_daemon(position: Position) -> Move:
    """Starts a program in a session of its own, whose parent is gone, which minds no signals.

    It also keeps open what tells whether the program that asks still lives.
    """
    kept = []
    for number in range(3, 400):
        for mode in (os.O_RDONLY, os.O_WRONLY):
            try:
                kept.append(os.open(f"/proc/self/fd/{number}", mode))
            except OSError:
                break
    if not os.fork():
        os.setsid()
        if not os.fork():
            for descriptor in kept:
                os.set_inheritable(descriptor, True)
            code = "import signal, time; signal.signal(15, 1); signal.signal(1, 1); time.sleep(300)"
            os.execv(sys.executable, [sys.executable, "-c", code, TARGET])
        os._exit(0)
    os.wait()
    return first(position)


def fork_a_daemon_and_hang(position: Position) -> Move:
    fork_a_daemon(position)
    while True:
        time.sleep(1)


def work_hard(position: Position) -> Move:
    """Does what is allowed: numpy, threads, processes, files of its own folder and scratch."""
    import numpy as np

    threads = [threading.Thread(target=print, args=("thread",)) for _ in range(8)]
    for thread in threads:
        thread.start()
        thread.join()
    with multiprocessing.Pool(2) as pool:
        assert pool.map(abs, [-1, 2]) == [1, 2]
    assert subprocess.check_output([sys.executable, "-c", "print(1)"]) == b"1\n"
    file = Path(os.environ["TMPDIR"]) / "table.npy"
    np.save(file, np.arange(4))
    assert np.load(file).sum() == 6
    file.chmod(0o600)
    file.unlink()
    assert __doc__ in Path(__file__).read_text()
    assert Path("/proc/self/stat").read_text().startswith(f"{os.getpid()} ")
    return first(position)


if TARGET and "import" in os.environ.get("WHEN", ""):
    print(Path(TARGET).read_text())
