"""What a statement adds up to: booked or not, which way, and between which days."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal

import pytest

from bankfiles import (
    Direction,
    Entry,
    Finding,
    StatementEnd,
    inspect,
    read,
    read_plainly,
)
from tests.bankfiles import made

PENDING = "<Sts><Cd>PDNG</Cd></Sts>"
REPORT = (":20:M1", ":25:1", ":28C:1", ":34F:EUR0,")
MARKS = [
    # mark, direction, status, whether it takes back
    ("C", "CRDT", None, False),
    ("D", "DBIT", None, False),
    ("RC", "DBIT", None, True),
    ("RD", "CRDT", None, True),
    ("EC", "CRDT", "PDNG", False),
    ("ED", "DBIT", "PDNG", False),
]


def end_of(data: bytes) -> StatementEnd:
    """The only statement's end, however it is read."""
    (fast,) = (v for v in read(io.BytesIO(data)) if isinstance(v, StatementEnd))
    values = read_plainly(io.BytesIO(data))
    (plain,) = (v for v in values if isinstance(v, StatementEnd))
    assert plain == fast
    return fast


def codes_of(data: bytes) -> list[str]:
    """The codes of what is doubtful, but that most of these have no balance."""
    codes = [v.code for v in read(io.BytesIO(data)) if isinstance(v, Finding)]
    return [code for code in codes if code != "balances_missing"]


@pytest.mark.parametrize(("mark", "direction", "status", "is_reversal"), MARKS)
def test_each_mark_of_a_statement_line_says_which_way_and_whether_booked(
    mark: str, direction: str, status: str | None, *, is_reversal: bool
) -> None:
    data = "\r\n".join([*REPORT, f":61:2401020102{mark}10,00NTRFX", "-", ""]).encode()
    (entry,) = (v for v in read(io.BytesIO(data)) if isinstance(v, Entry))
    assert entry.direction is Direction(direction)
    assert (entry.status, entry.reversal) == (status, is_reversal)
    end, ten = end_of(data), Decimal(10)
    is_in, is_booked = direction == "CRDT", status is None
    assert (end.credits, end.debits) == (ten * is_in, ten * (not is_in))
    assert (end.booked_credits, end.booked_debits) == (
        ten * (is_in and is_booked), ten * (not is_in and is_booked),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sums", "codes"),
    [
        ((":90C:2EUR15,00", ":90D:2EUR9,00"), []),
        ((":90C:1EUR15,00", ":90D:2EUR9,00"), ["count_differs"]),
        ((":90C:2EUR15,00", ":90D:3EUR9,00"), ["count_differs"]),
        ((":90C:2EUR10,00", ":90D:2EUR9,00"), ["sum_differs"]),
        ((":90C:2EUR15,00", ":90D:1EUR7,00"), ["count_differs", "sum_differs"]),
        ((":90C:none", ":90D:2EUR9,00"), ["field_unexpected"]),
        ((":90C:2EUR9,00", ":90D:2EUR15,00"), ["sum_differs"] * 2),
    ],
)
def test_the_sums_of_a_report_are_of_all_its_entries(
    sums: tuple[str, ...], codes: list[str]
) -> None:
    marks = (("C", 10), ("EC", 5), ("D", 7), ("ED", 2))
    lines = [f":61:2401020102{mark}{amount},00NTRFX" for mark, amount in marks]
    data = "\r\n".join([*REPORT, *lines, *sums, "-", ""]).encode()
    assert codes_of(data) == codes


@pytest.mark.parametrize(
    ("count", "paid_in", "paid_out", "codes"),
    [
        ("4", "15.00", "9.00", []),
        ("3", "15.00", "9.00", ["count_differs"]),
        ("4", "10.00", "9.00", ["sum_differs"]),
        ("4", "15.00", "7.00", ["sum_differs"]),
        ("4", "9.00", "15.00", ["sum_differs"] * 2),
    ],
)
def test_the_summary_of_a_statement_is_of_all_its_entries(
    count: str, paid_in: str, paid_out: str, codes: list[str]
) -> None:
    summary = (
        f"<TxsSummry><TtlNtries><NbOfNtries>{count}</NbOfNtries></TtlNtries>"
        f"<TtlCdtNtries><Sum>{paid_in}</Sum></TtlCdtNtries>"
        f"<TtlDbtNtries><Sum>{paid_out}</Sum></TtlDbtNtries></TxsSummry>"
    )
    entries = [
        made.entry("10.00"), made.entry("5.00", status=PENDING),
        made.entry("7.00", direction="DBIT"),
        made.entry("2.00", direction="DBIT", status=PENDING),
    ]  # fmt: skip
    assert codes_of(made.camt(made.statement(entries, head=summary))) == codes


