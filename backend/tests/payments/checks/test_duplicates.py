"""How alike an earlier payment is: by its bill's number, its words, and the days."""

from datetime import date, timedelta

import pytest

from giroscope.features.payments.checks.history import (
    Bill,
    Earlier,
    FileLine,
    Repeated,
)
from giroscope.features.payments.checks.layers.duplicates import of_earlier, weigh

DAY = date(2026, 11, 24)
SAME, ALIKE, REGULAR, BARE = (
    ("duplicate_earlier", 100),
    ("duplicate_earlier", 90),
    ("repeats_regularly", 60),
    ("duplicate_earlier", 70),
)


def line(key: str, said: str | None, day: date | None = DAY) -> FileLine:
    """A payment of the file."""
    bill = Bill("DK5750510001322617", 10000, "DKK", key)
    return FileLine(1, "Smeden", bill, "smed", said, day, "PmtInf[1]", 7, "E-1")


def earlier(said: str | None, day: date | None, number: int = 1) -> Earlier:
    """A payment that the realm has."""
    return Earlier(number, f"J-{number}", 1, "Smeden", "DK57", said, day, "ACSC")


@pytest.mark.parametrize(
    ("key", "said", "then", "days", "likeness"),
    [
        ("4711", "Faktura 4711", "Faktura 4711", 300, SAME),
        ("4711", " Faktura 4711", "Faktura 4711 ", 300, SAME),
        ("4711", "Faktura 4711", "INV-4711", 0, ALIKE),
        # Without a bill's number it is rent, unless it comes again too soon.
        ("husleje", "Husleje", "Husleje", 19, ("duplicate_earlier", 95)),
        ("husleje", "Husleje", "Husleje", -19, ("duplicate_earlier", 95)),
        ("husleje", "Husleje", "HUSLEJE", 19, ("duplicate_earlier", 80)),
        ("husleje", "Husleje", "Husleje", 20, REGULAR),
        ("husleje", "Husleje", "Husleje", -20, REGULAR),
        ("husleje", "Husleje", "Husleje", None, ("duplicate_earlier", 95)),
        # Without a word the sum and the payee alone have to be near.
        ("", None, None, 0, BARE),
        ("", None, None, 7, BARE),
        ("", None, None, -7, BARE),
        ("", None, None, 8, None),
        ("", None, None, -8, None),
        ("", None, None, None, None),
    ],
)
def test_numbers_words_and_days_say_how_alike_two_payments_are(
    key: str,
    said: str | None,
    then: str | None,
    days: int | None,
    likeness: tuple[str, int] | None,
) -> None:
    day = None if days is None else DAY - timedelta(days=days)
    assert weigh(line(key, said), earlier(then, day)) == likeness


def test_what_was_refused_once_and_paid_since_is_a_duplicate() -> None:
    past = {1: earlier("Faktura 4711", DAY, 1), 2: earlier("Faktura 4711", DAY, 2)}
    bill = line("4711", "Faktura 4711")
    (paid,) = of_earlier(bill, Repeated(alive=1, latest=2, refused=1), past)
    assert (paid.code, paid.journal) == ("duplicate_earlier", "J-2")
    (refused,) = of_earlier(bill, Repeated(alive=0, latest=None, refused=1), past)
    assert (refused.code, refused.journal) == ("paid_again", "J-1")
