"""What somebody's code may not do is refused, each thing by itself, on every kind of Linux."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import warnings
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

import pytest

from outflank import Limit, Position
from outflank.agents import AgentError, agent_from_spec
from outflank.agents.confinement.confinement import PROCESSES, SCRATCH, _is_wide

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
INTRUDER = Path(__file__).with_name("intruder.py")
START = Position.initial(6)
HINT = (
    "; it is confined, without network: allow=PATH in its spec lets it use a file or folder, "
    "--unconfined everything"
)
REFUSED = "raised *Error: [[]Errno *" + HINT.replace("[", "[[]")


@pytest.fixture(scope="session")
def free():
    """What this system lets the code do, as the warning says it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        agent_from_spec(f"student:{INTRUDER}:first").close()
    return " ".join(str(warning.message) for warning in caught)


@pytest.fixture
def own(tmp_path):
    """The intruder in a folder of its own."""
    folder = tmp_path / "own"
    folder.mkdir()
    return Path(shutil.copy(INTRUDER, folder))


@pytest.fixture
def intrude(own, monkeypatch):
    """Asks an intruder for a move; returns what it did wrong, and what it printed."""

    def intrude(name, target="", options=""):
        monkeypatch.setenv("TARGET", str(target))
        spec = f"student:{own}:{name}:time=60,{options}"
        with agent_from_spec(spec) as agent:
            assert START.is_legal(agent.choose(START, Limit()))
            return [fault.message for fault in agent.faults], agent.printed

    return intrude


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("the secret")
    path.chmod(0o600)
    return path


@pytest.fixture
def bystander():
    """A process of the same user that has nothing to do with it all."""
    with subprocess.Popen(["sleep", "300"], start_new_session=True) as process:
        yield process
        process.kill()


def needs(free, what):
    """Skips a test where the system does not hold this."""
    if what in free:
        pytest.skip(free)


def is_refused(faults):
    return len(faults) == 1 and fnmatchcase(faults[0], REFUSED)


def running(marker):
    """Processes that have this text among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if os.fsencode(marker) in words:
            found.append(int(path.parent.name))
    return found


def gone(marker):
    """Whether no process with this text is left; waits a minute for that."""
    for _ in range(600):
        if not running(marker):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize(
    "name", ["kill_the_parent", "kill_the_target", "kill_the_group_of_the_target",
             "kill_by_file_descriptor", "kill_by_a_socket", "kill_everybody", "trace_the_parent"],
)  # fmt: skip
def test_no_signal_reaches_outside(name, intrude, bystander):
    faults, _ = intrude(name, bystander.pid)
    if faults or name != "kill_the_parent":  # to kill the first process of a namespace does nothing
        assert fnmatchcase(*faults, "raised [PO]*Error: [[]Errno *")  # not there, or not permitted
    assert bystander.poll() is None


@pytest.mark.parametrize("name", ["connect", "send_a_datagram"])
def test_no_network(name, intrude, free):
    needs(free, "use the network")
    kind = socket.SOCK_STREAM if name == "connect" else socket.SOCK_DGRAM
    with socket.socket(socket.AF_INET, kind) as server:
        server.bind(("127.0.0.1", 0))
        server.setblocking(False)
        if name == "connect":
            server.listen()
        faults, _ = intrude(name, server.getsockname()[1])
        assert is_refused(faults)
        with pytest.raises(BlockingIOError):
            server.accept() if name == "connect" else server.recv(10)


@pytest.mark.parametrize("name", ["fetch", "resolve"])
def test_errors_of_network_libraries_have_the_hint(intrude, free, name):
    """urllib wraps the system's error in its own; a host name fails before any socket."""
    needs(free, "use the network")
    (fault,), _ = intrude(name)
    assert fault.endswith(HINT)


