"""What is kept of payees is what their payments say, whatever came and went."""

import random
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update

from giroscope.features.payments import Payment, PaymentBatch
from giroscope.features.payments.checks.names import payee_identity
from giroscope.features.payments.payees.keep import KEEP_JOB, due, keep_payees
from giroscope.features.payments.payees.tables import (
    Payee,
    PayeeAddress,
    PayeeSum,
    StalePayee,
)
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.payments.payee_files import (
    GERMAN,
    IN_FIELDS,
    IN_LINES,
    SECOND,
    TOWNLESS,
    Bill,
    by_nordea,
)
from tests.payments.payment_factory import Answer, pain001, pain002
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]

SMITH, GARDEN = "Havnens Smedje ApS", "Grøn Have A/S"
FILES: dict[str, tuple[bytes, str]] = {
    "one.xml": (
        by_nordea(
            pain001(
                {
                    "A": [
                        Bill("E1", "10.00", SMITH, address=IN_LINES),
                        Bill("E2", "20.00", GARDEN, account=SECOND, address=IN_FIELDS),
                    ],
                    "B": [Bill("E3", "5.25", SMITH, "EUR", account=GERMAN)],
                },
                message="M1",
            )
        ),
        "PAYMENT",
    ),
    "two.xml": (
        pain001(
            {
                "A": [
                    Bill("E4", "30.00", SMITH.upper(), account=SECOND),
                    # A Cyrillic letter: another payee, who looks like the first.
                    Bill("E5", "40.00", "Hаvnens Smedje ApS", address=TOWNLESS),  # noqa: RUF001
                    Bill("E6", "50.00", "", account=SECOND),
                ]
            },
            message="M2",
        ).replace(b"2026-03-02", b"2026-03-09"),
        "PAYMENT",
    ),
    "status.xml": (
        pain002(
            original="M1",
            batches={"A": (None, [Answer("E1", "ACSC"), Answer("E2", "RJCT")])},
        ),
        "PAYMENT",
    ),
    # It proves nothing, and moves a payment.
    "refusal.xml": (
        pain002(
            original="M1",
            batches={"B": (None, [Answer("E3", "RJCT", "AC04")])},
            message="ST-2",
        ),
        "PAYMENT",
    ),
    "day.xml": (camt(Sheet([Line("-5.25", day="2026-03-03")])), "STATEMENT"),
}


def kept(database: Database, realm: str) -> dict[str, Any]:
    """The tables as they are, by payee; nothing may be marked."""
    with database.job_connection(realm) as connection:
        marked = select(func.count()).where(PaymentBatch.proven.is_(None))
        assert connection.execute(marked).scalar_one() == 0
        assert connection.execute(select(StalePayee.id)).first() is None
        found: dict[str, Any] = {}
        names = {}
        for row in connection.execute(select(Payee.__table__)).mappings():
            values = dict(row)
            names[values.pop("id")] = values["identity"]
            found[values["identity"]] = [values]
        for table in (PayeeSum, PayeeAddress):
            rows = connection.execute(select(table.__table__)).mappings()
            parts = defaultdict(list)
            for row in rows:
                values = dict(row)
                del values["id"]
                # What nobody owns would be a row of a payee that is gone.
                parts[names[values.pop("payee_id")]].append(values)
            for identity, told in found.items():
                told.append(sorted(parts[identity], key=str))
    return found


def derived_anew(database: Database, realm: str) -> dict[str, Any]:
    """The same from nothing."""
    with database.job_connection(realm) as connection:
        for table in (Payee, PayeeSum, PayeeAddress):
            connection.execute(delete(table))
        connection.execute(update(PaymentBatch).values(proven=None))
        connection.commit()
    keep_payees(database, realm)
    return kept(database, realm)


def counted(database: Database, realm: str) -> dict[str, Any]:
    """What payments come to, counted one by one."""
    found: dict[str, Any] = {}
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(Payment.__table__)).all()
    for row in rows:
        who = payee_identity(row.creditor_name, row.creditor_account)
        one = found.setdefault(who, [0, set(), [], defaultdict(Decimal)])
        one[0] += 1
        one[1] |= {row.creditor_account}
        one[2].append(row.execution_day)
        one[3][row.currency, row.outcome] += row.amount
    return {
        who: (count, len(accounts), min(days), max(days), dict(sums))
        for who, (count, accounts, days, sums) in found.items()
    }


def as_counted(found: dict[str, Any]) -> dict[str, Any]:
    """What is kept, of what can be counted."""
    return {
        who: (
            row["payments"], row["accounts"], row["first_day"], row["last_day"],
            {(one["currency"], one["outcome"]): one["amount"] for one in sums},
        )
        for who, (row, sums, _) in found.items()
    }  # fmt: skip


def test_payees_are_those_derived_anew_whatever_comes_and_goes(
    import_bytes: Import, undo: Undo, database: Database, realm: str
) -> None:
    chance = random.Random(21)  # noqa: S311
    held: dict[str, Upload] = {}
    refused = 0
    for _ in range(16):
        name = chance.choice(sorted(FILES))
        if name in held:
            if undo(held[name]) is None:
                del held[name]
            else:
                refused += 1
        else:
            data, kind = FILES[name]
            held[name] = import_bytes(data, name, kind)
        now = kept(database, realm)
        assert as_counted(now) == counted(database, realm)
        assert derived_anew(database, realm) == now, name
    assert refused, "an undo that was refused should have changed nothing"


