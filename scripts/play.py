"""Plays some journeys at a product of their own: `scripts/play.py e2e/x.spec.ts …`.

The words go to Playwright as they are; `--headed` shows the browser. Without words all
journeys of the embedded sign-in are played.
"""

import sys

import setting_up
from setting_up import BACKEND
from tally import Tally

# The servers that the backend's tests start too.
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

import journeys


def main() -> int:
    """Play them; fails when one fails."""
    tally = Tally()
    env = setting_up.web_environment()
    setting_up.web_libraries(env)
    journeys.play_some(tally, env, sys.argv[1:] or ["e2e"])
    setting_up.say(tally.summary())
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
