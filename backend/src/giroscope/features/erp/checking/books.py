"""Checks of the books: the right company, its accounts, payments that can be read."""

from collections import Counter
from collections.abc import Sequence

from erplink import Company, ErpAccount, Operation, SignInRefused, Unreadable
from giroscope.features.erp.checking.probe import Probe, comparable
from giroscope.features.erp.checking.result import (
    Found,
    Item,
    Tone,
    failed,
    not_run,
    passed,
    skipped,
    warning,
)
from giroscope.features.erp.configuration.own import digits
from giroscope.features.erp.doubts import doubt_sentence

_MOST_NAMED = 20


def company(probe: Probe) -> Found:
    """The books are those of the company they should be.

    It does not stand on the sign-in: an ERP may refuse that for the company alone.
    """
    if not probe.can(Operation.LIST_COMPANIES):
        return skipped("companies_not_offered")
    try:
        seen = probe.companies
    except SignInRefused:
        return skipped("no_sign_in")
    if not seen:
        return failed("company_none", setting=probe.company_setting())
    setting = probe.company_setting()
    wanted = probe.opened.values.get(setting or "", "")
    items = [_company_item(one, wanted) for one in seen[:_MOST_NAMED]]
    found = next((one for one in seen if one.native_id == wanted), None)
    if found is None and (wanted or len(seen) > 1):
        return failed(
            "company_not_there", items=items, setting=setting, wanted=wanted or "-"
        )
    return _as_it_was(probe, found or seen[0], items)


def _as_it_was(probe: Probe, chosen: Company, items: Sequence[Item]) -> Found:
    """The company is what it should be: by its number, else by what it was before."""
    expected, known = probe.opened.own.registration, probe.known_company
    number = digits(chosen.registration)
    told = {
        "name": chosen.name, "registration": chosen.registration or "-",
        "currency": chosen.currency,
    }  # fmt: skip
    if expected and number != expected:
        return failed(
            "company_other", told, items=items, setting=probe.company_setting(),
            found=chosen.registration or "-", wanted=expected,
        )  # fmt: skip
    if known and known.number and not expected and number != digits(known.number):
        return failed(
            "company_renumbered", told, items=items, setting="company_registration",
            was=known.number,
        )  # fmt: skip
    if known and _plain(known.name) != _plain(chosen.name):
        return warning(
            "company_renamed", told, items=items, setting=probe.company_setting(),
            was=known.name,
        )  # fmt: skip
    return passed("company_right", told, items=items)


def accounts(probe: Probe) -> Found:
    """Each of the ERP's own accounts is one account here, and no two the same."""
    if not probe.can(Operation.LIST_BANK_ACCOUNTS):
        return skipped("accounts_not_offered")
    seen = [one for one in probe.accounts if not one.is_blocked]
    if not seen:
        return warning("accounts_none")
    keys = Counter(_key(one) for one in seen if _number(one))
    twice = {key for key, count in keys.items() if count > 1}
    items = [_account_item(one, probe, twice) for one in seen]
    told = {"count": len(seen)}
    if twice:
        return failed("accounts_twice", told, items=items, number=_first(seen, twice))
    nameless = [one for one in seen if not _number(one)]
    if nameless:
        return failed("accounts_without_number", items=items, name=nameless[0].name)
    if not probe.own_accounts:
        return warning("accounts_none_here", told, items=items)
    strangers = [one for one in seen if _key(one) not in probe.own_accounts]
    if strangers:
        return warning("accounts_unknown", told, items=items, unknown=len(strangers))
    return passed("accounts_match", told, items=items)


def statement_journals(probe: Probe) -> Found:
    """There is a place in the ERP for each account's statement lines."""
    if not probe.can(Operation.PUSH_STATEMENT_LINES):
        return skipped("lines_not_offered")
    if not probe.opened.own.writes_statement_lines:
        return skipped("lines_not_wanted")
    seen = [one for one in probe.accounts if not one.is_blocked]
    items = [
        Item.same(
            one.native_id,
            f"{one.name} ({_number(one) or '-'})",
            Tone.WELL if one.statement_journal else Tone.ILL,
        )
        for one in seen
    ]
    without = [one for one in seen if not one.statement_journal]
    if not seen:
        return skipped("accounts_none")
    if without:
        return failed(
            "journals_missing", items=items, count=len(without), name=without[0].name
        )
    return passed("journals_there", items=items, count=len(seen))


def sample(probe: Probe) -> Found:
    """Payments that are open in the ERP can be read as payments."""
    if not probe.can(Operation.FETCH_PAYMENTS):
        return skipped("payments_not_offered")
    page = probe.sample
    count = len(page.items) + len(page.unreadable)
    if count == 0:
        return not_run("sample_empty")
    if page.unreadable:
        items = [_unreadable(one) for one in page.unreadable[:_MOST_NAMED]]
        report = failed if not page.items else warning
        return report(
            "sample_unreadable", items=items, count=len(page.unreadable), total=count
        )
    return passed("sample_read", count=count)


def _plain(name: str) -> str:
    """A name as it is compared: a blank or a capital more is no other name."""
    return " ".join(name.casefold().split())


def _company_item(one: Company, wanted: str) -> Item:
    parts = [one.name, one.registration, one.currency]
    tone = Tone.WELL if one.native_id == wanted else Tone.OPEN
    return Item.same(one.native_id, " · ".join(filter(None, parts)), tone)


def _account_item(one: ErpAccount, probe: Probe, twice: set[str]) -> Item:
    number = _number(one)
    here = probe.own_accounts.get(_key(one))
    named = f"{one.name} ({number or '-'})"
    if _key(one) in twice:
        return Item(
            one.native_id, f"{named}: twice in the ERP",
            f"{named}: findes to gange i ERP-systemet", Tone.ILL,
        )  # fmt: skip
    if not number:
        return Item(
            one.native_id, f"{named}: has no number", f"{named}: har intet nummer",
            Tone.ILL,
        )  # fmt: skip
    if here is None:
        return Item(
            one.native_id, f"{named}: not known here", f"{named}: kendes ikke her",
            Tone.WARNING,
        )  # fmt: skip
    return Item.same(one.native_id, f"{named} = {here}", Tone.WELL)


def _number(one: ErpAccount) -> str:
    return one.iban or one.number


def _key(one: ErpAccount) -> str:
    """The number as accounts are compared."""
    return comparable(_number(one))


def _first(seen: Sequence[ErpAccount], keys: set[str]) -> str:
    return next(_number(one) for one in seen if _key(one) in keys)


def _unreadable(one: Unreadable) -> Item:
    said = doubt_sentence(one.doubt, one.field)
    return Item(
        one.native_id, f"{one.number}: {said.en}", f"{one.number}: {said.da}", Tone.ILL
    )
