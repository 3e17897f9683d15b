"""What Tryton's answers mean: it says much by text that others say by status."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from erplink._answers import Answer, judged
from erplink.errors import (
    Conflict,
    ContractChanged,
    ErpError,
    Invalid,
    NotAllowed,
    NotThere,
    PeriodClosed,
    SignInRefused,
)

_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
# The connector asks for English, so that these are what the server says.
_DENIED = re.compile(r"You are not allowed to|You do not have access", re.IGNORECASE)
_CLOSED = re.compile(
    r"must (re)?open the period|must create a period|closed (journal-)?period"
    r"|closed fiscal ?year|because it is closed"
)


def judged_rest(answer: Answer) -> ErpError | None:
    """Judge an answer of the REST interface."""
    if answer.status == 400:
        return _refusal(answer)
    if answer.status == 500:
        # A model or field that is not there ends in a broken request, and so does
        # whatever else the server did not expect; nothing of it was kept.
        return ContractChanged(
            "erp_link.tryton_broke",
            _paragraph(answer),
        )
    if answer.status == 401:
        return SignInRefused("erp_link.tryton_key")
    return judged(answer)


def judged_rpc(answer: Answer) -> ErpError | None:
    """Judge an answer of the JSON-RPC interface before its data is looked at."""
    if answer.status == 401:
        return SignInRefused("erp_link.tryton_password")
    if answer.status == 403:
        return ContractChanged("erp_link.tryton_no_call", _paragraph(answer))
    if answer.status == 500:
        return judged_rest(answer)
    return judged(answer)


def judged_door(answer: Answer) -> ErpError | None:
    """Judge the answer to what a server tells anybody."""
    if 400 <= answer.status < 500 and answer.status != 429:
        return NotThere("erp_link.tryton_nowhere", answer.title)
    return judged_rpc(answer)


def refused_call(error: Any) -> ErpError:
    """The error that a JSON-RPC answer carries beside its status of success."""
    kind, *more = error if isinstance(error, list) and error else [str(error)]
    said = more[0] if more else ""
    words = said if isinstance(said, list) else [said]
    texts = [str(word) for word in words if isinstance(word, str) and word]
    if kind == "ConcurrencyException":
        return Conflict("erp_link.tryton_changed")
    if kind == "UserWarning":
        # The first is the warning's own key, which only a program reads.
        return _by_text(texts[1:] or texts)
    if kind == "UserError":
        return _by_text(texts)
    return ContractChanged("erp_link.tryton_call_broke", str(kind)[:300])


def _refusal(answer: Answer) -> ErpError:
    try:
        data = answer.read().data
    except ErpError:
        return ContractChanged("erp_link.tryton_request", answer.title)
    if not isinstance(data, Mapping):
        return ContractChanged("erp_link.tryton_request", answer.title)
    texts = [data.get("message"), data.get("description")]
    return _by_text([text for text in texts if isinstance(text, str) and text])


def _by_text(texts: list[str]) -> ErpError:
    said = " ".join(texts)[:500]
    if _CLOSED.search(said):
        return PeriodClosed("erp_link.tryton_period", said)
    if _DENIED.search(said):
        return NotAllowed("erp_link.tryton_denied", said)
    return Invalid("erp_link.tryton_not_taken", said)


def _paragraph(answer: Answer) -> str:
    found = _PARAGRAPH.search(answer.body[:65536].decode("utf-8", "replace"))
    words = unescape(found[1]) if found else answer.title
    return " ".join(words.split())[:300]