@pytest.mark.parametrize("name", ["connect_to_a_path", "connect_a_pair_elsewhere"])
@pytest.mark.parametrize("is_abstract", [False, True])
def test_no_sockets_of_this_system(name, is_abstract, intrude, free, monkeypatch, tmp_path):
    needs(free, "use the network")
    monkeypatch.chdir(tmp_path)  # the names of sockets are short
    address = f"\0outflank-{os.getpid()}" if is_abstract else "socket"
    kind = socket.SOCK_STREAM if name == "connect_to_a_path" else socket.SOCK_DGRAM
    with socket.socket(socket.AF_UNIX, kind) as server:
        server.bind(address)
        server.setblocking(False)
        if name == "connect_to_a_path":
            server.listen()
        faults, _ = intrude(name, address.replace("\0", "@"))
        assert is_refused(faults)


READING = ["read", "read_through_a_link", "read_through_the_parent", "list_the_folder"]


@pytest.mark.parametrize("name", [*READING, "read_by_another_program"])
def test_no_files_of_others_are_read(name, intrude, secret, free):
    needs(free, "read")
    (fault,), printed = intrude(name, secret)
    assert fnmatchcase(fault, "raised *Error: *")
    assert "secret" not in printed.replace(str(secret), "")
    assert name not in ("read", "list_the_folder") or is_refused([fault])


CHANGES = ["write", "write_beside", "write_beside_itself", "remove", "change_the_mode",
           "change_the_time"]  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_no_files_are_changed(name, intrude, secret, own):
    before = secret.stat()
    faults, _ = intrude(name, secret)
    assert is_refused(faults)
    after = secret.stat()
    assert (after.st_mode, after.st_mtime_ns) == (before.st_mode, before.st_mtime_ns)
    assert secret.read_text() == "the secret"
    assert sorted(path.name for path in secret.parent.iterdir()) == ["own", "secret.txt"]
    assert [path.name for path in own.parent.iterdir()] == ["intruder.py"]


def test_what_is_refused_on_import_is_told(intrude, secret, free, monkeypatch):
    monkeypatch.setenv("WHEN", "import")
    if "read" not in free:
        with pytest.raises(AgentError, match=r"Permission denied: .*secret.txt.*--unconfined ever"):
            intrude("first", secret)
    assert intrude("first", secret, "unconfined=yes") == ([], "the secret\n")


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_allowed(what, intrude, secret):
    allow = f"allow={secret if what == 'file' else secret.parent}"
    assert intrude("read", secret, allow) == ([], "the secret\n")
    assert intrude("write", secret, allow) == ([], "")
    assert secret.read_text() == "spoilt"
    faults, _ = intrude("write_beside", secret, allow)
    assert is_refused(faults) if what == "file" else not faults


def test_what_is_not_confined(intrude, secret, bystander):
    assert intrude("read", secret, "unconfined=yes") == ([], "the secret\n")
    assert intrude("kill_the_target", bystander.pid, "unconfined=yes")[0] == []
    assert bystander.wait(60) == -signal.SIGKILL


def test_at_home_only_python_is_read(own, intrude, free, monkeypatch):
    needs(free, "read")
    monkeypatch.setenv("HOME", str(own.parent))
    other = own.with_name("other.py")
    other.write_text("x = 1\n")
    private = own.with_name("private.txt")
    private.write_text("the secret")
    assert intrude("read", other) == ([], "x = 1\n\n")
    faults, printed = intrude("read", private)
    assert is_refused(faults)
    assert "secret" not in printed


def test_home_is_the_user_s_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("HOME", "/nowhere")
    assert _is_wide(Path(pwd.getpwuid(os.getuid()).pw_dir))


