"""`giroscope worker`: background work in this process, until told to stop."""

import argparse

from giroscope.cli import FAILED, OK, complain
from giroscope.kernel.jobs import EngineStopped
from giroscope.serve.running import run_part
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments but the settings."""
    del parser


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Work until interrupted."""
    del arguments
    try:
        run_part("worker", settings)
    except (EngineStopped, WorkerRunning) as error:
        complain(str(error))
        return FAILED
    return OK
