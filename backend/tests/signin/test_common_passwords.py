"""Which passwords are refused because others would guess them among the first."""

from pathlib import Path

import pytest

from signin.common_passwords import LISTED, SHORTEST, is_common, listed
from signin.passwords import random_password

LIST = Path(__file__).parents[3] / "deploy" / "keycloak" / "common-passwords.txt"
# From memory of what lists of leaked passwords begin with, and of what offices use.
COMMON = [
    "passwordpassword", "Password123456", "P@ssw0rd1234", "p4ssw0rdp4ssw0rd",
    "Passw0rd!2025", "1qaz2wsx3edc", "1q2w3e4r5t6y", "qwertyuiop123",
    "qwertyuiopasdf", "zaq12wsxcde3", "123456789012", "012345678910", "111111111111",
    "abcdabcdabcd", "abc123abc123", "iloveyou1234", "letmein12345",
    "trustno1trustno1", "administrator", "Administrator1!", "admin1234567",
    "welcome12345", "Velkommen2026!", "Sommer2026!!!", "vinter2025!!", "Hemmelig1234",
    "adgangskode1", "k0benhavn2024", "Danmark12345", "football1234", "liverpoolfc123",
    "manchesterunited", "chelsea12345", "superman1234", "unbelievable",
    "qwerty123456", "drowssapdrowssap", "Martin19871987", "sunshine2024!",
    "NordeaNordea1", "regnskab2025", "asdfghjklæøå", "changemeplease",
    "correct-horse-battery-staple", "!@#$%^&*()!@#", "Password@123", "Kontor2026!!",
]  # fmt: skip
UNCOMMON = [
    "et lille rødt hus ved åen", "tolv tegn er nok", "purple monkey dishwasher",
    "x7Kd92mQp1Lz", "jeg cykler hver dag", "sommerfugl kravler opad bakken",
    "Brev-Tang-Oksekød-41",
]  # fmt: skip


@pytest.mark.parametrize("password", COMMON)
def test_what_everybody_thinks_of_is_refused(password: str) -> None:
    assert len(password) >= SHORTEST
    assert is_common(password)


@pytest.mark.parametrize("password", UNCOMMON)
def test_what_nobody_would_guess_is_taken(password: str) -> None:
    assert not is_common(password)


@pytest.mark.parametrize(
    "password",
    ["Rosenkilde-2026!", "gundersenrosenkilde", "Fjordfisk12345", "fj0rdf1sk2025"],
)
def test_what_is_known_of_a_person_is_no_secret(password: str) -> None:
    about = ("Åse Gundersen", "Rosenkilde", "fjordfisk")
    assert is_common(password, about)
    assert not is_common(password[::-1] + " bakke", about)


def test_what_is_made_here_is_never_common() -> None:
    assert not any(is_common(random_password()) for _ in range(50))


def test_ten_thousand_are_listed_and_each_of_them_is_refused() -> None:
    found = listed()
    assert (len(found), len(set(found)), LISTED) == (10_000, 10_000, 10_000)
    assert min(map(len, found)) >= SHORTEST
    # All would take half a minute of the processor; every fortieth tells as much.
    assert [one for one in found[::40] if not is_common(one)] == []
    # Keycloak compares in lower case.
    assert found == [one.lower() for one in found]


def test_keycloaks_list_is_the_one_that_is_made() -> None:
    assert LIST.read_text("utf-8").split("\n") == [*listed(), ""], (
        "write it anew: scripts/common_passwords_fresh.py --write"
    )


def test_a_long_password_is_judged_quickly() -> None:
    assert is_common("ab1x" * 64)
