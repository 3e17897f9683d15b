"""Signs as Standard Webhooks say: HMAC-SHA256 over id, timestamp and body."""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from datetime import datetime
from secrets import token_bytes

_PREFIX = "whsec_"
_SECRET_BYTES = 32


def new_secret() -> str:
    """A secret as it is shown to whoever receives."""
    return _PREFIX + base64.b64encode(token_bytes(_SECRET_BYTES)).decode()


def headers(
    message_id: str, at: datetime, body: bytes, secrets: Iterable[str]
) -> Mapping[str, str]:
    """The headers of one attempt, with a signature by each secret."""
    timestamp = str(int(at.timestamp()))
    signed = b".".join((message_id.encode(), timestamp.encode(), body))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{_signed(one, signed)}" for one in secrets),
    }


def _signed(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
