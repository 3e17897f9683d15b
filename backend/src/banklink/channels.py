"""The shape every way to a bank has. Each call is synchronous and made once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol, runtime_checkable

from banklink.values import (
    Fetched,
    FileKind,
    Ids,
    Issued,
    OutgoingFile,
    ProbeStep,
    Receipt,
    Sealed,
    Waiting,
)


class Channel(Protocol):
    """A way to one bank under one agreement."""

    @property
    def sends(self) -> frozenset[FileKind]:
        """The kinds of file that can be sent."""

    @property
    def receives(self) -> frozenset[FileKind]:
        """The kinds of file that can be fetched."""

    def seal(self, file: OutgoingFile, ids: Ids) -> Sealed:
        """Make the bytes that will leave; nothing of the file is sent.

        Raises:
            NotReady: Keys, certificates, settings or the file do not allow it.
            NotSent: The bank's own certificate was needed and could not be had.
            AnswerNotTrusted: That certificate does not lead to a configured root.
        """

    def deliver(self, sealed: Sealed) -> Receipt:
        """Send sealed bytes, exactly one attempt, and read the bank's answer.

        Raises:
            NotReady: The sealed bytes are not for this channel.
            NotSent: No byte left.
            Refused: The bank certainly did not take it.
            OutcomeUnknown: Everything else. It must not be sent again on that.
        """

    def waiting(
        self, kinds: Collection[FileKind] | None = None, *, everything: bool = False
    ) -> Iterator[Waiting]:
        """List what the bank holds ready: what is new, or everything it still has.

        Raises:
            LinkError: As `deliver`, and `AnswerNotTrusted`.
        """

    def fetch(self, waiting: Waiting) -> Fetched:
        """Fetch one file, verified.

        Raises:
            LinkError: As `deliver`, and `AnswerNotTrusted`.
        """

    def taken(self, fetched: Fetched) -> None:
        """Be told that a file is safely stored, so that it is not new any more."""

    def probe(self) -> Iterator[ProbeStep]:
        """Look at every part of the way in order, moving nothing.

        What fails is a step; later steps that depend on it are skipped.
        """


@runtime_checkable
class Traceable(Protocol):
    """A `Channel` that can look afterwards where a file is."""

    def trace(self, sealed: Sealed) -> Receipt | None:
        """Look where a file is whose delivery broke; None where it certainly is not.

        Raises:
            LinkError: That is not known.
        """


class Enrolment(Protocol):
    """How an agreement gets its certificate and a new one in time.

    The key is made here and stored by the caller before anything is asked for,
    so that a lost answer loses nothing.
    """

    def new_key(self) -> bytes:
        """A private key, PEM, not encrypted."""

    def request(self, key: bytes, code: str, ids: Ids) -> Sealed:
        """Make the request for a first certificate with an activation code."""

    def renewal(self, new_key: bytes, ids: Ids) -> Sealed:
        """Make the request for the next certificate, signed with the present key."""

    def obtain(self, sealed: Sealed, key: bytes) -> Issued:
        """Send such a request once and take the certificate for `key` from the answer.

        Raises:
            WrongName: The bank names another name; the code works once more.
            LinkError: As `Channel.deliver`, and `AnswerNotTrusted`.
        """
