"""Which payments are asked back: those chosen, of this journal alone, as they were."""

from typing import Any

import pytest

from giroscope.features.journals import tie
from tests.uploads.bank_samples import payments

pytestmark = pytest.mark.served

ASK = """mutation ($id: ID!, $selection: RecallSelection) {
  askRecall(correlationId: $id, reason: DUPL, note: "Paid twice.",
    selection: $selection) { __typename ... on Problem { code } } }"""
ID = tie.of_payment_message("PAY-1")


@pytest.mark.parametrize(
    ("count", "code"),
    [
        (1, "selection_changed"),
        # These are its own; who asks would be looked up next.
        (2, "identity_unavailable"),
        (3, "selection_changed"),
        (5, "selection_changed"),
    ],
)
async def test_payments_of_other_journals_are_not_among_the_chosen(
    api: Any, import_bytes: Any, count: int, code: str
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    import_bytes(payments("PAY-2", count=3), "other.xml", "PAYMENT")
    chosen = {"matching": {}, "expectedCount": count}
    told = await api.data(
        ASK, "giroscope-upload", variables={"id": ID, "selection": chosen}
    )
    assert told["askRecall"]["code"] == code
