"""Who is let in, what goes wrong on demand, and the page."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import httpx2
import pytest
from lxml import html

import erpsim
from erpsim import FaultKind, key_to
from erpsim.house import Erp
from erpsim.keys import Key
from simulating.server import ReplyDropped, drop

IN = "companies/10"


def fault(web: httpx2.Client, kind: str, operation: str | None, **told: object) -> None:
    body = {"kind": kind, "operation": operation, "times": 1, "parameters": told}
    assert web.post("/control/faults", json=body).status_code == 200


def test_a_caller_without_the_key_is_refused(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    for headers in ({}, {"Authorization": "Bearer sim-other"}):
        answer = web.get("/api/v1/about", headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (
            401, "key_refused",
        )  # fmt: skip
    assert client.get("about").json()["product"] == "Simulated ERP"


def test_a_key_runs_out_lacks_rights_and_is_replaced(
    web: httpx2.Client, client: httpx2.Client, erp: erpsim.Running
) -> None:
    web.post("/control/key", json={"rights": ["payments.read"]})
    assert client.get(f"{IN}/payments").status_code == 200
    denied = client.get(f"{IN}/bank-accounts")
    assert (denied.status_code, denied.json()["error"]["code"]) == (403, "no_right")
    assert client.get("about").json()["rights"] == ["payments.read"]
    web.post("/control/key", json={"expires": "2026-03-01"})
    assert "ran out" in client.get("about").json()["error"]["message"]
    old = erp.key
    web.post("/control/key", json={"renew": True})
    assert erp.key != old
    assert client.get("about").status_code == 401


def test_the_key_stands_in_a_file_of_its_owner(
    erp: erpsim.Running, tmp_path: Path
) -> None:
    file = tmp_path / "erp" / "api-key"
    assert file.read_text() == erp.key
    assert file.stat().st_mode & 0o077 == 0


def test_a_key_is_throttled_within_a_minute(tmp_path: Path) -> None:
    options = erpsim.Options(calls_per_minute=2)
    with erpsim.running(tmp_path, options) as erp:
        headers = {"Authorization": f"Bearer {erp.key}"}
        answers = [
            httpx2.get(f"{erp.url}/api/v1/about", headers=headers) for _ in range(3)
        ]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert int(answers[2].headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("kind", "status", "header"),
    [
        ("throttle", 429, "retry-after"),
        ("server-error", 503, ""),
        ("unauthorized", 401, ""),
        ("forbidden", 403, ""),
    ],
)
def test_a_fault_of_an_answer(
    web: httpx2.Client, client: httpx2.Client, kind: str, status: int, header: str
) -> None:
    fault(web, kind, "payments")
    assert client.get("about").status_code == 200
    answer = client.get(f"{IN}/payments")
    assert answer.status_code == status
    assert not header or header in answer.headers
    assert client.get(f"{IN}/payments").status_code == 200


def test_faults_of_what_an_answer_holds(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    fault(web, "html", "payments")
    page = client.get(f"{IN}/payments")
    assert page.headers["content-type"].startswith("text/html")
    whole = client.get(f"{IN}/payments").content
    fault(web, "half-page", "payments")
    half = client.get(f"{IN}/payments").content
    assert whole.startswith(half)
    assert len(half) == len(whole) // 2
    fault(web, "changed-contract", "payments", field="currency", to="valuta")
    [*_, renamed] = client.get(f"{IN}/payments").json()["payments"]
    assert "currency" not in renamed
    assert renamed["valuta"]
    fault(web, "duplicate-numbers", "payments")
    numbers = [one["number"] for one in client.get(f"{IN}/payments").json()["payments"]]
    assert len(set(numbers)) == len(numbers) // 2
    fault(web, "wrong-company", "accounts")
    assert client.get(f"{IN}/bank-accounts").json()["company"] == "20"
    fault(web, "clock-skew", "about", seconds="60")
    skewed, right = (client.get("about").json()["time"] for _ in range(2))
    assert (skewed[:16], right[:16]) == ("2026-03-02T09:01", "2026-03-02T09:00")
    fault(web, "slow", "about", seconds="0.2")
    began = time.monotonic()
    client.get("about")
    assert time.monotonic() - began >= 0.2


def test_an_answer_that_is_lost_was_done_and_one_dropped_before_was_not(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    body = {"claim": "c", "payments": [{"id": "1"}]}
    fault(web, "drop-before", "claim")
    with pytest.raises(httpx2.TransportError):
        client.post(f"{IN}/claims", json=body)
    [first, *_] = client.get(f"{IN}/payments").json()["payments"]
    assert first["id"] == "1"
    fault(web, "answer-lost", "claim")
    with pytest.raises(httpx2.TransportError):
        client.post(f"{IN}/claims", json=body)
    [result] = client.post(f"{IN}/claims", json=body).json()["results"]
    assert result["state"] == "ALREADY_OURS"


def test_a_period_that_is_closed_on_demand(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    client.post(f"{IN}/claims", json={"claim": "c", "payments": [{"id": "1"}]})
    fault(web, "closed-period", None)
    body = {"id": "s", "state": "SENT", "day": "2026-03-02"}
    answer = client.post(f"{IN}/payments/1/statuses", json=body)
    assert answer.json()["error"]["code"] == "period_closed"


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        ("claims", b"{", "application/json"),
        ("claims", b"[]", "application/json"),
        ("claims", b"{}", "text/plain"),
        ("claims", b'{"claim": "", "payments": [{"id": "1"}]}', "application/json"),
        ("claims", b'{"claim": "c", "payments": []}', "application/json"),
        ("claims", b'{"claim": "c", "payments": [{"id": "x"}]}', "application/json"),
        ("statements", b'{"currency": "DKK", "lines": 3}', "application/json"),
        ("payments/1/statuses", b'{"state": "GONE"}', "application/json"),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: httpx2.Client, path: str, content: bytes, kind: str
) -> None:
    headers = {"Content-Type": kind}
    answer = client.post(f"{IN}/{path}", content=content, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "none"},
        {"kind": "slow", "operation": "none"},
        {"kind": "slow", "times": 0},
        {"kind": "slow", "parameters": []},
    ],
)
def test_a_fault_that_is_none_is_refused(
    web: httpx2.Client, body: dict[str, object]
) -> None:
    assert web.post("/control/faults", json=body).status_code == 400
    assert web.get("/control/faults").json()["set"] == []


def test_faults_are_listed_and_removed(web: httpx2.Client) -> None:
    fault(web, "slow", None)
    shown = web.get("/control/faults").json()
    assert set(shown["kinds"]) == {kind.value for kind in FaultKind}
    [one] = shown["set"]
    assert web.delete(f"/control/faults/{one['id']}").json() == {"removed": 1}
    assert web.delete(f"/control/faults/{one['id']}").status_code == 404
    fault(web, "slow", None)
    assert web.delete("/control/faults").json() == {"removed": 1}


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("company", ["10", "20"])
def test_every_form_of_the_page_can_be_sent(
    web: httpx2.Client, language: str, company: str
) -> None:
    page = html.fromstring(web.get(f"/?lang={language}&company={company}").text)
    assert page.get("lang") == language
    forms = page.xpath("//form[@method='post']")
    assert {form.action.rsplit("/", 1)[1] for form in forms} >= {
        "enter", "many", "block", "key", "renew", "period", "fault",
    }  # fmt: skip
    for form in forms:
        values = dict(form.form_values()) | {
                "amount": "12,50", "count": "3", "name": "N", "number": "Z-1"
            }  # fmt: skip
        answer = web.post(form.action, data=values)
        assert answer.status_code == 303, (form.action, answer.text)
        shown = web.get(answer.headers["location"])
        said = html.fromstring(shown.text).xpath("//*[@role='status']")
        assert [one.text for one in said] != []
        assert html.fromstring(shown.text).get("lang") == language


def test_an_invoice_goes_its_way_on_the_page(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    form = {"supplier": "40120", "amount": "420", "number": "5501", "company": "10"}
    web.post("/do/enter", data=form)
    page = html.fromstring(web.get("/").text)
    [approve] = page.xpath("//form[contains(@action, 'approve')]")
    web.post(approve.action, data=dict(approve.form_values()))
    made = client.get(f"{IN}/payments").json()["payments"][-1]
    assert (made["amount"], made["slipType"]) == ("420.00", "71")
    client.post(f"{IN}/claims", json={"claim": "c", "payments": [{"id": made["id"]}]})
    body = {"id": "s", "state": "REJECTED", "day": "2026-03-02", "reasonCode": "AC04"}
    client.post(f"{IN}/payments/{made['id']}/statuses", json=body)
    page = html.fromstring(web.get("/").text)
    [row] = page.xpath(f"//tr[td='{made['number']}']")
    assert "rejected, AC04" in row.text_content()
    [again] = row.xpath(".//form")
    assert web.post(again.action, data=dict(again.form_values())).status_code == 303


def test_a_form_that_is_refused_says_why_on_the_page(web: httpx2.Client) -> None:
    answer = web.post("/do/enter", data={"supplier": "40110", "amount": "much"})
    assert answer.status_code == 422
    [alert] = html.fromstring(answer.text).xpath("//*[@role='alert']")
    assert alert.text == "much is no amount"
    assert web.post("/do/nothing", data={}).status_code == 404
    for form in ({"kind": "slow", "parameters": "x"}, {"kind": "slow", "times": "x"}):
        assert web.post("/do/fault", data=form).status_code == 400


def test_another_site_and_another_host_are_refused(web: httpx2.Client) -> None:
    headers = {"Origin": "https://evil.example"}
    assert web.post("/do/renew", data={}, headers=headers).status_code == 403
    assert web.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_what_was_answered_outlives_a_killed_erp(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; import erpsim;"
        " erpsim.serve(Path(sys.argv[1]), int(sys.argv[2]))"
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-c", program, str(tmp_path), str(port)]
    process = subprocess.Popen(words)  # noqa: S603 - our own program
    base = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while True:
        try:
            httpx2.get(f"{base}/healthz")
            break
        except httpx2.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
    key = (tmp_path / "api-key").read_text()
    body = {"claim": "c", "payments": [{"id": "1"}]}
    headers = {"Authorization": f"Bearer {key}"}
    answer = httpx2.post(f"{base}/api/v1/{IN}/claims", json=body, headers=headers)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert answer.json()["results"][0]["state"] == "CLAIMED"
    erp = Erp(tmp_path, erpsim.Options())
    try:
        assert erp.payables.payment(1)["claim"] == "c"
        assert erp.keys.key().secret == key
    finally:
        erp.close()


async def test_without_a_server_a_dropped_answer_is_told() -> None:
    async def receive() -> dict[str, str]:
        return {}

    with pytest.raises(ReplyDropped):
        await drop(receive)


def test_the_door_lends_what_it_says() -> None:
    assert all(hasattr(erpsim, name) for name in erpsim.__all__)


def test_a_key_to_some_companies_opens_no_others(tmp_path: Path) -> None:
    with erpsim.running(tmp_path) as erp:
        own = {"Authorization": f"Bearer {key_to(erp.key, ['20', 'demo-a-#'])}"}
        base = f"{erp.url}/api/v1/companies"
        shown = httpx2.get(base, headers=own).json()["companies"]
        assert [one["id"] for one in shown] == ["20"]
        assert httpx2.get(f"{base}/20/payments", headers=own).status_code == 200
        for address in ("10/payments", "10/payment-methods", "demo-a-1/payments"):
            refused = httpx2.get(f"{base}/{address}", headers=own)
            assert refused.status_code == 404
        # Whoever has it makes no key to others of it.
        scope, _, mac = own["Authorization"].removeprefix("Bearer ").rpartition(".")
        for forged in (f"{scope}+10.{mac}", f"10.{mac}", f".{mac}", scope):
            answer = httpx2.get(base, headers={"Authorization": f"Bearer {forged}"})
            assert answer.status_code == 401


def test_a_number_stands_for_numbers_alone() -> None:
    key = Key("k", (), date(2026, 1, 1), ("10", "demo-a-#"))
    assert [one for one in ("10", "demo-a-7", "demo-a-77") if not key.opens(one)] == []
    for other in ("20", "1", "demo-a-", "demo-a-b-7", "demo-ab-7", "demo-a-7x"):
        assert not key.opens(other)
