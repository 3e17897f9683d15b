"""Field :86: of Dutch banks in columns of 32 characters, each part under its word.

`SEPA OVERBOEKING  IBAN: …  BIC: …  NAAM: …  OMSCHRIJVING: …`: two columns a line with
a blank between, or one, or all of it unbroken. A word that comes again is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bankfiles.parts import Party
from bankfiles.values import Detail

_COLUMN = 32
_LINE = 2 * _COLUMN + 1
_WORD = re.compile(
    r"(?:(?<=\s)|^)(IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|BETALINGSKENM\.?|MACHTIGING|"
    r"INCASSANT|VOOR):",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"SEPA\s", re.IGNORECASE)
_FREE = "OMSCHRIJVING"


def is_columnar(text: str) -> bool:
    """Whether a text, its lines joined, is of this layout."""
    return (
        _BEGINS.match(text) is not None
        and re.search(r"(?i)IBAN:|NAAM:", text) is not None
    )


def columnar(lines: Sequence[str], line: int) -> Detail:
    """The detail of such a field."""
    kind, parts = _parts(_joined(_cells(lines)))
    name, account, agent = (parts.get(word) for word in ("NAAM", "IBAN", "BIC"))
    party = Party(name, account, agent) if name or account or agent else None
    creditor = parts.get("INCASSANT")
    return Detail(
        line=line,
        end_to_end_id=parts.get("KENMERK"),
        mandate_id=parts.get("MACHTIGING"),
        counterparty=party,
        ultimate=parts.get("VOOR"),
        remittance=parts.get(_FREE),
        reference=parts.get("BETALINGSKENM"),
        additional_information=f"{kind}\nINCASSANT: {creditor}" if creditor else kind,
    )


def _cells(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Each column, and whether it is full: then the next one goes on in mid-word."""
    for text in lines:
        if all(text[at : at + 1] in {"", " "} for at in _gaps(text)):
            for start in range(0, len(text), _COLUMN + 1):
                cell = text[start : start + _COLUMN]
                yield cell, len(cell) == _COLUMN and cell[-1] != " "
        else:
            yield text, len(text) == _LINE and text[-1] != " "


def _gaps(text: str) -> range:
    return range(_COLUMN, len(text), _COLUMN + 1)


def _joined(cells: Iterable[tuple[str, bool]]) -> str:
    """The columns as one text, with a blank where none goes on in the next."""
    text, is_full = "", False
    for cell, fills in cells:
        glue = "" if is_full and not _WORD.match(cell) else " "
        text += glue + cell.rstrip()
        # A blank at the end of a column is one between words.
        is_full = fills
    return text


def _parts(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the first word, and each part by its word."""
    parts: dict[str, str] = {}
    places = [(0, 0, "")]
    for match in _WORD.finditer(text):
        word = match[1].upper().rstrip(".")
        if word not in {known for _, _, known in places}:
            places.append((match.start(), match.end(), word))
    for (_, start, word), (end, _, _) in zip(
        places, [*places[1:], (len(text), 0, "")], strict=True
    ):
        if value := " ".join(text[start:end].split()):
            parts[word] = value
    return parts.pop("", ""), parts
