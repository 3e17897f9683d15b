"""The bank behind the protocols: what it refuses, pays, and tells."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from banksim import NORDEA_DEMO
from banksim.bank.mailbox import File, Kind
from banksim.bank.payment_file import FileRefused
from banksim.bank.reception import Arrival
from banksim.banking_days import is_banking_day, next_banking_day
from banksim.house import Bank
from tests.banksim.kit.bank_line import NOW, options
from tests.banksim.kit.bank_orders import ELSEWHERE, Wish, camt055, pain001

DKK, EUR, SEK = (account.iban for account in NORDEA_DEMO.accounts)


def send(bank: Bank, content: bytes, agreement: str = "nordea") -> None:
    bank.receive(
        Arrival(agreement, "PRODUCTION", "uploadFile", "NDCAPXMLI", "R", content)
    )


def files(bank: Bank, kind: Kind, agreement: str = "nordea") -> list[File]:
    return bank.mailbox.waiting(agreement, NOW, bank.today(), kinds=[kind])


def statuses(bank: Bank) -> list[Any]:
    return [etree.fromstring(one.content) for one in files(bank, Kind.STATUS)]


def told(bank: Bank) -> list[tuple[str | None, list[str], list[str], list[str]]]:
    """Of each pain.002: group, batches, payments, reasons."""

    def every(root: Any, path: str) -> list[str]:
        return [one.text for one in root.iterfind(f".//{{*}}{path}")]

    return [
        (
            root.findtext(".//{*}GrpSts"),
            every(root, "PmtInfSts"),
            every(root, "TxSts"),
            every(root, "StsRsnInf/{*}Rsn/{*}Cd"),
        )
        for root in statuses(bank)
    ]


@pytest.mark.parametrize("version", ["03", "09"])
def test_a_file_is_received_accepted_and_paid_in_stages(
    bank: Bank, version: str
) -> None:
    wishes = [Wish("A", "100.00"), Wish("B", "50.25")]
    send(bank, pain001(DKK, wishes, version=version, stated_sum="150.25"))

    assert told(bank) == [("ACTC", [], [], [])]
    bank.do_stages()
    assert told(bank)[1:] == [(None, ["ACCP"], [], [])]
    bank.settle()
    assert told(bank)[2:] == [(None, ["ACSC"], ["ACSC", "ACSC"], [])]
    answer = "10" if version == "09" else "03"
    for root in statuses(bank):
        assert root.tag.endswith(f"pain.002.001.{answer}}}Document")
        assert root.findtext(".//{*}OrgnlMsgId") == "MSG-1"
        assert root.findtext(".//{*}OrgnlMsgNmId") == f"pain.001.001.{version}"


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (Wish("A", "10.00", account="DK9979970001234567"), "AC01"),
        (Wish("A", "10.00", account="12345678901234567", scheme="BBAN"), "AC01"),
        (Wish("A", "10.00", account="71234567", scheme="XYZ"), None),
        (Wish("A", "10.00", account="80000001", scheme="OCR"), None),
        (Wish("A", "10.00", account="70000001", scheme="OCR"), None),
        (Wish("A", "10.00", account="123", scheme="OCR"), "AC01"),
        (Wish("A", "10.00", currency="XTS"), "AM03"),
        (Wish("A", "10.005"), "AM12"),
        (Wish("A", "9999999.00"), "AM04"),
        (
            Wish("A", "1.00", account="80000001", scheme="OCR", reference="71/123"),
            "NARR",
        ),
        (
            Wish(
                "A", "1.00", account="80000001", scheme="OCR",
                reference="71/000000000000018",
            ),
            None,
        ),
        (
            Wish(
                "A", "1.00", account="80000001", scheme="OCR",
                reference="71/000000000000019",
            ),
            "NARR",
        ),
    ],
)  # fmt: skip
def test_a_payment_is_refused_with_its_reason(
    bank: Bank, wish: Wish, reason: str | None
) -> None:
    send(bank, pain001(DKK, [wish, Wish("GOOD", "1.00")]))
    bank.settle()

    reasons = [code for one in told(bank) for code in one[3]]
    assert reasons == ([reason] if reason else [])
    paid = bank.store.rows("SELECT end_to_end_id FROM postings WHERE kind = 'PAYMENT'")
    expected = ["GOOD"] if reason else ["A", "GOOD"]
    assert [row["end_to_end_id"] for row in paid] == expected


def test_a_batch_from_an_account_of_another_or_of_nobody_is_refused(
    bank: Bank,
) -> None:
    theirs = "DK4079980001200345"
    send(bank, pain001(theirs, [Wish("A", "1.00")]))
    send(bank, pain001(ELSEWHERE, [Wish("B", "1.00")], message_id="MSG-2"))

    assert [(one[0], one[3]) for one in told(bank)] == [
        ("RJCT", ["AG01", "AG01"]),
        ("RJCT", ["AC02", "AC02"]),
    ]


def test_a_day_that_is_too_far_is_refused(bank: Bank) -> None:
    send(bank, pain001(DKK, [Wish("A", "1.00")], day=date(2026, 1, 2)))
    late = pain001(DKK, [Wish("A", "1.00")], day=date(2028, 1, 3), message_id="M2")
    send(bank, late)

    assert [one[3][0] for one in told(bank)] == ["DT01", "DT01"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<a", "FF01"),
        (b"<!DOCTYPE a><a/>", "FF01"),
        (b"<a/>", "FF01"),
        (pain001(DKK, [Wish("A", "1.00")]).replace(b"PmtMtd", b"PmtMethod"), "FF01"),
        (pain001(DKK, [Wish("A", "1.00")], stated_count=2), "AM18"),
        (pain001(DKK, [Wish("A", "1.00")], stated_sum="2.00"), "AM10"),
    ],
)
def test_a_file_that_is_wrong_as_a_whole_is_rejected(
    bank: Bank, content: bytes, reason: str
) -> None:
    send(bank, content)

    assert [(one[0], one[3]) for one in told(bank)] == [("RJCT", [reason])]


def test_the_same_file_again_is_am05_and_another_of_that_name_du01(
    bank: Bank,
) -> None:
    first = pain001(DKK, [Wish("A", "1.00")])
    for content in (first, first, pain001(DKK, [Wish("B", "2.00")])):
        send(bank, content)
    bank.settle()

    assert [one[3] for one in told(bank)[:3]] == [[], ["AM05"], ["DU01"]]
    paid = bank.store.rows("SELECT end_to_end_id FROM postings WHERE kind = 'PAYMENT'")
    assert [row["end_to_end_id"] for row in paid] == ["A"]


def test_a_rejected_file_may_come_again_under_its_name(bank: Bank) -> None:
    send(bank, pain001(DKK, [Wish("A", "1.00")], stated_count=9))
    send(bank, pain001(DKK, [Wish("A", "1.00")]))

    assert [one[0] for one in told(bank)] == ["RJCT", "ACTC"]


def test_a_payment_of_a_coming_day_waits_for_it(bank: Bank) -> None:
    friday = date(2026, 11, 27)
    send(bank, pain001(DKK, [Wish("A", "1.00")], day=friday))
    bank.settle()
    assert [one[1] for one in told(bank)] == [[], ["ACCP"]]

    while bank.today() < friday:
        bank.next_day()
    bank.settle()

    assert told(bank)[-1] == (None, ["ACSC"], ["ACSC"], [])
    row = bank.store.one("SELECT booking_day FROM postings WHERE end_to_end_id = 'A'")
    assert row["booking_day"] == friday.isoformat()


def test_cover_is_looked_at_when_it_is_paid(bank: Bank) -> None:
    balance = Decimal(bank.ledger.balance(EUR)).scaleb(-2)
    wishes = [
        Wish("MOST", str(balance - 1), "EUR"),
        Wish("MORE", "2.00", "EUR"),
        Wish("REST", "1.00", "EUR"),
    ]
    send(bank, pain001(EUR, wishes))
    bank.settle()

    assert told(bank)[-1] == (None, ["PART"], ["ACSC", "RJCT", "ACSC"], ["AM04"])
    assert bank.ledger.balance(EUR) == 0


def test_what_was_paid_stands_in_notification_and_statement_with_its_references(
    bank: Bank,
) -> None:
    send(bank, pain001(DKK, [Wish("A", "100.00"), Wish("B", "50.00")]))
    bank.settle()
    bank.next_day()

    day = "2026-11-23"
    for kind in (Kind.NOTIFICATION, Kind.STATEMENT):
        roots = [
            etree.fromstring(one.content)
            for one in files(bank, kind)
            if one.account == DKK and one.booking_day == day
        ]
        entries = [
            entry
            for root in roots
            for entry in root.iterfind(".//{*}Ntry")
            if entry.findtext("{*}CdtDbtInd") == "DBIT"
        ]
        shown = [
            (
                entry.findtext("{*}Amt"),
                entry.findtext(".//{*}Refs/{*}EndToEndId"),
                entry.findtext(".//{*}Refs/{*}InstrId"),
                entry.findtext(".//{*}Refs/{*}MsgId"),
                entry.findtext(".//{*}Refs/{*}PmtInfId"),
                entry.findtext(".//{*}RltdPties/{*}CdtrAcct/{*}Id/{*}IBAN"),
            )
            for entry in entries
        ]
        assert shown == [
            ("100.00", "A", "I-A", "MSG-1", "MSG-1-B", ELSEWHERE),
            ("50.00", "B", "I-B", "MSG-1", "MSG-1-B", ELSEWHERE),
        ]
        references = [entry.findtext("{*}AcctSvcrRef") for entry in entries]
        paid = told(bank)[-1]
        assert paid[2] == ["ACSC", "ACSC"]
        last = statuses(bank)[-1].iterfind(".//{*}TxInfAndSts/{*}AcctSvcrRef")
        assert [one.text for one in last] == references


def test_a_batch_is_one_entry_where_that_was_asked_for(bank: Bank) -> None:
    wishes = [Wish("A", "100.00"), Wish("B", "50.00")]
    send(bank, pain001(DKK, wishes, is_batch_booked=True))
    bank.next_day()

    newest = [one for one in files(bank, Kind.STATEMENT) if one.account == DKK][-1]
    root = etree.fromstring(newest.content)
    [entry] = root.findall(".//{*}Ntry[{*}CdtDbtInd='DBIT']")
    assert entry.findtext("{*}Amt") == "150.00"
    assert entry.findtext(".//{*}Btch/{*}PmtInfId") == "MSG-1-B"
    assert len(entry.findall(".//{*}TxDtls")) == 2


def test_a_payment_in_another_currency_is_exchanged_and_says_how(bank: Bank) -> None:
    send(bank, pain001(DKK, [Wish("A", "100.00", "EUR")]))
    bank.next_day()

    newest = [one for one in files(bank, Kind.STATEMENT) if one.account == DKK][-1]
    root = etree.fromstring(newest.content)
    [entry] = root.findall(".//{*}Ntry[{*}CdtDbtInd='DBIT']")
    assert entry.findtext("{*}Amt") == "746.00"
    assert entry.findtext(".//{*}InstdAmt/{*}Amt") == "100.00"
    assert entry.findtext(".//{*}XchgRate") == "7.460000"
    assert set(bank.ledger.totals().values()) == {0}


def test_a_payment_between_two_accounts_of_the_bank_reaches_the_other(
    bank: Bank,
) -> None:
    theirs = "DK4079980001200345"
    before = bank.ledger.balance(theirs)
    send(bank, pain001(DKK, [Wish("A", "100.00", account=theirs)]))
    bank.settle()

    assert bank.ledger.balance(theirs) == before + 10_000
    credit = files(bank, Kind.NOTIFICATION, "bankdata")[-1].content
    assert b"<EndToEndId>A</EndToEndId>" in credit
    assert b"<Nm>Havnens Handel ApS</Nm>" in credit


def test_what_is_not_paid_can_be_cancelled_and_what_is_paid_cannot(
    bank: Bank,
) -> None:
    wishes = [Wish("A", "1.00"), Wish("B", "2.00")]
    send(bank, pain001(DKK, wishes, day=date(2026, 11, 25)))
    bank.cancel("nordea", camt055("MSG-1", ["A"]))
    bank.next_day()
    bank.next_day()
    bank.settle()
    bank.cancel("nordea", camt055("MSG-1"))

    answers = [etree.fromstring(o.content) for o in files(bank, Kind.CANCELLATION)]
    assert [one.findtext(".//{*}Conf") for one in answers] == ["CNCL", "RJCR"]
    assert answers[0].findtext(".//{*}OrgnlMsgId") == "MSG-1"
    paid = bank.store.rows("SELECT end_to_end_id FROM postings WHERE kind = 'PAYMENT'")
    assert [row["end_to_end_id"] for row in paid] == ["B"]


def test_a_file_that_is_cancelled_whole_is_never_paid(bank: Bank) -> None:
    send(bank, pain001(DKK, [Wish("A", "1.00")]))
    bank.cancel("nordea", camt055("MSG-1"))
    bank.settle()
    bank.next_day()

    assert bank.store.rows("SELECT id FROM postings WHERE kind = 'PAYMENT'") == []
    assert all("ACSC" not in one[1] for one in told(bank))


def test_a_cancellation_that_names_nothing_is_refused(bank: Bank) -> None:
    with pytest.raises(FileRefused):
        bank.cancel("nordea", b"<a/>")


def test_the_same_seed_gives_the_same_days(tmp_path: Path) -> None:
    def books(name: str, seed: int) -> list[tuple[Any, ...]]:
        bank = Bank(tmp_path / name, options(seed))
        bank.next_day()
        rows = bank.store.rows("SELECT account, amount FROM legs ORDER BY id")
        bank.close()
        return [tuple(row) for row in rows]

    assert books("a", 1) == books("b", 1)
    assert books("a2", 1) != books("c", 2)


def test_danish_banks_are_closed_when_nationalbanken_says() -> None:
    closed = [
        "2026-01-01", "2026-04-02", "2026-04-03", "2026-04-06", "2026-05-14",
        "2026-05-15", "2026-05-25", "2026-06-05", "2026-12-24", "2026-12-25",
        "2026-12-31", "2027-05-07", "2026-11-21", "2026-11-22",
    ]  # fmt: skip

    assert not any(is_banking_day(date.fromisoformat(day)) for day in closed)
    # Great Prayer Day is one no longer, and 1 May never was.
    assert is_banking_day(date(2026, 5, 1))
    assert next_banking_day(date(2026, 12, 23)) == date(2026, 12, 28)


def test_the_bank_is_never_behind_the_calendar(folder: Path) -> None:
    times = [NOW]
    made = options()
    bank = Bank(folder, type(made)(pace=None, now=lambda: times[-1]))
    before = len(files(bank, Kind.STATEMENT))
    times.append(NOW + timedelta(days=7))

    bank.catch_up()

    assert bank.today() == date(2026, 11, 30)
    newest = bank.mailbox.waiting(
        "nordea", times[-1], bank.today(), kinds=[Kind.STATEMENT]
    )
    assert len(newest) == before + 5 * 3
    bank.close()


def test_stages_come_by_themselves_at_the_banks_pace(folder: Path) -> None:
    times = [NOW]
    made = options()
    pace = timedelta(seconds=10)
    bank = Bank(folder, type(made)(pace=pace, now=lambda: times[-1]))
    send(bank, pain001(DKK, [Wish("A", "1.00")]))
    seen = []
    for seconds in (5, 11, 15, 22):
        times.append(NOW + timedelta(seconds=seconds))
        bank.catch_up()
        bank.catch_up()
        waiting = bank.mailbox.waiting(
            "nordea", times[-1], bank.today(), kinds=[Kind.STATUS]
        )
        seen.append(len(waiting))

    assert seen == [1, 2, 2, 3]
    bank.close()
