"""What banks write, in the ledger: no statement or entry of a readable file is lost."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.statements.verify import verify
from giroscope.features.uploads import Upload
from giroscope.kernel.columns import from_units
from giroscope.kernel.database import Database
from giroscope.kernel.units import unpacked
from tests.bankfiles import corpus

pytestmark = pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
_PARTS = 4
_STATEMENTS = (
    "SELECT s.id, s.opening, s.closing, s.entries, s.status, s.balanced, s.kind"
    " FROM statements s JOIN documents d ON d.id = s.document_id"
    " WHERE d.name = :name ORDER BY s.position"
)
_SHOWN = (
    "SELECT a.number, a.currency, t.day, t.amount, t.state FROM transactions t"
    " JOIN accounts a ON a.id = t.account_id WHERE t.parent_id IS NULL"
)
# Of two that say the same, the one that came first counts.
_VERSIONS = "SELECT opening, closing, status, link FROM statements"


def told_statements(name: str) -> list[dict[str, Any]]:
    """What an independent script found of the statements of a file."""
    found: list[dict[str, Any]] = corpus.facts()[name].get("statements", [])
    return found


NAMES = [name for name in corpus.names() if told_statements(name)]


def rows(database: Database, realm: str, sql: str, **values: object) -> list[Any]:
    """What a select gives."""
    with database.job_connection(realm) as connection:
        found = list(connection.execute(text(sql), values))
        connection.rollback()
    return found


def bring(import_bytes: Import, name: str) -> bool:
    """Import a file; whether it was taken."""
    data = (corpus.SAMPLES / name).read_bytes()
    return import_bytes(data, name).state in {"IMPORTED", "KNOWN"}


def balances(told: dict[str, Any]) -> tuple[Decimal | None, Decimal | None]:
    """Opening and closing balance as the facts have them."""
    opening, closing = told.get("opening"), told.get("closing")
    return (
        None if opening is None else Decimal(opening),
        None if closing is None else Decimal(closing),
    )


def amount(units: Any) -> Decimal | None:
    """As the store has it."""
    return None if units is None else from_units(unpacked(units))


def accounts_of(name: str) -> set[str]:
    """The ends of the numbers of the accounts that a file tells of."""
    return {
        str(one.get("account_iban") or one.get("account_other")
            or one.get("account"))[-8:]
        for one in told_statements(name)
    }  # fmt: skip


def files_together(parts: int) -> list[list[str]]:
    """The files in about equal parts, those that tell of one account together."""
    groups: list[tuple[set[str], list[str]]] = []
    for name in NAMES:
        own = accounts_of(name)
        touched = [group for group in groups if group[0] & own]
        groups = [group for group in groups if not group[0] & own]
        groups.append(
            (
                own.union(*(group[0] for group in touched)),
                [*(each for group in touched for each in group[1]), name],
            )
        )
    found: list[list[str]] = [[] for _ in range(parts)]
    for _, names in sorted(groups, key=lambda group: -len(group[1])):
        min(found, key=len).extend(names)
    return found


def files_apart() -> Iterator[list[str]]:
    """The files in groups of which no two tell of one account."""
    groups: list[tuple[set[str], list[str]]] = []
    for name in NAMES:
        own = accounts_of(name)
        group = next((group for group in groups if not group[0] & own), None)
        if group is None:
            group = (set(), [])
            groups.append(group)
        group[0].update(own)
        group[1].append(name)
    return (group for _, group in groups)


@pytest.mark.dealt(4)
@pytest.mark.parametrize("group", list(files_apart()), ids=lambda group: group[0][:40])
def test_every_statement_of_a_file_counts_and_is_as_told(
    group: list[str], import_bytes: Import, database: Database, realm: str
) -> None:
    for name in group:
        if not bring(import_bytes, name):
            continue
        found = rows(database, realm, _STATEMENTS, name=name)
        told = told_statements(name)
        assert [row.status for row in found] == ["CURRENT"] * len(found), name
        assert [
            (amount(row.opening), amount(row.closing), row.entries) for row in found
        ] == [
            (*balances(one), one.get("n_entries", one.get("n_transactions")))
            for one in told
        ], name
        for row in found:
            shown = rows(
                database, realm, "SELECT count(*) FROM transactions"
                " WHERE statement_id = :id AND parent_id IS NULL", id=row.id,
            )  # fmt: skip
            assert shown[0][0] == row.entries, name
    unbalanced = rows(
        database, realm,
        "SELECT id FROM statements WHERE NOT balanced AND is_final",
    )  # fmt: skip
    with database.job_connection(realm) as connection:
        breaches = {breach.statement_id for breach in verify(connection).breaches}
        connection.rollback()
    assert breaches == {row.id for row in unbalanced}, rows(
        database, realm, "SELECT s.id, d.name, s.opening, s.closing, s.incoming,"
        " s.outgoing FROM statements s JOIN documents d ON d.id = s.document_id"
        " WHERE NOT s.balanced ORDER BY s.id",
    )  # fmt: skip


def ledger_of(
    names: list[str], import_bytes: Import, database: Database, realm: str
) -> tuple[Counter[Any], Counter[Any]]:
    """What files come to: the entries that are shown, and what versions are."""
    for name in names:
        bring(import_bytes, name)
    with database.job_connection(realm) as connection:
        breaches = {breach.statement_id for breach in verify(connection).breaches}
        unbalanced = connection.execute(
            text("SELECT id FROM statements WHERE NOT balanced AND is_final")
        ).scalars()
        assert breaches == set(unbalanced)
        connection.rollback()
    return (
        Counter(map(str, rows(database, realm, _SHOWN))),
        Counter(map(str, rows(database, realm, _VERSIONS))),
    )


def imported(database: Database, realm: str) -> list[Upload]:
    """The uploads that can be undone."""
    with database.job_session(realm) as session:
        found = session.scalars(select(Upload).where(Upload.state == "IMPORTED"))
        uploads = list(found)
        session.expunge_all()
    return uploads


def ensure_one_ledger(
    told: list[str], seed: int, import_bytes: Import, undo: Undo,
    database: Database, realm: str,
) -> Counter[Any]:  # fmt: skip
    """Bring files, undo them in any order, bring them in any order: all is as at first.

    Gives back the entries that are shown.
    """
    names = list(told)
    first = ledger_of(names, import_bytes, database, realm)
    # A file that only repeated another holds its statements once that one is undone.
    while uploads := imported(database, realm):
        random.Random(seed).shuffle(uploads)  # noqa: S311 - an order, no secret
        for upload in uploads:
            undo(upload)
    assert rows(database, realm, _SHOWN) == []
    random.Random(seed).shuffle(names)  # noqa: S311 - an order, no secret
    assert ledger_of(names, import_bytes, database, realm) == first
    return first[0]


@pytest.mark.dealt(_PARTS)
@pytest.mark.parametrize("part", range(_PARTS))
def test_files_of_the_same_accounts_in_any_order_come_to_one_ledger(
    part: int, import_bytes: Import, undo: Undo, database: Database, realm: str
) -> None:
    names = files_together(_PARTS)[part]
    shown = ensure_one_ledger(names, part, import_bytes, undo, database, realm)
    assert sum(shown.values()) > 50


@pytest.mark.full
@pytest.mark.parametrize("seed", [0, 1])
def test_all_files_in_any_order_come_to_one_ledger(
    seed: int, import_bytes: Import, undo: Undo, database: Database, realm: str
) -> None:
    shown = ensure_one_ledger(NAMES, seed, import_bytes, undo, database, realm)
    assert sum(shown.values()) > 500
