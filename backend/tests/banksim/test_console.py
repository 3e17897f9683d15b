"""The page and the API: what they show, do, and refuse."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from lxml import html

import banksim
from banksim import NORDEA_DEMO, FaultKind
from banksim.console.fault_words import DANISH_MEANING
from banksim.fault_kinds import MEANING
from simulating.server import drop
from tests.banksim.kit.bank_line import options
from tests.banksim.kit.bank_orders import Wish, pain001
from tests.banksim.kit.nordea_customer import NordeaCustomer

DKK = NORDEA_DEMO.accounts[0].iban


@pytest.fixture
def running(folder: Path) -> Iterator[banksim.Running]:
    with banksim.running(folder, options()) as bank:
        yield bank


@pytest.fixture
def web(running: banksim.Running) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=running.url) as client:
        yield client


@pytest.fixture
def customer(web: httpx2.Client, keys: list[rsa.RSAPrivateKey]) -> NordeaCustomer:
    """A customer over the network."""

    def post(path: str, data: bytes) -> bytes:
        return web.post(path, content=data).content

    made = NordeaCustomer(post, keys[0])
    made.activate()
    return made


def ask(web: httpx2.Client, path: str) -> Any:
    reply = web.get(f"/api/{path}")
    assert reply.status_code == 200
    return reply.json()


def test_the_api_tells_what_became_of_a_payment(
    web: httpx2.Client, customer: NordeaCustomer
) -> None:
    customer.upload(pain001(DKK, [Wish("A", "100.00")]))
    [payment] = ask(web, "ledger?messageId=MSG-1")["payments"]
    assert (payment["ordered"], payment["executed"]) == (1, 0)

    web.post("/api/clock", json={"to": "settlement"})

    [payment] = ask(web, "ledger?endToEndId=A")["payments"]
    assert (payment["ordered"], payment["executed"]) == (1, 1)
    assert payment["states"] == ["PAID"]
    assert payment["amount"] == "100.00"
    assert set(ask(web, "ledger")["totals"].values()) == {"0.00"}
    assert ask(web, "ledger?agreement=sdc")["payments"] == []
    [upload] = ask(web, "uploads")
    assert (upload["messageId"], upload["state"]) == ("MSG-1", "PAID")


def test_the_clock_goes_on_by_steps_and_days(web: httpx2.Client) -> None:
    assert ask(web, "clock")["bookingDay"] == "2026-11-23"

    shown = web.post("/api/clock", json={"to": "next-day", "days": 5}).json()

    assert shown["bookingDay"] == "2026-11-30"
    for wrong in ({}, {"to": "never"}, {"to": "next-day", "days": 0}):
        assert web.post("/api/clock", json=wrong).status_code == 400


def test_agreements_are_shown_as_in_the_letter(web: httpx2.Client) -> None:
    shown = {one["id"]: one for one in ask(web, "agreements")}

    assert shown["nordea"]["senderId"] == NORDEA_DEMO.sender_id
    assert shown["nordea"]["activationCode"] == NORDEA_DEMO.activation_code
    assert shown["bec"]["regNo"] == "5998"
    assert DKK in shown["nordea"]["accounts"]
    code = web.post("/api/agreements/bec/letter").json()["activationCode"]
    assert code != shown["bec"]["activationCode"]
    assert web.post("/api/agreements/none/letter").status_code == 404


def test_an_agreement_can_be_locked(
    web: httpx2.Client, customer: NordeaCustomer
) -> None:
    assert customer.ask("getUserInfo").code == "00"
    web.post("/api/agreements/nordea/state", json={"state": "locked"})

    assert customer.ask("getUserInfo").code == "08"
    wrong = web.post("/api/agreements/nordea/state", json={"state": "lost"})
    assert wrong.status_code == 400


def test_money_can_be_paid_in(web: httpx2.Client) -> None:
    def balance() -> Decimal:
        return next(
            Decimal(one["balance"])
            for one in ask(web, "accounts")
            if one["iban"] == DKK
        )

    was, files = balance(), len(ask(web, "files"))

    reply = web.post(f"/api/accounts/{DKK}/credits", json={"amount": "2500000.00"})

    assert reply.status_code == 200
    assert Decimal(reply.json()["balance"]) == balance() == was + 2_500_000
    assert set(ask(web, "ledger")["totals"].values()) == {"0.00"}
    told = ask(web, "files")
    assert len(told) == files + 1
    assert ask(web, "files?limit=1") == told[:1]
    assert web.get("/api/files?limit=0").status_code == 400
    assert (told[0]["kind"], told[0]["account"]) == ("NOTIFICATION", DKK)


@pytest.mark.parametrize("amount", ["0", "-5.00", "1.001", "much", None, "2000000000"])
def test_what_is_no_amount_is_not_paid_in(web: httpx2.Client, amount: Any) -> None:
    reply = web.post(f"/api/accounts/{DKK}/credits", json={"amount": amount})
    assert reply.status_code == 400


def test_nothing_is_paid_in_on_an_account_of_another_bank(web: httpx2.Client) -> None:
    reply = web.post("/api/accounts/DK00/credits", json={"amount": "1.00"})
    assert reply.status_code == 404


def test_files_can_be_laid_back(web: httpx2.Client, customer: NordeaCustomer) -> None:
    customer.upload(pain001(DKK, [Wish("A", "100.00")]))
    [reference] = customer.listed(Status="NEW").references
    content = customer.download(reference).content
    assert customer.listed(Status="NEW").code == "24"

    web.post("/api/agreements/nordea/files", json={"state": "NEW"})

    assert customer.listed(Status="NEW").references == [reference]
    assert web.get(f"/api/files/{reference}").content == content
    assert web.get("/api/files/9").status_code == 404


def test_faults_are_set_listed_and_removed(
    web: httpx2.Client, customer: NordeaCustomer
) -> None:
    told = {"kind": "response-code", "agreement": "nordea", "times": 2}
    made = web.post("/api/faults", json={**told, "parameters": {"code": "26"}})

    assert made.status_code == 201
    assert customer.ask("getUserInfo").code == "26"
    [shown] = ask(web, "faults")["set"]
    assert (shown["taken"], shown["left"]) == (1, 1)
    assert set(ask(web, "faults")["kinds"]) == {kind.value for kind in FaultKind}
    assert web.delete(f"/api/faults/{shown['id']}").json() == {"removed": 1}
    assert web.delete(f"/api/faults/{shown['id']}").status_code == 404
    assert customer.ask("getUserInfo").code == "00"
    assert web.delete("/api/faults").json() == {"removed": 0}


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "flood"},
        {"kind": "slow", "agreement": "nobody"},
        {"kind": "slow", "operation": "dance"},
        {"kind": "slow", "times": 0},
        {"kind": "slow", "parameters": "fast"},
        ["slow"],
    ],
)
def test_a_fault_that_makes_no_sense_is_refused(web: httpx2.Client, wrong: Any) -> None:
    assert web.post("/api/faults", json=wrong).status_code == 400
    assert ask(web, "faults")["set"] == []


def test_dropped_replies_end_the_connection_without_a_byte(
    web: httpx2.Client, customer: NordeaCustomer, running: banksim.Running
) -> None:
    web.post("/api/faults", json={"kind": "drop-after-accept", "times": 1})

    with pytest.raises(httpx2.TransportError):
        customer.upload(pain001(DKK, [Wish("A", "100.00")]))

    [upload] = ask(web, "uploads")
    assert upload["messageId"] == "MSG-1"
    assert running.bank.faults.all()[0].taken == 1


def test_a_sample_file_is_one_the_bank_takes(
    web: httpx2.Client, customer: NordeaCustomer
) -> None:
    for version in ("03", "09"):
        path = f"/api/sample-payment?account={DKK}&version={version}&count=2"
        content = web.get(path).content
        assert customer.upload(content).get("TransactionCount") == "2"
    assert web.get("/api/sample-payment?account=DK1").status_code == 404
    wrong = f"/api/sample-payment?account={DKK}&version=02"
    assert web.get(wrong).status_code == 400


def test_the_directory_names_endpoints_and_roots(web: httpx2.Client) -> None:
    shown = {(one["issuer"], one["environment"]): one for one in ask(web, "directory")}

    assert len(shown) == 8
    bec = shown["bank-connect-bec", "TEST"]
    assert bec["paths"]["service"].startswith("/test/bank-connect/bec/")
    assert bec["root"] == "bank-connect-bec-test.pem"
    assert bec["pem"].startswith("-----BEGIN CERTIFICATE-----")


def test_the_page_shows_everything_and_every_form_works(
    web: httpx2.Client, customer: NordeaCustomer
) -> None:
    customer.upload(pain001(DKK, [Wish("<b>A</b>", "1234.50")]))
    page = html.fromstring(web.get("/").text)

    assert [one.text for one in page.iter("h1")] == ["Simulated bank"]
    assert not page.xpath("//*[local-name()='b']")
    assert "1\N{NO-BREAK SPACE}234.50" in page.text_content()
    for name, values in (
        ("clock", {"to": "next-day"}),
        ("letter", {"id": "sdc"}),
        ("state", {"id": "sdc", "state": "locked"}),
        ("files", {"id": "sdc"}),
        ("credit", {"iban": DKK, "amount": "10.00"}),
        (
            "fault",
            {"kind": "slow", "times": "", "parameters": "seconds=5, layer=soap"},
        ),
    ):
        reply = web.post(f"/do/{name}", data=values)
        assert reply.status_code == 303
        shown = html.fromstring(web.get(reply.headers["location"]).text)
        assert shown.xpath("//*[@role='status']")
    [fault] = ask(web, "faults")["set"]
    assert fault["parameters"] == {"seconds": "5", "layer": "soap"}
    assert web.post("/do/remove", data={"id": fault["id"]}).status_code == 303
    assert ask(web, "faults")["set"] == []
    wrong = web.post("/do/fault", data={"kind": "slow", "parameters": "x"})
    assert wrong.status_code == 400
    assert web.post("/do/nothing").status_code == 400


@pytest.mark.parametrize("language", ["en", "da"])
def test_every_field_of_the_page_has_a_label_and_every_table_a_caption(
    web: httpx2.Client, language: str
) -> None:
    page = html.fromstring(web.get(f"/?lang={language}").text)

    assert page.get("lang") == language
    fields = page.xpath("//select | //input[not(@type='hidden')]")
    assert fields
    assert all(field.xpath("ancestor::label") for field in fields)
    assert all(table.xpath("caption") for table in page.xpath("//table"))
    assert len(set(page.xpath("//@id"))) == len(page.xpath("//@id"))


def test_the_page_speaks_the_language_that_is_chosen_or_liked(
    web: httpx2.Client,
) -> None:
    def title(path: str = "/", **headers: str) -> str:
        page = html.fromstring(web.get(path, headers=headers).text)
        return str(page.xpath("string(//h1)"))

    liked = {"accept-language": "da-DK,da;q=0.9,en;q=0.8"}
    assert title(**liked) == "Simuleret bank"
    assert title(**{"accept-language": "de"}) == "Simulated bank"
    assert title("/?lang=en", **liked) == "Simulated bank"
    assert title(**liked) == "Simulated bank"
    assert title("/?lang=da") == "Simuleret bank"
    # What a form does is told in the language of the page.
    done = web.post("/do/clock", data={"to": "next-day"})
    assert "Dagen er lukket" in web.get(done.headers["location"]).text


def test_every_fault_has_its_meaning_in_danish() -> None:
    assert set(DANISH_MEANING) == set(MEANING)
    for kind, english in MEANING.items():
        # Parameters are the same words in both.
        assert re.findall("`[^`]+`", DANISH_MEANING[kind]) == (
            re.findall("`[^`]+`", english)
        )


def test_other_sites_and_other_names_are_refused(web: httpx2.Client) -> None:
    origin = {"Origin": "https://example.com"}
    refused = web.post("/do/clock", data={"to": "next-day"}, headers=origin)
    assert refused.status_code == 403
    assert web.delete("/api/faults", headers=origin).status_code == 403
    assert web.get("/", headers={"Host": "bank.example.com"}).status_code == 400
    own = {"Origin": str(web.base_url).rstrip("/")}
    assert web.delete("/api/faults", headers=own).status_code == 200


async def test_without_a_server_a_dropped_reply_is_an_exception() -> None:
    async def receive() -> Any:
        return {}

    with pytest.raises(banksim.ReplyDropped):
        await drop(receive)


def test_what_the_door_lends_is_what_it_says() -> None:
    assert all(hasattr(banksim, name) for name in banksim.__all__)
