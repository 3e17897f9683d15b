"""How people, their roles and requests look in the graph."""

from datetime import datetime
from enum import Enum

import orjson
import strawberry

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.users import hands, history, policy, queries, sign_in_methods
from giroscope.features.users.directory import People
from giroscope.features.users.personal_data.rows import Outcome, RowOutcome
from giroscope.features.users.tables import (
    AccountTie,
    HeldRole,
    KnownPerson,
    RequestState,
    RoleRequest,
    SignInEvent,
    TieAct,
    UserState,
)
from giroscope.kernel import access
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, NamedValue, loader
from giroscope.kernel.identity import Session
from giroscope.kernel.personal_data import Purpose
from giroscope.kernel.text import LocalizedText
from localization import Message

strawberry.enum(UserState, description="How somebody stands.")
strawberry.enum(RequestState, description="What became of a role request.")
strawberry.enum(TieAct, description="How one account came into another's hand.")


@strawberry.enum(description="Why the caller does not decide a role request.")
class RequestObstacle(Enum):
    """Why the caller does not decide a role request."""

    CLOSED = "CLOSED"
    OWN_REQUEST = "OWN_REQUEST"
    OWN_ROLE = "OWN_ROLE"
    NOT_INDEPENDENT = "NOT_INDEPENDENT"


@strawberry.enum(description="The roles that can be given here.")
class UserRole(Enum):
    """The roles that can be given here."""

    UPLOAD = access.UPLOAD
    PAYMENT_APPROVER = access.APPROVER
    ACCOUNT_MANAGEMENT = access.ACCOUNT_MANAGEMENT
    BILLING = access.BILLING
    LOGS = access.LOGS
    AUDITOR = access.AUDITOR
    DEBUG = access.DEBUG


@strawberry.enum(description="Duties that should not be one person's.")
class DutyConflict(Enum):
    """Duties that should not be one person's."""

    UPLOAD_AND_APPROVE = "UPLOAD_AND_APPROVE"
    MANAGE_AND_APPROVE = "MANAGE_AND_APPROVE"


@strawberry.type(description="A role somebody has.")
class RoleGrant:
    """A role somebody has."""

    role: UserRole
    since: datetime = strawberry.field(
        description="When it was given, or first seen where it was given elsewhere."
    )
    given_by: str | None = strawberry.field(
        description="Null where it was not given in this product."
    )

    @classmethod
    def of(cls, row: HeldRole) -> "RoleGrant":
        """From its row."""
        return cls(role=UserRole(row.role), since=row.since, given_by=row.given_by_name)


@strawberry.type(
    name="RoleRequest", description="A role that waits for a second account manager."
)
class RoleRequestNode:
    """A role that waits for a second account manager."""

    row: strawberry.Private[RoleRequest]
    id: strawberry.ID
    role: UserRole
    state: RequestState
    created: datetime
    expires: datetime
    requested_by: str
    decided: datetime | None
    decided_by: str | None
    reason: str | None
    is_own: bool = strawberry.field(
        description="Whether the caller asked for it, and may withdraw it."
    )

    @classmethod
    def of(cls, row: RoleRequest, info: Info) -> "RoleRequestNode":
        """From its row, for the person who asks."""
        actor, now = info.context.actor, info.context.clock()
        state = RequestState(row.state)
        if state is RequestState.PENDING and row.expires <= now:
            state = RequestState.EXPIRED
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            role=UserRole(row.role),
            state=state,
            created=row.created,
            expires=row.expires,
            requested_by=row.requested_by_name,
            decided=row.decided,
            decided_by=row.decided_by_name,
            reason=row.reason,
            is_own=row.requested_by == actor.id,
        )

    @strawberry.field
    async def decidable(self, info: Info) -> bool:
        """Whether the caller may confirm or reject it."""
        return await self._obstacle(info) is None

    @strawberry.field
    async def obstacle(self, info: Info) -> RequestObstacle | None:
        """Why the caller may not confirm or reject it."""
        return await self._obstacle(info)

    async def _obstacle(self, info: Info) -> RequestObstacle | None:
        actor = info.context.actor
        if self.state is not RequestState.PENDING:
            return RequestObstacle.CLOSED
        if self.is_own:
            return RequestObstacle.OWN_REQUEST
        if self.row.person_id == actor.id:
            return RequestObstacle.OWN_ROLE
        reached = loader(info, "hands", hands.hands_of)
        asker, decider = await reached.load_many([self.row.requested_by, actor.id])
        if not policy.are_independent(asker, decider):
            return RequestObstacle.NOT_INDEPENDENT
        return None

    @strawberry.field
    async def user(self, info: Info) -> "UserNode | None":
        """Whom it concerns; null when the person is gone."""
        return await user_of(info, self.row.person_id)


