"""`giroscope migrate`: bring every realm and the job engine up to date."""

import argparse

from giroscope.cli import OK
from giroscope.cli.output import print_json, print_lines
from giroscope.serve import migrate
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to print."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Migrate; running it again changes nothing."""
    realms = migrate(settings)
    if arguments.json:
        print_json({"realms": list(realms)})
    else:
        print_lines([f"{realm} is up to date" for realm in realms])
    return OK
