"""Payees against the realm's own history, and against the rest of their file.

An account counts as known to a payee once a bank accepted or booked a payment to it;
where there is none such, what was only sent in before counts.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from giroscope.features.payments.checks.case import Hit, compact
from giroscope.features.payments.checks.history import Beside, FileLine, Known
from giroscope.features.payments.checks.names import look_alike, normal_name
from giroscope.features.payments.checks.rules import (
    INFO,
    WARNING,
    Rule,
    Words,
    rules,
)

_OWN = "Giroscope: the payments of this realm"
_CALL = Words(
    "Call the payee on a number you know, not one from the message that told of the"
    " account; have a second person agree.",
    "Ring til modtageren på et nummer, du kender, ikke ét fra beskeden om kontoen; lad"
    " en anden person sige god for det.",
)

RULES = rules(
    Rule(
        "payee_account_new",
        WARNING,
        Words(
            "A known payee is paid on an account never used before",
            "En kendt modtager betales på en konto, der aldrig er brugt før",
        ),
        Words(
            "Fraud most often begins with a changed account number.",
            "Bedrageri begynder oftest med et ændret kontonummer.",
        ),
        _CALL,
        _OWN,
    ),
    Rule(
        "payee_account_foreign",
        WARNING,
        Words(
            "A known payee is paid abroad for the first time",
            "En kendt modtager betales i udlandet for første gang",
        ),
        Words(
            "Who was always paid in one country seldom moves the account abroad.",
            "Den, der altid er betalt i ét land, flytter sjældent kontoen til"
            " udlandet.",
        ),
        _CALL,
        _OWN,
    ),
    Rule(
        "payee_account_corrected",
        WARNING,
        Words(
            "A rejected payment is resubmitted to another account",
            "En afvist betaling genindsendes til en anden konto",
        ),
        Words(
            "Fraud most often begins with a changed account number.",
            "Bedrageri begynder oftest med et ændret kontonummer.",
        ),
        _CALL,
        _OWN,
    ),
    Rule(
        "payee_account_changed",
        INFO,
        Words(
            "A payee is paid on another account than last time",
            "En modtager betales på en anden konto end sidst",
        ),
        Words(
            "Both accounts are known; the last payment went to the other one.",
            "Begge konti er kendte; den seneste betaling gik til den anden.",
        ),
        Words(
            "Look whether the invoice names this account.",
            "Se efter, om fakturaen nævner denne konto.",
        ),
        _OWN,
    ),
    Rule(
        "payee_two_names",
        WARNING,
        Words(
            "One account is paid under two names",
            "Én konto betales under to navne",
        ),
        Words("An account belongs to one payee.", "En konto tilhører én modtager."),
        Words(
            "Find out which name is right, and correct the other in the accounting"
            " system.",
            "Find ud af, hvilket navn der er rigtigt, og ret det andet i"
            " økonomisystemet.",
        ),
        _OWN,
    ),
    Rule(
        "payee_two_names_in_file",
        WARNING,
        Words(
            "A new account stands in the file under two names",
            "En ny konto står i filen under to navne",
        ),
        Words("An account belongs to one payee.", "En konto tilhører én modtager."),
        _CALL,
        _OWN,
    ),
    Rule(
        "payee_two_accounts_in_file",
        WARNING,
        Words(
            "A new payee stands in the file with two accounts",
            "En ny modtager står i filen med to konti",
        ),
        Words(
            "Who is paid for the first time seldom has two accounts.",
            "Den, der betales første gang, har sjældent to konti.",
        ),
        _CALL,
        _OWN,
    ),
    Rule(
        "payee_look_alike",
        WARNING,
        Words(
            "A payee's name looks like a known one's",
            "En modtagers navn ligner en kendt modtagers",
        ),
        Words(
            "A name that differs by a letter, a sign or the legal form, with another"
            " account, may be made to be taken for the known one.",
            "Et navn, der afviger med et bogstav, et tegn eller selskabsformen, og har"
            " en anden konto, kan være lavet for at ligne det kendte.",
        ),
        _CALL,
        _OWN,
    ),
    Rule(
        "payee_new",
        INFO,
        Words("A payee is paid for the first time", "En modtager betales første gang"),
        Words(
            "Neither the name nor the account was paid before.",
            "Hverken navnet eller kontoen er betalt før.",
        ),
        Words(
            "Look whether the supplier was set up by two people.",
            "Se efter, om leverandøren er oprettet af to personer.",
        ),
        _OWN,
    ),
)

NO_HISTORY = Words(
    "There is no history to compare with here.",
    "Her er ingen historik at sammenligne med.",
)
EMPTY_HISTORY = Words(
    "No payment was made before; this one begins the history.",
    "Ingen betaling er foretaget før; denne begynder historikken.",
)


class Past(NamedTuple):
    """What the realm knows of the payees of one file."""

    accounts: Mapping[str, list[Known]]
    """By the key of a name."""
    names: Mapping[str, list[tuple[str, int]]]
    """By account."""
    names_in_file: Mapping[str, list[Beside]] = {}
    """By account, where the file itself gives it several names."""
    accounts_in_file: Mapping[str, list[Beside]] = {}
    """By the key of a name, where the file itself gives it several accounts."""
    corrected: Mapping[int, tuple[str, int]] = {}
    """By position, the account that a corrected payment had, and its id."""


class Hunch(NamedTuple):
    """A hit that still names the earlier payment by id only."""

    hit: Hit
    earlier: int | None


def of_payment(line: FileLine, past: Past) -> Iterator[Hunch]:
    """What the past says of one payment's payee."""
    account, name = line.bill.account, line.name
    if line.position in past.corrected:
        before, original = past.corrected[line.position]
        note = Words(f"before: {before}", f"før: {before}")
        hit = Hit("payee_account_corrected", f"{line.path}/Id", account, note)
        yield Hunch(hit, original)
    if name is None:
        return
    like = past.accounts.get(line.payee_key or "", [])
    same = [known for known in like if _is_same(name, known.name)]
    if same:
        yield from _account(line, same)
    else:
        yield from _name(line, like, past.names.get(account, []))
        yield from _two_accounts(line, past)
    if account not in past.names:
        yield from _two_names(line, past)


