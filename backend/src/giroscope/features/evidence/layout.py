"""What a pack consists of: the names of its files and what its manifest says.

Shared by whoever makes a pack and whoever verifies one; knows nothing else.
"""

import hashlib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import orjson

FORMAT = "giroscope evidence 1"
README = "README.txt"
COVER = "cover.pdf"
PAYMENTS = "payments.csv"
STATEMENTS = "statements.csv"
ENTRIES = "entries.csv"
AMOUNT = ("Amount", "Beløb")
"""What the amounts of `ENTRIES` stand under, in each language."""
ID = ("Id",)
"""The same of payments in `PAYMENTS`."""
EVENTS = "audit/events.jsonl"
LINKS = "audit/links.json"
ORIGINALS = "originals/"
SUMS = "SHA256SUMS"
PUBLIC_KEY = "public-key.pem"
MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
RECORDS = {
    "journal": "journal.json",
    "month": "month.json",
    "payment": "payment.json",
}
"""What tells most of it, by what a pack is about."""
_LISTS = {
    "journal": (PAYMENTS, ENTRIES),
    "month": (STATEMENTS, ENTRIES),
    "payment": (PAYMENTS, ENTRIES),
}
UNLISTED = (MANIFEST, SIGNATURE)
"""A manifest names neither itself nor what signs it."""


def required(kind: str) -> tuple[str, ...]:
    """What every pack about something of this kind holds."""
    lists = _LISTS[kind]
    return (README, COVER, RECORDS[kind], *lists, EVENTS, LINKS, PUBLIC_KEY, SUMS)


def canonical(value: Any) -> bytes:
    """JSON with sorted names and without blanks: the same bytes each time."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def pretty(value: Any) -> bytes:
    """JSON for people to read, with sorted names."""
    return orjson.dumps(
        value,
        default=_exact,
        option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE,
    )


def _exact(value: object) -> str:
    """An amount as it is written, never as a float."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    raise TypeError


def told_of(row: Any, names: Sequence[str]) -> dict[str, Any]:
    """Some values of a row, named as the graph names them."""
    return {_camel(name): getattr(row, name) for name in names}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def sums(files: list[dict[str, Any]]) -> bytes:
    """The files and their hashes as `sha256sum --check` reads them."""
    return "".join(f"{one['sha256']}  {one['name']}\n" for one in files).encode()


def fingerprint(public_key: bytes) -> str:
    """What people compare a key by: the SHA-256 of its 32 bytes, in groups of four."""
    digest = hashlib.sha256(public_key).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))
