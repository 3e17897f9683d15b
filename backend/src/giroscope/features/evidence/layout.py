"""What a pack consists of: the names of its files and what its manifest says.

Shared by whoever makes a pack and whoever verifies one; knows nothing else.
"""

import hashlib
from typing import Any

import orjson

FORMAT = "giroscope evidence 1"
README = "README.txt"
COVER = "cover.pdf"
RECORD = "journal.json"
PAYMENTS = "payments.csv"
ENTRIES = "entries.csv"
EVENTS = "audit/events.jsonl"
LINKS = "audit/links.json"
ORIGINALS = "originals/"
SUMS = "SHA256SUMS"
PUBLIC_KEY = "public-key.pem"
MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
REQUIRED = (README, COVER, RECORD, PAYMENTS, ENTRIES, EVENTS, LINKS, PUBLIC_KEY, SUMS)
"""What every pack holds."""
UNLISTED = (MANIFEST, SIGNATURE)
"""A manifest names neither itself nor what signs it."""


def canonical(value: Any) -> bytes:
    """JSON with sorted names and without blanks: the same bytes each time."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def pretty(value: Any) -> bytes:
    """JSON for people to read, with sorted names."""
    return orjson.dumps(
        value,
        option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE,
    )


def sums(files: list[dict[str, Any]]) -> bytes:
    """The files and their hashes as `sha256sum --check` reads them."""
    return "".join(f"{one['sha256']}  {one['name']}\n" for one in files).encode()


def fingerprint(public_key: bytes) -> str:
    """What people compare a key by: the SHA-256 of its 32 bytes, in groups of four."""
    digest = hashlib.sha256(public_key).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))
