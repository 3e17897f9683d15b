"""Who approves payments at this very moment, asked of the identity provider."""

from giroscope.features.users import People, snapshot
from giroscope.kernel.access import APPROVER, Actor


async def approvers_at(people: People, actor: Actor) -> frozenset[str]:
    """The ids of payment approvers who may sign in.

    A token outlives the role it tells of by minutes, and the copy of the people is a
    moment old: neither is enough where money leaves.

    Raises:
        Unavailable: The provider does not answer.
    """
    api = await people.api(actor.realm)
    return frozenset(await snapshot.managers_of(api, APPROVER))
