"""Lays payment files into a bank's outbox and takes what lies in its inbox.

A file appears in the outbox under a name that follows from its content, whole or not
at all, and replaces none. One that was fetched stays in the inbox until it is stored,
and is in the archive after.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from banklink._doubt import in_doubt
from banklink._kinds import LOOKED_AT, kind_of
from banklink._witness import tell
from banklink.errors import (
    AnswerNotTrusted,
    LinkError,
    NotReady,
    NotSent,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)
from banklink.sftp.endpoint import SftpEndpoint
from banklink.sftp.session import Denied, Entry, Lost, NotLetIn, Session, opened
from banklink.values import (
    Clock,
    Exchange,
    Fetched,
    FileKind,
    Ids,
    OutgoingFile,
    ProbeOutcome,
    ProbeStep,
    Receipt,
    Sealed,
    Waiting,
    Witness,
    no_witness,
    sha256,
    utc_now,
)

PUT, LIST, TAKE, ARCHIVE = "put", "list", "take", "archive"
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 100
_DIGITS = 16
_UNFINISHED = (".part", ".tmp", ".filepart")
_LOOKS = 2
"""How often a broken line is tried anew to see what became of a file."""
_SKIPPED = "Not looked at, since an earlier step failed."


class SftpChannel:
    """A `Channel` over three folders of an SFTP server."""

    sends = frozenset({FileKind.PAYMENT, FileKind.CANCELLATION})
    receives = frozenset(set(FileKind) - {FileKind.PAYMENT, FileKind.CANCELLATION})

    def __init__(
        self,
        endpoint: SftpEndpoint,
        *,
        witness: Witness = no_witness,
        clock: Clock = utc_now,
    ) -> None:
        self._endpoint = endpoint
        self._witness = witness
        self._clock = clock
        self._open: Session | None = None
        self._seen: dict[str, Entry] = {}

    def seal(self, file: OutgoingFile, ids: Ids) -> Sealed:
        """Choose the name under which the file will stand in the outbox.

        It follows from the content: the same file sent twice is one file there.
        """
        if file.kind not in self.sends:
            raise NotReady(f"Files of kind {file.kind} are not sent to this bank.")
        if not 0 < len(file.content) <= self._endpoint.largest_file:
            raise NotReady("The file is empty or larger than the bank takes.")
        digest = sha256(file.content)
        name = _UNFIT.sub("_", file.name or f"{file.kind}.xml")[-_LONGEST_NAME:]
        target = f"{digest[:_DIGITS]}-{name}"
        return Sealed(
            body=file.content,
            ids=ids,
            operation=PUT,
            address=self._endpoint.address(self._endpoint.outbox, target),
            content_digest=digest,
        )

    def deliver(self, sealed: Sealed) -> Receipt:
        """Lay the file into the outbox, whole; where the line broke, look for it."""
        name = sealed.address.rpartition("/")[2]
        ours = self._endpoint.address(self._endpoint.outbox, name)
        if sealed.operation != PUT or sealed.address != ours:
            raise NotReady("This request was sealed for another way to a bank.")
        with (
            self._noted(PUT, ours, sealed.ids.request_id, sealed.body),
            in_doubt(),
        ):
            try:
                return self._put(sealed, name)
            except AnswerNotTrusted as error:
                raise NotSent(f"The bank is not the bank: {error.message}") from error

    def _put(self, sealed: Sealed, name: str) -> Receipt:
        part, target = self._out(f".{name}.part"), self._out(name)
        with self._session() as session:
            try:
                found = self._found(session, sealed, name)
                if found is not None:
                    return found
                # What an earlier attempt left there is written over.
                session.write(part, sealed.body)
            except (Denied, Lost) as error:
                # Names that are hidden are no files to the bank.
                raise NotSent(f"The outbox did not take the file: {error}.") from error
            try:
                session.rename(part, target)
            except Denied as error:
                return self._denied(session, sealed, name, error)
            except Lost as error:
                broken = error
            else:
                return Receipt("", "Put into the outbox.", name, b"")
        return self._looked_for(sealed, broken)

    def _denied(
        self, session: Session, sealed: Sealed, name: str, error: Denied
    ) -> Receipt:
        """The server did not name it; somebody else may have meanwhile."""
        try:
            found = self._found(session, sealed, name)
            session.remove(self._out(f".{name}.part"))
        except (Denied, Lost) as trouble:
            raise NotSent(f"The outbox did not take the file: {trouble}.") from trouble
        if found is not None:
            return found
        raise NotSent(f"The outbox did not take the file: {error}.") from error

    def trace(self, sealed: Sealed) -> Receipt | None:
        """Look where a file is whose delivery broke; None where it certainly is not.

        Raises:
            OutcomeUnknown: The bank may have it.
        """
        name = sealed.address.rpartition("/")[2]
        with in_doubt(), self._session() as session:
            return self._where(session, sealed, name)

    def _looked_for(self, sealed: Sealed, broken: Lost) -> Receipt:
        for _ in range(_LOOKS):
            try:
                found = self.trace(sealed)
            except (NotSent, NotReady):
                continue
            if found is not None:
                return found
            raise NotSent(f"The outbox did not take the file: {broken}.")
        raise OutcomeUnknown(
            f"The line broke while the file was given its name: {broken}."
        )

    def _where(self, session: Session, sealed: Sealed, name: str) -> Receipt | None:
        part = self._out(f".{name}.part")
        try:
            found = self._found(session, sealed, name)
            if found is None:
                # Once this is gone, a late renaming has nothing to rename.
                session.remove(part)
        except Denied as error:
            # It may have been renamed between the two.
            found = self._found(session, sealed, name)
            if found is None:
                raise OutcomeUnknown(
                    "The file is neither in the outbox nor in the archive: the bank"
                    " may have taken it."
                ) from error
        except Lost as error:
            raise NotSent(f"The bank could not be reached: {error}.") from error
        return found

    def _found(self, session: Session, sealed: Sealed, name: str) -> Receipt | None:
        """The file under its name, where it lies already."""
        for folder, said in (
            (self._endpoint.outbox, "Stands in the outbox already."),
            (self._endpoint.archive, "Stands in the archive already."),
        ):
            path = f"{folder}/{name}"
            there = session.entry(path)
            if there is None:
                continue
            length = len(sealed.body)
            if there.size == length and session.read(path, length + 1) == sealed.body:
                return Receipt("", said, name, b"")
            raise Refused(
                "Another file of the same name stands in the outbox.",
                bank_code="",
                bank_text=name,
                kind=RefusalKind.DUPLICATE,
            )
        return None

    def waiting(
        self, kinds: Collection[FileKind] | None = None, *, everything: bool = False
    ) -> Iterator[Waiting]:
        """List the finished files of the inbox; what was taken is not there any more.

        One connection is held meanwhile, over which they are fetched and archived.
        """
        del everything
        with self._session() as session, self._lasting(session):
            for entry in self._listed(session):
                kind = kind_of(self._read(session, entry.name, LOOKED_AT))
                if kinds is None or kind in kinds:
                    self._seen[entry.name] = entry
                    yield Waiting(kind, entry.name, name=entry.name)

    def _listed(self, session: Session) -> list[Entry]:
        inbox = self._endpoint.inbox
        with self._noted(LIST, self._endpoint.address(inbox)) as note:
            try:
                found = session.files(inbox)
            except (Denied, Lost) as error:
                raise NotSent(f"The inbox cannot be read: {error}.") from error
            note.append("\n".join(entry.name for entry in found).encode())
        return [entry for entry in found if self._is_finished(entry)]

    def _is_finished(self, entry: Entry) -> bool:
        name = entry.name.lower()
        if name.startswith(".") or name.endswith(_UNFINISHED):
            return False
        age = self._clock().timestamp() - entry.changed
        return age >= self._endpoint.settled_seconds

    def fetch(self, waiting: Waiting) -> Fetched:
        """Read one file of the inbox, which is left there."""
        name = waiting.reference
        if "/" in name or name in {"", ".", ".."}:
            raise AnswerNotTrusted("A file of the inbox cannot have such a name.")
        address = self._endpoint.address(self._endpoint.inbox, name)
        with self._session() as session, self._noted(TAKE, address) as note:
            largest = self._endpoint.largest_file
            content = self._read(session, name, largest + 1)
            if len(content) > largest:
                raise AnswerNotTrusted(f"{name} is larger than it may be.")
            self._ensure_unchanged(session, name)
            note.append(content)
        return Fetched(kind_of(content), name, content, content, name=name)

    def _ensure_unchanged(self, session: Session, name: str) -> None:
        """Refuse what the bank was still writing; it is there at the next look."""
        seen = self._seen.get(name)
        if seen is not None and self._entry(session, name) != seen:
            raise NotSent(f"{name} was changed while it was read.")

    def taken(self, fetched: Fetched) -> None:
        """Move the file to the archive, where it is not new any more.

        Raises:
            NotReady: It could not be moved; the file stays new.
        """
        name = fetched.reference
        address = self._endpoint.address(self._endpoint.archive, name)
        try:
            with self._session() as session, self._noted(ARCHIVE, address):
                self._archive(session, fetched)
        except (Denied, Lost, NotSent) as error:
            raise NotReady(
                f"{name} cannot be moved to the archive: {error}."
            ) from error

    def _archive(self, session: Session, fetched: Fetched) -> None:
        name = fetched.reference
        self._ensure_unchanged(session, name)
        old = f"{self._endpoint.inbox}/{name}"
        # A bank may use a name again: the content tells two of them apart.
        for new in (name, f"{fetched.digest[:_DIGITS]}-{name}"):
            with suppress(Denied):
                session.rename(old, f"{self._endpoint.archive}/{new}")
                return
        kept = session.read(f"{self._endpoint.archive}/{new}", len(fetched.content) + 1)
        if kept != fetched.content:
            raise Denied("the archive has other files of its name")
        session.remove(old)

    def probe(self) -> Iterator[ProbeStep]:
        """Look at the way step by step, moving nothing."""
        step = _step("address", self._reach)
        yield step
        rest = ("host key", "sign-in", "outbox", "inbox", "archive")
        if step.outcome is ProbeOutcome.FAILED:
            yield from map(_skipped, rest)
            return
        began = time.monotonic()
        try:
            with self._session() as session:
                yield from self._looked_through(session, time.monotonic() - began)
        except AnswerNotTrusted as error:
            yield _failed(rest[0], began, error)
            yield from map(_skipped, rest[1:])
        except LinkError as error:
            known = isinstance(error, NotLetIn)
            yield _known_server(0.0) if known else _skipped(rest[0])
            yield _failed(rest[1], began, error)
            yield from map(_skipped, rest[2:])

    def _looked_through(self, session: Session, seconds: float) -> Iterator[ProbeStep]:
        yield _known_server(seconds)
        user = self._endpoint.user
        yield ProbeStep(
            "sign-in", ProbeOutcome.OK, 0.0, f"The bank lets {user} in with our key."
        )
        for stage, folder in (
            ("outbox", self._endpoint.outbox),
            ("inbox", self._endpoint.inbox),
            ("archive", self._endpoint.archive),
        ):
            yield _step(stage, partial(_usable, session, folder))

    def _reach(self) -> str:
        host, port = self._endpoint.host, self._endpoint.port
        with socket.create_connection((host, port), self._endpoint.connect_seconds):
            return f"{host} answers at port {port}."

    def _out(self, name: str) -> str:
        return f"{self._endpoint.outbox}/{name}"

    def _entry(self, session: Session, name: str) -> Entry | None:
        try:
            return session.entry(f"{self._endpoint.inbox}/{name}")
        except (Denied, Lost) as error:
            raise NotSent(f"{name} cannot be read: {error}.") from error

    def _read(self, session: Session, name: str, most: int) -> bytes:
        try:
            return session.read(f"{self._endpoint.inbox}/{name}", most)
        except (Denied, Lost) as error:
            raise NotSent(f"{name} cannot be read: {error}.") from error

    @contextmanager
    def _session(self) -> Iterator[Session]:
        """The connection that is held, or one for this call alone."""
        if self._open is not None:
            yield self._open
            return
        with opened(self._endpoint) as session:
            yield session

    @contextmanager
    def _lasting(self, session: Session) -> Iterator[None]:
        held, self._open = self._open, session
        try:
            yield
        finally:
            self._open = held

    @contextmanager
    def _noted(
        self, operation: str, address: str, request_id: str = "", request: bytes = b""
    ) -> Iterator[list[bytes]]:
        """Tell the witness of what is done inside; what is added is the answer."""
        began, answer, failure = time.monotonic(), list[bytes](), ""
        try:
            yield answer
        except (LinkError, Denied, Lost) as error:
            failure = str(error)
            raise
        finally:
            tell(
                self._witness,
                Exchange(
                    uri=address,
                    operation=operation,
                    request_id=request_id,
                    request=request,
                    reply=answer[0] if answer else None,
                    status=None,
                    seconds=time.monotonic() - began,
                    failure=failure,
                ),
            )


def _usable(session: Session, folder: str) -> str:
    session.files(folder)
    return f"{folder} can be used."


def _known_server(seconds: float) -> ProbeStep:
    return ProbeStep(
        "host key", ProbeOutcome.OK, seconds, "The server has the confirmed host key."
    )


def _step(stage: str, look: Callable[[], str]) -> ProbeStep:
    began = time.monotonic()
    try:
        found = look()
    except (OSError, LinkError, Denied, Lost) as error:
        return _failed(stage, began, error)
    return ProbeStep(stage, ProbeOutcome.OK, time.monotonic() - began, found)


def _failed(stage: str, began: float, error: Exception) -> ProbeStep:
    seconds = time.monotonic() - began
    return ProbeStep(stage, ProbeOutcome.FAILED, seconds, str(error))


def _skipped(stage: str) -> ProbeStep:
    return ProbeStep(stage, ProbeOutcome.SKIPPED, 0.0, _SKIPPED)
