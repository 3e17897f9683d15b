"""The values that Tryton's JSON has no literal for: decimals, days, moments, bytes."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any


def revived(found: dict[str, Any]) -> Any:
    """The value that an object stands for; an object that is one is given back.

    Raises:
        ValueError: It says to be a value and is none.
    """
    try:
        match found.get("__class__"):
            case "Decimal":
                return Decimal(found["decimal"])
            case "date":
                return date(found["year"], found["month"], found["day"])
            case "datetime":
                return datetime(
                    found["year"], found["month"], found["day"],
                    found["hour"], found["minute"], found["second"],
                    found["microsecond"], tzinfo=UTC,
                )  # fmt: skip
            case "bytes":
                return base64.b64decode(found["base64"])
    except (KeyError, TypeError, InvalidOperation) as error:
        raise ValueError(f"no {found['__class__']}") from error
    return found


def typed(value: Any) -> Any:
    """The same for sending."""
    if isinstance(value, Decimal):
        return {"__class__": "Decimal", "decimal": format(value, "f")}
    if isinstance(value, date) and not isinstance(value, datetime):
        return {
            "__class__": "date",
            "year": value.year,
            "month": value.month,
            "day": value.day,
        }
    if isinstance(value, bytes):
        return {"__class__": "bytes", "base64": base64.b64encode(value).decode()}
    if isinstance(value, Mapping):
        return {key: typed(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [typed(one) for one in value]
    return value
