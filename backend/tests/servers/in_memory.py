"""Folders for what is thrown away, in memory where there is room for it.

Whatever is written waits for the disk else, and a run of the tests writes gigabytes.
Uses the standard library alone, so that scripts may use it too.
"""

import shutil
import tempfile
from pathlib import Path


def temporary(prefix: str, room: int) -> tempfile.TemporaryDirectory[str]:
    """A folder that goes with its block; `room` is how many bytes have to be free."""
    memory = Path("/dev/shm")  # noqa: S108 - the system's own name for it
    has_room = memory.is_dir() and shutil.disk_usage(memory).free > room
    where = memory if has_room else None
    # A kill leaves files open that go a moment later.
    return tempfile.TemporaryDirectory(
        prefix=prefix, dir=where, ignore_cleanup_errors=True
    )
