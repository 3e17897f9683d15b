"""`./test [layer …]`: sets up, runs the layers, and counts what came of them.

What costs much is dealt: a run takes a share by a seed that it tells at the end, and
`--deal=SEED` repeats it. Three seeds that follow each other take all.

`./test full` runs what is slow and rarely broken as well, on days and in zones of its
own choice, and keeps the day and commit of its last green run for `./test` to name.
"""

import argparse
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

import costs
import full
import layers
import setting_up
from chromium import find_headless
from pace import Pace
from setting_up import CannotSetUp
from shared_servers import SharedServers
from tally import Tally

_FULL = "full"


def main() -> int:
    """Run the layers asked for, or all; fail when anything failed."""
    asked = _arguments()
    # Else each of a thousand processes compiles anew what the one before compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    tally = Tally()
    try:
        setting_up.python_libraries("requirements.lock", "requirements-dev.lock")
        if _FULL in asked.layers:
            full.run(tally)
        else:
            _run(asked.layers or layers.WHOLE, asked.deal, tally)
            setting_up.say(full.last_green())
    except CannotSetUp as error:
        setting_up.say(str(error))
        tally.fail("setting up")
    setting_up.say(tally.summary())
    return 1 if tally.failed else 0


def _arguments() -> argparse.Namespace:
    known = (*layers.LAYERS, _FULL)
    parser = argparse.ArgumentParser("./test", description="Set up and run the tests.")
    parser.add_argument("layers", nargs="*", help=f"of {', '.join(known)}; else all")
    parser.add_argument(
        "--deal", type=int, metavar="SEED", help="deal as the run that told this seed"
    )
    asked = parser.parse_args()
    if unknown := set(asked.layers) - set(known):
        parser.error(f"there is no layer {', '.join(sorted(unknown))}")
    return asked


def _run(names: Sequence[str], deal: int | None, tally: Tally) -> None:
    """The layers one after another, each held against its budget."""
    bill = costs.Bill()
    seed = layers.drawn_seed() if deal is None else deal
    with SharedServers() as servers, bill.collecting() as folder:
        run = layers.Run(tally, servers, folder, seed)
        if names == layers.WHOLE:
            servers.begin()
            _run_errands()
        for name in names:
            setting_up.say(f"\n── {name}")
            with Pace() as pace:
                try:
                    layers.LAYERS[name](run)
                except CannotSetUp as error:
                    setting_up.say(str(error))
                    tally.fail(f"{name}: could not be set up")
            setting_up.say(f"── {name}: {pace.seconds:.0f} s")
            bill.add(name, pace)
    setting_up.say(bill.told(tally))
    setting_up.say(f"What was dealt is repeated by --deal={seed}.")
    for name in bill.over_budget():
        tally.fail(f"{name}: it costs over a fifth more than scripts/budget.json says")


def _run_errands() -> None:
    """Fetch what later layers need beside the first, which needs the processor."""
    for errand in (_web_libraries, setting_up.tryton, find_headless):
        threading.Thread(target=_run_errand, args=(errand,), daemon=True).start()


def _run_errand(errand: Callable[[], object]) -> None:
    # Whoever needs it asks again, waits, and is told what is wrong.
    with suppress(CannotSetUp):
        errand()


def _web_libraries() -> None:
    setting_up.web_libraries(setting_up.web_environment())


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
