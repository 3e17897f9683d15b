"""Duplicates and payees against what the realm has paid, on both databases."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update

from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.documents import Document
from giroscope.features.payments import PaymentCheck, PaymentFlag, Standing, standing
from giroscope.features.payments.approvals.tables import Release
from giroscope.features.payments.checks import Examination, History, Report, case_at
from giroscope.features.payments.checks.kinds import Kind
from giroscope.features.payments.checks.rules import Words
from giroscope.features.payments.checks.stored_report import keep
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Answer, pain002
from tests.payments.payment_orders import CREDITOR, DEBTOR, File, Transfer
from tests.statements.statement_factory import Line, Part, Sheet, camt

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
OTHER = "<IBAN>DK4632000004711223</IBAN>"
ABROAD = "<IBAN>DE89370400440532013000</IBAN>"

Against = Callable[[File], Report]


@pytest.fixture
def world_clock() -> Clock:
    """The files' execution dates lie ahead, whenever the tests run."""
    return lambda: NOW


@pytest.fixture
def against(database: Database, realm: str) -> Against:
    """Check a file against the realm, as the API does."""

    def run(file: File) -> Report:
        data = file.xml()
        with database.snapshot(realm) as connection:
            case = case_at(connection, lambda: NOW)
            connection.rollback()
            history = History(connection)
            examination = Examination("file.xml", case, history)
            examination.read(lambda: io.BytesIO(data))
            report = examination.conclude()
            history.close()
            return report

    return run


def codes(report: Report) -> set[str]:
    return set(report.tally.causes)


def give(import_bytes: Any, file: File, status: str | None = None) -> Upload:
    """Import a file, and perhaps what the bank answers to its first payment."""
    upload: Upload = import_bytes(file.xml(), f"{file.message}.xml", "PAYMENT")
    assert upload.state == "IMPORTED"
    if status is not None:
        answer = Answer(file.transfers[0].end_to_end, status)
        report = pain002(
            original=file.message, batches={"B-1": (None, [answer])},
            message=f"S-{file.message}",
        )  # fmt: skip
        import_bytes(report, f"{file.message}-status.xml", "PAYMENT")
    return upload


def test_the_same_bill_on_another_day_names_the_earlier_journal(
    import_bytes: Any, against: Against
) -> None:
    upload = give(import_bytes, File(message="M-1", day="2026-10-01"), "ACSC")
    report = against(File((Transfer("E-9"),), message="M-2"))
    (found,) = report.tally.causes["duplicate_earlier"].found
    assert found.journal == upload.correlation_id
    assert "100 %" in (found.note.en if found.note else "")
    assert [flag.code for flag in report.flags] == ["duplicate_earlier"]


@pytest.mark.parametrize(
    ("text_of_then", "code"),
    [
        ("Faktura 4711", "duplicate_earlier"),
        ("INV-4711", "duplicate_earlier"),
        ("Faktura 4712", None),
        ("Husleje", None),
    ],
)
def test_a_bill_is_known_by_its_number(
    import_bytes: Any, against: Against, text_of_then: str, code: str | None
) -> None:
    remittance = f"<RmtInf><Ustrd>{text_of_then}</Ustrd></RmtInf>"
    give(import_bytes, File((Transfer(remittance=remittance),), day="2026-11-20"))
    found = codes(against(File((Transfer("E-9"),), message="M-2")))
    assert found - {"payee_new"} == ({code} if code else set())


def test_rent_is_a_note_and_the_same_rent_within_a_week_a_warning(
    import_bytes: Any, against: Against
) -> None:
    rent = Transfer(remittance="<RmtInf><Ustrd>Husleje</Ustrd></RmtInf>")
    give(import_bytes, File((rent,), day="2026-10-23"))
    assert "repeats_regularly" in codes(against(File((rent,), message="M-2")))
    give(import_bytes, File((rent,), message="M-3", day="2026-11-20"))
    assert "duplicate_earlier" in codes(against(File((rent,), message="M-4")))


@pytest.mark.parametrize("status", ["RJCT", "CANC"])
def test_what_the_bank_refused_may_be_paid_again(
    import_bytes: Any, against: Against, status: str
) -> None:
    give(import_bytes, File(message="M-1", day="2026-11-20"), status)
    report = against(File((Transfer("E-9"),), message="M-2"))
    assert "paid_again" in codes(report)
    assert "duplicate_earlier" not in codes(report)
    assert report.standing is Standing.VALID