@strawberry.type(
    name="AccountTie",
    description="That somebody alone had a say in how an account is signed in to: the"
    " two count as one person, where two decide, until somebody else confirms the"
    " account as an account manager's.",
)
class AccountTieNode:
    """That somebody alone had a say in how an account is signed in to."""

    by: str
    act: TieAct
    since: datetime

    @classmethod
    def of(cls, row: AccountTie) -> "AccountTieNode":
        """From its row."""
        return cls(by=row.hand_name, act=TieAct(row.act), since=row.since)


@strawberry.type(description="Where somebody is signed in.")
class UserSession:
    """Where somebody is signed in."""

    id: strawberry.ID
    started: datetime | None
    last_seen: datetime | None
    address: str
    clients: list[str]

    @classmethod
    def of(cls, session: Session) -> "UserSession":
        """From what the provider tells."""
        return cls(
            id=strawberry.ID(session.id),
            started=session.started,
            last_seen=session.used,
            address=session.address,
            clients=list(session.clients),
        )


@strawberry.type(description="Something a person did at the sign-in.")
class SignIn:
    """Something a person did at the sign-in."""

    time: datetime
    kind: str = strawberry.field(
        description="In the provider's words: LOGIN, LOGIN_ERROR, LOGOUT, …"
    )
    address: str
    client: str
    error: str | None

    @classmethod
    def of(cls, row: SignInEvent) -> "SignIn":
        """From its row."""
        return cls(
            time=row.time,
            kind=row.kind,
            address=row.address,
            client=row.client,
            error=row.error or None,
        )


@strawberry.type(description="Something that was done to a person, or by one.")
class UserHistoryEntry:
    """Something that was done to a person."""

    id: strawberry.ID
    time: datetime
    verb: str
    by: str
    address: str | None
    outcome: str
    was: list[NamedValue]
    now: list[NamedValue]

    @classmethod
    def of(cls, row: AuditEvent) -> "UserHistoryEntry":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            time=row.instant,
            verb=row.verb,
            by=row.actor_name,
            address=row.address,
            outcome=row.outcome,
            was=_values(row.was),
            now=_values(row.now),
        )


strawberry.enum(
    RowOutcome,
    name="ErasureOutcome",
    description="What erasing a person does to rows.",
)
strawberry.enum(
    Purpose,
    name="PersonalDataPurpose",
    description="What personal data is kept for.",
)


@strawberry.type(description="Rows of one kind that name a person.")
class PersonalDataRows:
    """Rows of one table that name a person, with one outcome at their erasure."""

    table: str
    label: LocalizedText = strawberry.field(description="What the rows are called.")
    purpose: Purpose
    why: LocalizedText = strawberry.field(description="The purpose, and for how long.")
    outcome: RowOutcome
    rows: int

    @classmethod
    def of(cls, found: Outcome) -> "PersonalDataRows":
        """From its value."""
        label = Message(f"personal_data.table_{found.table}")
        why = Message(f"personal_data.why_{found.purpose.value}")
        return cls(
            table=found.table,
            label=LocalizedText.of(label),
            purpose=found.purpose,
            why=LocalizedText.of(why),
            outcome=found.outcome,
            rows=found.rows,
        )


