"""What is one account and what is not, name by name; IBANs that follow from numbers."""

import pytest

from giroscope.features.banks.account_identity import (
    Candidate,
    Choice,
    Verdict,
    choose,
    compare,
    same_account,
    strangers,
)
from giroscope.features.banks.account_names import name_of

NORDEA, DANSKE = "NDEADKKK", "DABADKKK"
DK, DK_SHORT = "DK2720001234567890", "DK3811110000222233"
DE, DE_COMMERZ = "DE14370400441234567890", "DE89370400440532013000"
NO, FI, FI_SAVINGS = "NO9386011117947", "FI2112345600000785", "FI5542345670000081"
AT, CH, NL = "AT611904300234573201", "CH9300762011623852957", "NL91ABNA0417164300"
BE, FR, GB = "BE68539007547034", "FR1420041010050500013M02606", "GB29NWBK60161331926819"
SEB, HANDELSBANKEN = "SE3550000000054910000003", "SE7160000000000123456789"
NORDEA_SE, SWEDBANK = "SE6630000000008105551234", "SE9880000832790000012345"

SAME = [
    # Denmark: registration number and account, with and without each other.
    ("20001234567890", None, DK),
    ("20001234567890", NORDEA, DK),
    ("20001234567890", "NDEADKKKXXX", DK),
    (f"{NORDEA}/20001234567890", None, DK),
    ("2000/1234567890", None, DK),
    ("2000-1234567890", None, DK),
    ("1234567890", None, DK),
    ("1234567890", "2000", DK),
    ("1234 567 890", NORDEA, DK),
    ("1111222233", None, DK_SHORT),
    ("1111/222233", None, DK_SHORT),
    ("0000222233", None, DK_SHORT),
    ("222233", None, DK_SHORT),
    # Germany, Austria: bank code and account.
    ("37040044/0532013000", None, DE_COMMERZ),
    ("37040044/532013000", "COBADEFFXXX", DE_COMMERZ),
    ("370400440532013000", None, DE_COMMERZ),
    ("532013000", "COBADEFF", DE_COMMERZ),
    ("532013000", "37040044", DE_COMMERZ),
    ("19043/00234573201", None, AT),
    ("19043/234573201", None, AT),
    # Norway, Belgium, France: the whole, with its check digits.
    ("8601 11 17947", None, NO),
    ("8601.11.17947", None, NO),
    ("86011117947", "DABANO22", NO),
    ("539-0075470-34", None, BE),
    ("20041010050500013M02606", None, FR),
    # Finland: the old form is filled up, differently at savings banks.
    ("123456-785", None, FI),
    ("12345600000785", "NDEAFIHH", FI),
    ("423456-781", None, FI_SAVINGS),
    # Switzerland, the Netherlands, Great Britain.
    ("762/11623852957", None, CH),
    ("00762011623852957", None, CH),
    ("417164300", None, NL),
    ("41.71.64.300", "ABNANL2A", NL),
    ("60-16-13 31926819", None, GB),
    ("601613/31926819", None, GB),
    ("31926819", "NWBKGB2LXXX", GB),
    # Sweden: each bank fills up in one of three ways.
    ("5491 000 0003", None, SEB),
    ("54910000003", "ESSESESS", SEB),
    ("6123 123 456 789", None, HANDELSBANKEN),
    ("123456789", "HANDSESS", HANDELSBANKEN),
    ("3300 8105551234", None, NORDEA_SE),
    ("8105551234", "NDEASESS", NORDEA_SE),
    ("8327-9 12345", None, SWEDBANK),
    ("832790000012345", "SWEDSESS", SWEDBANK),
    # Two national numbers, before any IBAN is known.
    ("20001234567890", None, f"{NORDEA}/20001234567890"),
    ("2000-1234567890", None, "20001234567890"),
    ("12345678/0123456789", None, "12345678/123456789"),
    ("123456789", None, "12345678/0123456789"),
    ("1", None, "1"),
]
OTHER = [
    # A shorter number that another one ends with, or begins with.
    ("34567890", None, DK),
    ("4567890", None, "1234567890"),
    ("123456789", None, DK),
    ("2013000", None, DE_COMMERZ),
    ("2000/34567890", None, DK),
    # Another bank's code before the number, or beside it.
    ("3000/1234567890", None, DK),
    ("37040045/532013000", None, DE_COMMERZ),
    ("50070010/532013000", None, "37040044/532013000"),
    # Too short to mean an account without its bank.
    ("1234", None, "DK3420000000001234"),
    # Countries in which no account is written without its bank.
    ("1117947", None, NO),
    ("0075470", None, BE),
    # Check digits that are wrong.
    ("86011117948", None, NO),
    ("123456-786", None, FI),
    ("539-0075470-35", None, BE),
    ("20041010050500013M02607", None, FR),
    ("DK2820001234567890", None, DK),
    ("DK2820001234567890", None, "20001234567890"),
    ("?", None, DK),
]
CONTRADICTION = [
    # Two IBANs, as an account has one.
    (DE, None, DK),
    # The same number in two countries, or at two banks.
    ("1234567890", NORDEA, DE),
    ("1234567890", "COBADEFF", DK),
    ("1234567890", "NDEASESS", DK),
    ("1234567890", DANSKE, DK),
    ("1234567890", "3000", DK),
    ("417164300", "INGBNL2A", NL),
    ("31926819", "BARCGB22", GB),
    (f"{DANSKE}/1234567890", None, f"{NORDEA}/1234567890"),
    (f"{NORDEA}/1234567890", None, "NDEASESS/1234567890"),
    (f"{NORDEA}/20001234567890", None, DE),
    ("123456789", "5000", HANDELSBANKEN),
]