@pytest.mark.parametrize(
    "days",
    [
        ["2026-03-02", "2026-03-05", "2026-03-03"],
        ["2026-03-05", "2026-03-02", "2026-03-03"],
        ["2026-03-03", "2026-03-05", "2026-03-02"],
    ],
)
def test_a_statement_without_a_period_lasts_from_its_first_day_to_its_last(
    days: list[str],
) -> None:
    end = end_of(made.camt(made.statement([made.entry(day=day) for day in days])))
    assert (end.from_date, end.to_date) == (date(2026, 3, 2), date(2026, 3, 5))


def test_a_stated_period_counts_whatever_days_the_entries_have() -> None:
    period = (
        "<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm>"
        "<ToDtTm>2026-03-09T23:59:59</ToDtTm></FrToDt>"
    )
    data = made.camt(made.statement([made.entry(day="2026-03-04")], head=period))
    end = end_of(data)
    assert (end.from_date, end.to_date) == (date(2026, 3, 1), date(2026, 3, 9))


@pytest.mark.parametrize(
    ("balances", "opening", "closing"),
    [
        ((("PRCD", "1"), ("OPBD", "2"), ("CLBD", "3")), "2", "3"),
        ((("PRCD", "1"), ("CLBD", "3")), "1", "3"),
        ((("OPBD", "2"), ("OPBD", "4"), ("CLBD", "3"), ("CLBD", "5")), "2", "5"),
        ((("ITBD", "2"),), None, "2"),
        ((("ITBD", "2"), ("ITBD", "7")), "2", "7"),
        ((("OPBD", "2"), ("ITBD", "7")), "2", "7"),
        ((("OPBD", "2"), ("CLBD", "3"), ("ITBD", "7"), ("CLAV", "9")), "2", "3"),
        ((("CLAV", "9"),), None, None),
        ((), None, None),
    ],
)
def test_the_codes_of_balances_tell_which_opens_and_which_closes(
    balances: tuple[tuple[str, str], ...], opening: str | None, closing: str | None
) -> None:
    stated = "".join(made.balance(code, amount) for code, amount in balances)
    end = end_of(made.camt(made.statement(head=stated)))
    found = [
        None if one is None else str(one.amount) for one in (end.opening, end.closing)
    ]
    assert found == [opening, closing]


@pytest.mark.parametrize(
    ("opening", "closing", "is_balanced"),
    [
        (("100.00", "CRDT"), ("107.00", "CRDT"), True),
        (("100.00", "CRDT"), ("110.00", "CRDT"), False),
        (("100.00", "DBIT"), ("93.00", "DBIT"), True),
        (("100.00", "DBIT"), ("107.00", "CRDT"), False),
        (("3.00", "DBIT"), ("4.00", "CRDT"), True),
    ],
)
def test_a_statement_adds_up_over_what_is_booked(
    opening: tuple[str, str], closing: tuple[str, str], *, is_balanced: bool
) -> None:
    entries = [
        made.entry("10.00"), made.entry("3.00", direction="DBIT"),
        made.entry("99.00", status=PENDING), made.entry("0.00", status=""),
    ]  # fmt: skip
    head = made.balance("OPBD", opening[0], direction=opening[1])
    foot = made.balance("CLBD", closing[0], direction=closing[1])
    data = made.camt(made.statement(entries, head=head, foot=foot))
    assert end_of(data).balanced is is_balanced
    assert codes_of(data) == ([] if is_balanced else ["does_not_balance"])


@pytest.mark.parametrize(
    ("amount", "direction", "sums"),
    [
        ("10.00", "CRDT", ("10.00", "0")),
        ("-10.00", "CRDT", ("0", "10.00")),
        ("10.00", "DBIT", ("0", "10.00")),
        ("-10.00", "DBIT", ("10.00", "0")),
    ],
)
def test_a_negative_amount_moves_the_other_way(
    amount: str, direction: str, sums: tuple[str, str]
) -> None:
    data = made.camt(made.statement([made.entry(amount, direction=direction)]))
    end = end_of(data)
    assert (str(end.credits), str(end.debits)) == sums
    assert codes_of(data) == (["amount_negative"] if amount[0] == "-" else [])


