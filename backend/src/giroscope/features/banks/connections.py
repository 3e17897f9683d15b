"""Making, changing and ending connections."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from anyio import to_thread
from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from banklink import Environment
from banklink.protocol import Activation, BankProfile
from giroscope.features.audit import Subject, record
from giroscope.features.banks import policy
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.directory import described, profile_of
from giroscope.features.banks.errors import (
    AccountServedElsewhere,
    AgreementConnected,
    BadField,
    ChangedMeanwhile,
    HasHistory,
)
from giroscope.features.banks.pending_key import ensure_pending_key
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankFile,
    BankKey,
    ConnectionState,
    KeyState,
    ServedAccount,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound

_LONGEST_NAME = 80
_MOST_ACCOUNTS = 500


@dataclass(frozen=True, slots=True)
class Served:
    """An account a connection is to serve."""

    number: str
    name: str | None = None
    pays: bool = True


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants a new connection to be."""

    name: str
    profile: str
    environment: Environment
    parameters: Mapping[str, str]
    accounts: Sequence[Served] = ()
    is_demo: bool = False
    """Whether a made-up company pays over it."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be different; None leaves it as it is."""

    name: str | None = None
    parameters: Mapping[str, str] | None = None
    accounts: Sequence[Served] | None = None
    schedule: "Schedule | None" = None
    renews_itself: bool | None = None
    renew_days_before: int | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """When the bank is looked at."""

    minutes: int
    hour_from: int
    hour_to: int
    weekends: bool = field(default=False, kw_only=True)


async def create(
    session: WriteSession, actor: Actor, banks: Banks, wish: Wish, now: datetime
) -> int:
    """A new connection, not yet activated; a folder works at once.

    Raises:
        NotFound: The directory knows no such bank.
        NoAddress: The operator has not said where it is.
        BadField, BadAccount: Something is not as the bank writes it.
        AgreementConnected: The realm has this agreement in this environment.
        AccountServedElsewhere: Another connection pays from one of the accounts.
    """
    actor.ensure("banks.change")
    profile = profile_of(wish.profile)
    banks.addresses.ensure(profile, wish.environment)
    parameters = policy.parameters(profile.kind, wish.parameters)
    _ensure_fixed(profile, parameters)
    _ensure_allowed(banks, profile, wish.environment, parameters)
    await _ensure_not_connected(session, profile, wish.environment, parameters)
    protocol = described(profile.kind)
    works_at_once = protocol.activation is Activation.NONE
    since = now if works_at_once else None
    name = _name(wish.name)
    row = BankConnection(
        name=name, sort_name=name.casefold()[:_LONGEST_NAME], type=profile.kind,
        profile=profile.key, environment=wish.environment.value,
        country=parameters.get("countryCode", profile.country), parameters=parameters,
        state=(ConnectionState.ACTIVE if works_at_once else ConnectionState.NEW).value,
        created=now, created_by=actor.id, created_by_name=actor.name,
        activated=since, next_fetch=since,
        renews_itself=protocol.has_certificate, is_demo=wish.is_demo,
    )  # fmt: skip
    session.add(row)
    await session.flush()
    if protocol.activation is Activation.CONFIRMATION:
        # The bank is given its public half before anybody can confirm anything.
        realm_key = await to_thread.run_sync(banks.key_of, actor.realm)
        await ensure_pending_key(session, actor, banks, row, realm_key)
        row.state = ConnectionState.KEY_CREATED.value
    await _serve(session, row, wish.accounts)
    await record(
        session, actor, "banks.create", subject_of(row),
        now={
            "bank": profile.key, "environment": row.environment,
            "parameters": parameters,
            "accounts": [one.number for one in wish.accounts],
            **({"demo": True} if wish.is_demo else {}),
        },
        at=now,
    )  # fmt: skip
    return row.id


