"""What each status document says, and of how many payments its word counts."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from giroscope.features.journals import tie
from giroscope.features.journals.answers import answers
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.payments.payment_factory import Answer, Order, pain001, pain002

ORDERS = [Order(f"E{number}", "10.00") for number in range(1, 4)]
JOURNAL, OTHER = (tie.of_payment_message(message) for message in ("PAY-1", "PAY-2"))


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def test_each_document_is_told_with_what_of_it_still_counts(
    import_bytes: Callable[..., Upload],
    settings: Settings,
    realm: str,
    in_own_loop: Callable[[Any], Any],
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    other = pain001({"B1": ORDERS[:1]}, message="PAY-2")
    import_bytes(other, "other.xml", "PAYMENT")
    reports = [
        pain002(group="ACTC", created="2026-03-02T08:00:00Z", message="ST-1"),
        pain002(
            group="PART", created="2026-03-02T09:00:00Z", message="ST-2",
            batches={
                "B1": (
                    "PART",
                    [
                        Answer("E1", "ACSC"), Answer("E2", "ACSC"),
                        Answer("E3", "RJCT", "AC01"),
                    ],
                )
            },
        ),
        # It comes last and says less: of no payment it is the word that counts.
        pain002(group="RCVD", created="2026-03-02T07:00:00Z", message="ST-0"),
        pain002(original="PAY-2", group="ACCP", message="ST-3"),
    ]  # fmt: skip
    for number, data in enumerate(reports):
        import_bytes(data, f"{number}.xml", "PAYMENT")

    async def ask() -> Any:
        own = Database(settings)
        try:
            async with own.reading(realm) as session:
                return await answers(session, [JOURNAL, OTHER])
        finally:
            await own.close()

    found = in_own_loop(ask())
    assert [one.counting for one in found[JOURNAL]] == [0, 3, 0]
    assert [one.payments for one in found[JOURNAL]] == [
        {}, {"ACSC": 2, "RJCT": 1}, {},
    ]  # fmt: skip
    assert [[line.status for line in one.lines] for one in found[JOURNAL]] == [
        ["ACTC"], ["PART", "PART"], ["RCVD"],
    ]  # fmt: skip
    assert found[JOURNAL][1].stated == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert [(one.counting, len(one.lines)) for one in found[OTHER]] == [(1, 1)]
