"""Messages, timelines and results of checks are kept as codes with values."""

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

_AT_ONCE = 5_000
_LONGEST = 2_000
# The sentences as they were when they were kept: catalogues may word them anew.
_KNOWN = json.loads((Path(__file__).parents[1] / "0057_texts.json").read_text("utf-8"))
_HOLE = re.compile(r"\{(\w+)\}")
_COUNTS = frozenset(
    ("count", "days", "entries", "errors", "files", "hours", "included", "minutes",
     "places", "used", "warnings")
)  # fmt: skip
# A stage has its code behind it, a refusal its reason in brackets.
_MEANINGS = re.compile(
    r"(?P<stage>.*) \([A-Z]{4}\): \d+|[^(]*\((?P<reason>.*)\): \d+", re.DOTALL
)
_DAYS = frozenset(["date", "day", "due", "end", "through"])
_MESSAGES = sa.table(
    "system_messages",
    sa.column("id", sa.BigInteger),
    sa.column("code", sa.String),
    sa.column("text", sa.String),
    sa.column("values", sa.String),
)
_EVENTS = sa.table(
    "journal_events",
    sa.column("id", sa.BigInteger),
    sa.column("code", sa.String),
    sa.column("text", sa.String),
    sa.column("values", sa.JSON),
)
_CHECKS = sa.table(
    "erp_check_results", sa.column("id", sa.BigInteger), sa.column("said", sa.JSON)
)


def upgrade() -> None:
    """Find the code and values of what was kept; what has none stays a text.

    The release before goes on writing texts, which are told by their codes as well.
    """
    _each(_MESSAGES, ("code", "text", "values"), _of_message)
    _each(_EVENTS, ("code", "text", "values"), _of_event)
    _each(_CHECKS, ("said",), _of_check)


def downgrade() -> None:
    """Say in English again what is kept as a code."""
    from localization import Message  # noqa: PLC0415 - the way back alone needs it

    def text(row: Any) -> dict[str, Any]:
        is_json = not isinstance(row.values, str)
        values = row.values if is_json else json.loads(row.values)
        message = Message.filled(row.code, values)
        plain = message.plain_values()
        return {
            "text": str(message),
            "values": plain if is_json else json.dumps(plain),
        }

    for table in (_MESSAGES, _EVENTS):
        _each(table, ("code", "values"), text)


def _each(
    table: Any, columns: tuple[str, ...], change: Callable[[Any], dict[str, Any]]
) -> None:
    connection, last = op.get_bind(), 0
    named = [table.c.id, *(table.c[name] for name in columns)]
    while True:
        rows = connection.execute(
            sa.select(*named)
            .where(table.c.id > last)
            .order_by(table.c.id)
            .limit(_AT_ONCE)
        ).all()
        for row in rows:
            changed = change(row)
            if changed:
                connection.execute(
                    table.update().where(table.c.id == row.id).values(**changed)
                )
        if len(rows) < _AT_ONCE:
            return
        last = rows[-1].id


def _of_message(row: Any) -> dict[str, Any]:
    code, values = _told(row.code, row.text, json.loads(row.values))
    return {"code": code, "values": json.dumps(values), "text": ""}


def _of_event(row: Any) -> dict[str, Any]:
    code, values = _told(row.code, row.text, row.values or {})
    return {"code": code, "values": values, "text": ""}


def _of_check(row: Any) -> dict[str, Any]:
    if not isinstance(row.said, Mapping) or "." in row.said.get("code", "."):
        return {}
    values = _values(row.said.get("values") or {}, "")
    return {"said": {"code": f"erp_link.{row.said['code'].lower()}", "values": values}}


def _told(code: str, text: str, was: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The message; where its sentence could not be told, its text alone."""
    values = _values(was, code)
    if found := _MEANINGS.fullmatch(text):
        values["meaning"] = found["stage"] or found["reason"]
    needed = _KNOWN["values"].get(code)
    if needed is None or not set(needed) <= values.keys():
        return "text", {"text": text}
    return code, values


def _values(was: Mapping[str, str], code: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in was.items():
        if name.endswith("_da") and name[:-3] in was:
            continue
        danish = was.get(f"{name}_da")
        found[name] = _value(name, value) if danish is None else _both(value, danish)
    if "amount" in found and "currency" in found:
        found["amount"] = {
            "amount": str(was["amount"]), "currency": found.pop("currency")
        }  # fmt: skip
    if code.startswith("rule."):
        found.update({name: was[name] for name in ("version",) if name in was})
    return found


def _value(name: str, value: str) -> Any:
    if name in _COUNTS and value.isascii() and value.isdigit():
        return int(value)
    if name in _DAYS and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return {"date": value}
    if name == "since" and re.match(r"\d{4}-\d\d-\d\dT[\d:]+\+00:00$", value):
        return {"instant": value}
    return value


def _both(english: str, danish: str) -> Any:
    """What was kept in both languages: by its code, or else in both."""
    known = _recognised(english)
    if known is not None:
        return known
    if english == danish:
        return english
    return {
        "code": "general.in_own_words", "values": {"en": english, "da": danish}
    }  # fmt: skip


@lru_cache(4096)
def _recognised(text: str) -> Any:
    if len(text) > _LONGEST:
        return None
    for code, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is None:
            continue
        values = found.groupdict(default="")
        detail = values.pop("detail")
        told = {name: _recognised(value) or value for name, value in values.items()}
        if code.startswith("machine.") and isinstance(told.get("fault"), str):
            continue
        message = {"code": code, "values": told}
        if not detail:
            return message
        return {
            "code": "general.with_detail",
            "values": {"sentence": message, "detail": detail[1:]},
        }
    return None


@lru_cache(1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """What leaves the least open comes first: a sentence may fit into another."""
    ordered = sorted(
        _KNOWN["sentences"].items(), key=lambda pair: -len(_HOLE.sub("", pair[1]))
    )
    return [(code, _pattern(template)) for code, template in ordered]


def _pattern(template: str) -> re.Pattern[str]:
    begins, *rest = _HOLE.split(template)
    values = [
        f"(?P<{name}>.*?){re.escape(after)}"
        for name, after in zip(rest[::2], rest[1::2], strict=True)
    ]
    body = "".join(f"(?>{one})" for one in values[:-1]) + "".join(values[-1:])
    return re.compile(re.escape(begins) + body + r"(?P<detail> \(.*)?", re.DOTALL)
