"""What an account manager may do with whom. Decides only; changes nothing."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from giroscope.features.users import errors
from giroscope.features.users.tables import RequestState, RoleRequest, UserState
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    APPROVER,
    GRANTS,
    UPLOAD,
    Actor,
    ActorKind,
    shell_actor,
)
from giroscope.kernel.errors import InvalidInput, NotFound

ASSIGNABLE = tuple(GRANTS)
"""The roles that can be given here; those of other products never."""
ALWAYS_FOR_TWO = frozenset({APPROVER})
"""Roles that two account managers give together, however many there are."""
SECOND_PERSON = ALWAYS_FOR_TWO | {ACCOUNT_MANAGEMENT}
"""Roles that two account managers give together, where there is a second one."""
GUARDED = frozenset({APPROVER, ACCOUNT_MANAGEMENT})
"""Roles whose holders' mailbox and password nobody else chooses."""
REQUEST_LIVES = timedelta(days=7)
INACTIVE_AFTER = timedelta(days=90)
MOST_INVITED = 50

_LONGEST = 255
_PERSON_ID = re.compile(r"[0-9A-Za-z_.-]{1,64}")
# What can be written into the header of a mail and mean one mailbox.
_MAIL = re.compile(
    r"[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"[A-Za-z]{2,63}"
)


@dataclass(frozen=True, slots=True)
class Conflicting:
    """Roles that should not be with one person."""

    code: str
    roles: frozenset[str]
    is_refusable: bool
    """Whether the realm may refuse it; otherwise it is only reported."""


UPLOAD_AND_APPROVE = "UPLOAD_AND_APPROVE"
MANAGE_AND_APPROVE = "MANAGE_AND_APPROVE"
CONFLICTS = (
    Conflicting(UPLOAD_AND_APPROVE, frozenset({UPLOAD, APPROVER}), is_refusable=True),
    Conflicting(
        MANAGE_AND_APPROVE,
        frozenset({ACCOUNT_MANAGEMENT, APPROVER}),
        is_refusable=True,
    ),
)
LONGEST_REASON = 500


def conflicts_of(roles: Collection[str]) -> list[Conflicting]:
    """Which duties this person has that should be two persons'."""
    return [one for one in CONFLICTS if one.roles <= set(roles)]


def ensure_person_id(text: str) -> str:
    """The id, if it can be one.

    Raises:
        NotFound: It is nobody's.
    """
    if _PERSON_ID.fullmatch(text) is None or set(text) == {"."}:
        raise NotFound
    return text


def ensure_assignable(roles: Collection[str]) -> None:
    """Pass silently, or refuse.

    Raises:
        UnknownRole: One is not the product's to give.
    """
    if set(roles) - set(ASSIGNABLE):
        raise errors.UnknownRole(path="roles")


def ensure_not_own_rights(actor: Actor, person_id: str) -> None:
    """Pass silently, or refuse.

    Raises:
        OwnRights: It is one's own.
    """
    if actor.id == person_id:
        raise errors.OwnRights


def ensure_unguarded(roles: Collection[str]) -> None:
    """Pass silently, or refuse.

    Raises:
        ApproversAccount: One of the roles protects its holder's account.
    """
    if GUARDED & set(roles):
        raise errors.ApproversAccount


def ensure_at_the_shell(actor: Actor) -> None:
    """Pass silently, or refuse.

    Raises:
        OnlyAtTheShell: A person would go without the second one.
    """
    if actor.kind is not ActorKind.SHELL:
        raise errors.OnlyAtTheShell


def for_two(
    actor: Actor, managers: Collection[str], *, without_second_person: bool
) -> frozenset[str]:
    """The roles that another account manager has to confirm.

    Who manages accounts alone may make a second account manager: nobody is there
    to ask. The two then count as one until somebody else stands for the second.

    Raises:
        OnlyAtTheShell: A person would go without the second one.
    """
    if without_second_person:
        ensure_at_the_shell(actor)
        return frozenset()
    return SECOND_PERSON if set(managers) - {actor.id} else ALWAYS_FOR_TWO


def ensure_not_oneself(actor: Actor, person_id: str) -> None:
    """Pass silently, or refuse.

    Raises:
        OwnAccount: It is one's own.
    """
    if actor.id == person_id:
        raise errors.OwnAccount


