"""A signed file in the queue of a realm with one connection."""

from typing import Any

import pytest

from tests.payments.payment_factory import Order, pain001
from tests.payments.sending.send_desk import Desk


@pytest.fixture
def document(import_bytes: Any) -> int:
    """A payment file that was imported."""
    data = pain001({"B1": [Order("E-1", "100.00")]}, message="MSG-1")
    return int(import_bytes(data, "payments.xml", "PAYMENT").document_id)


@pytest.fixture
def waiting(desk: Desk, document: int) -> int:
    """That file, signed and waiting to leave."""
    return desk.queue(document)
