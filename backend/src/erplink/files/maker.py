"""File exchange as a connector: what it needs and can do, and the one it opens."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import NoReturn
from uuid import uuid4

from erplink._settings import required, unfit
from erplink.connectors import Connector, Maker
from erplink.errors import ErpError, NotAllowed, NotConfigured
from erplink.files.folders import IN, OUT, REFUSED, TAKEN, Dropped, Folders
from erplink.surroundings import Call, Surroundings
from erplink.values import (
    Claimed,
    Company,
    Contact,
    Description,
    ErpAccount,
    Evidence,
    Operation,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Section,
    Seen,
    Setting,
    StatementLines,
    StatusUpdate,
    Way,
    Written,
)
from localization import Words

_LONGEST_WAIT = 3600

_COMPANY = Setting(
    "company",
    Words("Company", "Virksomhed"),
    Words(
        "The company whose files are exchanged, as it is called in the ERP.",
        "Den virksomhed, hvis filer udveksles, som den hedder i økonomisystemet.",
    ),
    section=Section.COMPANY,
)
_SETTLED = Setting(
    "settled_seconds",
    Words("Seconds untouched", "Sekunder uberørt"),
    Words(
        "How long a file must have been left alone before it counts as finished.",
        "Hvor længe en fil skal have ligget urørt, før den regnes for færdig.",
    ),
    default="5",
)


class _FilesMaker:
    description = Description(
        kind="files",
        name="File exchange",
        evidence=Evidence.EMBEDDED,
        operations=frozenset({Operation.EXCHANGE_FILES}),
        settings=(_COMPANY, _SETTLED),
    )

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        """A connector over the tenant's own folders, made where they are missing.

        Raises:
            NotConfigured: There is no folder, or a setting cannot be right.
        """
        told = required(self.description, settings)
        folders = Folders(
            surroundings.folders, _seconds(told[_SETTLED.name]), surroundings.clock
        )
        return FileExchange(folders, surroundings)


FILES: Maker = _FilesMaker()


class FileExchange:
    """Takes what an ERP has dropped, and lays out what it picks up.

    It is a `Connector` for its configuration and checks; what it does beside is what
    `Operation.EXCHANGE_FILES` stands for.
    """

    def __init__(self, folders: Folders, surroundings: Surroundings) -> None:
        self._folders = folders
        self._surroundings = surroundings

    def waiting(self) -> Iterator[Dropped]:
        """Finished files, by their names; those that cannot be read are refused.

        Raises:
            Unavailable: The folder cannot be read.
        """
        return self._folders.waiting()

    def read(self, dropped: Dropped) -> bytes:
        """The bytes of a file as it was found.

        Raises:
            Unavailable: It is gone, or was changed.
        """
        with self._told("READ", f"{IN}/{dropped.name}") as note:
            note.reply = self._folders.read(dropped)
        return note.reply

    def take(self, dropped: Dropped) -> None:
        """Move a file that stands safely elsewhere to those that were taken.

        Raises:
            Unavailable: It was changed since it was read, or cannot be moved.
        """
        with self._told("TAKE", f"{IN}/{dropped.name}"):
            self._folders.take(dropped)

    def refuse(self, dropped: Dropped, reason: str) -> None:
        """Move a file to those that were refused, with the reason in a text beside it.

        Raises:
            Unavailable: It was changed since it was read, or cannot be moved.
        """
        with self._told("REFUSE", f"{IN}/{dropped.name}") as note:
            note.request = reason.encode()
            self._folders.refuse(dropped, reason)

    def lay_out(self, name: str, content: bytes) -> Written:
        """Put a file where the ERP picks it up, once for its name.

        Raises:
            NotConfigured: No file can have this name.
            Conflict: Another file was laid out under it.
            Unavailable: The folder does not take it.
        """
        with self._told("PUT", f"{OUT}/{name}") as note:
            note.request = content
            return self._folders.lay_out(name, content)

    def test_connection(self) -> Contact:
        """Look whether all folders can be used.

        Raises:
            NotAllowed: One cannot.
        """
        for right in self.rights():
            if not right.may:
                raise NotAllowed("erp_link.folder_unusable", folder=right.resource)
        return Contact(str(self._folders.base), "", clock=None)

    def rights(self) -> Sequence[Right]:
        """Which folders can be written to."""
        names = (IN, OUT, TAKEN, REFUSED)
        found = {name: self._folders.usable(name) for name in names}
        return [
            Right(name, Way.CHANGE, may=not why, found=why)
            for name, why in found.items()
        ]

    def list_companies(self) -> Sequence[Company]:
        """Refused: a folder knows none."""
        _not_offered()

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        """Refused: the files say how to pay."""
        _not_offered()

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        """Refused: the files say where from."""
        _not_offered()

    def list_periods(self, since: date) -> Sequence[Period]:
        """Refused: a folder has no books."""
        del since
        _not_offered()

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        """Refused: see `waiting`."""
        del cursor, limit
        _not_offered()

    def claim(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        """Refused: see `take`."""
        del payments, our_id
        _not_offered()

    def push_status(self, update: StatusUpdate) -> Written:
        """Refused: see `lay_out`."""
        del update
        _not_offered()

    def push_statement_lines(self, lines: StatementLines) -> Written:
        """Refused: see `lay_out`."""
        del lines
        _not_offered()

    @contextmanager
    def _told(self, method: str, place: str) -> Iterator[_Note]:
        note = _Note()
        began = time.monotonic()
        failure = ""
        try:
            yield note
        except ErpError as error:
            failure = error.message
            raise
        finally:
            self._surroundings.witness(
                Call(
                    method=method,
                    uri=(self._folders.base.absolute() / place).as_uri(),
                    operation=Operation.EXCHANGE_FILES,
                    call_id=uuid4().hex,
                    request=note.request,
                    reply=note.reply,
                    status=None,
                    seconds=time.monotonic() - began,
                    failure=failure,
                )
            )


@dataclass(slots=True)
class _Note:
    """What the witness is told of one call."""

    request: bytes = b""
    reply: bytes = b""


def _not_offered() -> NoReturn:
    raise NotConfigured("erp_link.not_offered")


def _seconds(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= _LONGEST_WAIT):
        raise unfit("erp_link.setting_up_to", _SETTLED, most=_LONGEST_WAIT)
    return int(text)
