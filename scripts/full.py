"""`./test full`: all there is, then the backend and the console on other days.

What is slow and rarely broken runs here, everything on both stores, and then once for
each moment at which calendars have gone wrong before: the ends of years and of months,
midnight here and in UTC, both changes of summer time, a leap day, some years ahead.
The zone of the machine differs from moment to moment.
"""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import layers
from costs import Bill
from setting_up import BACKEND, ROOT, CannotSetUp, say
from shared_servers import SharedServers
from tally import Tally

sys.path.insert(0, str(BACKEND / "tests" / "servers"))

import debian

_GREEN = ROOT / "scripts" / "full-green.json"
_LIBRARIES = "/usr/lib/*/faketime/libfaketimeMT.so.1"
_OTHER_DAY = Path(__file__).with_name("other_day")
_ON_OTHER_DAYS = ("backend", "web")


class Moment(NamedTuple):
    """When the tests believe to begin, and where."""

    instant: str
    """In UTC."""
    zone: str
    why: str


MOMENTS = (
    Moment("2026-12-28 09:00:00", "Europe/Copenhagen", "the year's last week"),
    Moment("2026-12-29 23:30:00", "Pacific/Kiritimati", "a day ahead of UTC"),
    Moment("2026-12-30 12:00:00", "UTC", "the last banking day but one"),
    Moment("2026-12-31 22:50:00", "Europe/Copenhagen", "new year's midnight here"),
    Moment("2026-12-31 23:50:00", "America/Los_Angeles", "new year's midnight in UTC"),
    Moment("2027-03-28 00:50:00", "Europe/Copenhagen", "summer time begins"),
    Moment("2027-10-31 00:50:00", "Europe/Copenhagen", "summer time ends"),
    Moment("2027-06-14 21:55:00", "UTC", "midnight here, in summer"),
    Moment("2027-06-14 23:55:00", "America/Los_Angeles", "midnight in UTC, in summer"),
    Moment("2028-02-29 10:00:00", "Pacific/Kiritimati", "a leap day"),
    Moment("2031-11-24 08:00:00", "Europe/Copenhagen", "five years ahead"),
)


def run(tally: Tally) -> None:
    """All of it; a green run is noted with its day and commit."""
    _pass(tally, layers.WHOLE, seed=None)
    library = _library()
    for moment in MOMENTS:
        say(f"\n── {moment.instant} UTC, the machine in {moment.zone}: {moment.why}")
        clock = {
            "LD_PRELOAD": library,
            # How far away it is, so that all processes of the run agree.
            "FAKETIME": f"{_seconds_until(moment):+d}",
            # Waiting is done by a clock that nobody sets.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "TZ": moment.zone,
            "PYTHONPATH": str(_OTHER_DAY),
        }
        _pass(tally, _ON_OTHER_DAYS, seed=layers.drawn_seed(), clock=clock)
    if not tally.failed:
        _note()


def _pass(
    tally: Tally,
    names: tuple[str, ...],
    *,
    seed: int | None,
    clock: dict[str, str] | None = None,
) -> None:
    before = dict(os.environ)
    # The servers are to live on the same day as those who ask them.
    os.environ.update(clock or {})
    try:
        with SharedServers() as servers, Bill().collecting() as folder:
            of = layers.Run(tally, servers, folder, seed, clock or {})
            for name in names:
                say(f"\n── {name}")
                layers.LAYERS[name](of)
    finally:
        for name in clock or {}:
            os.environ.pop(name, None)
        os.environ.update(before)


def _seconds_until(moment: Moment) -> int:
    """From the day that it really is."""
    then = datetime.fromisoformat(moment.instant).replace(tzinfo=UTC)
    return int((then - datetime.now(UTC)).total_seconds())


def _library() -> str:
    """What tells processes another time, installed where we may.

    Raises:
        CannotSetUp: It is not there and cannot be installed.
    """
    if not _found():
        debian.install("libfaketime")
    if found := _found():
        return str(found)
    raise CannotSetUp(
        "Tests on other days need libfaketime. On Debian and Ubuntu:"
        " apt install libfaketime"
    )


def _found() -> Path | None:
    return next(iter(sorted(Path("/").glob(_LIBRARIES.lstrip("/")))), None)


def _note() -> None:
    green = {"day": f"{datetime.now(UTC):%Y-%m-%d}", "commit": _commit()}
    _GREEN.write_text(json.dumps(green) + "\n", "utf-8")
    say(f"Noted in {_GREEN.relative_to(ROOT)}; commit it.")


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def last_green() -> str:
    """When all of it last passed, for those who ran a part."""
    if not _GREEN.exists():
        return "\n./test full, which runs more, has not passed yet."
    green = json.loads(_GREEN.read_text("utf-8"))
    return f"\n./test full last passed on {green['day']}, at {green['commit']}."
