"""The product of the approvals' tests, and the pack of a journal approved there."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from giroscope.features.payments.checks import PaymentCheck
from tests.passkeys.software_device import Device
from tests.payments.approvals.approval_desk import Desk, Paper
from tests.payments.approvals.conftest import bank, desk, issuer, world_clock

__all__ = ["bank", "desk", "issuer", "world_clock"]


async def taken(desk: Desk, who: str, **asked: str) -> Any:
    """What is answered to who asks for a pack."""
    async with desk.client(who) as client:
        return await client.get("/api/export/evidence", params=asked)


async def _with_passkey(desk: Desk, who: str) -> Device:
    """A passkey of somebody, confirmed by an account manager."""
    device = Device()
    begun = await desk.do(
        who, "beginPasskeyRegistration", "", "... on PasskeyRequest { options }"
    )
    answer = json.dumps(device.make(begun["options"]))
    made = await desk.do(
        who, "finishPasskeyRegistration", f'name: "Phone", answer: {answer}',
        "... on Success { id }",
    )  # fmt: skip
    await desk.do("max", "confirmPasskey", f'id: "{made["id"]}"')
    return device


async def _answer(desk: Desk, who: str, paper: Paper, decision: str) -> str:
    asked = (
        f'correlationId: "{paper.correlation_id}", sha256: "{paper.sha256}",'
        f" decision: {decision}"
    )
    told = await desk.do(
        who, "beginPasskeyDecision", asked, "... on PasskeyRequest { options }"
    )
    return str(told["options"])


@pytest.fixture
async def paper(desk: Desk, bank: int) -> Paper:
    """A file that Alba approved by passkey and Bo signed without one."""
    del bank
    found = desk.hand_in("PAY-1", "100.10", "2500.00", by="uma")
    with desk.connection() as held:
        counts = {"errors": 0, "warnings": 0, "notes": 0}
        report = {"counts": counts, "layers": [], "groups": [], "findings": []}
        held.execute(update(PaymentCheck).values(report=report))
        held.commit()
    device = await _with_passkey(desk, "alba")
    options = await _answer(desk, "alba", found, "APPROVE")
    given = await desk.approve("alba", found, "As agreed", device.sign(options))
    assert given["id"] == found.correlation_id
    await desk.sign("bo", found)
    return found


@pytest.fixture
async def pack(desk: Desk, paper: Paper, tmp_path: Path) -> Path:
    """Its pack, as an account manager takes it."""
    response = await taken(desk, "max", journal=paper.correlation_id)
    assert response.status_code == 200, response.text
    path = tmp_path / "pack.zip"
    path.write_bytes(response.content)
    return path
