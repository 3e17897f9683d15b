"""Why an exchange failed, in words that are the same for the same trouble."""

import re

_LONGEST = 150
# What differs from one time to the next: ids, times, numbers, and quoted values.
_PARTICULAR = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-fA-F]{16,}\b|\d[\d.,:/-]*|“[^”]*”|\"[^\"]*\""
)
_FAULT = re.compile(
    r"<(?:[\w-]+:)?(?:faultstring|Text|ResponseText|returnText|statusText)\b[^>]*>"
    r"\s*([^<]{3,200})"
)
_SAID = re.compile(
    r"\"(?:error_description|errorMessage|message|detail|error|title)\"\s*:\s*"
    r"\"((?:[^\"\\]|\\.){3,200})\""
)


def cause_of(status: int | None, failure: str, shown: str | None) -> str | None:
    """The trouble of an exchange, None where it went well.

    `shown` is the answer as it may be seen. A bank answers what went wrong in an
    envelope with the status of a fault, an ERP in JSON.
    """
    if failure:
        return _same(failure)
    if status is None or status < 400:
        return None
    found = _FAULT.search(shown or "") or _SAID.search(shown or "")
    return _same(f"HTTP {status}" + (f": {found.group(1)}" if found else ""), status)


def _same(text: str, status: int | None = None) -> str:
    head = f"HTTP {status}"
    rest = text.removeprefix(head) if status is not None else text
    plain = " ".join(_PARTICULAR.sub("…", rest).split())
    joined = plain if status is None else f"{head}{plain}"
    return joined if len(joined) <= _LONGEST else f"{joined[: _LONGEST - 1]}…"