def test_what_came_back_may_be_paid_again(import_bytes: Any, against: Against) -> None:
    give(import_bytes, File(day="2026-11-17"), "ACSC")
    out = Line("-100.00", "2026-11-17", reference="A", parts=(Part("100.00",
               end_to_end="E-1"),))  # fmt: skip
    back = Line("100.00", "2026-11-19", reference="B", parts=(Part("100.00",
                end_to_end="E-1"),))  # fmt: skip
    booked = camt(Sheet((out,), account=DEBTOR, first="2026-11-17", last="2026-11-17"))
    import_bytes(booked, "booked.xml")
    assert "duplicate_earlier" in codes(
        against(File((Transfer("E-9"),), message="M-2"))
    )
    returned = Sheet((back,), "2", "900.00", account=DEBTOR, first="2026-11-19",
                     last="2026-11-19")  # fmt: skip
    import_bytes(camt(returned), "returned.xml")
    report = against(File((Transfer("E-9"),), message="M-2"))
    assert "paid_again" in codes(report)
    assert "duplicate_earlier" not in codes(report)


def test_the_same_bill_to_another_account_of_the_payee_is_found(
    import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File(message="M-1", day="2026-11-20"), "ACSC")
    report = against(File((Transfer("E-9", account=OTHER),), message="M-2"))
    assert {"duplicate_other_account", "payee_account_new"} <= codes(report)


def test_the_same_file_and_the_same_message_id_are_told(
    import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File())
    assert "same_file" in codes(against(File()))
    other = against(File((Transfer("E-9", amount="7.00"),)))
    assert "message_id_used" in codes(other)


def _paid(import_bytes: Any, *, account: str = f"<IBAN>{CREDITOR}</IBAN>",
          name: str = "Kystens Smedje ApS", status: str | None = "ACSC",
          message: str = "M-1") -> None:  # fmt: skip
    one = Transfer(f"E-{message}", "5.00", name=name, account=account)
    give(import_bytes, File((one,), message=message, day="2026-10-01"), status)


@pytest.mark.parametrize(
    ("transfer", "code"),
    [
        (Transfer(), None),
        (Transfer(name="KYSTENS  SMEDJE Aps."), None),
        (Transfer(account=OTHER), "payee_account_new"),
        (Transfer(account=ABROAD), "payee_account_foreign"),
        (Transfer(name="Kystens Smedje A/S", account=OTHER), "payee_look_alike"),
        (Transfer(name="Kystens Smadje ApS", account=OTHER), "payee_look_alike"),
        (Transfer(name="Kystens 5medje ApS", account=OTHER), "payee_look_alike"),
        (Transfer(name="Kystеns Smedje ApS", account=OTHER), "payee_account_new"),  # noqa: RUF001 - a Cyrillic letter
        (Transfer(name="Helt Andet Navn"), "payee_two_names"),
        (Transfer(name="Helt Andet Navn", account=OTHER), "payee_new"),
    ],
)
def test_payees_are_compared_with_whom_was_paid_before(
    import_bytes: Any, against: Against, transfer: Transfer, code: str | None
) -> None:
    _paid(import_bytes)
    found = codes(against(File((transfer,), message="M-2")))
    mine = {one for one in found if one.startswith("payee")}
    assert mine == ({code} if code else set())


NEW = "Helt Andet Navn"
ALSO_NEW = "Et Tredje Navn"


