"""`giroscope bank-simulator`: the simulated bank alone, until told to stop."""

import argparse
from datetime import timedelta

import banksim
from giroscope.cli import FAILED, OK
from giroscope.cli.simulators import add_place, announced, placed
from giroscope.kernel import logs
from giroscope.serve import bank_simulator_url
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it listens and keeps itself, and how it goes on."""
    add_place(parser, "GIROSCOPE_BANK_SIMULATOR_PORT")
    parser.add_argument(
        "--seed", type=int, default=1, help="who pays in, how much and when"
    )
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--pace", type=float, metavar="SECONDS", help="how long a file waits per stage"
    )
    pace.add_argument(
        "--by-hand", action="store_true", help="files go on only when told"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Serve until interrupted."""
    settings = placed(arguments, settings, "bank_simulator_port")
    port = settings.bank_simulator_port
    line = f"Simulated bank at {bank_simulator_url(settings)}"
    if not announced(settings, port, "bank-simulator", line):
        return FAILED
    banksim.serve(
        settings.bank_simulator_folder,
        port,
        _options(arguments),
        logs.logging_config(settings.log_format),
    )
    return OK


def _options(arguments: argparse.Namespace) -> banksim.Options:
    pace = banksim.Options().pace
    if arguments.by_hand:
        pace = None
    elif arguments.pace is not None:
        pace = timedelta(seconds=arguments.pace)
    return banksim.Options(seed=arguments.seed, pace=pace)
