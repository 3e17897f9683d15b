"""A way to a bank through two folders that another program carries.

A file appears in the outbox whole or not at all and never replaces another. A
file is taken from the inbox once by its content, whatever it is called.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from io import BufferedReader
from pathlib import Path

from banklink._kinds import LOOKED_AT, kind_of
from banklink._witness import tell
from banklink.endpoints import FolderEndpoint
from banklink.errors import (
    AnswerNotTrusted,
    NotReady,
    NotSent,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)
from banklink.values import (
    Clock,
    Exchange,
    Fetched,
    FileKind,
    Ids,
    OutgoingFile,
    ProbeOutcome,
    ProbeStage,
    ProbeStep,
    Receipt,
    Sealed,
    Waiting,
    Witness,
    no_witness,
    sha256,
    utc_now,
)

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 120
_UNFINISHED = (".part", ".tmp", ".filepart", ".crdownload")
_MEMORY = ".taken"
PUT = "put"
TAKE = "take"


class FolderChannel:
    """A `Channel` over an outbox and an inbox."""

    sends = frozenset({FileKind.PAYMENT, FileKind.CANCELLATION})
    receives = frozenset(set(FileKind) - {FileKind.PAYMENT, FileKind.CANCELLATION})

    def __init__(
        self,
        endpoint: FolderEndpoint,
        *,
        witness: Witness = no_witness,
        clock: Clock = utc_now,
    ) -> None:
        self._endpoint = endpoint
        self._witness = witness
        self._clock = clock
        self._memory = endpoint.memory or endpoint.inbox / _MEMORY

    def seal(self, file: OutgoingFile, ids: Ids) -> Sealed:
        """Choose the name under which the file will stand in the outbox."""
        if file.kind not in self.sends:
            raise NotReady(f"Files of kind {file.kind} are not sent through folders.")
        if not 0 < len(file.content) <= self._endpoint.largest_file:
            raise NotReady("The file is empty or larger than the folder may take.")
        name = _fit(f"{ids.request_id}-{file.name or file.kind + '.xml'}")
        return Sealed(
            body=file.content,
            ids=ids,
            operation=PUT,
            address=str(self._endpoint.outbox / name),
            content_digest=sha256(file.content),
        )

    def deliver(self, sealed: Sealed) -> Receipt:
        """Put the file into the outbox, whole."""
        target = Path(sealed.address)
        if sealed.operation != PUT or target.parent != self._endpoint.outbox:
            raise NotReady("This request was sealed for another way to a bank.")
        began = time.monotonic()
        try:
            receipt = self._put(sealed, target)
        except (NotSent, Refused, OutcomeUnknown) as error:
            self._tell(sealed, began, failure=error.message)
            raise
        self._tell(sealed, began, failure="")
        return receipt

    def _put(self, sealed: Sealed, target: Path) -> Receipt:
        part = target.with_name(f".{target.name}.part")
        try:
            with part.open("wb") as stream:
                # Whoever may read the folder carries what is in it.
                os.fchmod(stream.fileno(), target.parent.stat().st_mode & 0o666)
                stream.write(sealed.body)
                stream.flush()
                os.fsync(stream.fileno())
            # A link, unlike a rename, refuses to replace what is there.
            os.link(part, target)
        except FileExistsError:
            return self._already_there(sealed, target)
        except OSError as error:
            raise NotSent(f"The outbox did not take the file: {error}.") from error
        finally:
            with suppress(OSError):
                part.unlink()
        try:
            _sync_folder(target.parent)
        except OSError as error:
            raise OutcomeUnknown(
                f"The file stands in the outbox, perhaps not durably: {error}."
            ) from error
        return Receipt("", "Put into the outbox.", target.name, b"")

    @staticmethod
    def _already_there(sealed: Sealed, target: Path) -> Receipt:
        with suppress(OSError):
            if target.read_bytes() == sealed.body:
                return Receipt("", "Stands in the outbox already.", target.name, b"")
        raise Refused(
            "Another file of the same name stands in the outbox.",
            bank_code="",
            bank_text=target.name,
            kind=RefusalKind.DUPLICATE,
        )

    def waiting(
        self, kinds: Collection[FileKind] | None = None, *, everything: bool = False
    ) -> Iterator[Waiting]:
        """List the finished files of the inbox that were not taken before.

        Two files of the same content are one. The reference is the name.
        """
        seen: set[str] = set()
        for path in self._finished():
            digest, kind = _glance(path)
            is_new = not (self._memory / digest).exists()
            if digest in seen or not (is_new or everything):
                continue
            seen.add(digest)
            if kinds is None or kind in kinds:
                yield Waiting(kind, path.name, name=path.name, is_new=is_new)

    def fetch(self, waiting: Waiting) -> Fetched:
        """Read one file of the inbox."""
        if waiting.reference != Path(waiting.reference).name:
            raise AnswerNotTrusted("A file of the inbox cannot have such a name.")
        began = time.monotonic()
        path = self._endpoint.inbox / waiting.reference
        content = self._read(path)
        tell(
            self._witness,
            Exchange(
                uri=path.as_uri() if path.is_absolute() else str(path),
                operation=TAKE,
                request_id="",
                request=b"",
                reply=content,
                status=None,
                seconds=time.monotonic() - began,
            ),
        )
        return Fetched(
            kind_of(content), waiting.reference, content, content, name=path.name
        )

    def taken(self, fetched: Fetched) -> None:
        """Remember the content, so that it is not new again under any name.

        Raises:
            NotReady: The memory cannot be written; the file stays new.
        """
        try:
            self._memory.mkdir(parents=True, exist_ok=True)
            (self._memory / fetched.digest).touch()
            _sync_folder(self._memory)
        except OSError as error:
            raise NotReady(f"What was taken cannot be noted: {error}.") from error

    def probe(self) -> Iterator[ProbeStep]:
        """Look whether both folders are there and can be used."""
        for stage, folder, needs in (
            (ProbeStage.OUTBOX, self._endpoint.outbox, os.W_OK | os.X_OK),
            (ProbeStage.INBOX, self._endpoint.inbox, os.R_OK | os.X_OK),
        ):
            began = time.monotonic()
            if not folder.is_dir():
                outcome, found = ProbeOutcome.FAILED, f"{folder} is no folder."
            elif not os.access(folder, needs):
                outcome, found = ProbeOutcome.FAILED, f"{folder} may not be used."
            else:
                outcome, found = ProbeOutcome.OK, f"{folder} can be used."
            yield ProbeStep(stage, outcome, time.monotonic() - began, found)

    def _finished(self) -> Iterator[Path]:
        now = self._clock().timestamp()
        try:
            paths = sorted(self._endpoint.inbox.iterdir())
        except OSError as error:
            raise NotSent(f"The inbox cannot be read: {error}.") from error
        for path in paths:
            name = path.name.lower()
            if name.startswith(".") or name.endswith(_UNFINISHED):
                continue
            # A link could lead to a file that is none of the bank's.
            if path.is_symlink() or not path.is_file():
                continue
            age = now - path.stat().st_mtime
            if age >= self._endpoint.settled_seconds:
                yield path

    def _read(self, path: Path) -> bytes:
        try:
            with _opened(path) as stream:
                content = stream.read(self._endpoint.largest_file + 1)
        except OSError as error:
            raise NotSent(f"{path.name} cannot be read: {error}.") from error
        if len(content) > self._endpoint.largest_file:
            raise AnswerNotTrusted(f"{path.name} is larger than it may be.")
        return content

    def _tell(self, sealed: Sealed, began: float, *, failure: str) -> None:
        tell(
            self._witness,
            Exchange(
                uri=sealed.address,
                operation=sealed.operation,
                request_id=sealed.ids.request_id,
                request=sealed.body,
                reply=None,
                status=None,
                seconds=time.monotonic() - began,
                failure=failure,
            ),
        )


def _glance(path: Path) -> tuple[str, FileKind]:
    """A file's SHA-256 and kind, whatever its length."""
    try:
        with _opened(path) as stream:
            kind = kind_of(stream.read(LOOKED_AT))
            stream.seek(0)
            return hashlib.file_digest(stream, "sha256").hexdigest(), kind
    except OSError as error:
        raise NotSent(f"{path.name} cannot be read: {error}.") from error


def _opened(path: Path) -> BufferedReader:
    """Open for reading a file as such: no link is followed, no pipe waited for.

    What was a file when it was listed may have been exchanged since.
    """
    opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(f"{path.name} is no file")
    return os.fdopen(opened, "rb")


def _fit(name: str) -> str:
    """A name without anything a file system gives a meaning."""
    return _UNFIT.sub("_", name)[:_LONGEST_NAME].lstrip(".")


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
