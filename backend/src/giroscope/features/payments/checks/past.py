"""Asks the history what it knows of a file's payments, and notes what it says."""

from collections.abc import Iterator

from giroscope.features.payments.checks.case import Hit
from giroscope.features.payments.checks.history import FileLine, History, Repeated
from giroscope.features.payments.checks.layers import duplicates, own
from giroscope.features.payments.checks.layers.own import Hunch, Past
from giroscope.features.payments.checks.tally import About, Tally


def compare(
    history: History, tally: Tally, sha256: str, message_id: str | None
) -> None:
    """Note duplicates of earlier payments, and what is new about payees."""
    history.ready()
    _files(history, tally, sha256, message_id)
    repeated, moved = history.repeated(), history.moved()
    past = Past(
        history.known_accounts(), history.known_names(),
        history.names_in_file(), history.accounts_in_file(), history.corrected(),
    )  # fmt: skip
    lines: list[tuple[FileLine, list[Hunch]]] = []
    wanted: set[int] = set()
    for line in history.lines():
        hunches = list(own.of_payment(line, past))
        if hunches or line.bill in repeated or line.bill in moved:
            lines.append((line, hunches))
            wanted.update(hunch.earlier for hunch in hunches if hunch.earlier)
            wanted.update(_ids(repeated.get(line.bill)), _ids(moved.get(line.bill)))
    earlier = history.earlier(sorted(wanted))
    for line, hunches in lines:
        about = _about(line)
        for hit, earlier_id in hunches:
            known = earlier.get(earlier_id or 0)
            journal = known.journal if known else None
            tally.note([hit._replace(journal=journal)], about)
        if (same := repeated.get(line.bill)) is not None:
            tally.note(duplicates.of_earlier(line, same, earlier), about)
        elif (other := moved.get(line.bill)) is not None and other.latest in earlier:
            tally.note([duplicates.of_moved(line, earlier[other.latest])], about)


def _files(history: History, tally: Tally, sha256: str, message_id: str | None) -> None:
    """The file itself, by its bytes and by its message id."""
    same = history.journal_of_bytes(sha256)
    if same is not None:
        tally.note([Hit("same_file", "Document", journal=same)])
    elif message_id is not None:
        used = history.journal_of_message(message_id)
        if used is not None:
            hit = Hit("message_id_used", "GrpHdr/MsgId", message_id, journal=used)
            tally.note([hit])


def _ids(repeated: Repeated | None) -> Iterator[int]:
    if repeated is not None:
        yield from (one for one in (repeated.latest, repeated.refused) if one)


def _about(line: FileLine) -> About:
    return About(
        line.line,
        line.position,
        line.label or None,
        line.name,
        f"{line.amount:f}",
        line.bill.currency,
    )