async def change(
    session: WriteSession,
    actor: Actor,
    connection_id: int,
    wanted: Change,
    version: int | None,
    now: datetime,
) -> None:
    """Change a connection; numbers of the letter only while it has no certificate.

    Raises:
        NotFound: There is no such connection.
        ChangedMeanwhile: Somebody changed it since `version`.
        BadField, BadAccount, BadSchedule: A value is none of its kind.
        NotPossibleNow: The agreement's numbers are in a certificate already.
        AccountServedElsewhere: Another connection pays from one of the accounts.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    if version is not None and version != row.version:
        raise ChangedMeanwhile
    was = _told(row)
    accounts_were = await _numbers(session, row.id)
    if wanted.name is not None:
        row.name = _name(wanted.name)
        row.sort_name = row.name.casefold()[:_LONGEST_NAME]
    if wanted.parameters is not None:
        _change_parameters(row, wanted.parameters)
    if wanted.schedule is not None:
        _change_schedule(row, wanted.schedule, now)
    _change_renewal(row, wanted)
    if wanted.accounts is not None:
        await _serve(session, row, wanted.accounts)
    row.version += 1
    await session.flush()
    accounts = await _numbers(session, row.id)
    await record(
        session, actor, "banks.change", subject_of(row),
        was={**was, "accounts": accounts_were},
        now={**_told(row), "accounts": accounts},
        at=now,
    )  # fmt: skip


async def revoke(
    session: WriteSession, actor: Actor, connection_id: int, now: datetime
) -> None:
    """End a connection for good: its keys are destroyed, its history stays.

    Raises:
        NotFound: There is no such connection.
        NotPossibleNow: It has ended already.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    policy.ensure_state(
        row.state, frozenset(ConnectionState) - {ConnectionState.REVOKED}
    )
    was = row.state
    row.state, row.next_fetch = ConnectionState.REVOKED.value, None
    row.version += 1
    await session.execute(
        update(BankKey)
        .where(BankKey.connection_id == row.id)
        .values(
            wrapped=None, wrapped_code=None, retired=now, state=KeyState.RETIRED.value
        )
    )
    await session.execute(
        update(BankCertificate)
        .where(BankCertificate.connection_id == row.id)
        .where(BankCertificate.state == "CURRENT")
        .values(state="FORMER", replaced=now)
    )
    await record(
        session, actor, "banks.revoke", subject_of(row),
        was={"state": was}, now={"state": row.state}, at=now,
    )  # fmt: skip


async def remove(session: WriteSession, actor: Actor, connection_id: int) -> None:
    """Delete a connection over which nothing ever went.

    Raises:
        NotFound: There is no such connection.
        HasHistory: Files came or went, or a certificate was issued.
    """
    actor.ensure("banks.change")
    row = await locked(session, connection_id)
    files = await _count(session, BankFile.id, BankFile.connection_id == row.id)
    issued = await _count(
        session, BankCertificate.id, BankCertificate.connection_id == row.id
    )
    if files or issued or row.last_sent is not None:
        raise HasHistory
    subject, was = subject_of(row), {**_told(row), "state": row.state}
    await session.execute(
        delete(BankConnection).where(BankConnection.id == connection_id)
    )
    await record(session, actor, "banks.delete", subject, was=was)


async def locked(session: AsyncSession, connection_id: int) -> BankConnection:
    """The connection, nobody else's to change until this session ends.

    Raises:
        NotFound: There is no such connection.
    """
    found = await session.get(BankConnection, connection_id, with_for_update=True)
    if found is None:
        raise NotFound
    return found


def subject_of(row: BankConnection) -> Subject:
    """The connection as the trail names it."""
    return Subject("bank", str(row.id), row.name)


def _name(told: str) -> str:
    text = " ".join(told.split())
    if not 0 < len(text) <= _LONGEST_NAME:
        raise BadField("Give it a name of at most 80 characters", path="name")
    return text


def _ensure_fixed(profile: BankProfile, parameters: Mapping[str, str]) -> None:
    """What is the same for every customer of a bank is as the bank has it."""
    for name, value in profile.fixed.items():
        if parameters[name] != value:
            raise BadField(f"{profile.name} writes {value} here", path=name)


def _ensure_allowed(
    banks: Banks,
    profile: BankProfile,
    environment: Environment,
    parameters: Mapping[str, str],
) -> None:
    """What the operator lists is one of these."""
    for one in described(profile.kind).fields:
        listed = banks.addresses.choices(profile, one, environment)
        if one.chosen_from and parameters[one.name] not in listed:
            raise BadField("The operator has not allowed this", path=one.name)


async def _ensure_not_connected(
    session: AsyncSession,
    profile: BankProfile,
    environment: Environment,
    parameters: Mapping[str, str],
) -> None:
    wanted = policy.identity_of(profile, parameters)
    rows = await session.execute(
        select(BankConnection.name, BankConnection.parameters).where(
            BankConnection.profile == profile.key,
            BankConnection.environment == environment.value,
            BankConnection.state != ConnectionState.REVOKED.value,
        )
    )
    for name, there in rows:
        if wanted and policy.identity_of(profile, there) == wanted:
            raise AgreementConnected(
                f"This agreement is connected already, as “{name}”"
            )


