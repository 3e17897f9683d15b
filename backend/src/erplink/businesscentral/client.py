"""Asks and tells Business Central: OData pages, changes by ETag, and its own errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from erplink._answers import Answer, judged, said
from erplink._fields import Fields
from erplink._http import Line
from erplink._requests import as_json
from erplink.businesscentral.signin import Tokens
from erplink.errors import (
    ErpError,
    Invalid,
    NotAllowed,
    NotThere,
    PeriodClosed,
    SignInRefused,
)
from erplink.surroundings import Clock

_Got = TypeVar("_Got")
_AT_ONCE = 20
"""Ids in one question, so that its address stays short."""
_BY_CODE: Mapping[str, tuple[type[ErpError], str]] = {
    "Authentication_": (SignInRefused, "erp_link.central_sign_in"),
    "Authorization_": (NotAllowed, "erp_link.central_right"),
    "BadRequest_NotFound": (NotThere, "erp_link.central_page"),
    "Internal_RecordNotFound": (NotThere, "erp_link.central_unknown"),
}
_CLOSED = "allowed posting dates"
"""What the message says where a period is closed; there is no code for it."""


class Speaking:
    """One environment, with a token that is renewed when it ends early."""

    def __init__(
        self,
        line: Line,
        sign_in: Line,
        settings: Mapping[str, str],
        clock: Clock,
        tokens: Tokens,
    ) -> None:
        self._line = line
        self._sign_in = sign_in
        self._settings = settings
        self._clock = clock
        self._tokens = tokens

    def answer(
        self, path: str, operation: str, query: Sequence[tuple[str, str]] = ()
    ) -> Answer:
        """What stands at an address."""
        return self._signed(
            lambda: self._line.get(path, operation=operation, query=query)
        )

    def page(
        self,
        path: str,
        operation: str,
        query: Sequence[tuple[str, str]] = (),
        size: int | None = None,
    ) -> tuple[Sequence[Any], str | None]:
        """A page of records, and the address of the next one."""
        wanted = {} if size is None else {"Prefer": f"odata.maxpagesize={size}"}
        answer = self._signed(
            lambda: self._line.get(
                path, operation=operation, query=query, headers=wanted
            )
        )
        told = Fields(answer.data, "The answer")
        return told.rows("value"), told.perhaps("@odata.nextLink") or None

    def every(
        self,
        path: str,
        operation: str,
        what: str,
        query: Sequence[tuple[str, str]] = (),
    ) -> Iterator[Fields]:
        """Every record, over all pages."""
        following: str | None = path
        while following is not None:
            rows, following = self.page(following, operation, query)
            # The address of the next page repeats the question.
            query = ()
            for one in rows:
                yield Fields(one, what)

    def among(
        self,
        path: str,
        operation: str,
        what: str,
        field: str,
        values: Iterable[str],
    ) -> Iterator[Fields]:
        """The records whose field is one of these values, each written for OData."""
        wanted = list(dict.fromkeys(values))
        for first in range(0, len(wanted), _AT_ONCE):
            part = wanted[first : first + _AT_ONCE]
            clause = " or ".join(f"{field} eq {value}" for value in part)
            yield from self.every(path, operation, what, [("$filter", clause)])

    def change(
        self, path: str, operation: str, etag: str, values: Mapping[str, Any]
    ) -> Fields:
        """Change a record that is still what was read.

        Raises:
            Conflict: It is not.
        """
        return self._written("PATCH", path, operation, values, {"If-Match": etag})

    def add(self, path: str, operation: str, values: Mapping[str, Any]) -> Fields:
        """Make a record."""
        return self._written("POST", path, operation, values, {})

    def _written(
        self,
        method: str,
        path: str,
        operation: str,
        values: Mapping[str, Any],
        headers: Mapping[str, str],
    ) -> Fields:
        answer = self._signed(
            lambda: self._line.write(
                method, path, as_json(values), operation=operation, headers=headers
            )
        )
        return Fields(answer.data, "The answer")

    def _signed(self, call: Callable[[], _Got]) -> _Got:
        """Make a call; once more with another token if the one there was is refused.

        A call that is refused for its token was not looked at, so a write may be
        made again too.
        """
        self._sign(is_new=False)
        try:
            return call()
        except SignInRefused:
            self._sign(is_new=True)
            return call()

    def _sign(self, *, is_new: bool) -> None:
        token = self._tokens.token(
            self._sign_in, self._settings, self._clock, is_new=is_new
        )
        self._line.keep_secret(token)
        self._line.set_header("Authorization", f"Bearer {token}")


def judged_here(answer: Answer) -> ErpError | None:
    """What an answer says went wrong, by its status and Business Central's code."""
    error = judged(answer)
    if not isinstance(error, Invalid):
        return error
    text = answer.body.decode("utf-8", "replace")
    for code, (kind, saying) in _BY_CODE.items():
        if f'"{code}' in text:
            return kind(saying, said(answer))
    if _CLOSED in text:
        return PeriodClosed("erp_link.books_closed", said(answer))
    return error


def quoted(text: str) -> str:
    """A text as OData writes it."""
    return "'" + text.replace("'", "''") + "'"
