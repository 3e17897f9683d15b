"""Who wrote the rules that changed how a payment file goes."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from giroscope.features.rules.tables import RuleDemand, RuleHold, RuleVersion


class RuleAuthor(NamedTuple):
    """Who wrote the version of a rule that had a say in a document."""

    document_id: int
    person_id: str
    name: str
    at: datetime


def rule_authors(
    connection: Connection, document_ids: Collection[int]
) -> list[RuleAuthor]:
    """The authors of the rules that held payments, or asked for approvals."""
    found: set[RuleAuthor] = set()
    for table in (RuleHold, RuleDemand):
        rows = connection.execute(
            select(
                table.document_id, RuleVersion.created_by, RuleVersion.created_by_name,
                RuleVersion.created,
            )
            .join(
                RuleVersion,
                (RuleVersion.rule_id == table.rule_id)
                & (RuleVersion.number == table.version),
            )
            .where(table.document_id.in_(document_ids))
            .distinct()
        )  # fmt: skip
        found.update(RuleAuthor(*row) for row in rows)
    return sorted(found)
