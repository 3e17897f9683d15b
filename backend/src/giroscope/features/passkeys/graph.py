"""Passkeys in the graph: one's own, everybody's for account managers, and proofs."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

import strawberry
from sqlalchemy import Connection

from giroscope.features.passkeys import actions, policy, queries
from giroscope.features.passkeys.challenges import digest_of
from giroscope.features.passkeys.policy import PasskeyState
from giroscope.features.passkeys.tables import Passkey, PasskeyProof
from giroscope.features.users import People
from giroscope.features.users.hands import hands_of
from giroscope.features.users.managers import managers_at
from giroscope.features.users.policy import ensure_manager
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import (
    Info,
    Outcome,
    Problem,
    Success,
    loader,
    mutation,
    number,
    query,
)
from giroscope.kernel.live_sessions import LiveSessions
from giroscope.settings import Settings

strawberry.enum(
    PasskeyState,
    description="PENDING: it counts once an independent account manager confirmed it.",
)


@strawberry.type(
    name="Passkey", description="A key in a device, by which its owner approves."
)
class PasskeyNode:
    """A key in a device, by which its owner approves."""

    row: strawberry.Private[Passkey]
    id: strawberry.ID
    name: str
    state: PasskeyState
    person: str
    is_own: bool
    host: str = strawberry.field(description="The address it was made for.")
    is_synced: bool = strawberry.field(
        description="Whether its maker keeps copies, so that several devices have it."
    )
    created_at: datetime
    used_at: datetime | None
    confirmed_at: datetime | None
    confirmed_by: str | None

    @classmethod
    def of(cls, row: Passkey, caller: str) -> "PasskeyNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            name=row.name,
            state=policy.state_of(row),
            person=row.person_name,
            is_own=row.person_id == caller,
            host=row.rp_id,
            is_synced=row.is_synced,
            created_at=row.created_at,
            used_at=row.used_at,
            confirmed_at=row.confirmed_at,
            confirmed_by=row.confirmed_by_name,
        )

    @strawberry.field
    async def obstacle(self, info: Info) -> Problem | None:
        """Why the caller cannot confirm it; null where they can."""
        context, row = info.context, self.row
        if not context.actor.may("passkeys.confirm"):
            return Problem(code="forbidden", message="Your roles do not allow this.")
        async with context.reading() as session:
            hands = await hands_of(session, {row.person_id, context.actor.id})
        found = policy.against_confirming(
            row, context.actor, hands[row.person_id], hands[context.actor.id]
        )
        if found is None:
            return None
        return Problem(code=found.code, message=found().message)


@strawberry.type(
    name="PasskeyProof",
    description="What a device signed: `SHA-256(statement)` is the challenge in"
    " `clientData`; the signature is over `authenticatorData` and the hash of"
    " `clientData`, by `publicKey` (COSE). All bytes in hexadecimal digits.",
)
class ProofNode:
    """What a device signed, with all that verifies it."""

    passkey: str
    credential_id: str
    statement: str
    challenge: str
    client_data: str
    authenticator_data: str
    signature: str
    public_key: str
    at: datetime

    @classmethod
    def of(cls, proof: PasskeyProof, key: Passkey) -> "ProofNode":
        """From its rows."""
        return cls(
            passkey=key.name,
            credential_id=key.credential_id,
            statement=proof.statement,
            challenge=digest_of(proof.statement).hex(),
            client_data=bytes(proof.client_data).hex(),
            authenticator_data=bytes(proof.authenticator_data).hex(),
            signature=bytes(proof.signature).hex(),
            public_key=bytes(key.public_key).hex(),
            at=proof.at,
        )


async def proof_of(info: Info, proof_id: int | None) -> ProofNode | None:
    """What was signed under this number."""
    if proof_id is None:
        return None
    found = await loader(info, "passkey proofs", queries.proofs).load(proof_id)
    return None if found is None else ProofNode.of(*found)


@strawberry.type(
    description="What the browser asks a device with: the JSON of `navigator"
    ".credentials`."
)
class PasskeyRequest:
    """What the browser asks a device with."""

    options: str


PasskeyRequestOutcome = Annotated[
    PasskeyRequest | Problem, strawberry.union("PasskeyRequestOutcome")
]


@strawberry.type
class PasskeyQuery:
    """Questions about passkeys."""

    @query("passkeys.use", "The caller's own passkeys, the newest first.")
    async def passkeys(self, info: Info) -> list[PasskeyNode]:
        """One's own."""
        actor = info.context.actor
        async with info.context.reading() as session:
            rows = await queries.own(session, actor)
        return [PasskeyNode.of(row, actor.id) for row in rows]

    @query("passkeys.confirm", "Everybody's passkeys, those that wait first.")
    async def passkeys_of_people(self, info: Info) -> list[PasskeyNode]:
        """Everybody's."""
        actor = info.context.actor
        async with info.context.reading() as session:
            rows = await queries.of_people(session)
        return [PasskeyNode.of(row, actor.id) for row in rows]


@strawberry.type
class PasskeyMutation:
    """What people do about passkeys."""

    @mutation("passkeys.use", "Begins to register a passkey of the caller's.")
    async def begin_passkey_registration(self, info: Info) -> PasskeyRequestOutcome:
        """Begin."""
        settings, actor = info.context.borrow(Settings), info.context.actor
        now = info.context.clock()
        options = await _act(
            info,
            lambda held: actions.begin_registration(held, settings, actor, now),
        )
        return PasskeyRequest(options=options)

    @mutation("passkeys.use", "Keeps the passkey that the caller's device has made.")
    async def finish_passkey_registration(
        self, info: Info, name: str, answer: str
    ) -> Outcome:
        """Finish; it waits for an independent account manager."""
        settings, actor = info.context.borrow(Settings), info.context.actor
        now = info.context.clock()
        made = await _act(
            info,
            lambda held: actions.finish_registration(
                held, settings, actor, name, answer, now
            ),
        )
        return Success(id=strawberry.ID(str(made)))

    @mutation("passkeys.use", "Removes a passkey; account managers remove anybody's.")
    async def remove_passkey(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Remove, with a reason that is kept."""
        actor, now = info.context.actor, info.context.clock()
        which = number(id)
        await _act(info, lambda held: actions.remove(held, actor, which, reason, now))
        return Success(id=id)

    @mutation("passkeys.confirm", "Lets a passkey of somebody else count.")
    async def confirm_passkey(self, info: Info, id: strawberry.ID) -> Outcome:
        """Confirm, as somebody independent of its owner."""
        context = info.context
        actor, now, which = context.actor, context.clock(), number(id)
        await context.borrow(LiveSessions).ensure_live(actor)
        ensure_manager(actor, await managers_at(context.borrow(People), actor))
        async with context.writing() as session:
            owner = await queries.owner_of(session, which)
            if owner is None:
                raise NotFound("There is no such passkey")
            hands = await hands_of(session, {owner, actor.id})
            await _in(
                session,
                lambda held: actions.confirm(held, actor, which, hands, now),
            )
        return Success(id=id)


async def _act(info: Info, act: Callable[[Connection], Any]) -> Any:
    """Do it for somebody who is signed in at this very moment."""
    await info.context.borrow(LiveSessions).ensure_live(info.context.actor)
    async with info.context.writing() as session:
        return await _in(session, act)


async def _in(session: WriteSession, act: Callable[[Connection], Any]) -> Any:
    return await session.run_sync(lambda own: act(own.connection()))