def _verdicts(text: str, servicer: str | None, known: str) -> set[Verdict]:
    said, other = name_of(text, servicer), name_of(known)
    return {compare(said, other), compare(other, said)}


@pytest.mark.parametrize(("text", "servicer", "known"), SAME)
def test_names_of_one_account(text: str, servicer: str | None, known: str) -> None:
    assert _verdicts(text, servicer, known) == {Verdict.SAME}
    assert same_account(name_of(known), [name_of(text, servicer)])


@pytest.mark.parametrize(("text", "servicer", "known"), OTHER)
def test_names_that_say_nothing_of_each_other(
    text: str, servicer: str | None, known: str
) -> None:
    assert _verdicts(text, servicer, known) == {Verdict.OTHER}
    assert not same_account(name_of(known), [name_of(text, servicer)])


@pytest.mark.parametrize(("text", "servicer", "known"), CONTRADICTION)
def test_names_that_cannot_be_of_one_account(
    text: str, servicer: str | None, known: str
) -> None:
    assert _verdicts(text, servicer, known) == {Verdict.CONTRADICTION}


def test_one_name_that_forbids_it_weighs_more_than_one_that_fits() -> None:
    bare, at_danske = name_of("1234567890"), name_of("1234567890", DANSKE)
    assert same_account(at_danske, [bare])
    assert not same_account(at_danske, [bare, name_of(DK)])


def test_clearing_numbers_beside_a_number_tell_two_banks() -> None:
    first, second = (name_of("1234567890", code) for code in ("2000", "3000"))
    assert compare(first, second) is Verdict.CONTRADICTION
    assert compare(first, name_of("1234567890", "02000")) is Verdict.SAME


def test_an_account_that_was_joined_keeps_both_ibans() -> None:
    assert same_account(name_of(DE), [name_of(DK), name_of(DE)])


