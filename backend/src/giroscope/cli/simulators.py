"""What the commands of the simulators have in common: where one listens and stands."""

import argparse
from pathlib import Path

from giroscope.cli import complain
from giroscope.cli.output import print_lines
from giroscope.kernel import logs
from giroscope.serve import LOOPBACK, PortTaken, ensure_free
from giroscope.settings import Settings


def add_place(parser: argparse.ArgumentParser, variable: str) -> None:
    """Where it listens and keeps itself."""
    parser.add_argument("--port", type=int, help=f"port on this machine ({variable})")
    parser.add_argument(
        "--data-dir", type=Path, help="data directory (GIROSCOPE_DATA_DIR)"
    )


def placed(arguments: argparse.Namespace, settings: Settings, port: str) -> Settings:
    """The settings with what was said; `port` names the simulator's.

    Asked for by name it also runs where the product would have none.
    """
    given = {
        port: arguments.port or getattr(settings, port) or None,
        "data_dir": arguments.data_dir,
    }
    changed = {name: value for name, value in given.items() if value is not None}
    told = settings.model_dump(exclude_unset=True, exclude={port})
    return Settings(**{**told, **changed})


def announced(settings: Settings, port: int, command: str, line: str) -> bool:
    """Say where it is, unless somebody else listens there."""
    try:
        ensure_free(LOOPBACK, port, f"giroscope {command} --port {{free}}")
    except PortTaken as error:
        complain(str(error))
        return False
    logs.configure(settings.log_format)
    print_lines([line])
    return True
