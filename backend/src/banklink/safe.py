"""Where answers are kept that a bank gives only once.

At Bank Connect a message that was handed out is not handed out again. So a question
is noted before it leaves, its answer kept, sealed as it came, before anybody reads
it, and given again until the caller has taken what was in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from banklink.errors import AnswerNotTrusted
from banklink.values import FileKind, Ids


@dataclass(frozen=True, slots=True)
class Question:
    """What a bank was asked for, and the ids its answer has to repeat."""

    kind: FileKind
    ids: Ids


class Safe(Protocol):
    """Keeps what a bank gives only once. What one of these raises ends the look."""

    def expect(self, question: Question) -> None:
        """Note that an answer may come; the question leaves when this returns."""

    def keep(self, question: Question, reply: bytes) -> None:
        """Keep the answer for good; it is read when this returns."""

    def unread(self, kind: FileKind) -> Iterable[tuple[Question, bytes]]:
        """The answers kept of which nobody has taken what is in them, oldest first."""

    def doubt(self, question: Question, error: AnswerNotTrusted) -> None:
        """Be told that a kept answer cannot be believed."""

    def forget(self, question: Question) -> None:
        """Be told that nothing came, nothing was in it, or all of it was taken."""


class NoSafe:
    """Keeps nothing: for whoever can afford to lose an answer."""

    def expect(self, question: Question) -> None:
        """Note nothing."""

    def keep(self, question: Question, reply: bytes) -> None:
        """Keep nothing."""

    def unread(self, kind: FileKind) -> Iterable[tuple[Question, bytes]]:
        """There is nothing."""
        del kind
        return ()

    def doubt(self, question: Question, error: AnswerNotTrusted) -> None:
        """Do nothing; the error is raised as well."""

    def forget(self, question: Question) -> None:
        """There is nothing to forget."""
