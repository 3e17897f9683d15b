"""Each rule on a file that breaks it, and on one that does not."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from giroscope.features.payments.checks import Case, Report, Standing
from giroscope.features.payments.checks.case import Block
from giroscope.features.payments.checks.catalogue import RULES
from giroscope.features.payments.checks.kinds import Kind
from giroscope.features.payments.checks.layers import cut_off
from giroscope.features.payments.checks.rules import Layer, Light
from giroscope.kernel.banking_days import Calendar
from tests.payments.payment_orders import TOWN, File, Transfer

TODAY = "2026-11-23"
GERMAN = "<IBAN>DE89370400440532013000</IBAN>"
US = "<Othr><Id>1234567</Id></Othr>"
US_BANK = "<CdtrAgt><FinInstnId><BICFI>CHASUS33</BICFI></FinInstnId></CdtrAgt>"
LINES = "<PstlAdr><Ctry>DE</Ctry><AdrLine>Hauptstr. 1</AdrLine></PstlAdr>"
GERMAN_TOWN = "<PstlAdr><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr>"


def slip(reference: str, creditor: str = "81234567", text: str = "") -> Transfer:
    """A payment slip."""
    return Transfer(
        account=f"<Othr><Id>{creditor}</Id><SchmeNm><Prtry>OCR</Prtry></SchmeNm></Othr>",
        remittance=f"<RmtInf>{text}<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd>"
        f"</CdOrPrtry></Tp><Ref>{reference}</Ref></CdtrRefInf></Strd></RmtInf>",
    )


def bban(number: str) -> str:
    """A domestic account."""
    return f"<Othr><Id>{number}</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>"


def kind(code: str, value: str) -> str:
    """A payment type."""
    named = "Cd" if len(value) <= 4 else "Prtry"
    return f"<PmtTpInf><{code}><{named}>{value}</{named}></{code}></PmtTpInf>"


def codes(report: Report) -> set[str]:
    return set(report.tally.causes) - {"sum_missing"}


def test_a_good_file_is_valid_and_every_layer_that_can_has_passed(check: Any) -> None:
    report: Report = check(File().xml())
    assert report.standing is Standing.VALID
    assert codes(report) == set()
    not_run = {layer for layer in Layer if report.light(layer) is Light.NOT_RUN}
    # Without a realm there is no history to compare with.
    assert not_run == {Layer.OWN, Layer.DUPLICATES}


CASES: Sequence[tuple[str, File]] = [
    ("count_differs", File(count="2")),
    ("count_differs", File(count="of all")),
    ("sum_differs", File(total="99.99")),
    (
        "sum_of_several_currencies",
        File((Transfer("E-1"), Transfer("E-2", currency="EUR"))),
    ),
    ("schema_violation", File((Transfer(amount="1.0000001"),))),
    ("iban_check_digits", File((Transfer(account="<IBAN>DK5850510001322617</IBAN>"),))),
    ("iban_length", File((Transfer(account="<IBAN>DK575051000132261</IBAN>"),))),
    ("iban_country", File((Transfer(account="<IBAN>US5750510001322617</IBAN>"),))),
    ("bic_country_differs", File(bic="NDEASESS")),
    ("amount_decimals", File((Transfer(amount="100.005"),))),
    ("amount_decimals", File((Transfer(amount="10.5", currency="JPY"),))),
    ("amount_not_positive", File((Transfer(amount="0.00"),))),
    ("currency_unknown", File((Transfer(currency="ABC"),))),
    ("end_to_end_id_repeated", File((Transfer(), Transfer(amount="2.00")))),
    ("payment_type_twice", File(
        (Transfer(type=kind("CtgyPurp", "SUPP")),), batch_type=kind("SvcLvl", "NURG"))),
    ("country_unknown", File(
        (Transfer(address="<PstlAdr><TwnNm>A</TwnNm><Ctry>ZZ</Ctry></PstlAdr>"),))),
    ("reference_check_digits", File((Transfer(
        remittance="<RmtInf><Strd><CdtrRefInf><Ref>RF19539007547034</Ref></CdtrRefInf>"
        "</Strd></RmtInf>"),))),
    ("payee_hidden_signs", File((Transfer(name="Smedje \u202eSpA"),))),
    ("payee_hidden_signs", File((Transfer(account=bban("0404\u200b0116243")),))),
    ("charge_bearer_not_taken", File((Transfer(
        currency="EUR", account=GERMAN, bearer="<ChrgBr>DEBT</ChrgBr>"),))),
    ("service_level_not_taken", File(batch_type=kind("SvcLvl", "SDPR"))),
    ("local_instrument_not_taken", File(batch_type=kind("LclInstrm", "ONCL"))),
    ("category_purpose_not_taken", File(batch_type=kind("CtgyPurp", "DIVI"))),
    ("characters_not_taken", File((Transfer(
        name="Łódź Dom", currency="EUR", account=GERMAN),))),
    ("text_too_long_for_bank", File((Transfer(
        remittance=f"<RmtInf>{'<Ustrd>x</Ustrd>' * 11}</RmtInf>"),))),
    ("danish_account_form", File((Transfer(account=bban("040440116243")),))),
    ("slip_check_digit", File((slip("71/123456789012345"),))),
    ("slip_reference_form", File((slip("71/12345678901234"),))),
    ("slip_reference_form", File((slip("99/1"),))),
    ("slip_creditor_form", File((slip("71/123456789012347", "71234567"),))),
    ("slip_with_text", File(
        (slip("71/123456789012347", text="<Ustrd>Tak</Ustrd>"),))),
    ("slip_text_missing", File((slip("73/"),))),
    ("instant_amount", File(
        (Transfer(amount="500000.01", type=kind("LclInstrm", "INST")),))),
    ("address_unstructured", File((Transfer(
        currency="EUR", account=GERMAN, address=LINES),))),
    ("address_country_missing", File((Transfer(
        currency="EUR", account=GERMAN,
        address="<PstlAdr><TwnNm>Berlin</TwnNm></PstlAdr>"),))),
    ("address_missing", File((Transfer(currency="USD", account=US, agent=US_BANK),))),
    ("address_too_many_lines", File((Transfer(
        currency="EUR", account=GERMAN, address="<PstlAdr><TwnNm>Berlin</TwnNm>"
        f"<Ctry>DE</Ctry>{'<AdrLine>x</AdrLine>' * 3}</PstlAdr>"),))),
    ("execution_date_past", File(day="2026-11-20")),
    ("execution_day_closed", File(day="2026-12-24")),
    ("execution_day_closed", File(day="2026-11-28")),
    ("execution_date_far", File(day="2027-11-25")),
    ("duplicate_in_file", File((Transfer("E-1"), Transfer("E-2")))),
    ("duplicate_in_file", File((Transfer("E-1"), Transfer("E-2", amount="100.0")))),
]  # fmt: skip


@pytest.mark.parametrize(("code", "file"), CASES)
def test_a_file_that_breaks_a_rule_is_told_so(
    check: Any, code: str, file: File
) -> None:
    report: Report = check(file.xml())
    assert code in codes(report), codes(report)
    for found in report.tally.causes[code].found:
        assert found.path
        assert found.source
        assert found.message[-1] == "."
        assert found.message[-2] != "."


GOOD = [
    File((slip("71/123456789012347"),)),
    File((slip("73/", text="<Ustrd>Faktura 1</Ustrd>"),)),
    File((slip("04/1234567890123452", "1234567"),)),
    File((Transfer(account=bban("00400440116243")),)),
    File((Transfer(currency="EUR", account=GERMAN, address=GERMAN_TOWN),)),
    File((Transfer(currency="EUR", account=GERMAN),)),
    File((Transfer(name="Æblegården &amp; Søn", address=TOWN),)),
    File((Transfer(
        currency="USD", account=US, agent=US_BANK,
        address="<PstlAdr><TwnNm>Boston</TwnNm><Ctry>US</Ctry></PstlAdr>"),)),
    File((Transfer(amount="1000", currency="JPY", account=US, agent=US_BANK,
        address="<PstlAdr><TwnNm>Kobe</TwnNm><Ctry>JP</Ctry></PstlAdr>"),)),
    File((Transfer(amount="100.000"),)),
    # What names no id repeats none.
    File((Transfer("NOTPROVIDED"), Transfer("NOTPROVIDED", amount="2.00"))),
    File(day="2027-11-24"),
    File((Transfer(amount="0.01"),)),
]  # fmt: skip


@pytest.mark.parametrize("file", GOOD)
def test_what_is_right_is_not_complained_of(check: Any, file: File) -> None:
    assert codes(check(file.xml())) == set()


def test_another_currency_is_another_bill(check: Any) -> None:
    file = File((Transfer("E-1"), Transfer("E-2", currency="EUR")))
    assert codes(check(file.xml())) == {"sum_of_several_currencies"}


def test_only_file_schema_and_iso_errors_make_a_file_invalid(check: Any) -> None:
    refused = check(File((slip("71/123456789012345"),)).xml())
    assert refused.tally.counts["error"] == 1
    assert refused.standing is Standing.WARNINGS
    broken = check(File(total="1.00").xml())
    assert broken.standing is Standing.INVALID


ADDRESS = (Transfer(address="<PstlAdr><AdrLine>Havnen 1</AdrLine></PstlAdr>"),)
SEPA = (Transfer(currency="EUR", account=GERMAN, address=LINES),)


@pytest.mark.parametrize(
    ("file", "severity"),
    [
        # Nordea wants fields in SEPA from 15 November 2026, the scheme a week later.
        (File(SEPA, bic="NDEADKKK", day="2026-11-24"), "error"),
        (File(SEPA, bic="JYBADKKK", day="2026-11-24"), "error"),
        (File(SEPA, bic="JYBADKKK", day="2026-11-20"), "warning"),
        # In Danish payments Nordea waits till 2027; others have told no date.
        (File(ADDRESS, bic="NDEADKKK"), "info"),
        (File(ADDRESS, bic="JYBADKKK"), None),
        (File(ADDRESS, bic="ESSEDKKK"), "error"),
        (File(ADDRESS, bic="DABADKKK"), None),
    ],
)
def test_addresses_are_judged_by_bank_kind_and_day(
    check: Any, file: File, severity: str | None
) -> None:
    cause = check(file.xml()).tally.causes.get("address_unstructured")
    assert (cause.severity.value if cause else None) == severity


def test_the_payers_own_address_counts_as_well(check: Any) -> None:
    file = File(
        (Transfer(currency="EUR", account=GERMAN),),
        debtor_address="<PstlAdr><AdrLine>Havnen 1</AdrLine></PstlAdr>",
    )
    (found,) = check(file.xml()).tally.causes["address_unstructured"].found
    assert found.path == "PmtInf[1]/Dbtr/PstlAdr/AdrLine"


@pytest.mark.parametrize(
    ("hour", "code"), [(8, None), (12, "cut_off_soon"), (15, "cut_off_passed")]
)
def test_the_cut_off_is_the_agreements_own(
    check: Any, hour: int, code: str | None
) -> None:
    now = datetime(2026, 11, 23, hour, 30, tzinfo=UTC)
    agreed = Case(
        now,
        {"DK5000400440116243": "nordea-dk"},
        {"nordea-dk": {Kind.DANISH: "15:00"}},
    )
    report = check(File(day=TODAY).xml(), case=agreed)
    assert codes(report) - {"payee_new"} == ({code} if code else set())
    (batch,) = report.totals["batches"]
    assert batch["releaseBy"] == "2026-11-23T15:00:00+01:00"


@pytest.mark.parametrize(
    ("now", "code"),
    [
        ("11:59:59.999999", None),
        ("12:00:00", "cut_off_soon"),
        ("14:00:00", "cut_off_soon"),
        ("14:00:00.000001", "cut_off_passed"),
    ],
)
def test_the_cut_off_holds_to_the_moment(
    check: Any, now: str, code: str | None
) -> None:
    agreed = Case(
        datetime.fromisoformat(f"{TODAY}T{now}+00:00"),
        {"DK5000400440116243": "nordea-dk"},
        {"nordea-dk": {Kind.DANISH: "15:00"}},
    )
    report = check(File(day=TODAY).xml(), case=agreed)
    assert codes(report) == ({code} if code else set())
    if code == "cut_off_passed":
        (found,) = report.tally.causes[code].found
        assert found.note is not None
        assert found.note.en == "would be executed on 2026-11-24"


def test_a_cut_off_at_the_end_of_the_day_is_the_first_moment_of_the_next(
    check: Any,
) -> None:
    file = File(
        (Transfer(type=kind("LclInstrm", "INST")),), day=TODAY, bic="DABADKKK"
    ).xml()
    for now, code in (
        (datetime(2026, 11, 23, 20, 59, 59, tzinfo=UTC), None),
        (datetime(2026, 11, 23, 22, 59, 59, tzinfo=UTC), "cut_off_soon"),
    ):
        agreed = Case(
            now,
            {"DK5000400440116243": "bank-connect-bec"},
            {"bank-connect-bec": {Kind.INSTANT: "24:00"}},
        )
        report = check(file, case=agreed)
        assert {one for one in codes(report) if "cut_off" in one} == (
            {code} if code else set()
        )
        (batch,) = report.totals["batches"]
        assert batch["releaseBy"] == "2026-11-24T00:00:00+01:00"


def test_of_several_cut_offs_the_first_is_the_one_to_release_by(check: Any) -> None:
    same_day = Transfer("E-2", "2.00", type=kind("SvcLvl", "SDVA"))
    agreed = Case(
        _at(2026, 11, 23),
        {"DK5000400440116243": "nordea-dk"},
        {"nordea-dk": {Kind.DANISH: "15:00", Kind.SAME_DAY: "13:30"}},
    )
    report = check(File((Transfer(), same_day), day=TODAY).xml(), case=agreed)
    (batch,) = report.totals["batches"]
    assert batch["kinds"] == ["danish", "danishSameDay"]
    assert batch["releaseBy"] == "2026-11-23T13:30:00+01:00"


def test_where_the_agreement_tells_no_time_the_banks_own_holds(check: Any) -> None:
    (batch,) = check(File().xml()).totals["batches"]
    assert batch["releaseBy"] == "2026-11-24T23:00:00+01:00"
    (past,) = check(File(day="2026-11-20").xml()).totals["batches"]
    assert past["releaseBy"] is None


def test_the_closing_days_of_every_currency_of_a_batch_count() -> None:
    block = Block(cast("Any", None), None, "DK")
    currencies = frozenset({"DKK", "EUR", "SEK", "NOK"})
    assert cut_off.closing(block, currencies) == {
        Calendar.DK, Calendar.TARGET, Calendar.SE, Calendar.NO,
    }  # fmt: skip
    assert cut_off.closing(block, frozenset()) == {Calendar.DK}


def test_a_closed_day_is_released_by_the_cut_off_of_the_next_open_one(
    check: Any,
) -> None:
    agreed = Case(
        _at(2026, 11, 23),
        {"DK5000400440116243": "nordea-dk"},
        {"nordea-dk": {Kind.DANISH: "15:00"}},
    )
    report = check(File(day="2026-11-28").xml(), case=agreed)
    assert "execution_day_closed" in codes(report)
    (batch,) = report.totals["batches"]
    assert batch["releaseBy"] == "2026-11-30T15:00:00+01:00"


def test_a_date_in_two_currencies_is_open_in_both(check: Any) -> None:
    # The first of May closes T2, not Danish banks.
    only_danish = check(File(day="2026-05-01").xml(), now=_at(2026, 4, 30))
    both = check(File(SEPA, day="2026-05-01").xml(), now=_at(2026, 4, 30))
    assert "execution_day_closed" not in codes(only_danish)
    assert "execution_day_closed" in codes(both)


def _at(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, 9, tzinfo=UTC)


def test_what_is_found_very_often_is_counted_and_some_of_it_kept(check: Any) -> None:
    many = [
        Transfer(f"E-{n}", amount=f"{n + 1}.00", currency="ABC") for n in range(300)
    ]
    cause = check(File(many).xml()).tally.causes["currency_unknown"]
    assert (cause.count, cause.payments, len(cause.found)) == (300, 300, 200)


def test_every_rule_has_both_languages_a_fix_and_a_source() -> None:
    for rule in RULES.values():
        for words in (rule.title, rule.rule, rule.fix):
            assert words.en.strip()
            assert words.da.strip()
            assert words.en != words.da
        assert rule.source
        assert not rule.title.en.endswith(".")
        assert rule.fix.en.endswith(".")
        assert rule.fix.da.endswith(".")


def test_every_rule_stands_in_the_documents_with_its_severity() -> None:
    text = (Path(__file__).parents[4] / "docs" / "payment-checks.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", text, re.MULTILINE))
    assert rows == {code: rule.severity.value for code, rule in RULES.items()}
