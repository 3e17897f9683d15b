"""Where a rule begins to hold: on the last sign, sum, line and day that still pass."""

import base64
import hashlib
import io
import zlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest

import bankfiles
from bankfiles import Payment, PaymentBatch
from giroscope.features.payments.checks import Case, Standing
from giroscope.features.payments.checks.case import Hit
from giroscope.features.payments.checks.kinds import Kind, kind_of
from giroscope.features.payments.checks.layers import address, bank
from giroscope.features.payments.checks.profiles import (
    DANSKE,
    NORDEA,
    SEB,
    Profile,
    profile_of,
)
from giroscope.features.payments.checks.rules import ERROR, WARNING, Layer
from giroscope.features.payments.checks.tally import About, Tally
from giroscope.features.payments.checks.tokens import (
    Remembered,
    TokenUnreadable,
    unfold,
)
from tests.payments.payment_orders import File, Transfer

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
GERMAN = "<IBAN>DE89370400440532013000</IBAN>"
LINES = "<PstlAdr><Ctry>DE</Ctry><AdrLine>Hauptstr. 1</AdrLine></PstlAdr>"
DEBT = "<ChrgBr>DEBT</ChrgBr>"
INSTANT = "<PmtTpInf><LclInstrm><Prtry>INST</Prtry></LclInstrm></PmtTpInf>"


def _codes(report: Any) -> set[str]:
    return set(report.tally.causes)


def _severity(report: Any, code: str) -> str | None:
    cause = report.tally.causes.get(code)
    return cause.severity.value if cause else None


@pytest.mark.parametrize(
    ("size", "is_taken"), [(50_000_000, True), (50_000_001, False)]
)
def test_a_file_may_be_as_large_as_the_bank_takes(size: int, is_taken: bool) -> None:
    hits = [hit.code for hit in bank.of_file(Case(NOW), NORDEA, size)]
    assert hits == ([] if is_taken else ["file_too_large_for_bank"])
    # A bank that tells no size takes any here; its channel will say.
    assert list(bank.of_file(Case(NOW), DANSKE, size)) == []


@pytest.mark.parametrize(
    ("bic", "texts", "is_carried"),
    [
        ("NDEADKKK", [1] * 10, True),
        ("NDEADKKK", [1] * 11, False),
        ("DABADKKK", [140], True),
        ("DABADKKK", [105, 35], True),
        # A line begun is a line.
        ("DABADKKK", [105, 36], False),
        ("DABADKKK", [106, 35], False),
        ("DABADKKK", [1] * 5, False),
    ],
)
def test_a_text_may_have_as_many_lines_as_the_bank_carries(
    check: Any, bic: str, texts: list[int], is_carried: bool
) -> None:
    said = "".join(f"<Ustrd>{'x' * length}</Ustrd>" for length in texts)
    one = Transfer(remittance=f"<RmtInf>{said}</RmtInf>")
    found = _codes(check(File((one,), bic=bic).xml()))
    assert ("text_too_long_for_bank" not in found) is is_carried


@pytest.mark.parametrize(
    ("amount", "is_carried"), [("500000.00", True), ("500000.01", False)]
)
def test_an_instant_payment_may_be_as_large_as_the_clearing_carries(
    check: Any, amount: str, is_carried: bool
) -> None:
    file = File((Transfer(amount=amount, type=INSTANT),), bic="DABADKKK")
    assert ("instant_amount" not in _codes(check(file.xml()))) is is_carried


@pytest.mark.parametrize(
    ("now", "day", "severity"),
    [
        ("2026-11-23", "2026-11-22", "error"),
        ("2026-11-23", "2026-11-21", "warning"),
        # Four months before, people can still do something about it.
        ("2026-07-25", "2026-07-27", "warning"),
        ("2026-07-24", "2026-07-27", "info"),
    ],
)
def test_addresses_are_wanted_from_the_day_that_is_told(
    check: Any, now: str, day: str, severity: str
) -> None:
    sepa = Transfer(currency="EUR", account=GERMAN, address=LINES)
    file = File((sepa,), bic="JYBADKKK", day=day)
    at = datetime.fromisoformat(f"{now}T09:00:00+00:00")
    assert _severity(check(file.xml(), now=at), "address_unstructured") == severity


@pytest.mark.parametrize(
    ("lines", "is_taken"),
    [([70, 70], True), ([70, 71], False), ([1, 1, 1], False)],
)
def test_beside_fields_an_address_may_have_two_lines(
    check: Any, lines: list[int], is_taken: bool
) -> None:
    said = "".join(f"<AdrLine>{'x' * length}</AdrLine>" for length in lines)
    town = f"<PstlAdr><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry>{said}</PstlAdr>"
    file = File((Transfer(currency="EUR", account=GERMAN, address=town),))
    assert ("address_too_many_lines" not in _codes(check(file.xml()))) is is_taken


