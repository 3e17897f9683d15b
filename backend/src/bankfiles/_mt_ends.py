"""The end of an MT940 or MT942 message: its own sums, and whether it is cut off.

Banks end a file with an end mark or not, and with a line end or not; so a missing one
says nothing by itself. That the digits before it are too few does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bankfiles._findings import found
from bankfiles._mt_fields import Field
from bankfiles._mt_texts import whole_amount
from bankfiles._text import whole
from bankfiles._totals import Totals
from bankfiles.parts import Direction, Finding

_SUMMARY = re.compile(r"(\d{1,5}) ?([A-Z]{3}) ?([\d,.' ]+)")
_CLOSING = frozenset({"62F", "62M"})
_BALANCES = _CLOSING | {"64", "65"}
_TYPED_ENTRY = re.compile(r".*[,.]\d{0,5} *[A-Z][A-Z0-9]{3}")


def differences(
    summaries: Iterable[Field], totals: Totals, counts: Mapping[Direction, int]
) -> Iterator[Finding]:
    """What the bank's own counts and sums (`:90D:`, `:90C:`) say against the entries.

    One in which the file ends is an error: its digits may not be all.
    """
    for field in summaries:
        match = _SUMMARY.fullmatch(" ".join(field.lines[0].split()))
        stated = whole_amount(match[3]) if match else None
        if match is None or stated is None:
            yield found(
                "field_unexpected",
                f"The sum {field.lines[0][:80]!r} cannot be read; it was left out.",
                field.line,
                f":{field.tag}:",
            )
            is_sound = False
        else:
            is_credit = field.tag == "90C"
            count = counts[Direction.CREDIT if is_credit else Direction.DEBIT]
            total = totals.credits if is_credit else totals.debits
            is_sound = whole(match[1]) == count and stated == total
            if whole(match[1]) != count:
                yield found(
                    "count_differs",
                    f"The bank counts {match[1]} entries; {count} are listed.",
                    field.line,
                    f":{field.tag}:",
                )
            if stated != total:
                yield found(
                    "sum_differs",
                    f"The bank's sum is {stated}; the entries make {total}.",
                    field.line,
                    f":{field.tag}:",
                )
        if field.is_last and not is_sound:
            yield _cut(field)


def cut(field: Field, amounts: Sequence[str], *, is_sound: bool) -> Iterator[Finding]:
    """Whether the file breaks off in this field, which is its last.

    `amounts` are all balances of the statement as they are written, `is_sound` tells
    whether they and the entries make the closing balance.
    """
    if field.tag == "61":
        if _TYPED_ENTRY.match(field.lines[0]) is None:
            yield _cut(field)
    elif field.tag in _BALANCES and amounts:
        *others, last = (_fraction(amount) for amount in amounts)
        if field.tag in _CLOSING:
            is_short = not is_sound and last < max((0, *others))
        else:
            is_short = last < min(others, default=0)
        if is_short:
            yield _cut(field)


def _fraction(amount: str) -> int:
    """Number of digits behind the comma; -1 where there is no comma."""
    _, comma, digits = amount.strip().replace(".", ",").rpartition(",")
    return len(digits) if comma else -1


def _cut(field: Field) -> Finding:
    return found(
        "statement_unfinished",
        f"The file ends within the field :{field.tag}: ({field.lines[0].strip()!r}); "
        "digits may be missing.",
        field.line,
        f":{field.tag}:",
    )
