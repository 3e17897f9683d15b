"""How fast camt.053 is read, against the bare parser and published readers.

Every measurement is a child process of its own, and the rounds are
interleaved, so that a busy machine troubles all alike. Only ratios within one
run mean anything: 1.0 is one bare expat pass over the same file (CPU time).
First come files of many shapes, then one shape in several sizes.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple
from xml.parsers import expat

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "backend" / "src")]

import generate  # noqa: E402 - its folder was just made importable
import peers  # noqa: E402
import shapes  # noqa: E402

BLOCK = 64 * 1024
MOST_FOR_PEERS = 100_000
GOALS = (
    "Goals: bankfiles at most 5.0 passes, at least 2.5 times the entries per second "
    "of the fastest peer, under 150 MB at 1 M entries, flat from 10 k to 1 M."
)


def bare_expat(path: str) -> int:
    """Only parse; nothing is taken."""
    parser = expat.ParserCreate()
    with Path(path).open("rb") as stream:
        while block := stream.read(BLOCK):
            parser.Parse(block)
    parser.Parse(b"", True)  # noqa: FBT003 - expat knows no keywords
    return 0


def bankfiles_read(path: str) -> int:
    """Every value, typed, with every check."""
    import bankfiles  # noqa: PLC0415 - only the child that measures it loads it

    with Path(path).open("rb") as stream:
        values = bankfiles.read(stream)
        return sum(1 for value in values if value.__class__ is bankfiles.Entry)


def bankfiles_plainly(path: str) -> int:
    """As an import reads: common entries come flat."""
    import bankfiles  # noqa: PLC0415
    from bankfiles import Entry, PlainEntry  # noqa: PLC0415

    entries = (Entry, PlainEntry)
    with Path(path).open("rb") as stream:
        return sum(1 for v in bankfiles.read_plainly(stream) if v.__class__ in entries)


def bankfiles_strict(path: str) -> int:
    """The same by the reference way."""
    from bankfiles import Entry  # noqa: PLC0415
    from bankfiles._read import read_strictly  # noqa: PLC0415

    with Path(path).open("rb") as stream:
        return sum(1 for value in read_strictly(stream) if value.__class__ is Entry)


def bankfiles_digests(path: str) -> int:
    """Only the digests by which known statements are known again."""
    import bankfiles  # noqa: PLC0415

    with Path(path).open("rb") as stream:
        return sum(1 for _ in bankfiles.statement_digests(stream))


DIGESTS = "bankfiles, digests only"
OURS: dict[str, Callable[[str], int]] = {
    "bare expat pass": bare_expat,
    "bankfiles": bankfiles_read,
    "bankfiles, for import": bankfiles_plainly,
    "bankfiles, strict way": bankfiles_strict,
    DIGESTS: bankfiles_digests,
}
SHOWN = ("bankfiles", "bankfiles, for import", "bankfiles, strict way")


class Measured(NamedTuple):
    """What one child process saw."""

    seconds: float
    megabytes: float
    entries: int


def measure(name: str, path: str) -> None:
    """The child's part: read once, print what it cost."""
    reader = {**OURS, **peers.READERS}[name]
    # Loading the package is not reading: a first, small file pays for it.
    with tempfile.NamedTemporaryFile(suffix=".xml") as small:
        generate.generate_camt053(small.name, 10)
        reader(small.name)
    before = time.process_time()
    entries = reader(path)
    seconds = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([seconds, peak, entries]))


