"""Who stands behind what an ERP asks to be paid: the people of its configuration.

Told when a file is handed in, of what stood at that moment; what is changed later
stands behind later files alone.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, or_, select

from erplink import Description
from giroscope.features.erp.configuration.critical import KIND, critical
from giroscope.features.erp.exchange.tables import ErpAsking, ErpRound, What
from giroscope.features.erp.mapping.tables import ErpMappingVersion
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.features.erp.tables import (
    ErpSecret,
    ErpVersion,
    ErpVersionSecret,
    VersionState,
)
from giroscope.features.payments.approvals import has_part_in_undecided
from giroscope.features.payments.behind import BehindFile, Part
from giroscope.features.users.tables import KnownPerson

_IN_NO_FILE = (
    ErpPaymentState.OPEN,
    ErpPaymentState.HELD,
    ErpPaymentState.CLAIMING,
    ErpPaymentState.CLAIMED,
)


def actors_behind(
    connection: Connection,
    connection_id: int,
    description: Description,
    now: datetime,
    members: Sequence[Any] = (),
) -> list[BehindFile]:
    """Everybody behind a file from these books; `members` are its payments."""
    found = list(_of_configuration(connection, connection_id, description))
    found += _of_mappings(connection, members)
    found += _of_askings(connection, connection_id, members, now)
    found += _of_the_erp(connection, members)
    for row in members:
        if row.allowed_by:
            name = row.allowed_by_name or row.allowed_by
            found.append(BehindFile(Part.RELEASED, row.allowed_by, name, row.since))
    return found


def has_part_in_waiting(connection: Connection, person_id: str) -> bool:
    """Whether payments wait that somebody asked for, handed in, approved or wrote.

    Theirs are those of the ERP that are in no file yet, and files not yet signed.
    """
    if has_part_in_undecided(connection, person_id):
        return True
    waiting = connection.execute(
        select(ErpPayment.people, ErpPayment.fetched, ErpPayment.allowed_by).where(
            ErpPayment.state.in_(_IN_NO_FILE)
        )
    ).all()
    return any(row.allowed_by == person_id for row in waiting) or any(
        one.person_id == person_id for one in _of_the_erp(connection, waiting)
    )


def _of_configuration(
    connection: Connection, connection_id: int, description: Description
) -> Iterator[BehindFile]:
    """Who prepared, activated and confirmed it, and gave what says where money goes."""
    row = connection.execute(
        select(ErpVersion)
        .where(
            ErpVersion.connection_id == connection_id,
            ErpVersion.state != VersionState.DRAFT.value,
        )
        .order_by(ErpVersion.number.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return
    for name, at in (("created", row.created), ("changed", row.changed)):
        person = getattr(row, f"{name}_by"), getattr(row, f"{name}_by_name")
        yield BehindFile(Part.ACTIVATED, *person, at)
    if row.activated_by:
        name = row.activated_by_name or row.activated_by
        yield BehindFile(Part.ACTIVATED, row.activated_by, name, row.activated)
    if row.requested_by:
        name = row.requested_by_name or row.requested_by
        yield BehindFile(Part.ACTIVATED, row.requested_by, name, row.activated)
    parts = {KIND: Part.BOOKS} | {
        one.name: Part(what)
        for one in description.settings
        for what in (critical(one),)
        if what is not None
    }
    for name, person in row.setters.items():
        if name in parts:
            at = datetime.fromisoformat(person["at"])
            yield BehindFile(parts[name], person["id"], person["name"], at)
    secrets = connection.execute(
        select(ErpSecret.created_by, ErpSecret.created_by_name, ErpSecret.created)
        .join(ErpVersionSecret, ErpVersionSecret.secret_id == ErpSecret.id)
        .where(ErpVersionSecret.version_id == row.id)
    )
    for secret in secrets:
        yield BehindFile(Part.CREDENTIALS, *secret)


def _of_mappings(
    connection: Connection, members: Sequence[Any]
) -> Iterator[BehindFile]:
    """Whoever had a hand in the mappings, up to the versions that were used."""
    used: dict[int, int] = {}
    for row in members:
        used[row.mapping_id] = max(used.get(row.mapping_id, 0), row.mapping_version)
    rows = connection.execute(
        select(ErpMappingVersion)
        .where(ErpMappingVersion.mapping_id.in_(used))
        .order_by(ErpMappingVersion.mapping_id, ErpMappingVersion.number)
    )
    account: dict[int, str] = {}
    for row in rows:
        if row.number > used[row.mapping_id]:
            continue
        yield BehindFile(Part.MAPPED, row.by_id, row.by_name, row.at)
        pays_from = row.rule.get("debtor_account", "")
        if pays_from != account.get(row.mapping_id, ""):
            yield BehindFile(Part.DEBTOR_ACCOUNT, row.by_id, row.by_name, row.at)
        if row.confirmed_by:
            name = row.confirmed_by_name or row.confirmed_by
            yield BehindFile(Part.DEBTOR_ACCOUNT, row.confirmed_by, name, row.at)
        account[row.mapping_id] = pays_from


_NAMED = {"author": Part.ERP_AUTHOR, "approver": Part.ERP_APPROVER}


def _of_the_erp(connection: Connection, members: Sequence[Any]) -> Iterator[BehindFile]:
    """Whom the ERP names; whoever here could be one of them stands behind it too."""
    told = {
        (part, tuple(user.get(name, "") for name in ("name", "login", "email"))): row
        for row in members
        for key, part in _NAMED.items()
        for user in (row.people.get(key),)
        if user
    }
    if not told:
        return
    columns = (KnownPerson.name, KnownPerson.username, KnownPerson.email)
    wanted = {text.lower() for _, user in told for text in user if text}
    known = connection.execute(
        select(KnownPerson.person_id, *columns).where(
            or_(*(func.lower(column).in_(wanted) for column in columns))
        )
    ).all()
    for (part, user), row in told.items():
        own = {text.lower() for text in user if text}
        same = [one for one in known if own & {text.lower() for text in one[1:]}]
        for one in same:
            yield BehindFile(part, one.person_id, one.name, row.fetched)
        if not same:
            yield BehindFile(part, "", user[0], row.fetched)


def _of_askings(
    connection: Connection, connection_id: int, members: Sequence[Any], now: datetime
) -> Iterator[BehindFile]:
    """Whoever asked since the reading before the one that brought the payments."""
    first = min((row.fetched for row in members), default=now)
    before = connection.execute(
        select(func.max(ErpRound.ended)).where(
            ErpRound.connection_id == connection_id,
            ErpRound.what == What.PAYMENTS.value,
            ErpRound.ended < first,
        )
    ).scalar()
    asked = select(ErpAsking).where(
        ErpAsking.connection_id == connection_id, ErpAsking.at <= now
    )
    if before is not None:
        asked = asked.where(ErpAsking.at >= before)
    for row in connection.execute(asked.order_by(ErpAsking.id)):
        yield BehindFile(Part.FETCHED, row.by_id, row.by_name, row.at)
