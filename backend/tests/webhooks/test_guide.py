"""What the guide for receivers says is what works."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from giroscope.features.webhooks.events import EventType
from giroscope.features.webhooks.signature import headers, new_secret
from giroscope.kernel.clock import system_clock
from tests.webhooks.receiver import Receiver

_GUIDE = Path(__file__).parents[3] / "docs" / "webhooks.md"


def _example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", _GUIDE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def verify() -> Any:
    names: dict[str, Any] = {}
    exec(_example("python"), names)  # noqa: S102 - the guide is ours
    return names["verify"]


def test_the_python_of_the_guide_verifies_what_is_sent(verify: Any) -> None:
    secret, body = new_secret(), b'{"type":"webhook.test"}'
    sent = dict(headers("msg_1", system_clock(), body, [new_secret(), secret]))
    verify(secret, sent, body)
    with pytest.raises(ValueError, match="no signature fits"):
        verify(secret, sent, body + b" ")
    with pytest.raises(ValueError, match="too old"):
        verify(secret, sent | {"webhook-timestamp": "1"}, body)


def test_the_shell_of_the_guide_signs_as_the_product_does(
    receiver: Receiver, verify: Any
) -> None:
    secret = new_secret()
    given = {**os.environ, "URL": receiver.url, "SECRET": secret}
    shell = ["/bin/sh", "-ec", _example("sh")]
    subprocess.run(shell, env=given, check=True, timeout=20)  # noqa: S603 - the same
    (got,) = receiver.got
    verify(secret, dict(got.headers), got.body)


def test_the_guide_names_every_type_of_event() -> None:
    guide = _GUIDE.read_text("utf-8")
    assert set(re.findall(r"^\| `([a-z.]+[._a-z]*)` \|", guide, re.MULTILINE)) >= set(
        EventType
    )
