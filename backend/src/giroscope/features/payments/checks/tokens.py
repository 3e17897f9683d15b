"""What one run found, folded into a text that the next run is given.

Nothing is stored between two runs: the caller carries the token. It names findings by
short hashes, so that a later run over the mended file can tell what is gone.
"""

import base64
import binascii
import zlib
from collections.abc import Iterable
from typing import NamedTuple

import orjson

from giroscope.features.payments.checks.tally import Cause

_VERSION = 1
_MOST_KEYS = 1_000
LONGEST_TOKEN = 32_768
_LONGEST_CONTENT = 262_144


class Remembered(NamedTuple):
    """What an earlier run found of one cause."""

    total: int
    keys: frozenset[str]


class TokenUnreadable(ValueError):
    """The token is none of ours, or was damaged."""


def fold(causes: Iterable[Cause]) -> str:
    """The token of a run."""
    left, found = _MOST_KEYS, {}
    for cause in causes:
        keys = sorted({one.key for one in cause.found})[:left]
        left -= len(keys)
        found[cause.code] = [cause.count, "".join(keys)]
    content = orjson.dumps([_VERSION, found])
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def unfold(token: str) -> dict[str, Remembered]:
    """What the run behind a token found, by code.

    Raises:
        TokenUnreadable: It is no token, or from another version.
    """
    if len(token) > LONGEST_TOKEN:
        raise TokenUnreadable
    try:
        packed = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        content = zlib.decompressobj().decompress(packed, _LONGEST_CONTENT)
        version, found = orjson.loads(content)
        if version != _VERSION:
            raise TokenUnreadable
        return {
            str(code): Remembered(
                int(count), frozenset(_cut(keys))
            )
            for code, (count, keys) in found.items()
        }  # fmt: skip
    except (binascii.Error, zlib.error, ValueError, TypeError, AttributeError) as error:
        raise TokenUnreadable from error


def _cut(keys: str) -> list[str]:
    return [keys[start : start + 10] for start in range(0, len(keys), 10)]
