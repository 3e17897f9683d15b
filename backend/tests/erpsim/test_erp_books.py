"""The books: what is approved, claimed, told and booked, and that all of it adds up."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import httpx2
import pytest

import banksim
import erpsim
from banksim.bank.accounts import is_account, is_iban
from banksim.bank.rules import _is_reference
from erpsim.slips import LENGTHS, is_payment_id, payment_id

IN = "companies/10"


def open_payments(client: httpx2.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"{IN}/payments").json()["payments"]
    return found


def claim(client: httpx2.Client, ids: list[str], name: str = "claim-1") -> list[str]:
    body = {"claim": name, "payments": [{"id": one} for one in ids]}
    answer = client.post(f"{IN}/claims", json=body).json()
    return [one["state"] for one in answer["results"]]


def tell(
    client: httpx2.Client, payment: str, state: str, our_id: str, **more: str
) -> httpx2.Response:
    body = {"id": our_id, "state": state, "day": "2026-03-02", **more}
    return client.post(f"{IN}/payments/{payment}/statuses", json=body)


def line(amount: str, payment: str = "", name: str = "line-1") -> dict[str, str]:
    return {
        "id": name, "booked": "2026-03-02", "valueDay": "2026-03-02",
        "amount": amount, "text": "Overførsel", "payment": payment,
    }  # fmt: skip


def statement(
    client: httpx2.Client, opening: str, *lines: dict[str, str], **more: str
) -> httpx2.Response:
    closing = Decimal(opening) + sum(Decimal(one["amount"]) for one in lines)
    body = {
        "id": "statement-1", "account": "10-5810", "currency": "DKK", "number": "41",
        "day": "2026-03-02", "opening": opening, "closing": f"{closing:.2f}",
        "lines": list(lines), **more,
    }  # fmt: skip
    return client.post(f"{IN}/statements", json=body)


def state_of(web: httpx2.Client, payment: str) -> str:
    rows = web.get("/control/payments").json()
    return str(next(one["state"] for one in rows if one["id"] == payment))


def balance(web: httpx2.Client, account: str, currency: str = "DKK") -> str:
    shown = web.get("/control/ledger").json()
    assert all(Decimal(total) == 0 for total in shown["totals"].values())
    return next(
        (
            one["balance"]
            for one in shown["accounts"]
            if (one["account"], one["currency"]) == (account, currency)
        ),
        "0.00",
    )


def test_its_accounts_are_those_of_the_simulated_banks_customer() -> None:
    of_the_bank = {
        (one.iban, one.currency, one.bic)
        for demo in (banksim.NORDEA_DEMO, *banksim.BANK_CONNECT_DEMOS)
        for one in demo.accounts
    }
    ours = {
        (one.iban, one.currency, one.bic)
        for one in erpsim.ACCOUNTS
        if one.company == erpsim.TRADE
    }
    assert ours == of_the_bank
    assert banksim.NORDEA_DEMO.name == erpsim.COMPANIES[0].name


def test_the_bank_pays_every_supplier(client: httpx2.Client) -> None:
    for one in erpsim.SUPPLIERS:
        if one.giro_creditor:
            assert is_account("OCR", one.giro_creditor)
        elif one.iban:
            assert is_iban(one.iban)
        else:
            assert is_account("BBAN", one.account_number)
    for payment in open_payments(client):
        if payment["referenceKind"] == "OCR":
            slip, reference = payment["slipType"], payment["reference"]
            assert _is_reference(f"{slip}/{reference}")


@pytest.mark.parametrize("slip_type", sorted(LENGTHS))
def test_a_payment_id_has_one_check_digit(slip_type: str) -> None:
    made = payment_id(slip_type, 4711)
    others = [made[:-1] + str(digit) for digit in range(10)]
    assert [one for one in others if is_payment_id(slip_type, one)] == [made]


def test_an_invoice_becomes_a_payment_when_it_is_approved(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    before = len(open_payments(client))
    owed = Decimal(balance(web, "6810"))
    body = {"supplier": "40110", "amount": "1.250,50".replace(".", ""), "number": "77"}
    entered = web.post("/control/invoices", json=body).json()
    assert len(open_payments(client)) == before
    assert Decimal(balance(web, "6810")) == owed

    approved = web.post(f"/control/invoices/{entered['invoice']}/approval").json()

    payment = open_payments(client)[-1]
    assert payment["id"] == str(approved["payment"])
    assert (payment["amount"], payment["invoices"]) == ("1250.50", ["77"])
    assert Decimal(balance(web, "6810")) == owed - Decimal("1250.50")
    again = web.post(f"/control/invoices/{entered['invoice']}/approval")
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"amount": "0"}, 422),
        ({"amount": "1.005"}, 422),
        ({"amount": "-4"}, 422),
        ({"supplier": "nobody"}, 400),
        ({"number": "2026-4471"}, 409),
        ({"due": "soon"}, 400),
        ({"supplier": "40120", "reference": "123456789012345"}, 422),
    ],
)
def test_an_invoice_that_the_books_do_not_take_leaves_nothing(
    web: httpx2.Client, change: dict[str, str], status: int
) -> None:
    before = web.get("/control/invoices").json()
    body = {"supplier": "40110", "amount": "10.00", **change}
    assert web.post("/control/invoices", json=body).status_code == status
    assert web.get("/control/invoices").json() == before


def test_a_payment_has_one_claim(client: httpx2.Client) -> None:
    assert claim(client, ["1", "2"]) == ["CLAIMED", "CLAIMED"]
    assert claim(client, ["1", "2"]) == ["ALREADY_OURS", "ALREADY_OURS"]
    assert claim(client, ["2", "3"], "claim-2") == ["TAKEN", "CLAIMED"]
    assert claim(client, ["999"]) == ["TAKEN"]
    assert {"1", "2", "3"}.isdisjoint(one["id"] for one in open_payments(client))


def test_a_payment_that_was_changed_is_not_given_away(client: httpx2.Client) -> None:
    body = {"claim": "claim-1", "payments": [{"id": "1", "version": 2}]}
    [result] = client.post(f"{IN}/claims", json=body).json()["results"]
    assert result["state"] == "CHANGED"
    assert open_payments(client)[0]["id"] == "1"


def test_what_is_told_twice_stands_once(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    claim(client, ["1"])
    first, second = (tell(client, "1", "SENT", "s-1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"]
    assert (first.json()["wasThere"], second.json()["wasThere"]) == (False, True)
    assert tell(client, "1", "EXECUTED", "s-1").json()["error"]["code"] == "id_used"
    history = web.get("/control/payments").json()[-1]["history"]
    assert [one["state"] for one in history] == ["OPEN", "CLAIMED", "SENT"]


def test_news_that_come_late_move_nothing_back(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    claim(client, ["1"])
    tell(client, "1", "EXECUTED", "s-1")
    assert tell(client, "1", "ACCEPTED", "s-2").status_code == 201
    assert state_of(web, "1") == "EXECUTED"
    assert tell(client, "1", "REJECTED", "s-3").status_code == 409


def test_nothing_is_told_of_what_nobody_claimed(client: httpx2.Client) -> None:
    assert tell(client, "1", "SENT", "s-1").json()["error"]["code"] == "not_possible"
    assert tell(client, "999", "SENT", "s-1").status_code == 404


def test_a_rejected_payment_is_made_again_once(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    claim(client, ["1"])
    tell(client, "1", "REJECTED", "s-1", reasonCode="AC04", reason="Account closed")
    assert tell(client, "1", "SENT", "s-2").status_code == 409
    made = web.post("/control/payments/1/again").json()["payment"]
    assert open_payments(client)[-1]["id"] == str(made)
    assert web.post("/control/payments/1/again").status_code == 409
    assert web.post("/control/payments/2/again").status_code == 409


def test_a_statement_settles_its_payments(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    owed = Decimal(balance(web, "6810"))
    claim(client, ["1"])

    lines = line("-18462.50", "1"), line("500.00", name="line-2")
    assert statement(client, "100000.00", *lines).status_code == 201

    assert state_of(web, "1") == "BOOKED"
    assert balance(web, "5810") == "82037.50"
    assert Decimal(balance(web, "6810")) == owed + Decimal("18462.50")
    assert balance(web, "5990") == "-500.00"
    shown = web.get("/control/statements").json()
    assert [one["payment"] for one in shown] == [None, "BET-000001"]
    again = statement(client, "100000.00", *lines)
    assert (again.status_code, again.json()["wasThere"]) == (200, True)
    assert balance(web, "5810") == "82037.50"


def test_money_that_leaves_twice_waits_for_a_person(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    claim(client, ["1"])
    owed = Decimal(balance(web, "6810"))
    lines = line("-18462.50", "1"), line("-18462.50", "1", "line-2")
    statement(client, "100000.00", *lines)
    assert Decimal(balance(web, "6810")) == owed + Decimal("18462.50")
    assert balance(web, "5990") == "18462.50"


def test_money_that_comes_back_is_owed_again(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    owed = Decimal(balance(web, "6810"))
    claim(client, ["1"])
    lines = line("-18462.50", "1"), line("18462.50", "1", "line-2")
    statement(client, "100000.00", *lines)
    assert state_of(web, "1") == "RETURNED"
    assert Decimal(balance(web, "6810")) == owed


def test_another_currency_and_charges_are_posted_apart(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    by_currency = {one["currency"]: one["id"] for one in open_payments(client)}
    claim(client, ["1", by_currency["GBP"]])
    gbp = line("-16093.63", by_currency["GBP"], "line-2")
    statement(client, "100000.00", line("-18482.50", "1"), gbp)
    assert balance(web, "3920") == "20.00"
    assert balance(web, "6810", "GBP") == "0.00"
    assert balance(web, "5995", "GBP") == "-1845.60"
    assert balance(web, "5995") == "16093.63"


def test_days_without_a_statement_are_seen(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    statement(client, "100.00", line("10.00"))
    statement(client, "150.00", line("5.00"), id="statement-2")
    assert balance(web, "5810") == "155.00"
    assert balance(web, "6990") == "-100.00"
    assert balance(web, "5990") == "-55.00"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"closing": "999.00"}, "invalid"),
        ({"currency": "EUR"}, "invalid"),
        ({"account": "20-5810"}, "not_found"),
        ({"day": "yesterday"}, "bad_request"),
        ({"number": "4" * 501}, "bad_request"),
    ],
)
def test_a_statement_that_is_not_right_leaves_nothing(
    web: httpx2.Client, client: httpx2.Client, change: dict[str, str], code: str
) -> None:
    answer = statement(client, "100.00", line("10.00"), **change)
    assert answer.json()["error"]["code"] == code
    assert web.get("/control/statements").json() == []
    assert balance(web, "5810") == "0.00"


def test_a_statement_with_an_unknown_payment_leaves_nothing(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    lines = line("10.00"), line("-5.00", "999", "line-2")
    assert statement(client, "100.00", *lines).status_code == 404
    assert web.get("/control/statements").json() == []
    assert balance(web, "5810") == "0.00"


def test_closed_books_and_blocked_accounts_take_nothing(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    web.post("/control/companies/10/closed-until", json={"until": "2026-03-02"})
    answer = statement(client, "100.00", line("10.00"))
    assert answer.json()["error"]["code"] == "period_closed"
    web.post("/control/companies/10/closed-until", json={})
    web.post("/control/bank-accounts/10-5810/blocked", json={"blocked": True})
    assert statement(client, "100.00", line("10.00")).status_code == 422
    web.post("/control/bank-accounts/10-5810/blocked", json={"blocked": False})
    assert statement(client, "100.00", line("10.00")).status_code == 201


def test_pages_lead_through_every_open_payment_once(
    web: httpx2.Client, client: httpx2.Client
) -> None:
    web.post("/control/payments", json={"count": 1200})
    seen: list[str] = []
    query = {"limit": "500"}
    while True:
        page = client.get(f"{IN}/payments", params=query).json()
        seen += [one["id"] for one in page["payments"]]
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    assert len(seen) == len(set(seen)) == 12 + 1200
    other = client.get("companies/20/payments", params=query)
    assert other.json()["error"]["field"] == "cursor"
