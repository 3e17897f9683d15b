"""Keeps whose books are in use, so that a later change of name or number is seen."""

from typing import Any

from sqlalchemy import Connection, update

from giroscope.features.erp.checking.status import latest_results
from giroscope.features.erp.outcomes import note_contact
from giroscope.features.erp.tables import ErpCheckResult, ErpConnection, Outcome

_LONGEST_NAME, _LONGEST_NUMBER = 200, 40
_SEEN = (Outcome.PASSED.value, Outcome.WARNING.value)


def learn_company(
    connection: Connection, version_id: int, books: int, *, anew: bool
) -> None:
    """Keep the company that the checks of a version saw last.

    What is known already stays, save where it is to be learned anew: somebody has
    looked at the checks and put the version to use.
    """
    row = _seen(connection, version_id, "company")
    seen = row.values if row else {}
    if "name" not in seen:
        return
    number = seen.get("registration", "-")
    change = (
        update(ErpConnection)
        .where(ErpConnection.id == books)
        .values(
            company_name=seen["name"][:_LONGEST_NAME],
            company_number=None if number == "-" else number[:_LONGEST_NUMBER],
        )
    )
    if not anew:
        change = change.where(ErpConnection.company_name.is_(None))
    connection.execute(change)


def learn_contact(connection: Connection, version_id: int, books: int) -> None:
    """The ERP has answered when a version that is put to use was validated."""
    row = _seen(connection, version_id, "sign_in")
    if row is not None:
        note_contact(connection, books, row.started)


def _seen(connection: Connection, version_id: int, name: str) -> Any:
    """The last result of a check, where it looked and did not fail."""
    latest = latest_results(version_id).with_only_columns(
        ErpCheckResult.values, ErpCheckResult.started
    )
    return connection.execute(
        latest.where(ErpCheckResult.name == name, ErpCheckResult.outcome.in_(_SEEN))
    ).one_or_none()
