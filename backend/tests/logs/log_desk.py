"""Exchanges as the ways to the outside tell them, for tests of the log."""

from datetime import UTC, datetime
from typing import Any

from giroscope.features.logs import Captured, LogType

NOON = datetime(2026, 11, 18, 11, 0, tzinfo=UTC)
REQUEST = b"<Envelope><Nm>Jane Doe</Nm><IBAN>DK5000400440116243</IBAN></Envelope>"
REPLY = b"<Envelope><faultstring>No such agreement 4711</faultstring></Envelope>"


def captured(**values: Any) -> Captured:
    """An exchange with a bank that went well, but for what is said."""
    told: dict[str, Any] = {
        "realm": "giroscope", "log_type": LogType.BANK, "peer": "bank:1",
        "operation": "UploadFile", "uri": "https://bank.example/corporate",
        "request": REQUEST, "reply": b"<ok/>", "status": 200, "seconds": 0.25,
        "failure": "", "ended": NOON,
    }  # fmt: skip
    return Captured(**told | values)
