"""Hides in texts made of tags, of lines or of nothing: SWIFT messages, OFX, plain ones.

Also what XML and JSON become that were cut off or are not well-formed: their fields
are found by their names where they stand.
"""

import re
import typing

from giroscope.features.logs.masking.rules import Hidden, has_numbers, hidden_by_name
from giroscope.features.logs.masking.values import MASK, account, hidden

if typing.TYPE_CHECKING:
    from giroscope.features.logs.masking.dress import Masking

_ELEMENT = re.compile(r"(<(?P<name>[\w.:-]+)(?:\s[^<>]*)?>)(?P<value>[^<>\r\n]+)")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)
_PAIR = re.compile(
    r"(?P<head>[\"'](?P<name>[\w.@:-]{1,60})[\"']\s*:\s*)"
    r"(?P<value>\"(?:[^\"\\]|\\.)*(?:\"|\Z)|'(?:[^'\\]|\\.)*(?:'|\Z)|-?[\w.]+)"
)
_SWIFT = re.compile(r"(?m)^:\d\d[A-Z]?:")
_ACCOUNT_LINE = re.compile(r"(?m)^(:25P?:)(.+)$")
# Structured remittance of German and Nordic banks: ?31 account, ?32 and ?33 names.
_SUBFIELD_ACCOUNT = re.compile(r"(\?31)([^?\r\n]+)")
_SUBFIELD_NAME = re.compile(r"(\?3[23])([^?\r\n]+)")
_SLASHED_NAME = re.compile(
    r"(/(?:NAME|NM|BENM|ORDP|ULTD|ULTC|ADDR)/+(?:NAME/)?)([^/\r\n]+)"
)
_SLASHED_ACCOUNT = re.compile(r"(/(?:IBAN|ACCT|CNTP)/)([^/\r\n]+)")


def masked(text: str, masking: "Masking") -> str:
    """The text with values hidden."""
    text = _CDATA.sub(lambda found: found.group(1), text)
    text = _ELEMENT.sub(lambda found: _element(found, masking), text)
    text = _PAIR.sub(lambda found: _pair(found, masking), text)
    if _SWIFT.search(text):
        return _swift(text, masking)
    return masking.of_running(text)


def _element(found: re.Match[str], masking: "Masking") -> str:
    name, value = found["name"], found["value"]
    why = hidden_by_name(name)
    if why is not None and masking.choice.hides(why):
        if why in {Hidden.NAME, Hidden.ACCOUNT}:
            masking.text.learn(value, why)
        return f"{found[1]}{hidden(value, why)}"
    # The running text behind this takes long numbers for accounts.
    return f"{found[1]}{masking.text.hidden(value, has_numbers=has_numbers(name))}"


def _pair(found: re.Match[str], masking: "Masking") -> str:
    why = hidden_by_name(found["name"])
    if why is None or not masking.choice.hides(why):
        return found.group()
    value = found["value"].strip("\"'")
    if why in {Hidden.NAME, Hidden.ACCOUNT}:
        masking.text.learn(value, why)
    return f'{found["head"]}"{hidden(value, why)}"'


def _swift(text: str, masking: "Masking") -> str:
    choice = masking.choice
    if choice.accounts:
        for found in (_ACCOUNT_LINE, _SUBFIELD_ACCOUNT, _SLASHED_ACCOUNT):
            text = found.sub(lambda at: f"{at[1]}{account(at[2])}", text)
    if choice.names:
        for found in (_SUBFIELD_NAME, _SLASHED_NAME):
            text = found.sub(lambda at: f"{at[1]}{hidden(at[2], Hidden.NAME)}", text)
    lines = text.split("\n")
    is_free = False
    for place, line in enumerate(lines):
        if line.startswith(":"):
            is_free = line.startswith(":86:")
        if is_free and choice.texts:
            lines[place] = f":86:{MASK}" if line.startswith(":86:") else MASK
        else:
            # Dates and amounts of an entry are long numbers, too.
            lines[place] = masking.of_running(line, has_numbers=is_free)
    return "\n".join(lines)
