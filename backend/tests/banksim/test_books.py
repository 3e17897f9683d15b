"""The books add up whatever is ordered: money in is money out, statements follow on."""

import shutil
import tempfile
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from banksim import BANK_CONNECT_DEMOS, NORDEA_DEMO
from banksim.bank import accounts
from banksim.bank.mailbox import Kind
from banksim.bank.reception import Arrival
from banksim.house import Bank
from tests.banksim.kit.bank_line import options
from tests.banksim.kit.bank_orders import ELSEWHERE, Wish, pain001

DEMOS = {demo.id: demo for demo in (NORDEA_DEMO, *BANK_CONNECT_DEMOS)}
OWN = [account.iban for demo in DEMOS.values() for account in demo.accounts]
CURRENCIES = ["DKK", "EUR", "SEK", "USD"]

orders = st.tuples(
    st.integers(1, 90_000_000),
    st.sampled_from(CURRENCIES),
    st.sampled_from([ELSEWHERE, "DK0000000000000000", *OWN]),
)
uploads = st.tuples(
    st.sampled_from(sorted(DEMOS)),
    st.integers(0, 1),
    st.lists(orders, min_size=1, max_size=4),
    st.booleans(),
)
steps = st.lists(
    st.one_of(uploads, st.sampled_from(["stages", "settle", "day"])), max_size=12
)


def play(bank: Bank, step: Any, number: int) -> None:
    if isinstance(step, str):
        {"stages": bank.do_stages, "settle": bank.settle, "day": bank.next_day}[step]()
        return
    agreement, which, wanted, is_batched = step
    demo = DEMOS[agreement]
    wishes = [
        Wish(f"E{number}-{place}", f"{Decimal(minor) / 100:.2f}", currency, account)
        for place, (minor, currency, account) in enumerate(wanted)
    ]
    content = pain001(
        demo.accounts[which].iban,
        wishes,
        message_id=f"M{number}",
        day=bank.today(),
        is_batch_booked=is_batched,
    )
    bank.receive(Arrival(agreement, "PRODUCTION", "uploadFile", "x", "R", content))


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=steps)
def test_books_and_statements_add_up(first_day: Path, steps: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as place:
        bank = Bank(Path(shutil.copytree(first_day, Path(place) / "bank")), options())
        for number, step in enumerate(steps):
            play(bank, step, number)
        bank.next_day()
        bank.next_day()

        assert set(bank.ledger.totals().values()) == {0}
        for account in accounts.of_agreement(bank.store):
            assert bank.ledger.balance(account.iban) >= 0
            ensure_statements_follow_on(bank, account)
        ensure_each_is_paid_once(bank)
        bank.close()


def ensure_statements_follow_on(bank: Bank, account: accounts.Account) -> None:
    contents = [
        file.content
        for file in reversed(bank.mailbox.all(10_000))
        if file.kind is Kind.STATEMENT and file.account == account.iban
    ]
    closing: Decimal | None = None
    for number, content in enumerate(contents, 1):
        root = etree.fromstring(content)
        assert root.findtext(".//{*}ElctrncSeqNb") == str(number)
        opening, end = (signed(one) for one in root.iterfind(".//{*}Bal"))
        assert closing is None or opening == closing
        entries = list(root.iterfind(".//{*}Ntry"))
        assert opening + sum(map(signed, entries), Decimal(0)) == end
        for entry in entries:
            details = [
                Decimal(one.text) for one in entry.iterfind(".//{*}TxAmt/{*}Amt")
            ]
            assert sum(details, Decimal(0)) == abs(signed(entry))
        closing = end
    balance = Decimal(bank.ledger.balance(account.iban, before=bank.today()))
    assert closing == balance.scaleb(-2)


def signed(part: Any) -> Decimal:
    amount = Decimal(part.findtext("{*}Amt"))
    return -amount if part.findtext("{*}CdtDbtInd") == "DBIT" else amount


def ensure_each_is_paid_once(bank: Bank) -> None:
    """Paid is what pain.002 says is paid, once, and nothing else."""
    said: Counter[str] = Counter()
    for file in bank.mailbox.all(10_000):
        if file.kind is not Kind.STATUS:
            continue
        for one in etree.fromstring(file.content).iterfind(".//{*}TxInfAndSts"):
            if one.findtext("{*}TxSts") == "ACSC":
                said[one.findtext("{*}OrgnlEndToEndId")] += 1
    rows = bank.store.rows("SELECT end_to_end_id FROM postings WHERE kind = 'PAYMENT'")
    paid = Counter(row["end_to_end_id"] for row in rows)
    assert said == paid
    assert set(paid.values()) <= {1}
