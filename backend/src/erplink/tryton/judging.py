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
from erplink.sayings import Saying

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
            Saying.TRYTON_BROKE,
            _paragraph(answer),
        )
    if answer.status == 401:
        return SignInRefused(Saying.TRYTON_KEY)
    return judged(answer)


def judged_rpc(answer: Answer) -> ErpError | None:
    """Judge an answer of the JSON-RPC interface before its data is looked at."""
    if answer.status == 401:
        return SignInRefused(Saying.TRYTON_PASSWORD)
    if answer.status == 403:
        return ContractChanged(Saying.TRYTON_NO_CALL, _paragraph(answer))
    if answer.status == 500:
        return judged_rest(answer)
    return judged(answer)


def judged_door(answer: Answer) -> ErpError | None:
    """Judge the answer to what a server tells anybody."""
    if 400 <= answer.status < 500 and answer.status != 429:
        return NotThere(Saying.TRYTON_NOWHERE, answer.title)
    return judged_rpc(answer)


def refused_call(error: Any) -> ErpError:
    """The error that a JSON-RPC answer carries beside its status of success."""
    kind, *more = error if isinstance(error, list) and error else [str(error)]
    said = more[0] if more else ""
    words = said if isinstance(said, list) else [said]
    texts = [str(word) for word in words if isinstance(word, str) and word]
    if kind == "ConcurrencyException":
        return Conflict(Saying.TRYTON_CHANGED)
    if kind == "UserWarning":
        # The first is the warning's own key, which only a program reads.
        return _by_text(texts[1:] or texts)
    if kind == "UserError":
        return _by_text(texts)
    return ContractChanged(Saying.TRYTON_CALL_BROKE, str(kind)[:300])


def _refusal(answer: Answer) -> ErpError:
    try:
        data = answer.read().data
    except ErpError:
        return ContractChanged(Saying.TRYTON_REQUEST, answer.title)
    if not isinstance(data, Mapping):
        return ContractChanged(Saying.TRYTON_REQUEST, answer.title)
    texts = [data.get("message"), data.get("description")]
    return _by_text([text for text in texts if isinstance(text, str) and text])


def _by_text(texts: list[str]) -> ErpError:
    said = " ".join(texts)[:500]
    if _CLOSED.search(said):
        return PeriodClosed(Saying.TRYTON_PERIOD, said)
    if _DENIED.search(said):
        return NotAllowed(Saying.TRYTON_DENIED, said)
    return Invalid(Saying.TRYTON_NOT_TAKEN, said)


def _paragraph(answer: Answer) -> str:
    found = _PARAGRAPH.search(answer.body[:65536].decode("utf-8", "replace"))
    words = unescape(found[1]) if found else answer.title
    return " ".join(words.split())[:300]
