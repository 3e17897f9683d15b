"""Keeps a message in a column: its code and values, never a sentence."""

from typing import Any

from sqlalchemy import JSON, Dialect
from sqlalchemy.types import TypeDecorator

from localization import Message


class MessageColumn(TypeDecorator[Message]):
    """A message as JSON."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """What JSON keeps."""
        del dialect
        return None if value is None else value.as_json()

    def process_result_value(self, value: Any, dialect: Dialect) -> Message | None:
        """The message that was kept."""
        del dialect
        return None if value is None else Message.from_json(value)
