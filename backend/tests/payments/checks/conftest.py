"""Lets these tests make payment files, and check them on a day of their own."""

import io
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from giroscope.features.payments.checks import (
    Case,
    Examination,
    Report,
)

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
"""A Monday on which Danish banks are open, at ten in Copenhagen."""

Check = Callable[..., Report]


@pytest.fixture
def check() -> Check:
    """Check bytes without a realm."""

    def run(data: bytes, now: datetime = NOW, case: Case | None = None) -> Report:
        examination = Examination("file.xml", case or Case(now))
        examination.read(lambda: io.BytesIO(data))
        return examination.conclude()

    return run
