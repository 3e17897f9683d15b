"""Finds out what a sign-in may read by reading; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from erplink.errors import NotAllowed, NotThere
from erplink.values import Right, Way


def tried(
    reads: Iterable[tuple[str, Callable[[], Any]]], writes: Iterable[str]
) -> tuple[Right, ...]:
    """Each read as it went, and each write as what nobody can know before.

    Raises:
        ErpError: A read failed for another reason than a right.
    """
    found = [_one(resource, read) for resource, read in reads]
    unknown = [Right(resource, Way.CHANGE, may=None) for resource in writes]
    return (*found, *unknown)


def _one(resource: str, read: Callable[[], Any]) -> Right:
    try:
        read()
    except NotAllowed as error:
        return Right(resource, Way.READ, may=False, found=error.detail)
    except NotThere as error:
        return Right(resource, Way.READ, may=False, found=error.detail or "404")
    return Right(resource, Way.READ, may=True)
