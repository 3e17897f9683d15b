"""Finds out what a sign-in may read by reading; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from erplink.errors import NotAllowed, NotThere
from erplink.values import Right


def tried(
    reads: Iterable[tuple[str, Callable[[], Any]]], writes: Iterable[str]
) -> tuple[Right, ...]:
    """Each read as it went, and each write as what nobody can know before.

    Raises:
        ErpError: A read failed for another reason than a right.
    """
    found = [_one(resource, read) for resource, read in reads]
    unknown = [
        Right(resource, is_write=True, may=None, found="told only by doing it")
        for resource in writes
    ]
    return (*found, *unknown)


def _one(resource: str, read: Callable[[], Any]) -> Right:
    try:
        read()
    except NotAllowed as error:
        return Right(resource, is_write=False, may=False, found=error.detail)
    except NotThere:
        return Right(resource, is_write=False, may=False, found="it is not there")
    return Right(resource, is_write=False, may=True, found="")
