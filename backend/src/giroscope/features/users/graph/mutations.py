"""What account managers do: invite, change, disable, give roles, sign out, confirm."""

from collections.abc import Sequence
from enum import Enum
from typing import Annotated

import strawberry

from giroscope.features.users import change_person, grant, invite, sign_in_methods
from giroscope.features.users.directory import People
from giroscope.features.users.graph.types import UserNode, UserRole, user_of
from giroscope.features.users.invite import Invitation, InvitationOutcome, Invited
from giroscope.kernel.graph import Info, Outcome, Problem, Success, mutation, number

strawberry.enum(InvitationOutcome, description="What became of an invitation.")


@strawberry.enum(description="What somebody can be asked to do.")
class UserStep(Enum):
    """What somebody can be asked to do."""

    CHANGE_PASSWORD = "UPDATE_PASSWORD"  # noqa: S105 - a step, not a password
    SET_UP_SECOND_FACTOR = "CONFIGURE_TOTP"
    CONFIRM_MAIL = "VERIFY_EMAIL"


@strawberry.enum(description="How somebody is asked.")
class AskedBy(Enum):
    """How somebody is asked."""

    MAIL = "MAIL"
    NEXT_SIGN_IN = "NEXT_SIGN_IN"


@strawberry.input
class NewUser:
    """Somebody to be invited; the mail address is the user name where none is given."""

    email: str
    given_name: str
    family_name: str
    roles: list[UserRole] = strawberry.field(default_factory=list)
    language: str | None = strawberry.field(
        default=None, description="Of the mail: en or da."
    )
    username: str | None = None

    def invited(self) -> Invited:
        """As the action takes it."""
        return Invited(
            email=self.email,
            given_name=self.given_name,
            family_name=self.family_name,
            roles=tuple(role.value for role in self.roles),
            language=self.language,
            username=self.username,
        )


@strawberry.input
class UserChange:
    """What is to become different; null leaves it as it is."""

    given_name: str | None = None
    family_name: str | None = None
    email: str | None = None


@strawberry.type(name="Invitation", description="What became of one invitation.")
class InvitationNode:
    """What became of one invitation."""

    person_id: strawberry.Private[str | None]
    email: str
    outcome: InvitationOutcome
    requested: list[UserRole] = strawberry.field(
        description="Roles that wait for a second account manager."
    )
    problem: Problem | None

    @classmethod
    def of(cls, found: Invitation) -> "InvitationNode":
        """From its value."""
        problem = None
        if found.code is not None:
            problem = Problem(code=found.code, message=found.message or "")
        return cls(
            person_id=found.person_id,
            email=found.email,
            outcome=found.outcome,
            requested=[UserRole(role) for role in found.requested],
            problem=problem,
        )

    @strawberry.field
    async def user(self, info: Info) -> UserNode | None:
        """The person who was made."""
        return await user_of(info, self.person_id) if self.person_id else None


@strawberry.type(description="What became of each invitation, in the order given.")
class Invitations:
    """What became of each invitation."""

    results: list[InvitationNode]


@strawberry.type(description="What was given and taken at once, and what waits.")
class RolesChanged:
    """What was given and taken at once, and what waits."""

    given: list[UserRole]
    taken: list[UserRole]
    requested: list[UserRole] = strawberry.field(
        description="Roles that wait for a second account manager."
    )


@strawberry.type(description="A password for the first sign-in. It is told only once.")
class TemporaryPassword:
    """A password for the first sign-in."""

    password: str


InviteOutcome = Annotated[Invitations | Problem, strawberry.union("InviteOutcome")]
RolesOutcome = Annotated[RolesChanged | Problem, strawberry.union("RolesOutcome")]
PasswordOutcome = Annotated[
    TemporaryPassword | Problem, strawberry.union("PasswordOutcome")
]


