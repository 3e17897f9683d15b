"""One connection to an SFTP server, spoken to call by call from ordinary code.

What matters for money is told apart here: whether the server said no, or whether
nobody knows what it did because the line is gone.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypeVar

import asyncssh

from banklink.errors import AnswerNotTrusted, NotReady, NotSent
from banklink.sftp.endpoint import SftpEndpoint

_Answer = TypeVar("_Answer")
_LONGEST_IN_ALL = 4
# A server has several host keys and shows the one that is asked for: each is tried
# until the confirmed one is found.
_KEY_KINDS = (
    ("ssh-ed25519",),
    ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"),
    ("rsa-sha2-512", "rsa-sha2-256"),
)
_NOT_IT = "The server is not the bank's: its host key is not the confirmed one."


class Denied(Exception):
    """The server answered, and said no."""


class Missing(Denied):
    """There is no such file or folder."""


class Lost(Exception):
    """No answer came: what the server did is not known."""


class NotLetIn(NotSent):
    """The server is the bank's and does not take our key."""


class Entry(NamedTuple):
    """A file of a folder."""

    name: str
    size: int
    changed: int


class _Guard(asyncssh.SSHClient):
    """Believes one host key and no other."""

    def __init__(self, pin: str) -> None:
        self._pin = pin

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        """Whether it is the confirmed one."""
        del host, addr, port
        return bool(key.get_fingerprint("sha256") == self._pin)


class Session:
    """A connection that is open; not for two threads at once."""

    def __init__(self, loop: _Loop, sftp: asyncssh.SFTPClient, seconds: float) -> None:
        self._loop = loop
        self._sftp = sftp
        self._seconds = seconds

    def files(self, folder: str) -> list[Entry]:
        """The plain files of a folder by name; no link is followed."""

        async def listed() -> list[Entry]:
            found = [one async for one in self._sftp.scandir(folder)]
            return sorted(
                Entry(str(one.filename), one.attrs.size or 0, one.attrs.mtime or 0)
                for one in found
                if one.attrs.type == asyncssh.FILEXFER_TYPE_REGULAR
            )

        return self._asked(listed(), self._seconds)

    def entry(self, path: str) -> Entry | None:
        """The plain file at a path, if there is one."""

        async def looked() -> Entry | None:
            attrs = await self._sftp.lstat(path)
            is_plain = attrs.type == asyncssh.FILEXFER_TYPE_REGULAR
            name = path.rpartition("/")[2]
            return Entry(name, attrs.size or 0, attrs.mtime or 0) if is_plain else None

        with suppress(Missing):
            return self._asked(looked(), self._seconds)
        return None

    def read(self, path: str, most: int) -> bytes:
        """At most so many bytes of a file."""

        async def got() -> bytes:
            async with self._sftp.open(path, "rb") as file:
                found: bytes = await file.read(most)
                return found

        return self._asked(got(), self._seconds * _LONGEST_IN_ALL)

    def write(self, path: str, content: bytes) -> None:
        """A file with this content and nothing of what was there."""

        async def put() -> None:
            async with self._sftp.open(path, "wb") as file:
                await file.write(content)
                # Not every server can be asked to keep it for good at once.
                with suppress(asyncssh.SFTPOpUnsupported):
                    await file.fsync()

        self._asked(put(), self._seconds * _LONGEST_IN_ALL)

    def rename(self, old: str, new: str) -> None:
        """Give a file another name that nothing has."""
        self._asked(self._sftp.rename(old, new), self._seconds)

    def remove(self, path: str) -> None:
        """Delete a file."""
        self._asked(self._sftp.remove(path), self._seconds)

    def _asked(self, question: Coroutine[Any, Any, _Answer], seconds: float) -> _Answer:
        try:
            return self._loop.run(question, seconds)
        except (asyncssh.SFTPConnectionLost, asyncssh.SFTPNoConnection) as error:
            raise Lost(error.reason or "the line broke") from error
        except (asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath) as error:
            raise Missing(error.reason) from error
        except asyncssh.SFTPError as error:
            raise Denied(error.reason) from error
        except TimeoutError as error:
            raise Lost("timed out") from error
        except (asyncssh.Error, OSError) as error:
            raise Lost(said(error)) from error


