"""Whether a payment document may go on to approval, by what its check found."""

from enum import StrEnum

from sqlalchemy import Connection, select

from giroscope.features.payments.checks.tables import PaymentCheck


class Standing(StrEnum):
    """What the check of a payment file says of the whole of it."""

    VALID = "VALID"
    WARNINGS = "WARNINGS"
    """A person should look first: also what a bank may refuse payment by payment."""
    INVALID = "INVALID"
    """The file, its schema or an ISO rule is broken: it must not leave."""


def standing(connection: Connection, document_id: int) -> Standing:
    """How the document stands.

    One that was never checked is `INVALID`: nothing proves that it is well formed.
    Importing it again checks it.
    """
    found = connection.execute(
        select(PaymentCheck.standing).where(PaymentCheck.document_id == document_id)
    ).scalar_one_or_none()
    return Standing.INVALID if found is None else Standing(found)
