"""The access review: everybody with their rights, since when and by whom, as a file."""

from collections.abc import AsyncIterator
from datetime import datetime

from sqlalchemy import select

from giroscope.features.users import history, policy, queries
from giroscope.features.users.tables import AccessRules, HeldRole, KnownPerson
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.export import Row
from giroscope.kernel.tables import ApiClient

COLUMNS = (
    "name", "user name", "mail", "state", "second factor", "last sign-in (UTC)",
    "inactive over 90 days", "created (UTC)", "created by", "conflicting duties",
    "conflict allowed because", "roles of other products", *policy.ASSIGNABLE,
    "api client may",
)  # fmt: skip


async def rows(database: Database, actor: Actor) -> AsyncIterator[Row]:
    """Everybody the provider knows, the earliest known first; then API clients."""
    after, now = 0, system_clock()
    async with database.reading(actor.realm) as session:
        allowed = _allowed(await queries.access_rules(session))
    while True:
        async with database.reading(actor.realm) as session:
            portion = await queries.in_pieces(session, after)
        for person, held in portion:
            yield row_of(person, held, now, allowed)
        if not portion:
            break
        after = portion[-1][0].id
    async with database.reading(actor.realm) as session:
        living = select(ApiClient).where(ApiClient.deleted.is_(None))
        programs = (await session.scalars(living.order_by(ApiClient.id))).all()
    for program in programs:
        yield _row_of_program(program)


def row_of(
    person: KnownPerson, held: list[HeldRole], now: datetime, allowed: str | None = None
) -> Row:
    """One person, in the order of the columns."""
    given = {row.role: _when_and_whom(row) for row in held}
    conflicts = [one.code for one in policy.conflicts_of(given)]
    return (
        person.name, person.username, person.email, person.state,
        person.has_second_factor, person.last_sign_in,
        person.active_at < now - policy.INACTIVE_AFTER, person.created,
        person.created_by_name, " ".join(conflicts),
        allowed if policy.MANAGE_AND_APPROVE in conflicts else None, person.other_roles,
        *(given.get(role) for role in policy.ASSIGNABLE), None,
    )  # fmt: skip


def _row_of_program(program: ApiClient) -> Row:
    """One API client, in the order of the columns."""
    state = "API_CLIENT" if program.is_on else "API_CLIENT_OFF"
    return (
        program.name, program.client_id, None, state, None, program.last_used, None,
        program.created, program.created_by_name, None, None, None,
        *(None for _ in policy.ASSIGNABLE), " ".join(program.scopes),
    )  # fmt: skip


def _allowed(rules: AccessRules) -> str | None:
    """Why the realm lets one person manage and approve, and who said so."""
    if not rules.combine_reason or rules.combined is None:
        return None
    by = f"{rules.combined_by_name}, {day_of(rules.combined)}"
    return f"{rules.combine_reason} ({by})"


async def note(session: WriteSession, actor: Actor) -> None:
    """Write down that the review was taken out."""
    await history.record(session, actor, "users.review_exported", "")


def _when_and_whom(row: HeldRole) -> str:
    # Who was given it elsewhere has it at least since it was first seen.
    by = f"by {row.given_by_name}" if row.given_by_name else "at the latest"
    return f"since {day_of(row.since)} {by}"
