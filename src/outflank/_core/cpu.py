"""Which of the native modules this processor can run."""

import os
import platform
import sys
from pathlib import Path

LEVELS = ("v4", "v3", "portable")
"""Native modules, fastest first: x86-64-v4 (AVX-512), x86-64-v3 (AVX2), and any processor."""

VARIABLE = "OUTFLANK_CPU"
"""The environment variable that forces one of the levels."""

_V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
_V4 = _V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


def processor_flags() -> set[str]:
    """The instruction sets of this processor, under the names that Linux gives them."""
    if platform.machine().lower() not in ("x86_64", "amd64") or not sys.platform.startswith(
        "linux"
    ):
        return set()
    try:
        with Path("/proc/cpuinfo").open() as cpuinfo:
            for line in cpuinfo:
                if line.startswith("flags"):
                    return set(line.partition(":")[2].split())
    except OSError:
        pass
    return set()


def runnable_levels() -> list[str]:
    """The levels that this processor can run, fastest first."""
    flags = processor_flags()
    needs: dict[str, set[str]] = {"v4": _V4, "v3": _V3, "portable": set()}
    return [level for level in LEVELS if needs[level] <= flags]


def wanted_levels() -> list[str]:
    """The levels to try, in order: all that run here, or the one that the environment names."""
    forced = os.environ.get(VARIABLE)
    if not forced:
        return runnable_levels()
    if forced not in LEVELS:
        raise ImportError(f"{VARIABLE}={forced}: expected one of {', '.join(LEVELS)}")
    if forced not in runnable_levels():
        raise ImportError(f"{VARIABLE}={forced}: this processor cannot run it")
    return [forced]


if __name__ == "__main__":  # asked by the build
    print(runnable_levels()[0])
