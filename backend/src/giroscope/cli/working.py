"""`giroscope worker`: background work in this process, until told to stop."""

import argparse
import logging
import os
import signal
import sys
from threading import Event
from typing import NoReturn

from giroscope.cli import FAILED, OK, complain
from giroscope.kernel import logs
from giroscope.serve import stop_with_parent
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning, executor_id
from giroscope.worker import run as run_worker


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments but the settings."""
    parser.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Work until interrupted; does not return, but ends the process."""
    logs.configure(settings.log_format)
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    if arguments.with_parent:
        stop_with_parent()
    code = OK
    try:
        run_worker(settings, stop)
    except WorkerRunning:
        complain(f"a worker named {executor_id(settings)} runs already")
        code = FAILED
    end_process(code)


def end_process(code: int) -> NoReturn:
    """End at once, with everything said.

    A long import would hold the process until it is done. It may be cut at any
    line and goes on at the next start, so nothing is waited for.
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