@pytest.mark.parametrize(
    ("transfers", "marks"),
    [
        ((Transfer("A", name=NEW, account=OTHER),
          Transfer("B", name=ALSO_NEW, account=OTHER)),
         {1: "payee_two_names_in_file", 2: "payee_two_names_in_file"}),
        ((Transfer("A", name=NEW, account=OTHER),
          Transfer("B", name="HELT andet navn.", account=OTHER)), {}),
        ((Transfer("A", name=NEW, account=OTHER),
          Transfer("B", name="helt andet navn", account=ABROAD)),
         {1: "payee_two_accounts_in_file", 2: "payee_two_accounts_in_file"}),
        # One of a known name is told by the history alone.
        ((Transfer("A"), Transfer("B", account=OTHER)), {2: "payee_account_new"}),
        # An account that is known tells whose it is.
        ((Transfer("A"), Transfer("B", name=NEW)), {2: "payee_two_names"}),
        ((Transfer("A", name=NEW, account=OTHER),
          Transfer("B", name=ALSO_NEW, account=ABROAD)), {}),
    ],
    ids=["two names", "one name", "two accounts", "known name", "known account",
         "two payees"],
)  # fmt: skip
def test_payees_of_one_file_are_compared_with_each_other(
    import_bytes: Any,
    against: Against,
    transfers: tuple[Transfer, ...],
    marks: dict[int, str],
) -> None:
    _paid(import_bytes)
    bills = tuple(
        replace(one, amount=f"{place}00.00", remittance="")
        for place, one in enumerate(transfers, 1)
    )
    report = against(File(bills, message="M-2"))
    found = {one.position: one.code for one in report.flags}
    assert {p: c for p, c in found.items() if c.startswith("payee")} == marks


def test_the_first_file_of_all_is_compared_with_itself(against: Against) -> None:
    names = (Transfer("A", name=NEW), Transfer("B", "7.00", name=ALSO_NEW))
    report = against(File(names))
    (first, second) = report.tally.causes["payee_two_names_in_file"].found
    assert first.note == Words(f"payment 2: {ALSO_NEW}", f"betaling 2: {ALSO_NEW}")
    assert second.value == ALSO_NEW


def test_an_account_that_no_bank_took_yet_proves_nothing(
    import_bytes: Any, against: Against
) -> None:
    _paid(import_bytes)
    _paid(import_bytes, account=OTHER, status=None, message="M-2")
    report = against(File((Transfer(account=OTHER),), message="M-3"))
    assert "payee_account_new" in codes(report)


def _uploaded(database: Database, realm: str, name: str) -> None:
    """Somebody gave the file by hand; what the tests import came otherwise."""
    with database.job_connection(realm) as held:
        changed = held.execute(
            update(Document).where(Document.name == name).values(source="UPLOAD")
        )
        assert changed.rowcount == 1
        held.commit()


def test_an_answer_that_somebody_uploaded_makes_no_account_known(
    import_bytes: Any, against: Against, database: Database, realm: str
) -> None:
    _paid(import_bytes)
    upload = give_other(import_bytes, "ACSC")
    again = File((Transfer("E-9", account=OTHER),), message="M-3")
    assert "payee_account_new" not in codes(against(again))
    _uploaded(database, realm, "M-2-status.xml")
    assert "payee_account_new" in codes(against(again))
    # What two people released is known by it.
    with database.job_connection(realm) as held:
        held.execute(
            insert(Release).values(
                correlation_id=upload.correlation_id, document_id=upload.document_id,
                sha256="0" * 64, connection_id=1, signed=NOW, signed_by="a",
                signed_by_name="A", sending_id=1,
            )
        )  # fmt: skip
        held.commit()
    assert "payee_account_new" not in codes(against(again))


def test_a_statement_that_somebody_uploaded_makes_no_account_known_till_the_bank_agrees(
    import_bytes: Any, against: Against, database: Database, realm: str
) -> None:
    _paid(import_bytes)
    give_other(import_bytes)
    again = File((Transfer("E-9", account=OTHER),), message="M-3")
    booked = Line("-5.00", "2026-10-01", "B", parts=(Part("5.00", end_to_end="E-M-2"),))
    sheet = Sheet((booked,), account=DEBTOR, first="2026-10-01", last="2026-10-01")
    import_bytes(camt(sheet), "own.xml")
    assert "payee_account_new" not in codes(against(again))
    _uploaded(database, realm, "own.xml")
    assert "payee_account_new" in codes(against(again))
    import_bytes(camt(sheet, message="FROM-THE-BANK"), "bank.xml")
    assert "payee_account_new" not in codes(against(again))


def give_other(import_bytes: Any, status: str | None = None) -> Upload:
    """A payment of the known payee to another account."""
    one = Transfer("E-M-2", "5.00", name="Kystens Smedje ApS", account=OTHER)
    return give(import_bytes, File((one,), message="M-2", day="2026-10-01"), status)