async def _serve(
    session: WriteSession, row: BankConnection, wanted: Sequence[Served]
) -> None:
    """Have the connection serve these accounts and no others."""
    if len(wanted) > _MOST_ACCOUNTS:
        raise BadField(f"At most {_MOST_ACCOUNTS} accounts are served", path="accounts")
    numbers = {policy.account_number(one.number): one for one in wanted}
    await _ensure_one_pays(
        session, row, [number for number, one in numbers.items() if one.pays]
    )
    await session.execute(
        delete(ServedAccount).where(ServedAccount.connection_id == row.id)
    )
    for number, one in numbers.items():
        name = " ".join((one.name or "").split())[:_LONGEST_NAME]
        session.add(
            ServedAccount(
                connection_id=row.id, number=number, name=name or None, pays=one.pays
            )
        )
    await session.flush()


async def _ensure_one_pays(
    session: WriteSession, row: BankConnection, numbers: Sequence[str]
) -> None:
    """Two connections that pay from one account would each be the right one."""
    taken = await session.execute(
        select(ServedAccount.number, BankConnection.name)
        .join(BankConnection, BankConnection.id == ServedAccount.connection_id)
        .where(
            ServedAccount.number.in_(numbers),
            ServedAccount.pays.is_(True),
            BankConnection.id != row.id,
            BankConnection.environment == row.environment,
            BankConnection.state != ConnectionState.REVOKED.value,
        )
        .limit(1)
    )
    found = taken.first()
    if found is not None:
        raise AccountServedElsewhere(
            f"“{found.name}” pays from {found.number} already", path="accounts"
        )


def _change_parameters(row: BankConnection, told: Mapping[str, str]) -> None:
    wanted = policy.parameters(row.type, told)
    if wanted == row.parameters:
        return
    policy.ensure_state(
        row.state, frozenset({ConnectionState.NEW, ConnectionState.KEY_CREATED})
    )
    _ensure_fixed(profile_of(row.profile), wanted)
    row.parameters = wanted
    row.country = wanted.get("countryCode", row.country)


def _change_schedule(row: BankConnection, wanted: Schedule, now: datetime) -> None:
    policy.ensure_schedule(wanted.minutes, wanted.hour_from, wanted.hour_to)
    row.fetch_minutes = wanted.minutes
    row.fetch_from, row.fetch_to = wanted.hour_from, wanted.hour_to
    row.fetches_on_weekends = wanted.weekends
    if row.activated is not None and row.state != ConnectionState.REVOKED:
        row.next_fetch = next_look(row, now)


def _change_renewal(row: BankConnection, wanted: Change) -> None:
    if wanted.renews_itself is not None:
        row.renews_itself = wanted.renews_itself
    if wanted.renew_days_before is not None:
        if not 2 <= wanted.renew_days_before <= 90:
            raise BadField(
                "Renewal begins 2 to 90 days before the end", path="renewDaysBefore"
            )
        row.renew_days_before = wanted.renew_days_before


def next_look(row: BankConnection, after: datetime) -> datetime | None:
    """When this connection's bank is looked at next."""
    hours = policy.Hours(row.fetch_from, row.fetch_to, row.fetches_on_weekends)
    return policy.next_fetch(after, row.fetch_minutes, hours, country=row.country)


def _told(row: BankConnection) -> dict[str, object]:
    """A connection as the trail compares it."""
    return {
        "name": row.name,
        "parameters": dict(row.parameters),
        "fetchMinutes": row.fetch_minutes,
        "fetchFrom": row.fetch_from,
        "fetchTo": row.fetch_to,
        "weekends": row.fetches_on_weekends,
        "renewsItself": row.renews_itself,
        "renewDaysBefore": row.renew_days_before,
    }


async def _numbers(session: AsyncSession, connection_id: int) -> list[str]:
    rows = await session.execute(
        select(ServedAccount.number)
        .where(ServedAccount.connection_id == connection_id)
        .order_by(ServedAccount.number)
    )
    return list(rows.scalars())


async def _count(session: AsyncSession, column: object, where: object) -> int:
    found = await session.execute(select(func.count(column)).where(where))  # type: ignore[arg-type]
    return int(found.scalar_one())