def test_the_payers_address_is_judged_by_the_strictest_of_its_payments(
    check: Any,
) -> None:
    """Nordea wants fields in SEPA by now, and in Danish payments next summer."""
    unstructured = "<PstlAdr><AdrLine>Havnen 1</AdrLine></PstlAdr>"
    danish, sepa = Transfer(), Transfer("E-2", currency="EUR", account=GERMAN)
    for transfers, severity in (((danish,), "info"), ((danish, sepa), "error")):
        report = check(File(transfers, debtor_address=unstructured).xml())
        assert _severity(report, "address_unstructured") == severity


@pytest.mark.parametrize(
    ("number", "profile"),
    [
        ("1999", None), ("2000", NORDEA), ("2999", NORDEA), ("3000", DANSKE),
        ("4999", DANSKE), ("5000", None), ("5289", None), ("5290", SEB),
        ("5299", SEB), ("5300", None), ("x000", None),
    ],
)  # fmt: skip
def test_a_danish_account_names_its_bank_by_its_first_digits(
    number: str, profile: Profile | None
) -> None:
    assert profile_of(None, f"DK50{number}0440116243") is profile
    assert profile_of(None, f"SE50{number}0440116243") is None
    # The BIC is the bank's own word.
    assert profile_of("ESSEDKKK", f"DK50{number}0440116243") is SEB


def test_what_its_schema_forbids_does_not_leave(check: Any) -> None:
    report = check(File((Transfer(name="x" * 141),)).xml())
    assert report.tally.by_layer[Layer.SCHEMA, ERROR] == 1
    assert report.standing is Standing.INVALID
    assert check(File((Transfer(name="x" * 140),)).xml()).standing is Standing.VALID


def test_a_cause_is_as_bad_as_its_worst_and_counts_each_payment_once() -> None:
    tally = Tally()
    for position, severity in ((1, WARNING), (1, ERROR), (2, WARNING)):
        hit = Hit("address_unstructured", "PmtInf[1]", severity=severity)
        tally.note([hit], About(position=position))
    cause = tally.causes["address_unstructured"]
    assert (cause.severity, cause.count, cause.payments) == (ERROR, 3, 2)


def _twice(second: str) -> bytes:
    """A file of two batches alike, the second of this id."""
    data = File(count="2", total="200.00").xml().decode()
    head, _, rest = data.partition("<PmtInf>")
    batch, _, tail = rest.partition("</PmtInf>")
    again = batch.replace("B-1", second).replace("E-1", "E-2")
    again = again.replace("4711", "4712")
    return f"{head}<PmtInf>{batch}</PmtInf><PmtInf>{again}</PmtInf>{tail}".encode()


def test_each_batch_has_its_own_id_and_its_own_sums(check: Any) -> None:
    report = check(_twice("B-2"))
    assert _codes(report) == set()
    told = report.totals
    assert [one["counted"]["sum"] for one in told["batches"]] == ["100.00", "100.00"]
    assert (told["counted"]["sum"], told["batchCount"]) == ("200.00", 2)
    assert "batch_id_repeated" in _codes(check(_twice("B-1")))


def test_charges_that_a_scheme_forbids_are_an_error_there(check: Any) -> None:
    sepa = Transfer(currency="EUR", account=GERMAN, bearer=DEBT)
    for one, severity in ((sepa, "error"), (Transfer(bearer=DEBT), "warning")):
        report = check(File((one,)).xml())
        assert _severity(report, "charge_bearer_not_taken") == severity


def test_charges_are_named_once(check: Any) -> None:
    shared = "<ChrgBr>SHAR</ChrgBr>"
    for batch, payment, is_twice in (
        ("", shared, False), (shared, "", False), (shared, shared, True),
    ):  # fmt: skip
        data = File((Transfer(bearer=payment),)).xml().decode()
        data = data.replace("</DbtrAgt>", f"</DbtrAgt>{batch}", 1)
        assert ("charge_bearer_twice" in _codes(check(data.encode()))) is is_twice


