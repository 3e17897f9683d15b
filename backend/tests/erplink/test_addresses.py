"""Where a line leads: which addresses an ERP can have, and who is trusted there."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from typing import Any

import pytest

from erplink._http import Line
from erplink._patience import Limits
from erplink.errors import NotConfigured, Unavailable
from tests.erplink.line_server import line_server, reply
from tests.erplink.line_told import Told


@pytest.mark.parametrize(
    "address",
    [
        "",
        "erp.example.com",
        "ftp://erp.example.com",
        "http://erp.example.com",
        "https://",
        "https://user@erp.example.com",
        "https://erp.example.com/?a=b",
        "https://erp.example.com/#a",
        "https://erp.example.com:99999",
        "https://[::1",
        "https://127.0.0.1",
        "https://10.0.0.1",
        "https://192.168.1.1",
        "https://169.254.169.254",
        "https://100.64.0.1",
        "https://0.0.0.0",
        "https://224.0.0.1",
        "https://[::1]",
        "https://[fd00:ec2::254]",
        "https://[::ffff:10.0.0.1]",
        "https://[64:ff9b::a9fe:a9fe]",
        "https://[2002:a00:1::]",
        "https://[2001:0:a00:1::f5ff:fffe]",
        "https://[fe80::1]",
        "https://erp.example.com/a b",
        "https://ærø.example.com",
    ],
)
def test_an_erp_has_no_such_address(told: Told, address: str) -> None:
    with pytest.raises(NotConfigured):
        Line(address, told.surroundings(allowed_hosts=frozenset()))


def test_an_allowed_host_may_not_lead_to_the_secrets_of_a_machine(told: Told) -> None:
    surroundings = told.surroundings(allowed_hosts=frozenset({"erp.internal"}))
    for place, is_fit in (
        ("127.0.0.1", True),
        ("::1", True),
        ("169.254.169.254", False),
        ("fd00:ec2::254", False),
    ):
        line = Line(
            "http://ERP.internal:1",
            surroundings,
            lookup=_leading_to([place]),
            limits=Limits(attempts=1),
        )
        with pytest.raises(Unavailable if is_fit else NotConfigured):
            line.get("x", operation="list")


def test_a_name_is_looked_up_once_and_what_was_judged_is_called(told: Told) -> None:
    lookups: list[str] = []

    def rebinding(host: str, port: int) -> Sequence[str]:
        lookups.append(f"{host}:{port}")
        return ["127.0.0.1"] if len(lookups) == 1 else ["169.254.169.254"]

    surroundings = told.surroundings(allowed_hosts=frozenset({"erp.internal"}))
    with line_server(reply([1])) as server:
        address = f"http://erp.internal:{server.port}/erp"
        line = Line(address, surroundings, lookup=rebinding)
        line.get("x", operation="list")
        line.get("x", operation="list")
        assert lookups == [f"erp.internal:{server.port}"]
        assert server.heard[0].header("host") == f"erp.internal:{server.port}"
        line.close()
        with pytest.raises(NotConfigured):
            line.get("x", operation="list")
        assert len(server.heard) == 2


def test_a_name_that_also_leads_inside_is_refused(told: Told) -> None:
    line = Line(
        "https://erp.example.com", told.surroundings(allowed_hosts=frozenset()),
        lookup=_leading_to(["93.184.216.34", "10.0.0.1"]),
    )  # fmt: skip
    with pytest.raises(NotConfigured):
        line.get("x", operation="list")


def test_a_name_that_leads_nowhere_is_unavailable(told: Told) -> None:
    def nowhere(host: str, port: int) -> Sequence[str]:
        raise OSError(host, port)

    line = Line(
        "https://erp.example.com", told.surroundings(), lookup=nowhere,
        sleep=told.waits.append,
    )  # fmt: skip
    with pytest.raises(Unavailable, match="leads nowhere"):
        line.write("POST", "x", operation="claim")
    assert told.calls[0].failure


def _leading_to(places: Sequence[str]) -> Any:
    return lambda host, port: places  # noqa: ARG005 - wherever it is asked


def test_the_certificate_has_to_be_the_names(told: Told, tls_identity: Any) -> None:
    authority, certificate, key = tls_identity("erp.internal")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    allowed = frozenset({"erp.internal", "other.internal"})
    here = _leading_to(["127.0.0.1"])
    with line_server(reply([1]), context=context) as server:
        trusting = told.surroundings(allowed_hosts=allowed, authorities=(authority,))
        address = f"https://erp.internal:{server.port}"
        line = Line(address, trusting, lookup=here)
        assert line.get("x", operation="list").data == [1]
        line.close()
        wrong_name = address.replace("erp.", "other.")
        strangers = told.surroundings(allowed_hosts=allowed)
        for where, who in ((wrong_name, trusting), (address, strangers)):
            with pytest.raises(NotConfigured, match="cannot be trusted"):
                Line(where, who, lookup=here).write("POST", "x", operation="claim")
        assert len(server.heard) == 1
    unreadable = told.surroundings(allowed_hosts=allowed, authorities=(b"nothing",))
    with pytest.raises(NotConfigured, match="root certificate"):
        Line(address, unreadable, lookup=here).get("x", operation="list")
