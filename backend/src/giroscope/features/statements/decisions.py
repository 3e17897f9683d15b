"""What people decided about statements and entries, as the ledger asks for it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select, text

from giroscope.features.statements.relations import Verdict
from giroscope.features.statements.reports import Decided
from giroscope.features.statements.tables import LedgerDecision

STATEMENT, ENTRY = "STATEMENT", "ENTRY"
SAME, DIFFERENT = "SAME", "DIFFERENT"
_KEY_OF = """
SELECT d.sha256, s.position FROM statements s JOIN documents d ON d.id = s.document_id
WHERE s.id = :id
"""
_STATEMENT_KEY = """
SELECT s.id FROM statements s JOIN documents d ON d.id = s.document_id
WHERE d.sha256 = :sha256 AND s.position = :statement
"""
_ENTRY_KEY = """
SELECT coalesce(t.own_id, t.id) FROM transactions t WHERE t.statement_id = :id
  AND t.position = :entry AND t.parent_id IS NULL AND NOT t.is_composed
UNION ALL SELECT r.own_id FROM report_entries r WHERE r.statement_id = :id
  AND r.position = :entry AND r.parent_id IS NULL
"""


class Decisions(NamedTuple):
    """What holds now for an account."""

    statements: dict[tuple[int, int], Verdict]
    """By the ids of two versions, the lower first."""
    entries: Decided


def decisions_of(connection: Connection, account_id: int) -> Decisions:
    """The decisions about an account that nobody has undone, the last one first."""
    rows = connection.execute(
        select(LedgerDecision.__table__)
        .where(
            LedgerDecision.account_id == account_id, LedgerDecision.undone_at.is_(None)
        )
        .order_by(LedgerDecision.id)
    ).all()
    statements: dict[tuple[int, int], Verdict] = {}
    verdicts: dict[tuple[int, int], str] = {}
    for row in rows:
        is_entry = row.subject == ENTRY
        left = _found(connection, row.left_key, is_entry=is_entry)
        right = _found(connection, row.right_key, is_entry=is_entry)
        if left is None or right is None:
            continue
        both = (min(left, right), max(left, right))
        if is_entry:
            verdicts[both] = row.verdict
        else:
            statements[both] = _turned(Verdict(row.verdict), is_turned=left > right)
    return Decisions(
        statements,
        Decided(
            frozenset(both for both, said in verdicts.items() if said == SAME),
            frozenset(both for both, said in verdicts.items() if said == DIFFERENT),
        ),
    )


def _turned(verdict: Verdict, *, is_turned: bool) -> Verdict:
    if not is_turned or verdict is Verdict.BOTH:
        return verdict
    return Verdict.RIGHT if verdict is Verdict.LEFT else Verdict.LEFT


def _found(connection: Connection, key: str, *, is_entry: bool) -> int | None:
    sha256, statement, *entry = key.split("/")
    found = connection.execute(
        text(_STATEMENT_KEY), {"sha256": sha256, "statement": int(statement)}
    ).scalar()
    if found is None or not is_entry:
        return None if found is None else int(found)
    own = connection.execute(
        text(_ENTRY_KEY), {"id": found, "entry": int(entry[0])}
    ).scalar()
    return None if own is None else int(own)


def statement_keys(connection: Connection, ids: Sequence[int]) -> list[str]:
    """What versions are called in decisions, whatever ids they get on a rebuild."""
    return [
        "/".join(map(str, connection.execute(text(_KEY_OF), {"id": row_id}).one()))
        for row_id in ids
    ]


def entry_keys(connection: Connection, ids: Sequence[int]) -> list[str]:
    """What the reports' entries that bookings show are called in decisions."""
    keys = []
    for row_id in ids:
        row = connection.execute(
            text("SELECT statement_id, position FROM transactions WHERE id = :id"),
            {"id": row_id},
        ).one()
        (statement,) = statement_keys(connection, [row.statement_id])
        keys.append(f"{statement}/{row.position}")
    return keys


def statements_of_keys(connection: Connection, keys: Iterable[str]) -> set[int]:
    """The versions that keys name, or whose entries they name."""
    found = {
        _found(connection, "/".join(key.split("/")[:2]), is_entry=False) for key in keys
    }
    return {row_id for row_id in found if row_id is not None}
