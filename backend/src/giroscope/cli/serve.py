"""`giroscope serve`: everything, or one part of it for a container of its own."""

import argparse
import signal

from giroscope.cli import BAD_INPUT, FAILED, OK, complain
from giroscope.kernel.jobs import EngineStopped
from giroscope.serve import NotPossible, PartKeepsDying, PortTaken
from giroscope.serve.running import PARTS, run_part, serve
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and what to start."""
    parser.add_argument("--host", help="address to listen on (GIROSCOPE_HOST)")
    parser.add_argument("--port", type=int, help="port to listen on (GIROSCOPE_PORT)")
    parser.add_argument(
        "--only", choices=sorted(PARTS), help="run this part alone, in this process"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Serve until interrupted."""
    given = {"host": arguments.host, "port": arguments.port}
    changed = {name: value for name, value in given.items() if value is not None}
    # Built anew, so that what the command line says is checked like the rest.
    settings = Settings(**{**settings.model_dump(exclude_unset=True), **changed})
    try:
        if arguments.only is None:
            # A stop while things are prepared ends like one while they run.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            serve(settings)
        else:
            run_part(arguments.only, settings)
    except NotPossible as error:
        complain(str(error))
        return BAD_INPUT
    except (EngineStopped, PartKeepsDying, PortTaken, WorkerRunning) as error:
        complain(str(error))
        return FAILED
    return OK
