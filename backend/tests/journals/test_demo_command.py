"""`giroscope demo` makes a set and removes it, being the worker where there is none."""

import json
import os

from giroscope.settings import Settings
from tests.commands import begin


def _demo(settings: Settings, *words: str, **more: str) -> tuple[int, str, str]:
    assert settings.master_key is not None
    environment = {
        **{k: v for k, v in os.environ.items() if "GIROSCOPE_" not in k},
        "GIROSCOPE_DATA_DIR": str(settings.data_dir),
        # Nothing is asked of a simulated bank that somebody runs on this machine.
        "GIROSCOPE_BANK_SIMULATOR_PORT": "0",
        "GIROSCOPE_MASTER_KEY": settings.master_key.get_secret_value(),
        **more,
    }
    words = ("demo", "--realm", "giroscope", *words)
    done = begin(settings.data_dir, *words, environment=environment).ended()
    return done.code, done.out, done.err


def test_a_set_is_counted_made_listed_and_removed(sqlite_settings: Settings) -> None:
    small = ("--preset", "rejects", "--days", "3", "--accounts", "1", "--a-day", "2")
    code, told, _ = _demo(sqlite_settings, *small, "--plan", "--json")
    (plan,) = json.loads(told)
    assert (code, plan["accounts"]) == (0, 1)
    code, told, complaint = _demo(sqlite_settings, *small, "--json")
    assert code == 0, complaint
    (made,) = json.loads(told)
    assert (made["state"], made["imported"]) == ("MADE", plan["files"])
    assert made["payments"] == "NO_BANK"
    code, told, _ = _demo(sqlite_settings, "--remove", str(made["set"]), "--json")
    assert (code, json.loads(told)[0]["state"]) == (0, "REMOVED")


def test_what_cannot_be_is_refused_in_words(sqlite_settings: Settings) -> None:
    code, _, complaint = _demo(sqlite_settings, "--days", "0")
    assert (code, "From 1 to 92 are possible" in complaint) == (2, True)
    code, _, complaint = _demo(sqlite_settings, GIROSCOPE_ENVIRONMENT="production")
    assert (code, "among real money" in complaint) == (1, True)
