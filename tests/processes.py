"""What tests ask of processes that others started."""

import os
import time
from contextlib import suppress
from pathlib import Path


def has_ended(pid):
    """Whether a process is gone, or waits only for its parent to look; waits a minute for it."""
    for _ in range(1200):
        try:
            os.kill(pid, 0)
            with suppress(FileNotFoundError):  # a system without /proc
                if ") Z " in Path(f"/proc/{pid}/stat").read_text():
                    return True
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
