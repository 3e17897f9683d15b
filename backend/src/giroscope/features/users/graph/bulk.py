"""What account managers do with many people at once."""

from collections.abc import Awaitable, Callable

import strawberry

from giroscope.features.users import (
    change_person,
    invite,
    policy,
    queries,
    sign_in_methods,
)
from giroscope.features.users.directory import People
from giroscope.features.users.graph.queries import UserFilter
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.access import Actor
from giroscope.kernel.graph import Info, mutation
from giroscope.kernel.selection import (
    BulkOutcome,
    BulkResults,
    Selection,
    in_turn,
    portion_of,
)

Act = Callable[[People, Actor, str], Awaitable[object]]


@strawberry.input(description="People by their ids, or all that match a filter.")
class UserSelection:
    """Which people are meant."""

    ids: list[strawberry.ID] | None = None
    matching: UserFilter | None = None
    expected_count: int | None = None
    after: str | None = None


@strawberry.type
class UserBulkMutation:
    """What account managers do with many people at once."""

    @mutation("users.disable", "No sign-in any more; all sessions end.")
    async def disable_users(self, info: Info, selection: UserSelection) -> BulkOutcome:
        """Disable people."""
        return await _each(info, selection, change_person.disable)

    @mutation("users.disable")
    async def enable_users(self, info: Info, selection: UserSelection) -> BulkOutcome:
        """Let people sign in again."""
        return await _each(info, selection, change_person.enable)

    @mutation("users.unlock", "Forgets wrong passwords.")
    async def unlock_users(self, info: Info, selection: UserSelection) -> BulkOutcome:
        """Let people try again at once."""
        return await _each(info, selection, change_person.unlock)

    @mutation("users.sessions", "Ends all their sessions.")
    async def sign_out_users(self, info: Info, selection: UserSelection) -> BulkOutcome:
        """Sign people out."""
        return await _each(info, selection, sign_in_methods.sign_out)

    @mutation("users.invite")
    async def resend_invitations(
        self, info: Info, selection: UserSelection
    ) -> BulkOutcome:
        """Send the mails of invitations again."""
        return await _each(info, selection, invite.resend)

    @mutation("users.invite", "Removes people who never came.")
    async def revoke_invitations(
        self, info: Info, selection: UserSelection
    ) -> BulkOutcome:
        """Take invitations back."""
        return await _each(info, selection, invite.revoke)


async def _each(info: Info, selection: UserSelection, act: Act) -> BulkResults:
    context, narrowed = info.context, selection.matching
    people, actor = context.borrow(People), context.actor
    rows = None
    if narrowed is not None:
        rows = queries.people(narrowed.wanted(context.clock()))
    chosen = Selection.of(selection, rows)
    async with context.reading() as session:
        key, row_id = KnownPerson.person_id, KnownPerson.id
        portion = await portion_of(session, chosen, key, row_id)
        known = await queries.people_by_id(session, portion.ids)
    labels = {person_id: row.name for person_id, row in known.items()}

    async def one(person_id: str) -> None:
        await act(people, actor, policy.ensure_person_id(person_id))

    return await in_turn(portion, labels, one)