def test_going_back_to_an_earlier_account_is_only_a_note(
    import_bytes: Any, against: Against
) -> None:
    _paid(import_bytes)
    _paid(import_bytes, account=OTHER, message="M-2")
    report = against(File((Transfer("E-8"),), message="M-3"))
    cause = report.tally.causes["payee_account_changed"]
    assert cause.severity.value == "info"
    # It names an earlier journal, so an approver sees it beside the payment.
    assert [flag.code for flag in report.flags] == ["payee_account_changed"]


def test_a_payee_paid_for_the_first_time_is_a_note_that_marks_no_payment(
    import_bytes: Any, against: Against
) -> None:
    _paid(import_bytes)
    new = Transfer("E-9", name="Helt Andet Navn", account=OTHER)
    report = against(File((new,), message="M-2"))
    assert "payee_new" in codes(report)
    assert report.flags == []


def test_what_came_back_in_part_is_still_paid(
    import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File(day="2026-11-17"), "ACSC")
    back = Line("40.00", "2026-11-19", reference="B", parts=(Part("40.00",
                end_to_end="E-1"),))  # fmt: skip
    sheet = Sheet((back,), account=DEBTOR, first="2026-11-19", last="2026-11-19")
    import_bytes(camt(sheet), "back.xml")
    found = codes(against(File((Transfer("E-9"),), message="M-2")))
    assert "duplicate_earlier" in found


def test_a_name_that_a_bank_refused_is_nobodys(
    import_bytes: Any, against: Against
) -> None:
    _paid(import_bytes, name="Helt Andet Navn", status="RJCT")
    found = codes(against(File((Transfer("E-9"),), message="M-2")))
    assert {one for one in found if one.startswith("payee")} == {"payee_new"}


@pytest.mark.parametrize(
    "transfer",
    [
        Transfer("E-9", currency="EUR"),
        Transfer("E-9", amount="40.00"),
        Transfer("E-9", remittance="<RmtInf><Ustrd>Faktura 4712</Ustrd></RmtInf>"),
    ],
    ids=["another currency", "another sum", "another number"],
)
def test_a_bill_is_the_same_by_payee_sum_currency_and_number_together(
    import_bytes: Any, against: Against, transfer: Transfer
) -> None:
    give(import_bytes, File(message="M-1", day="2026-11-20"), "ACSC")
    for one in (transfer, replace(transfer, account=OTHER)):
        found = codes(against(File((one,), message="M-2")))
        assert not {"duplicate_earlier", "duplicate_other_account"} & found


def test_what_came_back_without_an_id_is_not_every_payment_without_one(
    import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File((Transfer("NOTPROVIDED"),), day="2026-11-17"))
    back = Line("100.00", "2026-11-19", reference="B", parts=(Part("100.00",
                end_to_end="NOTPROVIDED"),))  # fmt: skip
    sheet = Sheet((back,), account=DEBTOR, first="2026-11-19", last="2026-11-19")
    import_bytes(camt(sheet), "back.xml")
    found = codes(against(File((Transfer("E-9"),), message="M-2")))
    assert "duplicate_earlier" in found


def test_without_a_reference_another_account_is_another_payment(
    import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File((Transfer(remittance=""),), day="2026-11-20"), "ACSC")
    other = Transfer("E-9", account=OTHER, remittance="")
    assert "duplicate_other_account" not in codes(
        against(File((other,), message="M-2"))
    )


def test_what_a_bank_refused_is_neither_paid_nor_makes_an_account_known(
    import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File(message="M-1", day="2026-11-20"), "RJCT")
    found = codes(against(File((Transfer("E-9", account=OTHER),), message="M-2")))
    assert "duplicate_other_account" not in found
    same = codes(against(File((Transfer("E-9", "7.00"),), message="M-2")))
    assert {one for one in same if one.startswith("payee")} == {"payee_new"}


def test_who_has_accounts_in_two_countries_is_not_paid_abroad_for_the_first_time(
    import_bytes: Any, against: Against
) -> None:
    _paid(import_bytes)
    _paid(import_bytes, account=ABROAD, message="M-2")
    swedish = Transfer("E-9", account="<IBAN>SE4550000000058398257466</IBAN>")
    found = codes(against(File((swedish,), message="M-3")))
    assert "payee_account_new" in found
    assert "payee_account_foreign" not in found


