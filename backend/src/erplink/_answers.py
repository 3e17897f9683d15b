"""What came back from an ERP, and what a status means where the ERP says no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from html import unescape
from types import MappingProxyType
from typing import Any

from erplink import _json
from erplink.errors import (
    Conflict,
    ContractChanged,
    ErpError,
    Invalid,
    NotAllowed,
    NotThere,
    SignInRefused,
    Throttled,
    Unavailable,
)

_LONGEST_DETAIL = 500
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_BY_STATUS: Mapping[int, tuple[type[ErpError], str]] = MappingProxyType(
    {
        400: (Invalid, "erp_link.not_taken"),
        401: (SignInRefused, "erp_link.sign_in_refused"),
        403: (NotAllowed, "erp_link.not_permitted"),
        404: (NotThere, "erp_link.not_known"),
        405: (ContractChanged, "erp_link.call_not_offered"),
        406: (ContractChanged, "erp_link.call_not_offered"),
        408: (Unavailable, "erp_link.too_late"),
        409: (Conflict, "erp_link.changed_meanwhile"),
        410: (NotThere, "erp_link.not_there_any_more"),
        412: (Conflict, "erp_link.changed_meanwhile"),
        415: (ContractChanged, "erp_link.call_not_offered"),
        422: (Invalid, "erp_link.not_taken"),
        423: (Unavailable, "erp_link.locked"),
        425: (Unavailable, "erp_link.come_again"),
        501: (ContractChanged, "erp_link.call_not_offered"),
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    data: Any = field(default=None, repr=False)
    """What was read from the body, where data was expected."""

    @property
    def is_json(self) -> bool:
        """Whether it says of itself that it is JSON."""
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        return kind == "application/json" or kind.endswith("+json")

    @property
    def clock(self) -> datetime | None:
        """The moment the ERP's server gave its answer, by its own clock."""
        return _moment(self.headers.get("date", ""))

    def retry_after(self, now: datetime) -> timedelta | None:
        """How long the ERP asks to stay away; None where it does not say."""
        asked = self.headers.get("retry-after", "").strip()
        if asked.isdecimal() and len(asked) < 7:
            return timedelta(seconds=int(asked))
        until = _moment(asked)
        if until is None:
            return None
        return max(until - (self.clock or now), timedelta(0))

    def read(self, revive: _json.Revive | None = None) -> Answer:
        """The same with its data, decimals being exact.

        Raises:
            ContractChanged: It is none, such as a web page.
            Unavailable: It is cut short.
        """
        if self.body.strip() and not self.is_json and self._is_page:
            raise ContractChanged("erp_link.web_page", self.title)
        return replace(self, data=_json.parsed(self.body, revive))

    @property
    def title(self) -> str:
        """The title of a web page, else how the text begins."""
        text = self.body[:65536].decode("utf-8", "replace")
        found = _TITLE.search(text)
        words = unescape(found[1]) if found else text
        return " ".join(words.split())[:_LONGEST_DETAIL]

    @property
    def _is_page(self) -> bool:
        return self.body.lstrip()[:1] == b"<"


Judge = Callable[[Answer], ErpError | None]
"""What an answer says went wrong; None if nothing did."""


def judged(answer: Answer) -> ErpError | None:
    """Judge by the status alone, as an ERP without habits of its own would mean it."""
    if 200 <= answer.status < 300:
        return None
    if 300 <= answer.status < 400:
        # To follow it would take the secrets along.
        return ContractChanged("erp_link.redirected")
    detail = said(answer)
    if answer.status == 429 or (
        answer.status == 503 and "retry-after" in answer.headers
    ):
        return Throttled("erp_link.too_often", detail)
    if answer.status in _BY_STATUS:
        kind, saying = _BY_STATUS[answer.status]
        return kind(saying, detail)
    if answer.status >= 500:
        return Unavailable("erp_link.not_now", detail, status=answer.status)
    return ContractChanged("erp_link.strange_status", detail, status=answer.status)


def said(answer: Answer) -> str:
    """The sentence an error carries, wherever ERPs commonly put it."""
    if not answer.is_json:
        return answer.title
    try:
        found = _json.parsed(answer.body)
    except (ContractChanged, Unavailable):
        return answer.title
    for name in ("error", "message", "error_description", "detail", "title"):
        while isinstance(found, Mapping) and name in found:
            found = found[name]
    return str(found)[:_LONGEST_DETAIL] if isinstance(found, str) else answer.title


def _moment(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return found if found.tzinfo is not None else None