@contextmanager
def opened(endpoint: SftpEndpoint) -> Iterator[Session]:
    """A connection to the confirmed server, closed at the end.

    Raises:
        NotReady: There is no key of ours yet, or no confirmed host key.
        AnswerNotTrusted: The server has another host key.
        NotLetIn: It does not take our key.
        NotSent: It was not reached.
    """
    if not endpoint.private_key:
        raise NotReady("There is no key for this connection that was confirmed.")
    loop = _Loop()
    try:
        with loop.running():
            connection = _connected(loop, endpoint)
            try:
                sftp = _started(loop, endpoint, connection)
                yield Session(loop, sftp, endpoint.read_seconds)
            finally:
                connection.abort()
    finally:
        loop.close()


def _connected(loop: _Loop, endpoint: SftpEndpoint) -> asyncssh.SSHClientConnection:
    strange: Exception | None = None
    lost: Exception | None = None
    for kinds in _KEY_KINDS:
        try:
            return loop.run(_connecting(endpoint, kinds), endpoint.connect_seconds * 2)
        except asyncssh.HostKeyNotVerifiable as error:
            strange = error
        except (
            asyncssh.KeyExchangeFailed,
            asyncssh.ConnectionLost,
            ConnectionResetError,
        ) as error:
            # It has no key of this kind; some servers say so by hanging up.
            lost = error
        except asyncssh.PermissionDenied as error:
            raise NotLetIn(
                f"The bank does not let {endpoint.user} in with our key."
            ) from error
        except (asyncssh.Error, OSError, TimeoutError) as error:
            raise NotSent(f"The bank could not be reached: {said(error)}.") from error
    if strange is not None:
        raise AnswerNotTrusted(_NOT_IT) from strange
    reason = "nobody answered" if lost is None else said(lost)
    raise NotSent(f"The bank could not be reached: {reason}.") from lost


async def _connecting(
    endpoint: SftpEndpoint, kinds: tuple[str, ...]
) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        endpoint.host,
        endpoint.port,
        username=endpoint.user,
        client_keys=[asyncssh.import_private_key(endpoint.private_key)],
        client_factory=lambda: _Guard(endpoint.host_key),
        # None is known but the one that the guard believes.
        known_hosts=lambda *_: ([], [], []),
        server_host_key_algs=list(kinds),
        preferred_auth=("publickey",),
        # Nothing of the account that the product runs under.
        config=None,
        agent_path=None,
        connect_timeout=endpoint.connect_seconds,
        login_timeout=endpoint.connect_seconds,
        client_version=f"Giroscope_{endpoint.software_version}",
    )


def _started(
    loop: _Loop, endpoint: SftpEndpoint, connection: asyncssh.SSHClientConnection
) -> asyncssh.SFTPClient:
    async def start() -> asyncssh.SFTPClient:
        return await connection.start_sftp_client()

    try:
        return loop.run(start(), endpoint.connect_seconds)
    except (asyncssh.Error, OSError, TimeoutError) as error:
        raise NotSent(f"The bank could not be reached: {said(error)}.") from error


class _Loop:
    """An event loop in a thread of its own: whoever asks may have one already."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="sftp", daemon=True
        )

    @contextmanager
    def running(self) -> Iterator[None]:
        self._thread.start()
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(_settle(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def run(self, question: Coroutine[Any, Any, _Answer], seconds: float) -> _Answer:
        """The answer, or `TimeoutError`."""

        async def timed() -> _Answer:
            return await asyncio.wait_for(question, seconds)

        return asyncio.run_coroutine_threadsafe(timed(), self._loop).result()

    def close(self) -> None:
        self._loop.close()


async def _settle() -> None:
    """Let what was aborted end, so that nothing is left behind."""
    own = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not own]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    # What closes a socket is called soon, not at once.
    await asyncio.sleep(0)


def said(error: BaseException) -> str:
    """What went wrong, in the words of whoever noticed."""
    text = getattr(error, "reason", "") or str(error) or type(error).__name__
    return str(text).rstrip(".")
