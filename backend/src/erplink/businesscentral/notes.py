"""What is noted on a payment line, the only place Business Central leaves for it.

The comment begins with the claim and ends with what was told last, so that another
attempt finds what an earlier one did.
"""

from __future__ import annotations

import hashlib

from erplink.values import StatusUpdate

_BEGINS = "Giroscope "
_LONGEST = 250


def claimed(our_id: str) -> str:
    """The comment of a line that is claimed."""
    return f"{_BEGINS}{our_id}"


def owner(comment: str) -> str:
    """Whose claim a comment tells of; empty where it is of none."""
    if not comment.startswith(_BEGINS):
        return ""
    return comment.removeprefix(_BEGINS).partition(";")[0].strip()


def told(claim: str, update: StatusUpdate) -> str:
    """The comment after something was told."""
    facts = [update.state.value, update.on.isoformat()]
    facts += filter(None, (update.reason_code, update.bank_reference))
    mark = _mark(update.our_id)
    beginning = f"{claimed(claim)}; {' '.join(facts)}"
    return f"{beginning[: _LONGEST - len(mark)]}{mark}"


def was_told(comment: str, our_id: str) -> bool:
    """Whether the last thing a comment tells is this one."""
    return comment.endswith(_mark(our_id))


def journal_code(our_id: str) -> str:
    """The code, of at most ten signs, of the journal that holds a statement."""
    return f"G{hashlib.sha256(our_id.encode()).hexdigest()[:9].upper()}"


def _mark(our_id: str) -> str:
    return f" #{hashlib.sha256(our_id.encode()).hexdigest()[:16]}"