def test_python_installed_at_home_does_not_open_it(own, free, tmp_path):
    needs(free, "read")
    home = tmp_path / "home"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    ours = sysconfig.get_path("purelib")
    (packages / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})")
    (home / "private.txt").write_text("the secret")
    code = f"""
from outflank import Limit, Position
from outflank.agents import agent_from_spec
with agent_from_spec("student:{own}:read:time=60") as agent:
    agent.choose(Position.initial(6), Limit())
    print(agent.faults[0].message)
"""
    variables = {"HOME": str(home), "TARGET": str(home / "private.txt")}
    path = os.pathsep.join(filter(None, sys.path))
    run = partial(subprocess.run, capture_output=True, text=True, check=True)
    command = [home / "bin" / "python", "-c", code]
    done = run(command, env={**os.environ, **variables, "PYTHONPATH": path})
    assert is_refused([done.stdout.strip()])


@pytest.mark.parametrize("search", ["", "{home}"])
def test_imports_from_home_do_not_open_it(search, own, intrude, free, monkeypatch, tmp_path):
    needs(free, "read")
    home = tmp_path / "home"
    home.mkdir()
    (home / "module.py").write_text("x = 1\n")
    (home / "private.txt").write_text("the secret")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PYTHONPATH", f"{search.format(home=home)}:/nowhere")
    monkeypatch.chdir(home)  # which is what an empty entry stands for
    assert intrude("read", home / "module.py") == ([], "x = 1\n\n")
    faults, printed = intrude("read", home / "private.txt")
    assert is_refused(faults)
    assert "secret" not in printed


def test_tmp_is_never_read_as_a_whole(intrude, free, monkeypatch, tmp_path):
    needs(free, "read")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", "/tmp")
    with tempfile.NamedTemporaryFile("w", dir="/tmp", suffix=".txt") as file:
        file.write("the secret")
        file.flush()
        faults, printed = intrude("read", file.name)
    assert is_refused(faults)
    assert "secret" not in printed


def test_no_other_confinement_is_entered(intrude, free):
    needs(free, "use the network")
    faults, _ = intrude("leave_the_confinement")
    assert is_refused(faults)


@pytest.fixture
def numbers():
    """Shared memory, semaphores and a queue of this user: their numbers by the names of calls."""
    libc = ctypes.CDLL(None, use_errno=True)
    found = {
        "shm": libc.shmget(0, 4096, 0o1600),
        "sem": libc.semget(0, 1, 0o1600),
        "msg": libc.msgget(0, 0o1600),
    }
    assert -1 not in found.values()
    yield found
    removed = [libc.shmctl(found["shm"], 0, 0), libc.semctl(found["sem"], 0, 0, 0)]
    assert [*removed, libc.msgctl(found["msg"], 0, 0)] == [0, 0, 0]  # they were still there


@pytest.mark.parametrize(
    "call",
    ["shmat {shm} 0 0", "shmctl {shm} 0 0", "semctl {sem} 0 0 0", "msgctl {msg} 0 0"],
)
def test_no_shared_memory_of_others(call, intrude, free, numbers):
    needs(free, "use the network")  # without seccomp
    faults, _ = intrude("call_by_number", call.format(**numbers))
    assert is_refused(faults)


@pytest.mark.parametrize("call", ["inotify_init", "inotify_init1 0", "fanotify_init 512 0"])
def test_no_names_of_files_are_watched(call, intrude, free):
    needs(free, "use the network")  # without seccomp
    faults, _ = intrude("call_by_number", call)
    assert is_refused(faults)


def test_the_disk_is_not_filled(intrude, free):
    (fault,), printed = intrude("write_one_large_file")
    assert f"; it is confined: its scratch folder holds {SCRATCH} MB" in fault
    if "fill the disk" not in free:
        (fault,), printed = intrude("fill_the_disk")
        assert f"; it is confined: its scratch folder holds {SCRATCH} MB" in fault
        assert int(printed) <= SCRATCH


def test_memory_is_not_held_in_files(intrude, free):
    needs(free, "use the network")  # without seccomp
    (fault,), printed = intrude("hold_memory_in_files")
    assert fault.startswith("raised OSError: [Errno 38]")
    assert printed == "0\n"


