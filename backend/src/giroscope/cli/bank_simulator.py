"""`giroscope bank-simulator`: the simulated bank alone, until told to stop."""

import argparse
from datetime import timedelta
from pathlib import Path

import banksim
from giroscope.cli import FAILED, OK, complain
from giroscope.cli.output import print_lines
from giroscope.kernel import logs
from giroscope.serve import PortTaken, bank_simulator_url, ensure_free
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it listens and keeps itself, and how it goes on."""
    parser.add_argument(
        "--port", type=int, help="port on this machine (GIROSCOPE_BANK_SIMULATOR_PORT)"
    )
    parser.add_argument(
        "--data-dir", type=Path, help="data directory (GIROSCOPE_DATA_DIR)"
    )
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
    given = {
        "bank_simulator_port": arguments.port or settings.bank_simulator_port or None,
        "data_dir": arguments.data_dir,
    }
    changed = {name: value for name, value in given.items() if value is not None}
    told = settings.model_dump(exclude_unset=True, exclude={"bank_simulator_port"})
    settings = Settings(**{**told, **changed})
    try:
        ensure_free(
            banksim.HOST,
            settings.bank_simulator_port,
            "giroscope bank-simulator --port {free}",
        )
    except PortTaken as error:
        complain(str(error))
        return FAILED
    logs.configure(settings.log_format)
    print_lines([f"Simulated bank at {bank_simulator_url(settings)}"])
    banksim.serve(
        settings.bank_simulator_folder,
        settings.bank_simulator_port,
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
