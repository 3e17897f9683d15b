"""Keeps what happens after the first byte from looking like a failure to send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from banklink.errors import (
    AnswerNotTrusted,
    NotReady,
    NotSent,
    OutcomeUnknown,
    Refused,
)


@contextmanager
def in_doubt() -> Iterator[None]:
    """Whatever fails inside leaves the outcome unknown, unless it is certain.

    Raises:
        OutcomeUnknown: For every failure that is not certain.
    """
    try:
        yield
    except (NotReady, NotSent, Refused, OutcomeUnknown):
        raise
    except AnswerNotTrusted as error:
        raise OutcomeUnknown(
            f"The bank's answer cannot be trusted: {error.message}"
        ) from error
    except Exception as error:
        # Even a fault of ours must not lead to a second payment.
        raise OutcomeUnknown("The bank's answer could not be read.") from error