def test_nothing_is_left_of_the_scratch_folder(intrude, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    intrude("write_one_large_file")
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


def test_processes_are_counted(intrude, free):
    (fault,), printed = intrude("fork_without_end")
    if "fill the disk" in free:  # it has no namespaces
        assert (int(printed), is_refused([fault])) == (0, True)
    else:
        assert 100 < int(printed) < PROCESSES
        assert f"; it is confined: it has at most {PROCESSES} processes and threads" in fault


def test_threads_are_counted(intrude):
    assert intrude("start_threads", 64) == ([], "64\n")
    (fault,), printed = intrude("start_threads", 10_000, "memory=500")
    assert fault.startswith("raised RuntimeError: can't start new thread")
    assert f"; it has at most {PROCESSES} processes and threads, and their stacks" in fault
    assert int(printed) < PROCESSES


@pytest.mark.parametrize("options", ["", "unconfined=yes"])
def test_nothing_outlives_its_agent(options, intrude, free, tmp_path):
    marker = f"{tmp_path}/{options}"
    faults, _ = intrude("fork_a_daemon", marker, options)
    assert faults == [] or ("fill the disk" in free and is_refused(faults))
    assert gone(marker)


def test_nothing_outlives_this_program(own, free, tmp_path):
    needs(free, "fill the disk")
    marker = f"{tmp_path}/marker"
    code = f"""
from outflank import Limit, Position
from outflank.agents import agent_from_spec
spec = "student:{own}:fork_a_daemon_and_hang:time=1000"
agent_from_spec(spec).choose(Position.initial(6), Limit())
"""
    program = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "TARGET": marker})
    while not running(marker):
        assert program.poll() is None
        time.sleep(0.1)
    program.kill()
    program.wait()
    assert gone(marker)


def test_what_agents_do(intrude, free):
    needs(free, "fill the disk")
    faults, printed = intrude("work_hard")
    assert faults == []
    assert printed == "thread\n" * 8


# These tests again where the system lacks something.

AGAIN = "OUTFLANK_LACKS"
"""Says in such a run what the system lacks."""
NO_NAMESPACES = ["unshare", "-Ur", "sh", "-c",
                 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', "sh"]  # fmt: skip
WITHOUT_CALL = """
import errno, os, sys
from outflank.agents.confinement import calls, seccomp
calls._NUMBERS["prctl"] = (157, 167)
refused = {
    "Landlock": seccomp.Refusal("landlock_create_ruleset", error=errno.ENOSYS),
    "seccomp": seccomp.Refusal("prctl", 0, refused=(22,), error=errno.EINVAL),
}
seccomp.restrict_calls([refused[os.environ["OUTFLANK_LACKS"]]])
os.execv(sys.argv[1], sys.argv[1:])
"""
FREE = {
    "namespaces": "fill the disk",
    "Landlock": "read files",
    "seccomp": "use the network",
}


@pytest.mark.skipif(AGAIN in os.environ, reason="is such a run")
def test_all_is_held_here(free):
    if "OUTFLANK_REQUIRE_PROGRAMS" not in os.environ:
        needs(free, "may")
    assert free == ""


@pytest.mark.skipif(AGAIN in os.environ, reason="is such a run")
@pytest.mark.parametrize("lack", FREE)
def test_the_rest_is_held_where_something_lacks(lack, free, tmp_path):
    needs(free, "may")
    prefix = NO_NAMESPACES if lack == "namespaces" else [sys.executable, "-c", WITHOUT_CALL]
    run = partial(
        subprocess.run, env={**os.environ, AGAIN: lack}, capture_output=True, text=True, check=False
    )
    code = f"from outflank.agents import agent_from_spec as a; a('student:{INTRUDER}:first')"
    warned = run([*prefix, sys.executable, "-c", code]).stderr
    assert f"on this system code of students may {FREE[lack]}: see docs/agents.md" in warned
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = run([*prefix, *tests, "--basetemp", str(tmp_path / "again")])
    assert done.returncode == 0, done.stdout
