"""The list of people as a file."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from giroscope.features.users import policy, queries
from giroscope.features.users.directory import People
from giroscope.features.users.graph.queries import UserFilter, UserOrder
from giroscope.features.users.tables import HeldRole, KnownPerson
from giroscope.kernel import access
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Column, Export, Reader, in_portions


class _Line(NamedTuple):
    """A person with what they hold."""

    person: KnownPerson
    roles: Sequence[str]
    is_inactive: bool


def _conflicts(line: _Line) -> tuple[str, ...]:
    return tuple(one.code for one in policy.conflicts_of(line.roles))


STATES = {
    "INVITED": ("Invited", "Inviteret"),
    "ACTIVE": ("Active", "Aktiv"),
    "LOCKED": ("Locked", "Låst"),
    "DISABLED": ("Disabled", "Spærret"),
}
ROLES = {
    access.UPLOAD: ("Upload", "Upload"),
    access.APPROVER: ("Payment approver", "Betalingsgodkender"),
    access.ACCOUNT_MANAGEMENT: ("Account management", "Brugeradministration"),
    access.BILLING: ("Billing", "Fakturering"),
    access.LOGS: ("Logs", "Logge"),
    access.DEBUG: ("Debug", "Fejlsøgning"),
}
CONFLICTS = {
    "UPLOAD_AND_APPROVE": ("Uploads and approves", "Uploader og godkender"),
    "MANAGE_AND_APPROVE": ("Manages people and approves", "Administrerer og godkender"),
}
COLUMNS = (
    Column("name", "Name", "Navn", lambda r: r.person.name),
    Column("username", "User name", "Brugernavn", lambda r: r.person.username),
    Column("email", "E-mail", "E-mail", lambda r: r.person.email),
    Column("state", "State", "Tilstand", lambda r: r.person.state, words=STATES),
    Column("roles", "Roles", "Roller", lambda r: tuple(r.roles), words=ROLES),
    Column("conflicts", "Conflicting duties", "Uforenelige opgaver", _conflicts,
           words=CONFLICTS),
    Column("secondFactor", "Second factor", "Anden faktor",
           lambda r: r.person.has_second_factor),
    Column("lastSignIn", "Last sign-in (UTC)", "Seneste login (UTC)",
           lambda r: r.person.last_sign_in),
    Column("inactive", "Inactive over 90 days", "Inaktiv over 90 dage",
           lambda r: r.is_inactive),
    Column("created", "Created (UTC)", "Oprettet (UTC)", lambda r: r.person.created),
    Column("createdBy", "Created by", "Oprettet af",
           lambda r: r.person.created_by_name),
    Column("id", "Id", "Id", lambda r: r.person.person_id),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """People who fit, in the order of the list."""
    query = queries.people((asked.filter or UserFilter()).wanted(asked.now))
    since = asked.now - policy.INACTIVE_AFTER

    async def dress(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
        held = await queries.roles_of(session, [row.person_id for row in rows])
        return [_line(row, held.get(row.person_id, ()), since) for row in rows]

    return in_portions(query, (asked.order or UserOrder()).order(), dress)


def _line(person: KnownPerson, held: Sequence[HeldRole], since: datetime) -> _Line:
    return _Line(person, [row.role for row in held], person.active_at < since)


async def refresh(asked: Asked) -> None:
    """Have the provider asked first, as the list does."""
    await asked.borrow(People).ensure_fresh(asked.actor.realm)


EXPORT = Export(("Users", "Brugere"), COLUMNS, reader, refresh)