@strawberry.type
class UserMutation:
    """What account managers do."""

    @mutation("users.invite", "Invites people by mail, each with an outcome.")
    async def invite_users(self, info: Info, people: list[NewUser]) -> InviteOutcome:
        """Invite several people."""
        wanted = [one.invited() for one in people]
        found = await invite.invite(_people(info), info.context.actor, wanted)
        return Invitations(results=[InvitationNode.of(one) for one in found])

    @mutation("users.invite")
    async def resend_invitation(self, info: Info, id: strawberry.ID) -> Outcome:
        """Send the mail of an invitation again."""
        await invite.resend(_people(info), info.context.actor, id)
        return Success(id=id)

    @mutation("users.invite", "Removes somebody who never came; others are disabled.")
    async def revoke_invitation(self, info: Info, id: strawberry.ID) -> Outcome:
        """Take an invitation back."""
        await invite.revoke(_people(info), info.context.actor, id)
        return Success(id=id)

    @mutation("users.invite", "Only where the invitation could not be mailed.")
    async def create_temporary_password(
        self,
        info: Info,
        id: strawberry.ID,
    ) -> PasswordOutcome:
        """Make a password for the first sign-in."""
        actor = info.context.actor
        password = await invite.temporary_password(_people(info), actor, id)
        return TemporaryPassword(password=password)

    @mutation("users.change")
    async def change_user(
        self,
        info: Info,
        id: strawberry.ID,
        change: UserChange,
    ) -> Outcome:
        """Change a name or the mail address."""
        await change_person.change(
            _people(info),
            info.context.actor,
            id,
            given_name=change.given_name,
            family_name=change.family_name,
            email=change.email,
        )
        return Success(id=id)

    @mutation("users.disable", "No sign-in any more; all sessions end.")
    async def disable_user(self, info: Info, id: strawberry.ID) -> Outcome:
        """Disable somebody."""
        await change_person.disable(_people(info), info.context.actor, id)
        return Success(id=id)

    @mutation("users.disable")
    async def enable_user(self, info: Info, id: strawberry.ID) -> Outcome:
        """Let somebody sign in again."""
        await change_person.enable(_people(info), info.context.actor, id)
        return Success(id=id)

    @mutation("users.unlock", "Forgets wrong passwords.")
    async def unlock_user(self, info: Info, id: strawberry.ID) -> Outcome:
        """Let somebody try again at once."""
        await change_person.unlock(_people(info), info.context.actor, id)
        return Success(id=id)

    @mutation("users.sessions", "Ends one session of a person, or all.")
    async def sign_out_user(
        self,
        info: Info,
        id: strawberry.ID,
        session_id: strawberry.ID | None = None,
    ) -> Outcome:
        """Sign somebody out."""
        await sign_in_methods.sign_out(
            _people(info), info.context.actor, id, session_id
        )
        return Success(id=id)

    @mutation("users.change", "Removes every second factor; all sessions end.")
    async def reset_second_factor(self, info: Info, id: strawberry.ID) -> Outcome:
        """Take second factors away."""
        await sign_in_methods.reset_second_factor(_people(info), info.context.actor, id)
        return Success(id=id)

    @mutation("users.change", "Asks for a new password, a second factor, and the like.")
    async def ask_user(
        self,
        info: Info,
        id: strawberry.ID,
        steps: list[UserStep],
        by: AskedBy | None = None,
    ) -> Outcome:
        """Ask somebody to do something, by mail unless told otherwise."""
        names = [step.value for step in steps]
        people, actor = _people(info), info.context.actor
        if by is AskedBy.NEXT_SIGN_IN:
            await sign_in_methods.ask_at_sign_in(people, actor, id, names)
        else:
            await sign_in_methods.ask_by_mail(people, actor, id, names)
        return Success(id=id)

    @mutation("users.roles", "Gives and takes roles; some wait for a second person.")
    async def change_user_roles(
        self,
        info: Info,
        id: strawberry.ID,
        give: list[UserRole] | None = None,
        take: list[UserRole] | None = None,
    ) -> RolesOutcome:
        """Give and take roles."""
        done = await grant.change_roles(
            _people(info),
            info.context.actor,
            id,
            give=[role.value for role in give or ()],
            take=[role.value for role in take or ()],
        )
        return RolesChanged(
            given=_roles(done.given),
            taken=_roles(done.taken),
            requested=_roles(done.requested),
        )

    @mutation("users.roles", "By a second account manager.")
    async def confirm_role_request(self, info: Info, id: strawberry.ID) -> Outcome:
        """Give a role that another account manager asked for."""
        await grant.confirm(_people(info), info.context.actor, number(id))
        return Success(id=id)

    @mutation("users.roles", "By a second account manager.")
    async def reject_role_request(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str | None = None,
    ) -> Outcome:
        """Refuse a role that another account manager asked for."""
        await grant.reject(_people(info), info.context.actor, number(id), reason)
        return Success(id=id)

    @mutation("users.roles", "By the account manager who asked.")
    async def withdraw_role_request(self, info: Info, id: strawberry.ID) -> Outcome:
        """Ask no longer for a role."""
        await grant.withdraw(_people(info), info.context.actor, number(id))
        return Success(id=id)

    @mutation("users.roles")
    async def set_access_rules(self, info: Info, refuse_conflicts: bool) -> Outcome:
        """Say whether one person may both upload and approve payments."""
        await grant.set_rules(
            _people(info), info.context.actor, refuse_conflicts=refuse_conflicts
        )
        return Success()

    @mutation(
        "users.roles",
        "Lets one person manage accounts and approve payments, with the reason that"
        " the access review tells; null refuses it again.",
    )
    async def allow_manage_and_approve(
        self, info: Info, reason: str | None = None
    ) -> Outcome:
        """Allow both in one account, or refuse it."""
        await grant.allow_combining(_people(info), info.context.actor, reason)
        return Success()

    @mutation("users.read", "Asks the identity provider for everybody now.")
    async def refresh_users(self, info: Info) -> Outcome:
        """Look again at once."""
        await _people(info).refresh(info.context.actor.realm)
        return Success()


def _people(info: Info) -> People:
    return info.context.borrow(People)


def _roles(names: Sequence[str]) -> list[UserRole]:
    return [UserRole(name) for name in names]