@pytest.mark.parametrize(
    ("pays", "state", "is_used"),
    [(True, "ACTIVE", True), (True, "EXPIRED", False), (False, "ACTIVE", False)],
)
def test_the_agreement_by_which_payments_leave_gives_its_times(
    database: Database, realm: str, pays: bool, state: str, is_used: bool
) -> None:
    with database.job_connection(realm) as connection:
        made = connection.execute(
            insert(BankConnection)
            .values(
                name="Nordea", sort_name="nordea", type="NORDEA", profile="nordea-dk",
                environment="PRODUCTION", country="DK", state=state, created=NOW,
                created_by="u", created_by_name="U", parameters={}, version=1,
                renews_itself=True, renew_days_before=45, fetch_minutes=15,
                fetch_from=6, fetch_to=20, fetches_on_weekends=False,
            )
            .returning(BankConnection.id)
        ).scalar_one()  # fmt: skip
        connection.execute(
            insert(ServedAccount).values(connection_id=made, number=DEBTOR, pays=pays)
        )
        case = case_at(connection, lambda: NOW)
        connection.rollback()
    assert case.connections == ({DEBTOR: "nordea-dk"} if is_used else {})
    times = case.cut_offs.get("nordea-dk", {})
    assert times.get(Kind.INSTANT) == ("24:00" if is_used else None)


def test_an_import_keeps_its_report_and_an_undo_forgets_it(
    database: Database, realm: str, import_bytes: Any
) -> None:
    give(import_bytes, File(message="M-1", day="2026-10-01"), "ACSC")
    upload = give(import_bytes, File((Transfer("E-9"),), message="M-2", total="1.00"))
    assert upload.finding_counts["error"] >= 1
    with database.job_connection(realm) as connection:
        assert standing(connection, upload.document_id) is Standing.INVALID
        assert standing(connection, 10_000) is Standing.INVALID
        report = connection.execute(
            select(PaymentCheck.report).where(
                PaymentCheck.document_id == upload.document_id
            )
        ).scalar_one()
        assert report["standing"] == "invalid"
        flags = connection.execute(
            select(PaymentFlag.code, PaymentFlag.position).where(
                PaymentFlag.document_id == upload.document_id
            )
        ).all()
        assert ("duplicate_earlier", 1) in [tuple(flag) for flag in flags]
        connection.rollback()


def test_a_later_check_takes_the_place_of_the_earlier(
    database: Database, realm: str, import_bytes: Any, against: Against
) -> None:
    first = give(import_bytes, File(message="M-1", day="2026-10-01"), "ACSC")
    again = give(import_bytes, File((Transfer("E-9"),), message="M-2"))
    report = against(File((Transfer("E-8"),), message="M-3"))
    with database.job_connection(realm) as connection:
        for _ in range(2):
            keep(connection, again.document_id, report)
        flags = connection.execute(
            select(PaymentFlag).where(PaymentFlag.document_id == again.document_id)
        ).all()
        checks = connection.execute(select(PaymentCheck.document_id)).scalars().all()
        connection.rollback()
    assert sorted(checks) == sorted([first.document_id, again.document_id])
    ((_, _, position, code, severity, value, note, note_da, journal),) = flags
    assert (position, code, severity, value, journal) == (
        1, "duplicate_earlier", "WARNING", "Faktura 4711", again.correlation_id,
    )  # fmt: skip
    assert "100 % like" in note
    assert "100 % lig" in note_da


def test_importing_the_same_document_again_compares_it_with_others_only(
    database: Database, realm: str, import_bytes: Any
) -> None:
    upload = give(import_bytes, File())
    with database.job_connection(realm) as connection:
        assert standing(connection, upload.document_id) is Standing.VALID
        connection.rollback()


def test_a_check_changes_nothing_in_the_realm(
    database: Database, realm: str, import_bytes: Any, against: Against
) -> None:
    give(import_bytes, File())
    against(File((Transfer("E-9"),), message="M-2"))
    with database.job_connection(realm) as connection:
        for table, rows in (("payments", 1), ("payment_checks", 1), ("uploads", 1)):
            counted = connection.execute(
                text(f"SELECT count(*) FROM {table}")  # noqa: S608 - named above
            )
            assert counted.scalar_one() == rows
        connection.rollback()
