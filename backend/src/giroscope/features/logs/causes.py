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
# Corporate Access refuses inside an answer that came well; 24 says that there is
# nothing to fetch, as most often when somebody looks.
_CODE = re.compile(r"<(?:[\w-]+:)?ResponseCode\b[^>]*>\s*([\w.-]{1,12})\s*<")
_NO_TROUBLE = frozenset({"0", "00", "000", "24", "OK"})
_SAID = re.compile(
    r"\"(?:error_description|errorMessage|message|detail|error|title)\"\s*:\s*"
    r"\"((?:[^\"\\]|\\.){3,200})\""
)


def cause_of(status: int | None, failure: str, shown: str | None) -> str | None:
    """The trouble of an exchange, None where it went well.

    `shown` is the answer as it may be seen. A bank answers what went wrong in an
    envelope, with the status of a fault or with a code of its own; an ERP in JSON.
    """
    if failure:
        return _same(failure)
    if status is None:
        return None
    if status >= 400:
        head = f"HTTP {status}"
    else:
        code = _CODE.search(shown or "")
        if code is None or code.group(1) in _NO_TROUBLE:
            return None
        head = f"ResponseCode {code.group(1)}"
    found = _FAULT.search(shown or "") or _SAID.search(shown or "")
    return _same(f": {found.group(1)}" if found else "", head)


def _same(text: str, head: str = "") -> str:
    """The text without what differs; what it begins with stays as it is."""
    joined = head + " ".join(_PARTICULAR.sub("…", text).split())
    return joined if len(joined) <= _LONGEST else f"{joined[: _LONGEST - 1]}…"
