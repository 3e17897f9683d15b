"""Whether a payee is known, and by when an address is to be corrected."""

from datetime import date

from giroscope.features.payments.checks.kinds import Kind
from giroscope.features.payments.checks.profiles import PROFILES, SCHEME_DATES
from giroscope.features.payments.payees.tables import PayeeTrust

_PROFILES = {profile.key: profile for profile in PROFILES}
_REFUSED, NEVER = date.min, date.max


def trust_of(accounts: int, known: int) -> PayeeTrust:
    """The trust in a payee of whose accounts so many are known."""
    if known == 0:
        return PayeeTrust.NEW
    return PayeeTrust.KNOWN if known == accounts else PayeeTrust.NEW_ACCOUNT


def since_of(profile: str, rail: str) -> date | None:
    """From when on a bank wants addresses in fields; an unknown bank by the scheme.

    The dates are kept with payees: a release that changes one sets `proven` of all
    batches to nothing, and all payees are derived anew.
    """
    kind = Kind(rail)
    known = _PROFILES.get(profile)
    found = (
        known.address_date(kind)
        if known
        else next((one for one in SCHEME_DATES if one.kind is kind), None)
    )
    return found.since if found else None


def bank_name(bank: str) -> str:
    """The name of a bank that is kept by the key of its profile, or by its BIC."""
    known = _PROFILES.get(bank)
    return known.name if known else bank


def due_of(since: date | None, *, is_faulty: bool, is_refused: bool) -> date:
    """By when an address is to be corrected: what a bank has refused before all else.

    `since` is when the bank begins to refuse faulty ones, if it has told.
    """
    if is_refused:
        return _REFUSED
    return since if is_faulty and since else NEVER
