"""The outlook of accounts through the graph: hand-computed stories."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import (
    ACCOUNT,
    OTHER_ACCOUNT,
    Line,
    Part,
    Sheet,
    camt,
)

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
SATURDAY = datetime(2026, 2, 28, 9, tzinfo=UTC)
OPERATION = """query ($days: Int!, $accountIds: [ID!]) {
  cashOutlooks(days: $days, accountIds: $accountIds) {
    accountId account currency state since opening missing
    days { day low line high items {
      kind party day first last low amount high paymentId entryId rhythm times } }
    lowest { day line low }
    waiting { kind party amount }
    elsewhere { currency amount count }
    hindsight { within days error } } }"""


@pytest.fixture
def received() -> list[datetime]:
    """When the next file is imported."""
    return [SATURDAY]


@pytest.fixture
def world_clock(received: list[datetime]) -> Clock:
    """Files come on that Saturday, unless a test says otherwise."""
    return lambda: received[0]


async def _ask(
    database: Database, realm: str, *, now: datetime = SATURDAY, **asked: Any
) -> list[dict[str, Any]]:
    context: Any = Context(
        shell_actor(realm), database, JobStarter(database), lambda: now
    )
    answer = await schema.execute(
        OPERATION, variable_values={"days": 30, **asked}, context_value=context
    )
    assert answer.errors is None
    assert answer.data is not None
    return list(answer.data["cashOutlooks"])


def _line(
    day: str, amount: str, name: str, account: str | None = None, **more: Any
) -> Line:
    part = Part(name=name, account=account, end_to_end=more.pop("end_to_end", None))
    return Line(amount, day=day, parts=[part], reference=name + day, **more)


def _months(import_bytes: Import) -> None:
    """Three months of rent, four weeks of cards, and one bicycle."""
    rent = [
        _line(day, "-2000.00", "Fjordblik Ejendomme A/S")
        for day in ("2025-12-01", "2026-01-02", "2026-02-02")
    ]
    cards = [
        _line(f"2026-02-{day:02}", amount, "Kortselskabet")
        for day, amount in ((2, "900"), (9, "1000"), (16, "1000"), (23, "1100"))
    ]
    bicycle = _line("2026-02-10", "-500.00", "Cykelsmeden")
    sheet = Sheet(
        [*rent, *cards, bicycle], opening="10000.00", first="2025-12-01",
        last="2026-02-27",
    )  # fmt: skip
    import_bytes(camt(sheet), "months.xml")


def _expected(found: dict[str, Any]) -> list[tuple[str, str, str | None, str]]:
    return [
        (one["day"], item["kind"], item["rhythm"], item["amount"])
        for one in found["days"]
        for item in one["items"]
    ]


CARDS = [
    (f"2026-03-{day:02}", "PATTERN", "WEEKLY", "1000.00") for day in (2, 9, 16, 23, 30)
]


async def test_patterns_carry_the_last_closing_balance_on(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _months(import_bytes)
    (found,) = await _ask(database, realm)
    assert (found["state"], found["since"], found["opening"]) == (
        "READY", "2026-02-27", "7500.00",
    )  # fmt: skip
    rent = ("2026-03-02", "PATTERN", "MONTHLY", "-2000.00")
    assert _expected(found) == [rent, *CARDS]
    assert [found["days"][place]["day"] for place in (0, -1)] == [
        "2026-02-28", "2026-03-30",
    ]  # fmt: skip
    last = found["days"][-1]
    assert [last[side] for side in ("low", "line", "high")] == [
        "10000.00", "10500.00", "11000.00",
    ]  # fmt: skip
    assert found["lowest"] == {
        "day": "2026-03-02", "line": "6500.00", "low": "6400.00",
    }  # fmt: skip
    assert found["days"][2]["items"][0]["times"] == 3


async def test_a_payment_counts_once_it_is_with_the_bank_and_covers_its_pattern(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _months(import_bytes)
    orders = [Order("E1", "2100.00"), Order("E2", "70.00", "Ausland", "EUR")]
    import_bytes(pain001({"B1": orders}), "pay.xml", "PAYMENT")
    (found,) = await _ask(database, realm)
    assert [one["amount"] for one in found["waiting"]] == ["-2100.00"]
    assert found["days"][-1]["line"] == "10500.00"
    said = [Answer("E1", "ACSP"), Answer("E2", "ACSP")]
    import_bytes(pain002(batches={"B1": ("ACSP", said)}), "status.xml", "PAYMENT")
    (found,) = await _ask(database, realm)
    assert found["waiting"] == []
    assert _expected(found) == [("2026-03-02", "PAYMENT", None, "-2100.00"), *CARDS]
    assert found["days"][-1]["line"] == "10400.00"
    assert found["elsewhere"] == [{"currency": "EUR", "amount": "70.00", "count": 1}]


async def test_what_the_bank_reports_within_the_day_is_counted_and_a_booking_once(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _months(import_bytes)
    rent = [
        _line("2026-03-02", "-2000.00", "Fjordblik Ejendomme A/S"),
        _line("2026-03-03", "-80.00", "Vandværket", status="PDNG"),
    ]
    interim = Sheet(
        rent, first="2026-03-02", last="2026-03-02", opening=None, closing=None
    )
    import_bytes(camt(interim, kind="camt.052"), "today.xml")
    monday = datetime(2026, 3, 2, 12, tzinfo=UTC)
    (found,) = await _ask(database, realm, now=monday)
    own = [one for one in _expected(found) if one[2] != "WEEKLY"]
    assert own == [
        ("2026-03-02", "BOOKED", None, "-2000.00"),
        ("2026-03-03", "PENDING", None, "-80.00"),
        ("2026-04-01", "PATTERN", "MONTHLY", "-2000.00"),
    ]


async def test_accounts_are_apart_and_one_without_a_statement_or_an_old_one_says_so(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _months(import_bytes)
    euro = Sheet(
        [Line("5.00", currency="EUR", day="2026-02-02")], currency="EUR",
        first="2026-02-02", last="2026-02-02",
    )  # fmt: skip
    import_bytes(camt(euro), "euro.xml")
    interim = Sheet([Line("1.00")], account=OTHER_ACCOUNT, opening=None, closing=None)
    import_bytes(camt(interim, kind="camt.052"), "interim.xml")
    found = await _ask(database, realm)
    assert [(one["account"], one["currency"], one["state"]) for one in found] == [
        (ACCOUNT, "DKK", "READY"),
        (ACCOUNT, "EUR", "READY"),
        (OTHER_ACCOUNT, "DKK", "NO_STATEMENT"),
    ]
    assert {one["line"] for one in found[1]["days"]} == {"1005.00"}
    (alone,) = await _ask(database, realm, accountIds=[found[1]["accountId"]])
    assert alone == found[1]
    later = datetime(2026, 4, 29, 9, tzinfo=UTC)
    states = [one["state"] for one in await _ask(database, realm, now=later)]
    assert states == ["STALE", "STALE", "NO_STATEMENT"]


async def _a_month_later(
    import_bytes: Import, database: Database, realm: str, rent: Line
) -> dict[str, Any]:
    """One week of cards and the rent came. Known on 27 February: rent, and cards."""
    cards = _line("2026-03-04", "1000.00", "Kortselskabet")
    later = Sheet(
        [rent, cards], sequence="2", opening="7500.00", first="2026-03-04",
        last="2026-03-06",
    )  # fmt: skip
    import_bytes(camt(later), "later.xml")
    now = datetime(2026, 3, 29, 9, tzinfo=UTC)
    (found,) = await _ask(database, realm, now=now)
    return found


async def test_missing_days_are_said_and_the_forecast_of_a_month_ago_is_judged(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _months(import_bytes)
    rent = _line("2026-03-04", "-2000.00", "Fjordblik Ejendomme A/S")
    found = await _a_month_later(import_bytes, database, realm, rent)
    assert found["missing"] == ["2026-03-02", "2026-03-03"]
    assert found["hindsight"] == {"within": 3, "days": 3, "error": "0.00"}


@pytest.mark.parametrize(
    ("hour", "error"),
    # Half past eleven at night and half past midnight, in Copenhagen.
    [("2026-02-27T22:30", "0.00"), ("2026-02-27T23:30", "100.00")],
)
async def test_the_forecast_of_a_month_ago_knows_the_payments_that_were_there(
    import_bytes: Import, database: Database, realm: str, received: list[datetime],
    hour: str, error: str,
) -> None:  # fmt: skip
    _months(import_bytes)
    received[0] = datetime.fromisoformat(hour).replace(tzinfo=UTC)
    orders = [Order("E1", "2100.00")]
    import_bytes(pain001({"B1": orders}), "pay.xml", "PAYMENT")
    said = [Answer("E1", "ACSC")]
    import_bytes(pain002(batches={"B1": ("ACSC", said)}), "status.xml", "PAYMENT")
    rent = _line("2026-03-04", "-2100.00", "Fjordblik Ejendomme A/S", end_to_end="E1")
    found = await _a_month_later(import_bytes, database, realm, rent)
    assert found["hindsight"] == {"within": 3, "days": 3, "error": error}


async def test_a_pattern_is_of_one_account_has_its_latest_name_and_any_amount_exactly(
    import_bytes: Import, database: Database, realm: str
) -> None:
    amount = "-100000000000000.01"
    own = [
        _line(day, amount, name, "DK1930003330157765")
        for day, name in (
            ("2025-12-01", "Zeta Udlejning"), ("2026-01-02", "Zeta Udlejning"),
            ("2026-02-02", "Alfa Udlejning"),
        )
    ]  # fmt: skip
    sheet = Sheet(
        own, opening="900000000000000.00", first="2025-12-01", last="2026-02-27"
    )
    import_bytes(camt(sheet), "long.xml")
    (found,) = await _ask(database, realm)
    items = [item for one in found["days"] for item in one["items"]]
    assert [(item["party"], item["amount"]) for item in items] == [
        ("Alfa Udlejning", amount)
    ]
    assert found["days"][-1]["line"] == "499999999999999.96"
