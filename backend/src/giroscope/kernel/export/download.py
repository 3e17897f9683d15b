"""A file on its way out: what it is called, and its bytes as they come.

It holds one of the realm's few places while it is taken, and ends when whoever takes
it stands still; a file that could not be made whole breaks off and is no file.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from giroscope.kernel.access import Actor
from giroscope.kernel.web import IDLE_SECONDS

LONGEST_SECONDS = 1_800.0
"""Of one file: its snapshot keeps the store from tidying up for all tenants."""


@dataclass(frozen=True, slots=True)
class Taking:
    """A file that may be taken, before its first byte is made."""

    file_name: str
    media_type: str
    chunks: Callable[[], AsyncIterator[bytes]]
    noted: Mapping[str, Any]
    """What of it the audit tells."""


class Takeable(Protocol):
    """Something that can be taken out as a file under one name."""

    def said(self, query: QueryParams) -> dict[str, Any]:
        """What an address asks for, in the words of a body.

        Raises:
            InvalidInput: It makes no sense.
        """
        ...

    async def taking(self, actor: Actor, said: Any) -> Taking:
        """The file, if this person may have it.

        Raises:
            Forbidden: It is not for this person.
            InvalidInput: What is asked for makes no sense.
        """
        ...


class TakenOut(StreamingResponse):
    """The answer that carries the file; `leave` gives its place back at the end."""

    def __init__(self, taking: Taking, leave: Callable[[], None]) -> None:
        super().__init__(
            taking.chunks(),
            media_type=taking.media_type,
            headers={
                "content-disposition": f'attachment; filename="{taking.file_name}"',
                "cache-control": "private, no-store",
                "x-content-type-options": "nosniff",
            },
        )
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, for as long as it is taken."""
        stands_still = False
        clock = asyncio.get_running_loop().time
        end = clock() + LONGEST_SECONDS

        async def patiently(message: Message) -> None:
            nonlocal stands_still
            try:
                async with asyncio.timeout_at(min(clock() + IDLE_SECONDS, end)):
                    await send(message)
            except TimeoutError:
                stands_still = True
                raise

        try:
            await super().__call__(scope, receive, patiently)
        except ClientDisconnect:
            # Who is gone needs to be told nothing; who stands still is left here,
            # and the connection must break: what came is no whole file.
            if stands_still:
                raise
        finally:
            self._leave()
