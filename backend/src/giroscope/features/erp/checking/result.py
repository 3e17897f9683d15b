"""What a check comes back with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from giroscope.features.erp.tables import Outcome
from localization import Message

Told = Mapping[str, object]
_NOTHING: Told = MappingProxyType({})


class Tone(StrEnum):
    """How one of the things a check looked at stands."""

    WELL = "WELL"
    WARNING = "WARNING"
    ILL = "ILL"
    OPEN = "OPEN"
    """It could not be found out."""


class Item(NamedTuple):
    """One of the things a check looked at: an account, a right, a company."""

    id: str
    en: str
    da: str
    tone: Tone

    @classmethod
    def same(cls, item_id: str, text: str, tone: Tone) -> "Item":
        """One whose text is the same in every language."""
        return cls(item_id, text, text, tone)


@dataclass(frozen=True, slots=True)
class Found:
    """How a check ended. `code` names the sentence, `values` fill it."""

    outcome: Outcome
    code: str
    values: Mapping[str, str] = field(default_factory=dict)
    items: Sequence[Item] = ()
    said: Message | None = None
    """What the connector met."""
    detail: str = ""
    """What the ERP said itself, word for word."""
    field: str | None = None
    """The setting that mends it."""


def passed(
    code: str, told: Told = _NOTHING, /, *, items: Sequence[Item] = (), **values: object
) -> Found:
    """It is as it should be."""
    return Found(Outcome.PASSED, code, _texts(told, values), items)


def warning(
    code: str,
    told: Told = _NOTHING,
    /,
    *,
    items: Sequence[Item] = (),
    setting: str | None = None,
    **values: object,
) -> Found:
    """It works, and somebody should look at it."""
    texts = _texts(told, values)
    return Found(Outcome.WARNING, code, texts, items, field=setting)


def failed(
    code: str,
    told: Told = _NOTHING,
    /,
    *,
    items: Sequence[Item] = (),
    setting: str | None = None,
    said: Message | None = None,
    detail: str = "",
    **values: object,
) -> Found:
    """Payments cannot be exchanged like this."""
    texts = _texts(told, values)
    return Found(Outcome.FAILED, code, texts, items, said, detail, setting)


def skipped(code: str, **values: object) -> Found:
    """There is nothing to check."""
    return Found(Outcome.SKIPPED, code, _texts(_NOTHING, values))


def not_run(code: str) -> Found:
    """It will be checked once something else is there."""
    return Found(Outcome.NOT_RUN, code)


def unknown(
    code: str, *, said: Message | None = None, detail: str = "", **values: object
) -> Found:
    """No answer came: neither well nor ill."""
    texts = _texts(_NOTHING, values)
    return Found(Outcome.UNKNOWN, code, texts, said=said, detail=detail)


def _texts(told: Told, values: Told) -> dict[str, str]:
    return {name: str(value) for name, value in {**told, **values}.items()}