def in_child(python: Path, name: str, path: Path) -> Measured:
    """Run one measurement in a fresh process."""
    command = [str(python), str(HERE / "reading.py"), "--measure", name, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - this file
    return Measured(*json.loads(done.stdout))


def compare(path: Path, entries: int, names: dict[str, Path], rounds: int) -> None:
    """Print one table for one file."""
    seen: dict[str, list[Measured]] = {name: [] for name in names}
    for _ in range(rounds):
        for name, python in names.items():
            seen[name].append(in_child(python, name, path))
    size = path.stat().st_size
    say(f"\n{entries:,} entries, {size / 1e6:,.0f} MB, median of {rounds}")
    say(f"{'way':26} {'passes':>7} {'entries/s':>11} {'peak MB':>8}")
    one = median(each.seconds for each in seen["bare expat pass"])
    for name, results in seen.items():
        seconds = median(each.seconds for each in results)
        peak = max(each.megabytes for each in results)
        say(f"{name:26} {seconds / one:7.2f} {entries / seconds:11,.0f} {peak:8,.0f}")
        counted = {each.entries for each in results}
        whole = name in OURS and name not in {"bare expat pass", DIGESTS}
        if whole and counted != {entries}:
            sys.exit(f"{name} gave {counted} entries")
    rivals = [
        median(each.seconds for each in seen[name])
        for name in peers.READERS
        if name in seen
    ]
    if rivals:
        ours = median(each.seconds for each in seen["bankfiles"])
        say(
            f"bankfiles reads {min(rivals) / ours:.1f} times "
            "the entries of the fastest peer"
        )


def compare_shapes(folder: Path, entries: int, rounds: int, seed: int) -> None:
    """Print how each shape is read, in passes over it, then median and worst."""
    say(f"\n{entries:,} entries of each shape (seed {seed}), median of {rounds}")
    say(f"{'shape':18} {'bytes each':>10} " + " ".join(f"{n:>21}" for n in SHOWN))
    seen: dict[str, list[float]] = {name: [] for name in SHOWN}
    for shape, make in shapes.at_hand().items():
        path = folder / "shape.xml"
        path.write_bytes(make(entries, seed))
        spent: dict[str, list[float]] = {n: [] for n in ("bare expat pass", *SHOWN)}
        for _ in range(rounds):
            for name, each in spent.items():
                result = in_child(Path(sys.executable), name, path)
                each.append(result.seconds)
                if name in SHOWN and result.entries != entries:
                    sys.exit(f"{name} gave {result.entries} entries of {shape}")
        one = median(spent["bare expat pass"])
        for name in SHOWN:
            seen[name].append(median(spent[name]) / one)
        passes = " ".join(f"{seen[name][-1]:21.2f}" for name in SHOWN)
        say(f"{shape:18} {path.stat().st_size // entries:10,} {passes}")
    for title, of in (("median", median), ("worst", max)):
        passes = " ".join(f"{of(seen[name]):21.2f}" for name in SHOWN)
        say(f"{title:29} {passes}")
    if not shapes.SAMPLES.is_dir():
        say(f"Shapes of samples are left out: {shapes.SAMPLES} is not there.")


def say(line: str) -> None:
    """One line of the result."""
    print(line, flush=True)


def main(argv: list[str] | None = None) -> None:
    """Generate the files and print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--measure", nargs=2, metavar=("WAY", "FILE"), help=argparse.SUPPRESS
    )
    parser.add_argument(
        "--entries", type=int, nargs="*", default=[10_000, 100_000, 1_000_000]
    )
    parser.add_argument(
        "--shape-entries", type=int, default=10_000, help="0: no shapes"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the shapes")
    parser.add_argument("--rounds", type=int, default=3, help="3; one above 200,000")
    parser.add_argument("--no-peers", action="store_true", help="only our own ways")
    chosen = parser.parse_args(argv)
    if chosen.measure:
        measure(*chosen.measure)
        return
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        if chosen.shape_entries:
            rounds = chosen.rounds
            compare_shapes(Path(folder), chosen.shape_entries, rounds, chosen.seed)
    rivals: dict[str, Path] = {}
    if chosen.entries and not chosen.no_peers:
        rivals = dict.fromkeys(peers.READERS, peers.environment())
    ours = dict.fromkeys(OURS, Path(sys.executable))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for entries in chosen.entries:
            path = Path(folder) / f"{entries}.xml"
            generate.generate_camt053(path, entries)
            names = {**ours, **(rivals if entries <= MOST_FOR_PEERS else {})}
            compare(path, entries, names, 1 if entries > 200_000 else chosen.rounds)
            path.unlink()
    say(f"\n{GOALS}")


if __name__ == "__main__":
    main()