@pytest.mark.parametrize(
    ("count", "total", "currencies", "codes"),
    [
        ("2", "10.00", ("DKK", "DKK"), []),
        ("3", "10.00", ("DKK", "DKK"), ["batch_count_differs"]),
        ("2", "9.99", ("DKK", "DKK"), ["batch_sum_differs"]),
        # Sums of two currencies say nothing.
        ("2", "9.99", ("DKK", "EUR"), []),
    ],
)
def test_a_batch_is_held_against_its_details(
    count: str, total: str, currencies: tuple[str, ...], codes: list[str]
) -> None:
    details = "".join(
        f'<TxDtls><Amt Ccy="{name}">5.00</Amt></TxDtls>' for name in currencies
    )
    batch = f'<Btch><NbOfTxs>{count}</NbOfTxs><TtlAmt Ccy="DKK">{total}</TtlAmt></Btch>'
    inside = f"<NtryDtls>{batch}{details}</NtryDtls>"
    assert codes_of(made.camt(made.statement([made.entry(inside=inside)]))) == codes


def test_details_and_reversals_are_counted() -> None:
    two = (
        f"<NtryDtls>{made.detail(amount='4.00')}{made.detail(amount='6.00')}</NtryDtls>"
    )
    entries = [
        made.entry(), made.entry(inside=two),
        made.entry(inside=f"<NtryDtls>{made.detail()}</NtryDtls>"),
        made.entry(inside="<RvslInd>true</RvslInd>"),
    ]  # fmt: skip
    end = end_of(made.camt(made.statement(entries)))
    assert (end.entries, end.details, end.reversals) == (4, 3, 1)
    (shown,) = inspect(io.BytesIO(made.camt(made.statement(entries))), "a.xml")[
        "statements"
    ]
    assert (shown["entries"], shown["details"], shown["reversals"]) == (4, 3, 1)


@pytest.mark.parametrize(
    ("mark", "amount"), [("C", "10"), ("c", "10"), ("D", "-10"), ("d", "-10")]
)
def test_an_overdrawn_swift_balance_is_below_nothing(mark: str, amount: str) -> None:
    lines = (":20:M1", ":25:1", ":28C:1", f":60F:{mark}240101EUR10,00",
             f":62F:{mark}240102EUR10,00", "-", "")  # fmt: skip
    end = end_of("\r\n".join(lines).encode())
    assert end.opening is not None
    assert end.closing is not None
    assert (end.opening.amount, end.closing.amount) == (Decimal(amount),) * 2


def test_a_report_is_not_the_statement_of_the_same_content() -> None:
    statement = made.camt(made.statement([made.entry("10.00")]))
    report = (
        statement.replace(b"camt.053", b"camt.052")
        .replace(b"BkToCstmrStmt", b"BkToCstmrAcctRpt")
        .replace(b"Stmt>", b"Rpt>")
    )
    ends = [end_of(data) for data in (statement, report, statement)]
    assert ends[0].digest == ends[2].digest != ends[1].digest


def as_report(data: bytes) -> bytes:
    """The same as camt.052."""
    text = data.replace(b"BkToCstmrStmt", b"BkToCstmrAcctRpt")
    return text.replace(b"Stmt>", b"Rpt>").replace(b"camt.053", b"camt.052")


SUMMARY = (
    "<TxsSummry><TtlNtries><NbOfNtries>4</NbOfNtries></TtlNtries>"
    "<TtlCdtNtries><Sum>15.00</Sum></TtlCdtNtries></TxsSummry>"
)
MOVED = made.balance("OPBD", "100.00") + made.balance("ITBD", "115.00")


def test_a_report_of_balances_alone_lacks_nothing() -> None:
    data = made.camt(made.statement(head=MOVED + SUMMARY))
    assert codes_of(as_report(data)) == []
    end = end_of(as_report(data))
    assert (end.balanced, end.entries, len(end.balances)) == (None, 0, 2)
    told = codes_of(data)
    assert told == ["does_not_balance", "count_differs", "sum_differs"]


def test_a_report_with_entries_is_held_against_them() -> None:
    head = MOVED + SUMMARY
    data = as_report(made.camt(made.statement([made.entry("15.00")], head=head)))
    assert codes_of(data) == ["count_differs"]
    assert end_of(data).balanced is True


def test_a_report_in_which_nothing_moved_balances() -> None:
    still = made.balance("OPBD", "100.00") + made.balance("ITBD", "100.00")
    data = as_report(made.camt(made.statement(head=still)))
    assert (codes_of(data), end_of(data).balanced) == ([], True)
