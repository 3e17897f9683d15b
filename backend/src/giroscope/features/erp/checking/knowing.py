"""Keeps whose books are in use, so that a later change of name or number is seen."""

from sqlalchemy import Connection, update

from giroscope.features.erp.checking.standing import latest_results
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
    latest = latest_results(version_id).with_only_columns(ErpCheckResult.values)
    seen = connection.execute(
        latest.where(
            ErpCheckResult.name == "company", ErpCheckResult.outcome.in_(_SEEN)
        )
    ).scalar_one_or_none()
    if seen is None or "name" not in seen:
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
