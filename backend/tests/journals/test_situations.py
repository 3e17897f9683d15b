"""What next steps are decided from is what holds now, each journal for itself."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.journals.bank_answers import STATUS_MISSING
from giroscope.features.journals.next_step import Act, NextStep, Step
from giroscope.features.journals.situations import next_steps
from giroscope.features.journals.tables import Journal
from giroscope.features.messages import Missing, clear_alarm, raise_alarm
from giroscope.features.payments.sending import Sending
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from localization import Message
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import (
    OTHER_ACCOUNT,
    Line,
    Part,
    Sheet,
    camt,
)

Import = Callable[..., Upload]
ORDERS = (Order("E1", "100.00"), Order("E2", "250.50"))
JOURNAL = tie.of_payment_message("PAY-1")
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def steps(
    settings: Settings, realm: str, in_own_loop: Callable[[Any], Any]
) -> Callable[..., dict[str, NextStep]]:
    """The next steps of journals, decided together."""

    def run(*journals: str) -> dict[str, NextStep]:
        async def ask() -> dict[str, NextStep]:
            own = Database(settings)
            try:
                async with own.reading(realm) as session:
                    return await next_steps(session, list(journals or (JOURNAL,)))
            finally:
                await own.close()

        found: dict[str, NextStep] = in_own_loop(ask())
        return found

    return run


def change(database: Database, realm: str, **values: Any) -> None:
    """Leave the journal of the payments as other evidence would."""
    with database.job_connection(realm) as connection:
        connection.execute(
            update(Journal).where(Journal.correlation_id == JOURNAL).values(**values)
        )
        connection.commit()


def booking(*orders: Order, kind: str = "camt.053") -> bytes:
    """A statement, or a report, of entries that book these payments."""
    lines = [
        Line(f"-{one.amount}", parts=[Part(one.amount, one.creditor, one.end_to_end)],
             reference=one.end_to_end)
        for one in orders
    ]  # fmt: skip
    return camt(Sheet(lines), kind=kind)


def test_an_alarm_that_is_over_is_not_told(
    import_bytes: Import, database: Database, realm: str, steps: Callable[..., Any]
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    change(database, realm, state="SENT", needs_attention=True)
    with database.job_connection(realm) as connection:
        raise_alarm(
            connection,
            Missing(JOURNAL, Message(STATUS_MISSING, name="pay.xml", hours=4)),
            NOW,
        )
        connection.commit()
        assert steps()[JOURNAL].step is Step.STATUS_MISSING
        clear_alarm(connection, STATUS_MISSING, JOURNAL, NOW)
        connection.commit()
    assert steps()[JOURNAL].step is Step.WAIT_FOR_STATUS


def test_a_doubt_ends_with_the_booking(
    import_bytes: Import, database: Database, realm: str, steps: Callable[..., Any]
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    odd = pain002(batches={"B1": ("ACCP", [Answer("E1", "HMMM")])})
    import_bytes(odd, "odd.xml", "PAYMENT")
    assert steps()[JOURNAL] == NextStep(
        Step.UNKNOWN_CODE, {"count": 1}, steps()[JOURNAL].acts
    )
    import_bytes(booking(ORDERS[0]), "day.xml")
    change(database, realm, needs_attention=True)
    assert steps()[JOURNAL].step is Step.WAIT_FOR_EXECUTION


def test_a_booking_is_proved_once_a_final_statement_is_here(
    import_bytes: Import, database: Database, realm: str, steps: Callable[..., Any]
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    import_bytes(booking(*ORDERS, kind="camt.052"), "report.xml")
    assert steps()[JOURNAL].step is Step.WAIT_FOR_STATEMENT
    import_bytes(booking(*ORDERS), "day.xml")
    change(database, realm, state="BOOKED")
    assert steps()[JOURNAL].step is Step.PROVE


@pytest.mark.parametrize(
    ("held", "step"),
    [
        (None, Step.WAIT_FOR_SENDING),
        # What people have paused asks nothing of them.
        ("paused", Step.WAIT_FOR_SENDING),
        ("unreached", Step.HELD),
    ],
)
def test_why_a_file_waits_is_told_unless_people_had_it_wait(
    import_bytes: Import, database: Database, realm: str, steps: Callable[..., Any],
    held: str | None, step: Step,
) -> None:  # fmt: skip
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    with database.job_connection(realm) as connection:
        document = connection.execute(select(Document.id)).scalar_one()
        connection.execute(
            insert(Sending).values(
                correlation_id=JOURNAL, document_id=document, sha256="x",
                state="WAITING", connection_id=1, since=NOW, asked=NOW, held=held,
                held_text="No way.",
            )
        )  # fmt: skip
        connection.commit()
    change(database, realm, state="SENDING", needs_attention=True)
    assert steps()[JOURNAL].step is step


def test_each_journal_is_told_its_own_reason(
    import_bytes: Import, steps: Callable[..., Any]
) -> None:
    reasons = {"PAY-1": "AC01", "PAY-2": "AM04"}
    for message, reason in reasons.items():
        data = pain001({message: ORDERS}, message=message)
        import_bytes(data, f"{message}.xml", "PAYMENT")
        said = pain002(
            original=message, message=f"ST-{message}",
            batches={message: ("PART", [Answer("E2", "RJCT", reason)])},
        )  # fmt: skip
        import_bytes(said, f"{message}-status.xml", "PAYMENT")
    journals = {tie.of_payment_message(message): message for message in reasons}
    found = steps(*journals)
    assert {journals[key]: step.values["reason"] for key, step in found.items()} == (
        reasons
    )
    assert all(step.values["count"] == 1 for step in found.values())


def test_statements_that_contradict_each_other_are_to_be_decided(
    import_bytes: Import, steps: Callable[..., Any]
) -> None:
    lines = [Line("100.00", reference="A"), Line("-40.00", reference="B")]
    other = [lines[0], Line("-45.00", reference="B")]
    first = import_bytes(camt(Sheet(lines)), "one.xml")
    assert steps(first.correlation_id)[first.correlation_id].step is Step.NOTHING
    second = import_bytes(camt(Sheet(other)), "other.xml")
    alone = import_bytes(camt(Sheet(lines, account=OTHER_ACCOUNT)), "alone.xml")
    keys = [upload.correlation_id for upload in (first, second, alone)]
    found = steps(*keys)
    decide = NextStep(
        Step.STATEMENT_DISPUTED, acts=(Act.DECIDE_STATEMENT, Act.OPEN_STATEMENT)
    )
    assert [found[key] for key in keys] == [decide, decide, NextStep(Step.NOTHING)]


def test_a_journal_whose_statement_is_replaced_says_that_another_counts(
    import_bytes: Import, database: Database, realm: str, steps: Callable[..., Any]
) -> None:
    # What did not add up asks for nothing any more.
    wrong = Sheet([Line("100.00", reference="A")], closing="1111.00")
    right = Sheet([Line("111.00", reference="A")], created="2026-03-05T06:00:00")
    first = import_bytes(camt(wrong), "wrong.xml")
    (step,) = steps(first.correlation_id).values()
    assert step.step is Step.DOES_NOT_ADD_UP
    second = import_bytes(camt(right), "right.xml")
    keys = [upload.correlation_id for upload in (first, second)]
    found = steps(*keys)
    assert [found[key].step for key in keys] == [Step.STATEMENT_REPLACED, Step.NOTHING]
    assert found[keys[0]].acts == (Act.OPEN_STATEMENT,)
    with database.job_connection(realm) as connection:
        attention = select(Journal.correlation_id).where(Journal.needs_attention)
        assert connection.execute(attention).scalars().all() == []
