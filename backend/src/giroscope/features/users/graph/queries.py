"""Questions about people, roles and their review."""

from datetime import datetime
from enum import Enum

import strawberry

from giroscope.features.users import access_words, policy, queries
from giroscope.features.users.access_words import RoomVerbs, Sight
from giroscope.features.users.directory import People
from giroscope.features.users.graph.types import (
    DutyConflict,
    PersonalDataRows,
    RoleRequestNode,
    UserNode,
    UserRole,
)
from giroscope.features.users.personal_data import erase
from giroscope.features.users.queries import Wanted
from giroscope.features.users.tables import RequestState, UserState
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import (
    Connection,
    Info,
    Problem,
    list_query,
    listed,
    query,
)
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.sorting import SortDirection

_MOST_DAYS = 3_650
_LONGEST_SEARCH = 200


@strawberry.enum
class UserOrderField(Enum):
    """What people can be sorted by."""

    NAME = "NAME"
    USERNAME = "USERNAME"
    EMAIL = "EMAIL"
    LAST_SIGN_IN = "LAST_SIGN_IN"
    CREATED = "CREATED"


@strawberry.input
class UserOrder:
    """How people are sorted; who never signed in counts from when they were made."""

    field: UserOrderField = UserOrderField.NAME
    direction: SortDirection = SortDirection.ASC

    def order(self) -> Order:
        """As the query takes it."""
        falls = self.direction is SortDirection.DESC
        return queries.order_by(self.field.value, is_descending=falls)


@strawberry.input
class UserFilter:
    """What the list of people is narrowed to."""

    search: str | None = strawberry.field(
        default=None, description="Words of the name, user name or mail address."
    )
    roles: list[UserRole] | None = strawberry.field(
        default=None, description="People with any of these."
    )
    states: list[UserState] | None = None
    inactive_days: int | None = strawberry.field(
        default=None, description="No sign-in for that many days."
    )
    second_factor: bool | None = None
    has_roles: bool | None = None
    conflict: bool | None = strawberry.field(
        default=None, description="Whether duties conflict."
    )

    def wanted(self, now: datetime) -> Wanted:
        """As the query takes it.

        Raises:
            InvalidInput: The days or the search are beyond reason.
        """
        if self.search is not None and len(self.search) > _LONGEST_SEARCH:
            raise InvalidInput("Search for at most 200 characters", path="search")
        days = self.inactive_days
        if days is not None and not 1 <= days <= _MOST_DAYS:
            raise InvalidInput(f"Days are 1 to {_MOST_DAYS}", path="inactiveDays")
        return Wanted(
            search=self.search or "",
            roles=None if self.roles is None else [r.value for r in self.roles],
            states=None if self.states is None else [s.value for s in self.states],
            inactive_since=None if days is None else queries.inactive_since(now, days),
            has_second_factor=self.second_factor,
            has_roles=self.has_roles,
            has_conflict=self.conflict,
        )


@strawberry.input
class RoleRequestFilter:
    """What the list of role requests is narrowed to."""

    states: list[RequestState] | None = None


@strawberry.type(
    description="How fresh the list of people is. With a problem, the identity"
    " provider does not answer: the list is shown as it was, and changes are refused."
)
class UserDirectory:
    """How fresh the list of people is, and figures over all of it."""

    fetched: datetime | None
    is_complete: bool = strawberry.field(
        description="Whether the provider has no more people than are listed."
    )
    problem: Problem | None
    total: int
    invited: int
    active: int
    locked: int
    disabled: int
    inactive: int = strawberry.field(description="No sign-in for over 90 days.")
    without_second_factor: int
    conflicts: int
    waiting_requests: int


@strawberry.type(
    name="AccessRules", description="What this realm wants of its account managers."
)
class AccessRulesNode:
    """What this realm wants of its account managers."""

    refuse_conflicts: bool = strawberry.field(
        description="Whether nobody may both upload and approve payments."
    )
    combine_reason: str | None = strawberry.field(
        description="Why one person may manage accounts and approve payments; null"
        " refuses it, as is the default."
    )
    combined_by: str | None
    combined: datetime | None


@strawberry.type(name="RoomVerbs", description="What may be done in one room.")
class RoomVerbsNode:
    """What may be done in one room."""

    room: str
    verbs: list[str]

    @classmethod
    def of(cls, found: RoomVerbs) -> "RoomVerbsNode":
        """From its value."""
        return cls(room=found.room, verbs=list(found.verbs))


@strawberry.type(description="What a role adds; without a role, what everybody may do.")
class RoleMatrixRow:
    """What a role adds."""

    role: UserRole | None
    rooms: list[RoomVerbsNode]
    second_person: bool = strawberry.field(
        description="Whether a second account manager has to confirm it. A second"
        " account manager is made alone where there is none."
    )


@strawberry.type(name="Sight", description="What somebody with these roles will see.")
class SightNode:
    """What somebody with these roles will see."""

    screens: list[str] = strawberry.field(
        description="Addresses in the menu, in its order."
    )
    rooms: list[RoomVerbsNode]

    @classmethod
    def of(cls, found: Sight) -> "SightNode":
        """From its value."""
        rooms = [RoomVerbsNode.of(room) for room in found.rooms]
        return cls(screens=list(found.screens), rooms=rooms)


@strawberry.type(description="People whose duties conflict in one way.")
class ConflictGroup:
    """People whose duties conflict in one way."""

    conflict: DutyConflict
    roles: list[UserRole]
    refusable: bool = strawberry.field(
        description="Whether `setAccessRules` makes the realm refuse it."
    )
    users: list[UserNode]


