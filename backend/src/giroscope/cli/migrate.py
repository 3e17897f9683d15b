"""`giroscope migrate`: bring every realm and the job engine up to date."""

import argparse
from time import perf_counter

from giroscope.cli import FAILED, OK
from giroscope.cli.output import print_json, print_lines
from giroscope.kernel.migrate import Migrated
from giroscope.serve import migrating
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to print."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Migrate; running it again changes nothing, and goes on after a failure."""
    began = perf_counter()
    done = []
    for one in migrating(settings):
        done.append(one)
        if not arguments.json:
            print_lines([_told(one)])
    seconds = perf_counter() - began
    if arguments.json:
        print_json(
            {
                "realms": [one.realm for one in done if one.fault is None],
                "failed": {one.realm: one.fault for one in done if one.fault},
                "milliseconds": {one.realm: round(one.seconds * 1000) for one in done},
                "changed": [one.realm for one in done if one.is_changed],
            }
        )
    else:
        each = seconds / len(done) * 1000
        print_lines([f"{len(done)} realms in {seconds:.1f} s, {each:.0f} ms each"])
    return FAILED if any(one.fault for one in done) else OK


def _told(one: Migrated) -> str:
    if one.fault is not None:
        return f"{one.realm} was not migrated: {one.fault}"
    return f"{one.realm} is up to date ({one.seconds * 1000:.0f} ms)"