def test_trust_addresses_and_look_alikes_are_told_apart(
    import_bytes: Import, undo: Undo, database: Database, realm: str
) -> None:
    uploads = {name: import_bytes(*_given(name)) for name in ("one.xml", "two.xml")}
    smith, twin = SMITH.lower(), "hаvnens smedje aps"  # noqa: RUF001
    before = kept(database, realm)
    nameless = f" {SECOND}"
    assert set(before) == {smith, twin, GARDEN.lower(), nameless}
    assert before[smith][0]["key"] == before[twin][0]["key"]
    assert {row["trust"] for row, _, _ in before.values()} == {"NEW"}
    assert before[smith][0]["changed_day"] == date(2026, 3, 9)
    assert before[GARDEN.lower()][0]["changed_day"] is None
    by_rail = {
        (one["bank"], one["rail"]): (one["fault"], one["since"])
        for one in before[smith][2]
    }
    assert by_rail == {
        ("nordea", "danish"): ("address_unstructured", date(2027, 7, 1)),
        ("nordea", "sepa"): (None, date(2026, 11, 15)),
        # An address that is not named is no fault within a country.
        ("TESTDKKK", "danish"): (None, None),
    }
    assert before[smith][0]["address_since"] == date(2027, 7, 1)
    assert before[GARDEN.lower()][0]["address_since"] is None
    assert before[twin][2][0]["fault"] == "address_town_missing"
    mended = by_nordea(
        pain001({"A": [Bill("E8", "1.00", SMITH, address=IN_FIELDS)]}, message="M4")
    ).replace(b"2026-03-02", b"2026-03-16")
    upload = import_bytes(mended, "mended.xml", "PAYMENT")
    assert kept(database, realm)[smith][0]["address_since"] is None
    assert undo(upload) is None
    assert kept(database, realm) == before
    status = import_bytes(*_given("status.xml"))
    trust = {who: row["trust"] for who, (row, _, _) in kept(database, realm).items()}
    assert trust == {
        # One of three accounts was accepted by the bank, which the twin is paid on.
        smith: "NEW_ACCOUNT",
        twin: "KNOWN",
        GARDEN.lower(): "NEW",
        nameless: "NEW",
    }
    assert undo(status) is None
    assert kept(database, realm) == before
    assert undo(uploads["one.xml"]) is None
    assert undo(uploads["two.xml"]) is None
    assert kept(database, realm) == {}


def test_what_an_earlier_release_loaded_is_read_up(
    import_bytes: Import, database: Database, realm: str
) -> None:
    for name in ("one.xml", "two.xml"):
        import_bytes(*_given(name))
    before = kept(database, realm)
    with database.job_connection(realm) as connection:
        due(realm, connection, system_clock())
        assert connection.execute(_jobs()).all() == []
        for table in (Payee, PayeeSum, PayeeAddress):
            connection.execute(delete(table))
        connection.execute(
            update(Payment).values(payee=None, rail=None, address_fault=None)
        )
        connection.execute(update(PaymentBatch).values(bank_profile=None, proven=None))
        due(realm, connection, system_clock())
        assert len(connection.execute(_jobs()).all()) == 1
        connection.commit()
    keep_payees(database, realm)
    now = kept(database, realm)
    # A town that is missing was never flagged before its date, and is not known.
    assert as_counted(now) == as_counted(before)
    for who, (row, _, _) in now.items():
        assert row == before[who][0]


def _jobs() -> Any:
    return select(Job.id).where(Job.verb == KEEP_JOB)


def _given(name: str) -> tuple[bytes, str, str]:
    data, kind = FILES[name]
    return data, name, kind


def test_a_refused_address_stands_until_a_later_payment_went_through(
    import_bytes: Import, undo: Undo, database: Database, realm: str
) -> None:
    who, day = GARDEN.lower(), date(2026, 3, 2)

    def paid(message: str, *orders: Bill) -> None:
        import_bytes(pain001({"A": list(orders)}, message=message), message, "PAYMENT")

    def said(message: str, *answers: Answer, at: int = 8) -> Upload:
        created = f"2026-03-02T{at:02}:00:00"
        report = pain002(
            original=message, batches={"A": (None, answers)},
            message=f"S-{message}-{at}", created=created,
        )  # fmt: skip
        return import_bytes(report, f"{message}-{at}.s", "PAYMENT")

    def stands() -> tuple[Any, ...]:
        row, _, places = kept(database, realm)[who]
        standing = [one for one in places if one["refused_day"]]
        return row["address_due"], [
            (one["rail"], one["refused_day"], one["refused_reason"]) for one in standing
        ]

    fine: tuple[Any, ...] = (date.max, [])
    missing = (date.min, [("danish", day, {"code": "BE04", "text": None})])
    paid("M1", *(Bill(f"E{n}", "10.00", GARDEN, address=IN_LINES) for n in (1, 2)))
    # What went through in the same file says nothing of the one after.
    said("M1", Answer("E1", "RJCT", "BE04"), Answer("E2", "ACSC"))
    assert stands() == missing
    # Another reason, and the first once more.
    said("M1", Answer("E1", "RJCT", "AC04"), at=9)
    assert stands() == fine
    said("M1", Answer("E1", "RJCT", "BE04"), at=10)
    assert stands() == missing
    # Other payees, other payment types and other refusals are no proof.
    paid("M2", Bill("E3", "10.00", GARDEN), Bill("E4", "10.00", SMITH),
         Bill("E5", "5.00", GARDEN, "EUR", account=GERMAN))  # fmt: skip
    said("M2", Answer("E3", "RJCT", "AC04"), Answer("E4", "ACSC"), Answer("E5", "ACSC"))
    assert stands() == missing
    paid("M3", Bill("E6", "10.00", GARDEN, address=IN_FIELDS))
    last = said("M3", Answer("E6", "ACSC"))
    assert stands() == fine
    assert undo(last) is None
    assert stands() == missing
