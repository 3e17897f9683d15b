"""Asks and tells e-conomic: pages by number, filters, and its own errors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from erplink._answers import Answer, judged, said
from erplink._fields import Fields
from erplink._http import Line
from erplink._requests import as_json
from erplink.errors import ErpError, Invalid, PeriodClosed

LARGEST_PAGE = 1000
_CLOSED = ("PeriodClosed", "AccountingYearClosed", "barred")
"""What the errors of a closed period or year say, by code or in words."""


class Speaking:
    """One agreement."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def one(self, path: str, operation: str) -> tuple[Fields, Answer]:
        """A single record, and the answer it came with."""
        answer = self._line.get(path, operation=operation)
        return Fields(answer.data, "The answer"), answer

    def page(
        self,
        path: str,
        operation: str,
        number: int = 0,
        size: int = LARGEST_PAGE,
        question: str = "",
    ) -> tuple[Sequence[Any], bool]:
        """A page of a collection, and whether another one follows."""
        query = [("skippages", str(number)), ("pagesize", str(size))]
        if question:
            query.append(("filter", question))
        answer = self._line.get(path, operation=operation, query=query)
        told = Fields(answer.data, "The answer")
        has_more = "nextPage" in told.inner("pagination").record
        return told.rows("collection"), has_more

    def every(
        self, path: str, operation: str, what: str, question: str = ""
    ) -> Iterator[Fields]:
        """Every record of a collection."""
        number, has_more = 0, True
        while has_more:
            rows, has_more = self.page(path, operation, number, question=question)
            number += 1
            for one in rows:
                yield Fields(one, what)

    def add(
        self, path: str, operation: str, values: Mapping[str, Any], our_id: str
    ) -> Fields:
        """Make a record; for an hour e-conomic answers the same id with the same."""
        key = hashlib.sha256(our_id.encode()).hexdigest()
        answer = self._line.write(
            "POST",
            path,
            as_json(values),
            operation=operation,
            headers={"Idempotency-Key": key},
        )
        rows = answer.data
        first = rows[0] if isinstance(rows, list) and rows else rows
        return Fields(first, "The answer")


def judged_here(answer: Answer) -> ErpError | None:
    """What an answer says went wrong; closed periods are told in its errors."""
    error = judged(answer)
    if isinstance(error, Invalid):
        text = answer.body.decode("utf-8", "replace")
        if any(word in text for word in _CLOSED):
            return PeriodClosed("erp_link.books_closed", said(answer))
    return error