@strawberry.type(description="How many people who may sign in have a role.")
class RoleHolders:
    """How many people who may sign in have a role."""

    role: UserRole
    people: int


@strawberry.type(
    description="Rights as they stand: who holds what, and which duties conflict."
    " `/api/account/review.csv` tells everybody's."
)
class AccessReview:
    """Rights as they stand."""

    generated: datetime
    fetched: datetime | None
    holders: list[RoleHolders]
    conflicts: list[ConflictGroup]


@strawberry.type
class UserQuery:
    """Questions about people."""

    @list_query("users.read")
    async def users(
        self,
        info: Info,
        request: PageRequest,
        filter: UserFilter | None = None,
        order_by: UserOrder | None = None,
    ) -> Connection[UserNode]:
        """People of the realm, by name."""
        context = info.context
        await context.borrow(People).ensure_fresh(context.actor.realm)
        rows = queries.people((filter or UserFilter()).wanted(context.clock()))
        order = (order_by or UserOrder()).order()
        return await listed(
            info, rows, order, request, lambda row: UserNode.of(row, info)
        )

    @query("users.read")
    async def user(self, info: Info, id: strawberry.ID) -> UserNode:
        """One person."""
        context = info.context
        await context.borrow(People).ensure_fresh(context.actor.realm)
        person_id = policy.ensure_person_id(id)
        async with context.reading() as session:
            row = await queries.person(session, person_id)
        return UserNode.of(row, info)

    @query("users.erase")
    async def personal_data(
        self, info: Info, id: strawberry.ID
    ) -> list[PersonalDataRows]:
        """What is kept of a person, and what erasing them would do to it."""
        context = info.context
        found = await erase.preview(context.borrow(People), context.actor, id)
        return [PersonalDataRows.of(one) for one in found]

    @query("users.read", "How fresh the list of people is, and figures over it.")
    async def user_directory(self, info: Info) -> UserDirectory:
        """How fresh the list of people is."""
        context = info.context
        people = context.borrow(People)
        await people.ensure_fresh(context.actor.realm)
        found = await people.freshness(context.actor.realm)
        async with context.reading() as session:
            counts = await queries.counts(session, context.clock())
        problem = found.problem
        return UserDirectory(
            fetched=found.fetched,
            is_complete=found.is_complete,
            problem=None
            if problem is None
            else Problem(code=problem.code, message=problem.message),
            total=counts.total,
            invited=counts.invited,
            active=counts.active,
            locked=counts.locked,
            disabled=counts.disabled,
            inactive=counts.inactive,
            without_second_factor=counts.without_second_factor,
            conflicts=counts.conflicts,
            waiting_requests=counts.waiting_requests,
        )

    @list_query("users.read")
    async def role_requests(
        self,
        info: Info,
        request: PageRequest,
        filter: RoleRequestFilter | None = None,
    ) -> Connection[RoleRequestNode]:
        """Roles that wait, or waited, for a second account manager, newest first."""
        wanted = (filter or RoleRequestFilter()).states
        states = None if wanted is None else [state.value for state in wanted]
        rows = queries.requests(states, info.context.clock())
        return await listed(
            info,
            rows,
            queries.REQUEST_ORDER,
            request,
            lambda row: RoleRequestNode.of(row, info),
        )

    @query("users.review", "Who holds what, and which duties conflict.")
    async def access_review(self, info: Info) -> AccessReview:
        """Rights as they stand."""
        context = info.context
        people = context.borrow(People)
        await people.ensure_fresh(context.actor.realm)
        async with context.reading() as session:
            holders = await queries.holders(session)
            found = [
                (one, await queries.with_conflict(session, one))
                for one in policy.CONFLICTS
            ]
        return AccessReview(
            generated=context.clock(),
            fetched=(await people.freshness(context.actor.realm)).fetched,
            holders=[
                RoleHolders(role=role, people=holders.get(role.value, 0))
                for role in UserRole
            ],
            conflicts=[
                ConflictGroup(
                    conflict=DutyConflict(one.code),
                    roles=[UserRole(role) for role in sorted(one.roles)],
                    refusable=one.is_refusable,
                    users=[UserNode.of(row, info) for row in rows],
                )
                for one, rows in found
            ],
        )

    @query("users.read")
    async def access_rules(self, info: Info) -> AccessRulesNode:
        """What this realm wants of its account managers."""
        async with info.context.reading() as session:
            rules = await queries.access_rules(session)
        return AccessRulesNode(
            refuse_conflicts=rules.refuse_conflicts,
            combine_reason=rules.combine_reason,
            combined_by=rules.combined_by_name if rules.combine_reason else None,
            combined=rules.combined if rules.combine_reason else None,
        )

    @query("users.read")
    async def role_matrix(self) -> list[RoleMatrixRow]:
        """What everybody may do, and what each role adds."""
        return [
            RoleMatrixRow(
                role=None if role is None else UserRole(role),
                rooms=[RoomVerbsNode.of(room) for room in rooms],
                second_person=role in policy.SECOND_PERSON,
            )
            for role, rooms in access_words.matrix().items()
        ]

    @query("users.read", "What somebody with these roles will see and may do.")
    async def permissions(self, roles: list[UserRole]) -> SightNode:
        """What somebody with these roles will see."""
        return SightNode.of(access_words.sight_of([role.value for role in roles]))
