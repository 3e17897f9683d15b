"""The same bill paid twice: in one file, on another day, or by another channel.

Nothing here forbids: two real payments may be alike, and what was refused or came back
must be paid again. Each finding names the earlier journal and how alike the two are.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from giroscope.features.payments.checks.case import Hit
from giroscope.features.payments.checks.history import Earlier, FileLine, Repeated
from giroscope.features.payments.checks.names import is_numbered
from giroscope.features.payments.checks.rules import (
    INFO,
    WARNING,
    Rule,
    Words,
    rules,
)

_OWN = "Giroscope: the payments of this realm"
_COMPARE = Words(
    "Open the earlier journal and compare; take this payment out if it is the same"
    " bill.",
    "Åbn den tidligere journal og sammenlign; tag betalingen ud, hvis det er samme"
    " faktura.",
)
_ONCE = Words(
    "A bill is paid once: same payee, amount, currency and reference.",
    "En faktura betales én gang: samme modtager, beløb, valuta og reference.",
)

RULES = rules(
    Rule(
        "duplicate_earlier",
        WARNING,
        Words("Possible duplicate payment", "Mulig dobbeltbetaling"),
        _ONCE,
        _COMPARE,
        _OWN,
    ),
    Rule(
        "duplicate_other_account",
        WARNING,
        Words(
            "Possible duplicate payment, to another account",
            "Mulig dobbeltbetaling, til en anden konto",
        ),
        _ONCE,
        _COMPARE,
        _OWN,
    ),
    Rule(
        "duplicate_in_file",
        WARNING,
        Words(
            "A payment stands in the file twice", "En betaling står to gange i filen"
        ),
        _ONCE,
        Words(
            "Look whether there really are two bills; else take one out.",
            "Se efter, om der virkelig er to fakturaer; ellers tag den ene ud.",
        ),
        _OWN,
    ),
    Rule(
        "paid_again",
        INFO,
        Words(
            "A payment that failed before is paid again",
            "En betaling, der mislykkedes før, betales igen",
        ),
        Words(
            "What a bank refused, or what came back, may be paid again.",
            "Det, en bank afviste, eller som kom tilbage, må betales igen.",
        ),
        Words(
            "Look whether the reason of then is mended.",
            "Se efter, om årsagen fra dengang er afhjulpet.",
        ),
        _OWN,
    ),
    Rule(
        "repeats_regularly",
        INFO,
        Words(
            "A payment repeats an earlier one, as rent does",
            "En betaling gentager en tidligere, som husleje gør",
        ),
        Words(
            "Without a bill's number, the same amount weeks apart is usual.",
            "Uden et fakturanummer er samme beløb med ugers mellemrum sædvanligt.",
        ),
        Words("Nothing, if it is due again.", "Intet, hvis den forfalder igen."),
        _OWN,
    ),
    Rule(
        "message_id_used",
        WARNING,
        Words(
            "The message id was used by an earlier file",
            "Meddelelsens id er brugt i en tidligere fil",
        ),
        Words(
            "Banks refuse a second file with the same message id.",
            "Banker afviser en anden fil med samme meddelelses-id.",
        ),
        Words(
            "Have the file written anew with an id of its own.",
            "Få filen skrevet på ny med sit eget id.",
        ),
        "ISO 20022 reason DU01; the banks' guides",
    ),
    Rule(
        "same_file",
        WARNING,
        Words("Duplicate file", "Dublet af fil"),
        Words(
            "A file is handed in once; the same bytes are the same payments.",
            "En fil afleveres én gang; de samme bytes er de samme betalinger.",
        ),
        Words(
            "Open its journal instead of handing it in again.",
            "Åbn dens journal i stedet for at aflevere den igen.",
        ),
        _OWN,
    ),
)

_WEEK, _MONTH = 7, 20


class Likeness(NamedTuple):
    """How an earlier payment weighs: the rule, and how alike in per cent."""

    code: str
    score: int


def weigh(line: FileLine, earlier: Earlier) -> Likeness | None:
    """What an earlier payment of the same payee, amount and reference means."""
    key = line.bill.reference_key
    days = _days(line.executed, earlier.executed)
    is_same_text = (line.said or "").strip() == (earlier.said or "").strip()
    if is_numbered(key):
        return Likeness("duplicate_earlier", 100 if is_same_text else 90)
    if key:
        if days is not None and days >= _MONTH:
            return Likeness("repeats_regularly", 60)
        return Likeness("duplicate_earlier", 95 if is_same_text else 80)
    if days is None or days > _WEEK:
        return None
    return Likeness("duplicate_earlier", 70)


def of_earlier(
    line: FileLine, repeated: Repeated, earlier: dict[int, Earlier]
) -> Iterator[Hit]:
    """A bill that the realm has, to the same account."""
    latest = earlier.get(repeated.latest or 0)
    refused = earlier.get(repeated.refused or 0)
    if latest is not None:
        found = weigh(line, latest)
        if found is not None:
            yield _hit(found.code, line, latest, found.score)
    elif refused is not None:
        said = refused.status or "returned"
        note = Words(
            f"{said}: {_named(refused, 'en')}", f"{said}: {_named(refused, 'da')}"
        )
        yield Hit("paid_again", line.path, line.said, note, journal=refused.journal)


def of_moved(line: FileLine, latest: Earlier) -> Hit:
    """A bill that the realm has paid to another account of the same payee."""
    return _hit("duplicate_other_account", line, latest, 85)


def in_file(path: str, said: str | None, first: int) -> Hit:
    """A bill that stands further up in the same file."""
    note = Words(f"as payment {first}", f"som betaling {first}")
    return Hit("duplicate_in_file", path, said, note)


def _hit(code: str, line: FileLine, earlier: Earlier, score: int) -> Hit:
    note = Words(
        f"{score} % like {_named(earlier, 'en')}",
        f"{score} % lig {_named(earlier, 'da')}",
    )
    return Hit(code, line.path, line.said, note, journal=earlier.journal)


def _named(earlier: Earlier, language: str) -> str:
    payment = "betaling" if language == "da" else "payment"
    day = f", {earlier.executed}" if earlier.executed else ""
    said = f", {earlier.said.splitlines()[0][:40]}" if earlier.said else ""
    return f"{payment} {earlier.position} · {earlier.name or ''}{day}{said}"


def _days(one: date | None, other: date | None) -> int | None:
    return None if one is None or other is None else abs((one - other).days)
