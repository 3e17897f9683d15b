"""The previous release goes on labelling records while this one is put in place."""

from datetime import UTC, datetime

from sqlalchemy import insert, text

from giroscope.features.rules import Subject, labels
from giroscope.features.rules.tables import Rule, RuleLabel
from giroscope.kernel.database import Database

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)


async def test_what_it_labels_bears_a_version_and_a_time(database: Database) -> None:
    with database.job_connection("giroscope") as connection:
        rule = connection.execute(
            insert(Rule)
            .values(
                key="k", name="Rent", subject=Subject.PAYMENT.value, state="ACTIVE",
                rank=1, revision=1, owner_id="ann", owner_name="Ann", created=NOW,
                changed=NOW,
            )
            .returning(Rule.id)
        ).scalar_one()  # fmt: skip
        label = connection.execute(
            insert(RuleLabel)
            .values(name="Rent", sort_name="rent")
            .returning(RuleLabel.id)
        ).scalar_one()
        connection.execute(
            text(
                "INSERT INTO rule_marks (label_id, subject, record_id, rule_id)"
                " VALUES (:label, 'PAYMENT', 7, :rule)"
            ),
            {"label": label, "rule": rule},
        )
        connection.commit()
    async with database.reading("giroscope") as session:
        ((mark,),) = (await labels(session, Subject.PAYMENT, [7])).values()
    assert (mark.name, mark.rule, mark.version) == ("Rent", "Rent", 1)
    assert mark.since > NOW
