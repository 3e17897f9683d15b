"""Who is billed: what may stand on an invoice, and changing it."""

import re
from collections.abc import Mapping
from typing import Any

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing.errors import BadDetails, DetailsMissing
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.tables import BillingAccount
from giroscope.features.billing.vat import (
    is_cvr,
    is_ean,
    is_in_eu,
    is_vat_number,
    plain_number,
)

LANGUAGES = ("da", "en")
_MOST_RECIPIENTS = 10
_LONGEST = {
    "name": 140, "address": 200, "postcode": 16, "city": 80, "country": 2,
    "company_number": 20, "vat_number": 16, "order_number": 60, "ean": 13,
    "contact": 140, "language": 2,
}  # fmt: skip
_NUMBERS = ("country", "company_number", "vat_number", "ean")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def change(billing: Billing, wanted: Mapping[str, Any]) -> None:
    """Change what is given, and nothing else.

    Raises:
        BadDetails: It cannot stand on an invoice; `path` names the field.
    """
    account = billing.account
    was = {name: getattr(account, name) for name in wanted}
    for name, value in wanted.items():
        setattr(account, name, _cleaned(name, value))
    _ensure_numbers(account)
    now = {name: getattr(account, name) for name in wanted}
    changed = [name for name in wanted if was[name] != now[name]]
    if not changed:
        return
    account.changed = billing.now
    billing.session.flush()
    record_now(
        billing.session.connection(), billing.actor, "billing.details_changed",
        Subject("realm", billing.realm, billing.realm),
        was={name: was[name] for name in changed},
        now={name: now[name] for name in changed}, at=billing.now,
    )  # fmt: skip


def ensure_whole(account: BillingAccount) -> None:
    """Pass silently, if an invoice can name its buyer (momsbekendtgørelsen § 58).

    Raises:
        DetailsMissing: Something is missing; `path` says what.
    """
    for name in ("name", "address", "city", "country"):
        if not getattr(account, name):
            raise DetailsMissing(path=name)


def _cleaned(name: str, value: Any) -> Any:
    if name == "recipients":
        return _recipients(value)
    text = str(value).strip()
    if name in _NUMBERS:
        text = plain_number(text)
    if len(text) > _LONGEST[name]:
        raise BadDetails(f"At most {_LONGEST[name]} signs fit here", path=name)
    if name != "address" and any(not sign.isprintable() for sign in text):
        raise BadDetails("This has to be one line", path=name)
    if name == "language" and text not in LANGUAGES:
        raise BadDetails("The language is da or en", path=name)
    if name == "country" and re.fullmatch(r"[A-Z]{2}", text) is None:
        raise BadDetails("A country is two letters, such as DK", path=name)
    if name == "ean" and text and not is_ean(text):
        raise BadDetails("This is no EAN location number of 13 digits", path=name)
    return text


def _recipients(value: Any) -> list[str]:
    found = [one.strip() for one in value if one.strip()]
    if len(found) > _MOST_RECIPIENTS:
        raise BadDetails(f"At most {_MOST_RECIPIENTS} addresses", path="recipients")
    for one in found:
        ensure_mail(one, "recipients")
    return list(dict.fromkeys(found))


def ensure_mail(address: str, path: str) -> None:
    """Pass silently, or refuse what is no mail address.

    Raises:
        BadDetails: It is none.
    """
    if len(address) > 254 or _MAIL.fullmatch(address) is None:
        raise BadDetails(f"“{address[:60]}” is no mail address", path=path)


def _ensure_numbers(account: BillingAccount) -> None:
    """Refuse numbers that are none of the buyer's country."""
    country, vat = account.country, account.vat_number
    if vat and is_in_eu(country) and not is_vat_number(vat, country):
        raise BadDetails(
            f"This is not how VAT numbers of {country} are written", path="vat_number"
        )
    if (
        country == "DK"
        and account.company_number
        and not is_cvr(account.company_number)
    ):
        raise BadDetails("This is no CVR number of eight digits", path="company_number")