def ensure_manager(actor: Actor, managers: Collection[str]) -> None:
    """Pass silently, or refuse: a token outlives the role it tells of by minutes.

    The operator at the command line has no role that could be taken.

    Raises:
        NoManagerAnyMore: The role was taken since the person signed in.
    """
    if actor.kind is not ActorKind.SHELL and actor.id not in managers:
        raise errors.NoManagerAnyMore


def ensure_a_manager_stays(managers: Collection[str], without: str) -> None:
    """Pass silently, or refuse.

    Raises:
        LastManager: Nobody would be left to manage accounts.
    """
    if set(managers) == {without}:
        raise errors.LastManager


def refused_conflicts(
    *, refuses_conflicts: bool, allows_combining: bool
) -> frozenset[str]:
    """The codes of the conflicting duties that a realm with these rules gives nobody.

    Who manages accounts could be whom payments come from; approving them as well is
    refused unless the realm has said why it allows it.
    """
    found = {UPLOAD_AND_APPROVE} if refuses_conflicts else set()
    return frozenset(found if allows_combining else found | {MANAGE_AND_APPROVE})


def ensure_fitting(
    had: Collection[str], will_have: Collection[str], *, refused: Collection[str]
) -> None:
    """Pass silently, or refuse. A conflict that was there before may stay.

    Raises:
        ManageAndApprove: One person would manage accounts and approve payments.
        RoleConflict: The realm does not let one person have all these roles.
    """
    before = conflicts_of(had)
    new = {one.code for one in conflicts_of(will_have) if one not in before}
    if MANAGE_AND_APPROVE in new & set(refused):
        raise errors.ManageAndApprove(path="roles")
    if new & set(refused):
        raise errors.RoleConflict(path="roles")


def ensure_open(request: RoleRequest, now: datetime) -> None:
    """Pass silently, or refuse.

    Raises:
        AlreadyDecided: The request is closed, or was left for too long.
    """
    if request.state != RequestState.PENDING.value or request.expires <= now:
        raise errors.AlreadyDecided


def ensure_second_person(
    request: RoleRequest, actor: Actor, managers: Collection[str]
) -> None:
    """Pass silently, or refuse.

    Raises:
        SamePerson: The one who asked, or the person concerned, would decide.
        RequesterGone: The one who asked could not give a role any more.
    """
    if actor.id in {request.requested_by, request.person_id}:
        raise errors.SamePerson
    if request.requested_by not in {*managers, shell_actor(actor.realm).id}:
        raise errors.RequesterGone


def are_independent(one: Collection[str], other: Collection[str]) -> bool:
    """Whether no one person could be using both accounts.

    Each is given as its hand: the accounts of all who could be using it, because
    they made it, chose its mail address or password, took its second factor away,
    or made it an account manager, and nobody else has stood for it since.
    """
    return set(one).isdisjoint(other)


def ensure_independent(asker: Collection[str], decider: Collection[str]) -> None:
    """Pass silently, or refuse.

    Raises:
        NotIndependent: One person could be both who asked and who decides.
    """
    if not are_independent(asker, decider):
        raise errors.NotIndependent


def ensure_invited(state: str) -> None:
    """Pass silently, or refuse.

    Raises:
        NotInvited: The person has come, or may not come.
    """
    if state != UserState.INVITED.value:
        raise errors.NotInvited


def ensure_disabled(*, is_enabled: bool) -> None:
    """Pass silently, or refuse: what is not to be undone follows what can be.

    Raises:
        NotDisabled: The person may sign in.
    """
    if is_enabled:
        raise errors.NotDisabled


def mail_address(text: str) -> str:
    """The address as it is kept, in small letters.

    Raises:
        BadMail: It is no address.
    """
    address = text.strip().lower()
    if len(address) > _LONGEST or _MAIL.fullmatch(address) is None:
        raise errors.BadMail(path="email")
    return address


def person_name(text: str, path: str) -> str:
    """A name without blanks around it.

    Raises:
        InvalidInput: There is none, or it is too long.
    """
    name = text.strip()
    if not 1 <= len(name) <= _LONGEST or not name.isprintable():
        raise InvalidInput("A name has 1 to 255 characters", path=path)
    return name


def combine_reason(text: str | None) -> str | None:
    """Why one person may manage and approve, as it is kept; none refuses it again.

    Raises:
        InvalidInput: There is a text that says nothing, or too much.
    """
    if text is None:
        return None
    reason = " ".join(text.replace("\0", "").split())
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise InvalidInput(
            f"Say why, in at most {LONGEST_REASON} characters", path="reason"
        )
    return reason
