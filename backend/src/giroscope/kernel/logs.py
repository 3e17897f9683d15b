"""Log lines: text on a terminal, JSON elsewhere, and nothing in them that is secret.

Structlog and the standard library's logging (uvicorn, the job engine) come out of
one handler, through one mask. People's names, amounts and remittance texts are
not logged at all; ids are, so that a line finds the record.
"""

import logging
import logging.config
import re
import secrets
import sys
import time
from collections.abc import Callable, MutableMapping
from typing import Any, Literal

import structlog
from structlog.typing import Processor

LogFormat = Literal["text", "json"]

_SECRET_KEYS = re.compile(
    r"authorization|cookie|password|secret|token|api_?key|private|master_key|code_?verifier|pin$",
    re.IGNORECASE,
)
_PERSONAL_KEYS = frozenset(
    {"name", "username", "email", "owner", "counterparty", "debtor", "creditor",
     "remittance"}
)  # fmt: skip
_MASK = "***"
_REPEATING = ("dbos", "opentelemetry", "sqlalchemy.pool")
"""Loggers of libraries that tell of each try."""
_STATES = frozenset(
    {
        "ended_sessions.unknown", "erp_window.unknown", "identity.unreachable",
        "jobs.not_swept", "keys.unreachable", "logs.not_written",
        "messages.not_looked_ahead", "metrics.realm_not_counted", "quotas.unknown",
        "realms.not_looked_at", "users.not_watched", "users.refresh_failed",
    }
)  # fmt: skip
"""Our own lines about what is so, and not about what happens."""
_LET_GO = "accessed before DBOS was launched"
"""How the job engine says the same of before its begin and of after its end."""
_REPEATED_SECONDS = 60.0
_OPENING = 40
"""So many letters tell one line from another; behind them stand times and counts."""
_PLAIN_NAME = re.compile(r"[\w.-]{1,64}")

# Each pattern keeps what tells lines apart and hides what could be used.
_HIDDEN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{6,}"), r"\1 ***"),
    (re.compile(r"\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*"), _MASK),
    (re.compile(r"(://[^:/\s@]*):[^@/\s]+@"), r"\1:***@"),
    (
        re.compile(r"(?i)\b((?:access_|refresh_|id_)?token|code|password)=[^&\s\"']+"),
        r"\1=***",
    ),
    (re.compile(r"(?i)(code_?verifier[\"']?\s*[=:]\s*[\"']?)[^\s&\"',;}]+"), r"\1***"),
    # ISO 13616: country, two check digits, then up to 30 letters and digits.
    (re.compile(r"\b([A-Z]{2}\d{2})[A-Z0-9]{7,26}([A-Z0-9]{4})\b"), r"\1***\2"),
    # SQLAlchemy tells the parameters of a failed statement: customers' data.
    (re.compile(r"\[parameters: .*?\](?=\n|$)", re.DOTALL), "[parameters: ***]"),
    (re.compile(r"(?m)^DETAIL:.*$"), "DETAIL: ***"),
)


def configure(log_format: LogFormat | None = None, level: str = "INFO") -> None:
    """Send every log line of this process to standard error, masked."""
    logging.config.dictConfig(logging_config(log_format, level))


def logging_config(
    log_format: LogFormat | None = None, level: str = "INFO"
) -> dict[str, Any]:
    """The same as data, for servers that configure logging in their own processes."""
    chosen = log_format or ("text" if sys.stderr.isatty() else "json")
    to_handler = {"handlers": ["lines"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {
            "lines": {"()": "giroscope.kernel.logs.make_handler", "log_format": chosen}
        },
        "root": {"level": level, "handlers": ["lines"]},
        "loggers": {
            # These two would otherwise attach handlers of their own.
            "uvicorn": {"level": level, **to_handler},
            "dbos": {"level": "WARNING", **to_handler},
            "alembic": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
        },
    }


def make_handler(log_format: LogFormat) -> logging.Handler:
    """The handler everything goes through; also points structlog at it."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False, sort_keys=True)
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(is_of_use)
    handler.addFilter(SaidOnce())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                mask,
                renderer,
            ],
        )
    )
    return handler


def is_of_use(record: logging.LogRecord) -> bool:
    """False of a job that ended when its process had let go of the engine already.

    It is told as an error, though the job's own row holds its end: the next process
    finds it done.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not (record.name.startswith("dbos") and _LET_GO in str(error))


class SaidOnce(logging.Filter):
    """Keeps what is repeated from being said again while it is repeated.

    A library that tries a database that is away five times a second says so each time,
    and so does whoever of ours looks at something again and again. Lines about things
    that happen, each by itself, are all said.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is to be said."""
        key = _key(record)
        if key is None:
            return True
        now = self._now()
        is_new = now - self._said.get(key, float("-inf")) > _REPEATED_SECONDS
        if is_new:
            # Of those that fell silent nothing is kept.
            self._said = {
                other: last
                for other, last in self._said.items()
                if now - last <= _REPEATED_SECONDS
            }
        self._said[key] = now
        return is_new


def _key(record: logging.LogRecord) -> str | None:
    """What tells a line that is repeated from others; None of one that is not."""
    if isinstance(record.msg, dict):
        event = record.msg.get("event")
        return f"{event} {record.msg.get('realm')}" if event in _STATES else None
    if record.name.startswith(_REPEATING):
        return record.getMessage()[:_OPENING]
    return None


def mask(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Hide secrets, account numbers and people's names, at any depth."""
    return {key: _masked(key, value) for key, value in event.items()}


def _masked(key: str, value: Any) -> Any:
    if key in _PERSONAL_KEYS or _SECRET_KEYS.search(key):
        return None if value is None else _MASK
    if isinstance(value, str):
        return masked_text(value)
    if isinstance(value, dict):
        return {str(name): _masked(str(name), part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_masked("", part) for part in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    return masked_text(str(value))


def masked_text(text: str) -> str:
    """The text without tokens, passwords, account numbers and statement values."""
    for pattern, replacement in _HIDDEN:
        text = pattern.sub(replacement, text)
    return text


def bind_request(request_id: str | None, **values: str) -> str:
    """Put a request's id on every line until the next call; tells the id.

    A caller's own id is kept when `request_name` keeps it.
    """
    chosen = request_name(request_id)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request=chosen, **values)
    return chosen


def request_name(told: str | None) -> str:
    """The caller's own id for a request when it is short and plain, else a new one.

    So a trace can be followed from outside, and nothing else gets into log lines.
    """
    is_plain = told is not None and _PLAIN_NAME.fullmatch(told) is not None
    return told if told is not None and is_plain else secrets.token_hex(8)
