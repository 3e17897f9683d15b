"""A receiver on loopback, which the operator allows, and a desk to send from."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.webhooks.receiver import Desk, Moving, Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def desk(
    settings: Settings, database: Database, in_own_loop: Callable[[Any], Any]
) -> Desk:
    allowed = settings.model_copy(update={"webhook_allowed_hosts": "127.0.0.1"})
    return Desk(allowed, database, Moving(), in_own_loop)
