"""What this room refuses, each with its code and its sentence."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Self

from giroscope.kernel.errors import Conflict


class Dependent(str):
    """What depends on an import, in words; it knows its kind and its name as well."""

    __slots__ = ("kind", "name")

    kind: str
    name: str

    def __new__(cls, kind: str, name: str, words: str) -> Self:
        """Of a kind, by a name."""
        made = super().__new__(cls, words)
        made.kind, made.name = kind, name
        return made


class BeingImported(Conflict):
    """Its documents are being imported already."""

    code = "journals.being_imported"


class UndoBlocked(Conflict):
    """This import cannot be undone; the values name what depends on it, by kind."""

    code = "journals.undo_blocked"

    def __init__(self, blocks: Sequence[Dependent]) -> None:
        named = defaultdict[str, list[str]](list)
        for block in blocks:
            named[block.kind].append(block.name)
        values = {kind: ", ".join(names) for kind, names in named.items()}
        super().__init__(
            f"This import cannot be undone: {'; '.join(blocks)}.", **values
        )


class NotToSettle(Conflict):
    """Nothing is wrong with this journal that could be settled otherwise."""

    code = "journals.not_to_settle"


class NotSettled(Conflict):
    """Nobody has settled this journal otherwise; look again."""

    code = "journals.not_settled"


class NothingCarried(Conflict):
    """This exchange carried no file that was imported."""

    code = "logs.nothing_carried"


class OnlyInbound(Conflict):
    """Only what came in is delivered again; its journal sends again what left."""

    code = "logs.only_inbound"


class NotComparable(Conflict):
    """Only two of one account, and entries of one amount, can be decided about."""

    code = "ledger.not_comparable"


class BothBooked(Conflict):
    """Both are part of statement balances, so they are two bookings."""

    code = "ledger.both_booked"


class AlreadyUndone(Conflict):
    """This decision was taken back already."""

    code = "ledger.already_undone"
