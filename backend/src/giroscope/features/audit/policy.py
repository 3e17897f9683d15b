"""What may be written down, and how. Decides only; changes nothing."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

import orjson

from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.lines import one_line

MOST_BYTES = 32 * 1024
"""Of the values before, and of those after: a summary is meant, not a copy."""

_VERB = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET_WORDS = frozenset(
    {
        "authorization", "cookie", "cookies", "credential", "credentials", "key",
        "keys", "mnemonic", "otp", "passphrase", "passwd", "password", "passwords",
        "pin", "private", "pwd", "recovery", "secret", "secrets", "seed", "signature",
        "token", "tokens", "totp",
    }
)  # fmt: skip
# Written without a break between the words, these hide in longer names.
_SECRET_PARTS = ("password", "passphrase", "secret", "apikey", "privatekey", "token")
# What follows a secret's name and is none itself: `keyId`, `token_expires`.
_FACTS = frozenset(
    {
        "algorithm", "changed", "count", "created", "expires", "fingerprint", "id",
        "ids", "kind", "label", "length", "name", "policy", "purpose", "renewed",
        "required", "set", "state", "type", "until", "used", "version",
    }
)  # fmt: skip
_SECRET_VALUE = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\beyJ[\w-]{8,}\.[\w-]{8,}\.|\bBearer \S{8,}"
    r"|\$argon2i?d?\$|://[^/\s:@]+:[^/\s:@]+@"
)


class SecretInAudit(ValueError):
    """Somebody was about to write a secret where everyone with the role reads."""


def ensure_verb(verb: str) -> str:
    """The verb, if it is a room and an act: `uploads.cancel`.

    Raises:
        ValueError: It is not.
    """
    if _VERB.fullmatch(verb) is None:
        raise ValueError(f"“{verb}” is no verb of an audit event")
    return verb


def canonical(values: Mapping[str, Any] | None) -> str | None:
    """The values as JSON in one spelling only; None for none.

    Raises:
        SecretInAudit: One of them is a secret, by its name or by its form.
        TypeError: One is of a kind that is not written down.
        ValueError: They are too many.
    """
    if not values:
        return None
    text = orjson.dumps(_plain("", values), option=orjson.OPT_SORT_KEYS)
    if len(text) > MOST_BYTES:
        raise ValueError(f"{len(text)} bytes are too many for one audit event")
    return text.decode()


def _plain(name: str, value: Any) -> Any:
    """The value as JSON has it, exact: numbers with fractions become text."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, list | tuple):
        return [_plain(name, part) for part in value]
    if isinstance(value, set | frozenset):
        return sorted(str(_plain(name, part)) for part in value)
    if is_secret_name(name):
        raise SecretInAudit(f"“{name}” is the name of a secret")
    if isinstance(value, Mapping):
        return {str(key): _plain(str(key), part) for key, part in value.items()}
    return _scalar(name, value.value if isinstance(value, Enum) else value)


def _scalar(name: str, value: Any) -> Any:
    if isinstance(value, int):
        # Beyond 53 bits, readers of JSON would round it.
        return value if -(2**53) < value < 2**53 else str(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    if not isinstance(value, str):
        kind = type(value).__name__
        raise TypeError(f"“{name}” is a {kind}, which is not written down")
    if _SECRET_VALUE.search(value):
        raise SecretInAudit(f"the value of “{name}” has the form of a secret")
    # Half a character, which a damaged file name can hold, is no text to a database.
    return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def without_secret(text: str) -> str:
    """What somebody else wrote, in a form that may be written down."""
    return "…" if _SECRET_VALUE.search(text) else text


def is_secret_name(name: str) -> bool:
    """Whether a value of this name would be a secret; `keyId` and the like are not."""
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or words[-1] in _FACTS:
        return False
    squashed = "".join(words)
    return not _SECRET_WORDS.isdisjoint(words) or any(
        part in squashed for part in _SECRET_PARTS
    )


def short(text: str | None, most: int) -> str | None:
    """The text in one line that fits its column."""
    if text is None:
        return None
    line = one_line(text).encode("utf-8", "replace").decode()
    return line if len(line) <= most else line[: most - 1] + "…"


def ensure_verbs(verbs: Sequence[str] | None) -> Sequence[str] | None:
    """The verbs to look for, if they are no more than a person could choose.

    Raises:
        InvalidInput: They are.
    """
    if verbs is not None and len(verbs) > 100:
        raise InvalidInput("Look for at most 100 verbs at once", path="filter.verbs")
    return verbs or None


def ensure_text(text: str | None) -> str | None:
    """What is searched for, if it is worth a search.

    Raises:
        InvalidInput: It is longer than anything that is written down.
    """
    if text is not None and len(text) > 200:
        raise InvalidInput("Search for at most 200 characters", path="filter.text")
    return text or None
