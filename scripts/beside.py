"""One layer of tests, here or in a process of its own beside the others.

What a layer spends is told from the processes that its own process has waited for, so
two that run at once need a process each.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import layers
import setting_up
from pace import Pace, Spent
from setting_up import CannotSetUp
from shared_servers import SharedServers
from tally import Tally

Ended = tuple[str, Tally, Spent]


def layer(name: str, run: layers.Run) -> Spent:
    """Run it; that it could not be set up is a failure."""
    setting_up.say(f"\n── {name}")
    with Pace() as pace:
        try:
            layers.LAYERS[name](run)
        except CannotSetUp as error:
            setting_up.say(str(error))
            run.tally.fail(f"{name}: could not be set up")
    setting_up.say(f"── {name}: {pace.spent.seconds:.0f} s")
    return pace.spent


@contextmanager
def begun(names: Sequence[str]) -> Iterator[Callable[[], Iterator[Ended]]]:
    """Layers in processes of their own; gives what waits for them and shows them."""
    with (
        tempfile.TemporaryDirectory(prefix="giroscope-beside-") as folder,
        # Threads that run already, as a server's, would not live on in a fork.
        ProcessPoolExecutor(mp_context=get_context("spawn")) as processes,
    ):
        said = {name: Path(folder) / name for name in names}
        running = {n: processes.submit(_aside, n, path) for n, path in said.items()}

        def ending() -> Iterator[Ended]:
            for name, future in running.items():
                tally, spent = future.result()
                sys.stdout.write(said[name].read_text("utf-8", "replace"))
                sys.stdout.flush()
                yield name, tally, spent

        yield ending


def _aside(name: str, said: Path) -> tuple[Tally, Spent]:
    with said.open("wb") as out:
        for stream in (1, 2):
            os.dup2(out.fileno(), stream)
        tally = Tally()
        with SharedServers() as servers:
            run = layers.Run(tally, servers, costs=said.parent)
            spent = layer(name, run)
        sys.stdout.flush()
    return tally, spent