@strawberry.type(name="User", description="Somebody who may sign in to this realm.")
class UserNode:
    """Somebody who may sign in to this realm."""

    row: strawberry.Private[KnownPerson]
    id: strawberry.ID
    username: str
    name: str
    given_name: str
    family_name: str
    email: str
    language: str | None
    state: UserState
    has_second_factor: bool
    other_roles: int = strawberry.field(
        description="How many roles of other products this person has."
    )
    required_steps: list[str] = strawberry.field(
        description="What the person has to do at the next sign-in."
    )
    created: datetime
    created_by: str | None = strawberry.field(
        description="Null where the person was not invited in this product."
    )
    last_sign_in: datetime | None
    is_inactive: bool = strawberry.field(
        description="Whether there was no sign-in for over 90 days."
    )
    is_self: bool
    has_mail_failed: bool = strawberry.field(
        description="Whether the last mail could not be sent, so that an invited"
        " person may be given a temporary password."
    )

    @classmethod
    def of(cls, row: KnownPerson, info: Info) -> "UserNode":
        """From its row, for the person who asks."""
        since = info.context.clock() - policy.INACTIVE_AFTER
        return cls(
            row=row,
            id=strawberry.ID(row.person_id),
            username=row.username,
            name=row.name,
            given_name=row.given_name,
            family_name=row.family_name,
            email=row.email,
            language=row.language,
            state=UserState(row.state),
            has_second_factor=row.has_second_factor,
            other_roles=row.other_roles,
            required_steps=row.required_actions,
            created=row.created,
            created_by=row.created_by_name,
            last_sign_in=row.last_sign_in,
            is_inactive=row.active_at < since,
            is_self=row.person_id == info.context.actor.id,
            has_mail_failed=row.has_mail_failed,
        )

    @strawberry.field
    async def grants(self, info: Info) -> list[RoleGrant]:
        """The roles of the product this person has, since when and by whom."""
        return [RoleGrant.of(row) for row in await self._held(info)]

    @strawberry.field
    async def roles(self, info: Info) -> list[UserRole]:
        """The roles of the product this person has."""
        return [UserRole(row.role) for row in await self._held(info)]

    @strawberry.field
    async def conflicts(self, info: Info) -> list[DutyConflict]:
        """Duties of this person that should be two persons'."""
        held = {row.role for row in await self._held(info)}
        return [DutyConflict(one.code) for one in policy.conflicts_of(held)]

    @strawberry.field
    async def role_requests(self, info: Info) -> list[RoleRequestNode]:
        """Roles that wait for a second account manager."""
        now = info.context.clock()

        async def fetch(
            session: ReadSession, ids: list[str]
        ) -> dict[str, list[RoleRequest]]:
            return await queries.waiting_requests_of(session, ids, now)

        found = await loader(info, "role requests", fetch).load(self.row.person_id)
        return [RoleRequestNode.of(row, info) for row in found or ()]

    @strawberry.field
    async def ties(self, info: Info) -> list[AccountTieNode]:
        """With whom this person counts as one, where two decide."""
        rows = loader(info, "ties", hands.ties_of)
        found = await rows.load(self.row.person_id)
        return [AccountTieNode.of(row) for row in found or ()]

    @strawberry.field
    async def sessions(self, info: Info) -> list[UserSession] | None:
        """Where the person is signed in now, asked of the identity provider."""
        context = info.context
        people = context.borrow(People)
        found = await sign_in_methods.sessions(
            people, context.actor, self.row.person_id
        )
        return [UserSession.of(one) for one in found]

    @strawberry.field
    async def sign_ins(self, info: Info) -> list[SignIn]:
        """What the person did lately at the sign-in, newest first."""
        async with info.context.reading() as session:
            rows = await queries.sign_ins_of(session, self.row.person_id)
        return [SignIn.of(row) for row in rows]

    @strawberry.field
    async def history(self, info: Info) -> list[UserHistoryEntry]:
        """What was done to this person, newest first."""
        async with info.context.reading() as session:
            rows = await history.of_person(session, self.row.person_id)
        return [UserHistoryEntry.of(row) for row in rows]

    async def _held(self, info: Info) -> list[HeldRole]:
        rows = loader(info, "roles", queries.roles_of)
        return await rows.load(self.row.person_id) or []


async def user_of(info: Info, person_id: str) -> UserNode | None:
    """Somebody by id, many in one statement."""
    found = await loader(info, "users", queries.people_by_id).load(person_id)
    return None if found is None else UserNode.of(found, info)


def _values(text: str | None) -> list[NamedValue]:
    """Recorded values in words; a list is told with commas."""
    return [
        NamedValue(
            name=name,
            value=", ".join(map(str, value)) if isinstance(value, list) else str(value),
        )
        for name, value in orjson.loads(text or "{}").items()
    ]