def _two_names(line: FileLine, past: Past) -> Iterator[Hunch]:
    """The account is new: does the file give it another name, too?"""
    name, beside = (
        line.name or "",
        past.names_in_file.get(compact(line.bill.account) or ""),
    )
    other = next((one for one in beside or () if not _is_same(name, one.name)), None)
    if other is not None:
        note = Words(
            f"payment {other.position}: {other.name}",
            f"betaling {other.position}: {other.name}",
        )
        yield Hunch(Hit("payee_two_names_in_file", line.path, name, note), None)


def _two_accounts(line: FileLine, past: Past) -> Iterator[Hunch]:
    """The name is new: does the file pay it on another account, too?"""
    name, account = line.name or "", compact(line.bill.account)
    beside = past.accounts_in_file.get(line.payee_key or "", [])
    other = next(
        (one for one in beside
         if one.account != account and _is_same(name, one.name)), None,
    )  # fmt: skip
    if other is not None:
        note = Words(
            f"payment {other.position}: {other.account}",
            f"betaling {other.position}: {other.account}",
        )
        path = f"{line.path}/Id"
        hit = Hit("payee_two_accounts_in_file", path, line.bill.account, note)
        yield Hunch(hit, None)


def _account(line: FileLine, same: list[Known]) -> Iterator[Hunch]:
    """The name is known: is the account?"""
    account = line.bill.account
    proven = [known for known in same if known.is_proven]
    trusted = proven or same
    latest = max(trusted, key=lambda known: known.latest)
    path = f"{line.path}/Id"
    if any(known.account == account for known in trusted):
        if latest.account != account:
            yield Hunch(
                _hit("payee_account_changed", path, account, latest), latest.latest
            )
        return
    countries = {known.account[:2] for known in trusted if _is_iban(known.account)}
    is_foreign = (
        _is_iban(account)
        and len(countries) == 1
        and all(_is_iban(known.account) for known in trusted)
        and account[:2] not in countries
    )
    code = "payee_account_foreign" if is_foreign else "payee_account_new"
    yield Hunch(_hit(code, path, account, latest), latest.latest)


def _name(
    line: FileLine, like: list[Known], names: list[tuple[str, int]]
) -> Iterator[Hunch]:
    """The name is new: is the account, or does the name look like another?"""
    account, name = line.bill.account, line.name or ""
    others = [(other, latest) for other, latest in names if not _is_same(name, other)]
    if others:
        other, latest = max(others, key=lambda one: one[1])
        if not look_alike(name, other):
            note = Words(f"before: {other}", f"før: {other}")
            hit = Hit("payee_two_names", line.path, name, note)
            yield Hunch(hit, latest)
        return
    alike = [known for known in like if _is_alike(name, known.name)]
    if alike:
        nearest = max(alike, key=lambda known: (known.is_proven, known.latest))
        note = Words(
            f"known: {nearest.name}, {nearest.account}",
            f"kendt: {nearest.name}, {nearest.account}",
        )
        yield Hunch(Hit("payee_look_alike", line.path, name, note), nearest.latest)
    else:
        yield Hunch(Hit("payee_new", line.path, f"{name}, {account}"), None)


def _hit(code: str, path: str, account: str, latest: Known) -> Hit:
    note = Words(f"last paid on {latest.account}", f"senest betalt på {latest.account}")
    return Hit(code, path, account, note)


def _is_iban(account: str) -> bool:
    return account[:2].isalpha() and account[2:4].isdecimal()


@lru_cache(maxsize=16384)
def _is_same(one: str, other: str) -> bool:
    left, right = normal_name(one), normal_name(other)
    return left == right or sorted(left.split()) == sorted(right.split())


_is_alike = lru_cache(maxsize=16384)(look_alike)