@pytest.mark.parametrize(
    ("text", "servicer", "iban"),
    [
        ("20001234567890", NORDEA, DK),
        (f"{NORDEA}/20001234567890", None, DK),
        ("1111-222233", NORDEA, DK_SHORT),
        ("37040044/532013000", "COBADEFFXXX", DE_COMMERZ),
        ("19043/234573201", "BKAUATWW", AT),
        ("86011117947", "DNBANOKK", NO),
        ("123456-785", "NDEAFIHH", FI),
        ("423456-781", "HELSFIHH", FI_SAVINGS),
        ("539-0075470-34", "KREDBEBB", BE),
        ("20041010050500013M02606", "PSSTFRPP", FR),
        ("00762011623852957", "UBSWCHZH80A", CH),
        ("417164300", "ABNANL2A", NL),
        ("60161331926819", "NWBKGB2L", GB),
        ("54910000003", "ESSESESS", SEB),
        ("6123123456789", "HANDSESS", HANDELSBANKEN),
        ("33008105551234", "NDEASESS", NORDEA_SE),
        ("832790000012345", "SWEDSESS", SWEDBANK),
        # Without a bank that tells the country, digits are digits.
        ("20001234567890", None, None),
        ("37040044/532013000", None, None),
        ("20001234567890", "2000", None),
        # Danish digits that begin with a registration number, or do not.
        ("1234567890", NORDEA, None),
        ("2000123456789", NORDEA, None),
        ("200-1234567890", NORDEA, None),
        # Check digits, another bank's letters or clearing number.
        ("86011117948", "DNBANOKK", None),
        ("123456-786", "NDEAFIHH", None),
        ("54910000003", "HANDSESS", None),
        ("417164300", "XXXXNL2A", None),
        ("37040044/532013000", "NDEAZZKK", None),
    ],
)
def test_an_iban_follows_only_where_bank_and_account_are_certain(
    text: str, servicer: str | None, iban: str | None
) -> None:
    assert name_of(text, servicer).iban == iban


def _known(*told: tuple[int, str] | tuple[int, str, str]) -> list[Candidate]:
    return [Candidate(one[0], one[1], one[-1]) for one in told]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "stated", "choice"),
    [
        (_known(), "DKK", None),
        (_known((1, "DKK")), "DKK", Choice(1)),
        (_known((1, "DKK")), None, Choice(1)),
        (_known((1, "DKK")), "EUR", None),
        (_known((1, "DKK"), (2, "EUR")), "EUR", Choice(2)),
        (_known((1, "DKK"), (2, "EUR")), None, None),
        (_known((1, "DKK"), (2, "DKK")), "DKK", None),
        (_known((1, "DKK"), (2, "DKK")), None, None),
        (_known((1, "XXX")), None, Choice(1)),
        (_known((1, "XXX")), "DKK", Choice(1, takes_currency=True)),
        (_known((1, "XXX"), (2, "DKK")), None, Choice(1)),
        (_known((1, "XXX"), (2, "DKK")), "DKK", Choice(2)),
        (_known((1, "XXX"), (2, "DKK")), "EUR", None),
        (_known((1, "XXX"), (2, "XXX")), "EUR", None),
        # A person has said what the number means without a currency.
        (_known((1, "DKK", "XXX"), (2, "EUR")), None, Choice(1)),
        (_known((1, "DKK", "XXX"), (2, "EUR")), "DKK", Choice(1)),
        (_known((1, "DKK", "XXX")), "EUR", None),
    ],
)
def test_an_account_is_chosen_by_currency_or_not_at_all(
    found: list[Candidate], stated: str | None, choice: Choice | None
) -> None:
    assert choose(found, stated) == choice


ELSEWHERE = {
    "DK0730000011223344", "DEUTDEFF/0440116243", "SE4550000000058398257466"
}  # fmt: skip


@pytest.mark.parametrize(
    ("known", "others"),
    [
        # Another IBAN is another account, and so is a number at another bank.
        ({"DK5000400440116243"}, ELSEWHERE),
        ({"NDEADKKK/0440116243"}, ELSEWHERE),
        # Of a bare number an IBAN says nothing.
        ({"0440116243"}, set()),
        (set(), set()),
    ],
)
def test_a_name_that_contradicts_an_account_s_own_is_another_s(
    known: set[str], others: set[str]
) -> None:
    names = {"DK5000400440116243", "0440116243", *ELSEWHERE}
    assert strangers(names, known) == others
