"""Asks the provider whether a session still lives, before what cannot be undone.

An access token proves that its session lived when the token was made; releasing money
needs to know that it still does.
"""

from collections.abc import Awaitable, Callable

from giroscope.kernel.access import Actor
from giroscope.kernel.ended_sessions import EndedSessions, SessionEnded
from giroscope.kernel.errors import Unauthenticated

IsLive = Callable[[str, str], Awaitable[bool]]
"""Whether the session of a realm's access token lives, as its provider says."""


class LiveSessions:
    """Lets through whoever is signed in this very moment."""

    def __init__(self, is_live: IsLive, ended: EndedSessions) -> None:
        self._is_live = is_live
        self._ended = ended

    async def ensure_live(self, actor: Actor) -> None:
        """Pass silently, or refuse.

        Raises:
            SessionEnded: The session was ended, or the person disabled.
            Unauthenticated: Nobody signed in: it is the command line, or a job.
            Unavailable: The provider does not answer; nothing may be done then.
        """
        if not actor.token:
            raise Unauthenticated("Only a person who is signed in can do this")
        await self._ended.ensure_not_ended(actor)
        if not await self._is_live(actor.realm, actor.token):
            raise SessionEnded
