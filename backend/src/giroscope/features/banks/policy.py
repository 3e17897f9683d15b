"""What may be done with a connection, and when. Decides only; changes nothing."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from banklink.protocol import BankProfile, Field
from giroscope.features.banks.directory import described
from giroscope.features.banks.errors import (
    BadAccount,
    BadCode,
    BadField,
    BadSchedule,
    NotPossibleNow,
)
from giroscope.features.banks.tables import ConnectionState
from giroscope.kernel.banking_days import calendars_of, is_closed
from giroscope.kernel.clock import COPENHAGEN, day_of

EXPIRING_DAYS = 60
ALARM_DAYS = (60, 30, 14, 7, 1)
CODE_LIVES = timedelta(days=7)
"""So long a bank's activation code works; it is kept no longer."""
REQUEST_LIVES = timedelta(days=7)
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
# Danish registration number and account, or what other banks call an account.
_DOMESTIC = re.compile(r"[A-Z0-9]{5,34}")


class Hours(NamedTuple):
    """When a bank is looked at, in whole hours of the day in Copenhagen."""

    first: int
    last: int
    every_day: bool
    """Also at weekends, and when the banks of its country are closed."""


ACTIVATES = frozenset(
    {
        ConnectionState.NEW,
        ConnectionState.KEY_CREATED,
        ConnectionState.ACTIVATING,
        ConnectionState.EXPIRED,
    }
)
RENEWS = frozenset(
    {ConnectionState.ACTIVE, ConnectionState.EXPIRING, ConnectionState.RENEWING}
)


def parameters(kind: str, told: Mapping[str, str]) -> dict[str, str]:
    """What the bank's letter says, each number as the bank writes it.

    Raises:
        BadField: One is missing, unknown, or written otherwise; `path` names it.
    """
    known = {field.name: field for field in described(kind).fields}
    for name in told:
        if name not in known:
            raise BadField(f"There is no field “{name[:40]}” here", path=name[:40])
    return {name: _fitting(field, told.get(name, "")) for name, field in known.items()}


def _fitting(field: Field, value: str) -> str:
    text = value.strip()
    if not field.keeps_blanks:
        text = "".join(text.split())
    if len(text) > field.longest or not re.fullmatch(field.pattern, text):
        raise BadField(path=field.name)
    return text


def activation_code(kind: str, told: str) -> str:
    """The code without blanks.

    Raises:
        BadCode: No code of this bank looks so.
    """
    text = "".join(told.split())
    field = described(kind).code
    if field is None or len(text) > field.longest:
        raise BadCode(path="code")
    if not re.fullmatch(field.pattern, text):
        raise BadCode(path="code")
    return text


def account_number(told: str) -> str:
    """The number as accounts are compared.

    Raises:
        BadAccount: It is neither an IBAN with right check digits nor a number.
    """
    number = "".join(told.split()).upper().replace("-", "")
    if re.match(r"[A-Z]{2}\d{2}", number):
        if not _IBAN.fullmatch(number) or _remainder(number) != 1:
            raise BadAccount(path="accounts")
    elif not _DOMESTIC.fullmatch(number):
        raise BadAccount(path="accounts")
    return number


def _remainder(iban: str) -> int:
    """ISO 13616: letters become numbers, and 97 leaves 1."""
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97


def ensure_schedule(minutes: int, hour_from: int, hour_to: int) -> None:
    """Pass silently, or refuse.

    Raises:
        BadSchedule: Too often, or between hours that are none.
    """
    is_pace = minutes == 0 or 5 <= minutes <= 720
    if not is_pace or not 0 <= hour_from < hour_to <= 24:
        raise BadSchedule(path="fetchMinutes")


def ensure_state(state: str, allowed: frozenset[ConnectionState]) -> None:
    """Pass silently, or refuse.

    Raises:
        NotPossibleNow: The connection's state is none of these.
    """
    if ConnectionState(state) not in allowed:
        raise NotPossibleNow


def next_fetch(
    after: datetime, minutes: int, hours: Hours, *, country: str
) -> datetime | None:
    """When the bank is looked at next: within its hours, or when they begin again."""
    if minutes == 0:
        return None
    wanted = (after + timedelta(minutes=minutes)).astimezone(COPENHAGEN)
    day = wanted.date()
    while True:
        opens, closes = _open_between(day, hours, country)
        if opens < closes and wanted < closes:
            return max(wanted, opens).astimezone(after.tzinfo)
        day += timedelta(days=1)


def looked_at(
    since: datetime, until: datetime, hours: Hours, *, country: str
) -> timedelta:
    """For how long of that time the bank was looked at, so that it could be heard."""
    found, day = timedelta(), day_of(since)
    while day <= day_of(until):
        opens, closes = _open_between(day, hours, country)
        found += max(min(until, closes) - max(since, opens), timedelta())
        day += timedelta(days=1)
    return found


def _open_between(day: date, hours: Hours, country: str) -> tuple[datetime, datetime]:
    """The hours of a day; they end as they begin on one that banks are closed."""
    opens = datetime.combine(day, time(hours.first), COPENHAGEN)
    if not hours.every_day and is_closed(day, calendars_of(country, None)):
        return opens, opens
    return opens, opens.replace(hour=0) + timedelta(hours=hours.last)


def days_left(expires: datetime, now: datetime) -> int:
    """Whole days until a certificate ends; negative once it has."""
    return (expires - now) // timedelta(days=1)


def alarm_due(left: int) -> int | None:
    """The alarm for so many days left: the smallest step that is reached."""
    reached = [days for days in ALARM_DAYS if left <= days]
    return min(reached) if reached and left >= 0 else None


def state_by_age(expires: datetime, now: datetime) -> ConnectionState:
    """What an activated connection is for the age of its certificate."""
    if expires <= now:
        return ConnectionState.EXPIRED
    if days_left(expires, now) <= EXPIRING_DAYS:
        return ConnectionState.EXPIRING
    return ConnectionState.ACTIVE


def masked(value: str) -> str:
    """A number of the letter as those see it who may not change it."""
    return "•" * (len(value) - 3) + value[-3:] if len(value) > 3 else "•" * len(value)


def identity_of(profile: BankProfile, told: Mapping[str, str]) -> str:
    """What makes two agreements the same one, whoever connects it; empty for none."""
    names = described(profile.kind).identity
    return " ".join([profile.key, *(told[name] for name in names)]) if names else ""
