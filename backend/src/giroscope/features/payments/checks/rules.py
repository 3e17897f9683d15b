"""What a rule of the check is: its code, its words in both languages, its source.

Each layer states its own rules; `catalogue` holds them all. Nothing here judges.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bankfiles import Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


class Words(NamedTuple):
    """The same said in the languages of the console."""

    en: str
    da: str


class Layer(StrEnum):
    """One row of lights, in the order in which a person reads them."""

    FILE = "file"
    SCHEMA = "schema"
    ISO = "iso"
    BANK = "bank"
    DANISH = "danish"
    OWN = "own"
    DUPLICATES = "duplicates"
    ADDRESS = "address"
    CUT_OFF = "cutOff"


class Light(StrEnum):
    """What a layer came to."""

    PASSED = "passed"
    WARNINGS = "warnings"
    ERRORS = "errors"
    NOT_RUN = "notRun"


NAMES = {
    Layer.FILE: Words("File and totals", "Fil og totaler"),
    Layer.SCHEMA: Words("Schema", "Skema"),
    Layer.ISO: Words("ISO business rules", "ISO-regler"),
    Layer.BANK: Words("The bank's rules", "Bankens regler"),
    Layer.DANISH: Words("Danish rules", "Danske regler"),
    Layer.OWN: Words("Own history of payees", "Egen historik om modtagere"),
    Layer.DUPLICATES: Words("Duplicates", "Dubletter"),
    Layer.ADDRESS: Words("Addresses", "Adresser"),
    Layer.CUT_OFF: Words("Dates and cut-off times", "Datoer og frister"),
}

BLOCKING = frozenset({Layer.FILE, Layer.SCHEMA, Layer.ISO})
"""Layers whose errors make the whole file unfit to leave."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is looked at."""

    code: str
    severity: Severity
    title: Words
    """What is wrong, as the heading of all findings with this cause."""
    rule: Words
    """What should hold."""
    fix: Words
    source: str
    """Who says so: standard, scheme, bank, or this product's own judgement."""


def rules(*given: Rule) -> dict[str, Rule]:
    """By code.

    Raises:
        ValueError: A code is given twice.
    """
    return unique(given)


def unique(given: Iterable[Rule]) -> dict[str, Rule]:
    """By code.

    Raises:
        ValueError: A code is given twice.
    """
    found: dict[str, Rule] = {}
    for rule in given:
        if rule.code in found:
            raise ValueError(f"{rule.code} is given twice")
        found[rule.code] = rule
    return found