@pytest.mark.parametrize(
    ("iban", "differs"), [("FO6264600001631634", False), (GERMAN[6:-7], True)]
)
def test_a_bank_may_keep_the_accounts_of_lands_that_share_it(
    check: Any, iban: str, differs: bool
) -> None:
    bank_ = "<CdtrAgt><FinInstnId><BICFI>NDEADKKK</BICFI></FinInstnId></CdtrAgt>"
    one = Transfer(account=f"<IBAN>{iban}</IBAN>", agent=bank_)
    assert ("bic_country_differs" in _codes(check(File((one,)).xml()))) is differs


def test_the_agreement_goes_before_what_the_file_says_of_its_bank(check: Any) -> None:
    agreed = Case(
        NOW, {"DK5000400440116243": "danske-dk"}, {"danske-dk": {Kind.DANISH: "15:00"}}
    )
    blanks = File(debtor="DK50 0040 0440 1162 43").xml()
    for data in (File().xml(), blanks):
        (batch,) = check(data, case=agreed).totals["batches"]
        assert batch["bank"] == "Danske Bank"
        assert batch["releaseBy"] == "2026-11-24T15:00:00+01:00"


def test_a_payments_own_type_goes_before_its_batches(check: Any) -> None:
    file = File(
        (Transfer(type=INSTANT),), bic="DABADKKK",
        batch_type="<PmtTpInf><SvcLvl><Cd>SDVA</Cd></SvcLvl></PmtTpInf>",
    )  # fmt: skip
    (batch,) = check(file.xml()).totals["batches"]
    assert batch["kinds"] == ["danishInstant"]


@pytest.mark.parametrize(
    ("debtor", "creditor", "currency", "scheme", "kind"),
    [
        ("DK", "DE", "EUR", "IBAN", Kind.SEPA),
        ("DK", "US", "EUR", "IBAN", Kind.CROSS_BORDER),
        ("US", "DE", "EUR", "IBAN", Kind.CROSS_BORDER),
        ("DK", "DE", "DKK", "IBAN", Kind.CROSS_BORDER),
        ("DK", None, "DKK", "OCR", Kind.SLIP),
        ("DK", None, "EUR", "OCR", Kind.SEPA),
        ("DK", None, "DKK", "BBAN", Kind.DANISH),
        ("DK", None, "DKK", None, Kind.CROSS_BORDER),
        ("SE", "SE", "SEK", "IBAN", Kind.SWEDISH),
        ("SE", "NO", "SEK", "IBAN", Kind.CROSS_BORDER),
        ("NO", "NO", "NOK", "IBAN", Kind.NORWEGIAN),
    ],
)
def test_which_way_a_payment_goes(
    debtor: str, creditor: str | None, currency: str, scheme: str | None, kind: Kind
) -> None:
    found = kind_of(
        debtor_country=debtor, creditor_country=creditor, currency=currency,
        account_scheme=scheme, service_level=None, local_instrument=None,
    )  # fmt: skip
    assert found is kind


def test_a_later_run_says_what_is_new_and_what_was_mended(check: Any) -> None:
    wrong = Transfer("E-1", currency="ABC")
    first = check(File((wrong,), total="1.00").xml()).told()
    again = check(File((wrong, Transfer("E-2", amount="0.00"))).xml())
    told = again.told(unfold(first["token"]))
    new = {one["code"]: one["isNew"] for one in told["findings"]}
    assert new["currency_unknown"] is False
    assert new["amount_not_positive"] is True
    assert "sum_differs" in {one["code"] for one in told["rerun"]["mended"]}


def test_the_closing_days_of_one_batch_are_not_those_of_the_next(check: Any) -> None:
    """The first of May closes the settlement in euro, not that in kroner."""
    euro = Transfer(currency="EUR", account=GERMAN).xml()
    data = _twice("B-2").decode().replace("2026-11-24", "2026-05-01")
    data = data.replace(Transfer().xml(), euro, 1)
    assert data.count("EUR") == 1
    at = datetime(2026, 4, 30, 9, tzinfo=UTC)
    cause = check(data.encode(), now=at).tally.causes["execution_day_closed"]
    assert [one.path for one in cause.found] == ["PmtInf[1]/ReqdExctnDt"]


