"""The moment against which a payment file's days are held."""

from datetime import UTC, datetime, timedelta

import pytest

from giroscope.features.journals.check import judged_at

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
EARLIER = "2026-02-01T10:00:00"


@pytest.mark.parametrize("source", ["UPLOAD", "BANK", "ERP", "API", "SHELL"])
def test_what_could_cost_money_is_judged_now_whatever_the_file_says(
    source: str,
) -> None:
    for created in (None, EARLIER, "2027-01-01T00:00:00Z"):
        assert judged_at(source, created, NOW) == NOW


@pytest.mark.parametrize(
    ("created", "moment"),
    [
        (EARLIER, datetime(2026, 2, 1, 10, tzinfo=UTC)),
        ("2026-02-01T10:00:00+01:00", datetime(2026, 2, 1, 9, tzinfo=UTC)),
        ((NOW + timedelta(days=1)).isoformat(), NOW),
        ("yesterday", NOW),
        (None, NOW),
    ],
)
def test_demo_data_is_judged_as_when_it_was_handed_in_and_never_ahead(
    created: str | None, moment: datetime
) -> None:
    assert judged_at("DEMO", created, NOW) == moment