def test_the_worst_is_told_first_and_each_group_says_how_much_of_it(
    check: Any,
) -> None:
    first = Transfer("E-1", name="x" * 141, currency="ABC")
    second = Transfer("E-2", amount="2.00", currency="ABC", bearer=DEBT)
    report = check(File((first, second)).xml())
    told = report.told()
    ranks = {"error": 0, "warning": 1, "info": 2}
    severities = [ranks[group["severity"]] for group in told["groups"]]
    assert severities == sorted(severities)
    assert set(severities) >= {0, 1}
    (group,) = (one for one in told["groups"] if one["code"] == "currency_unknown")
    assert (group["layer"], group["count"], group["payments"], group["leftOut"]) == (
        "iso", 2, 2, 0,
    )  # fmt: skip
    found = [one for one in told["findings"] if one["code"] == "currency_unknown"]
    assert [one["payment"] for one in found] == [
        {
            "position": place, "endToEndId": name, "creditor": creditor,
            "amount": amount, "currency": "ABC", "batch": "B-1",
        }
        for place, name, creditor, amount in (
            (1, "E-1", "x" * 141, "100.00"), (2, "E-2", "Kystens Smedje ApS", "2.00"),
        )
    ]  # fmt: skip
    path = "PmtInf[1]/CdtTrfTxInf[{}]/Amt/InstdAmt/@Ccy"
    assert [one["path"] for one in found] == [path.format(1), path.format(2)]
    counts = {
        name: sum(one["severity"] == severity for one in told["findings"])
        for name, severity in (
            ("errors", "error"), ("warnings", "warning"), ("notes", "info"),
        )
    }  # fmt: skip
    assert told["counts"] == counts


def test_a_file_says_of_itself_what_it_is(check: Any) -> None:
    data = File((Transfer(), Transfer("E-2", currency="EUR"))).xml()
    report = check(data)
    told = report.told()
    assert told["sha256"] == hashlib.sha256(data).hexdigest()
    wanted = ("size", "format", "version", "messageId", "standing", "checked")
    assert [told[name] for name in wanted] == [
        len(data), "pain.001", "pain.001.001.09", "M-1", "valid", NOW.isoformat(),
    ]  # fmt: skip
    assert told["totals"]["stated"] == {"count": "2", "sum": "200.00"}
    assert told["totals"]["counted"] == {
        "count": 2, "sum": "200.00",
        "currencies": [
            {"currency": "DKK", "count": 1, "amount": "100.00"},
            {"currency": "EUR", "count": 1, "amount": "100.00"},
        ],
    }  # fmt: skip
    # Also of a file that is read only in part.
    broken = data[: len(data) // 2]
    found = check(broken)
    assert found.standing is Standing.INVALID
    assert (found.sha256, found.size) == (
        hashlib.sha256(broken).hexdigest(),
        len(broken),
    )


def test_what_is_mended_is_counted_whole_though_only_some_of_it_was_kept(
    check: Any,
) -> None:
    many = [
        Transfer(f"E-{n}", amount=f"{n + 1}.00", currency="ABC") for n in range(210)
    ]
    first = check(File(many).xml()).told()
    (group,) = (one for one in first["groups"] if one["code"] == "currency_unknown")
    assert (group["count"], group["leftOut"]) == (210, 10)
    told = check(File().xml()).told(unfold(first["token"]))["rerun"]
    mended = {one["code"]: one["count"] for one in told["mended"]}
    assert mended["currency_unknown"] == 210
    assert told["mendedCount"] == sum(mended.values())
    assert told["newCount"] == 0


def _token(content: Any) -> str:
    packed = zlib.compress(orjson.dumps(content))
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.mark.parametrize(
    "token",
    ["", "x", "=", _token([2, {}]), _token([1]), _token([1, {"a": 1}]), "A" * 32_769],
)
def test_what_is_no_token_of_ours_is_not_read(token: str) -> None:
    with pytest.raises(TokenUnreadable):
        unfold(token)
    assert unfold(_token([1, {"sum_differs": [2, "a" * 20]}])) == {
        "sum_differs": Remembered(2, frozenset({"a" * 10}))
    }


@pytest.mark.parametrize(
    ("takes_hybrid", "lines", "is_taken"),
    [(True, 0, True), (True, 1, True), (False, 0, True), (False, 1, False)],
)
def test_a_bank_may_take_addresses_in_fields_alone(
    takes_hybrid: bool, lines: int, is_taken: bool
) -> None:
    said = "<AdrLine>Havnen 1</AdrLine>" * lines
    town = f"<PstlAdr><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry>{said}</PstlAdr>"
    file = File((Transfer(currency="EUR", account=GERMAN, address=town),))
    values = [*bankfiles.read(io.BytesIO(file.xml()))]
    case = Case(NOW)
    case.open(next(one for one in values if isinstance(one, PaymentBatch)))
    assert case.block is not None
    case.block.profile = replace(NORDEA, takes_hybrid=takes_hybrid)
    line = case.line(next(one for one in values if isinstance(one, Payment)))
    found = [hit.code for hit in address.of_payment(line, case)]
    assert found == ([] if is_taken else ["address_hybrid_refused"])
