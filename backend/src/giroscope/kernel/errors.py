"""Refusals: what a room says when it will not do what was asked.

A refusal has a stable code and a sentence that is safe to show. It knows
nothing of HTTP or GraphQL; `problems.py` and `graph.py` translate its class.
"""

from collections.abc import Mapping


class AppError(Exception):
    """A named refusal. The docstring of a subclass is its default sentence."""

    code = "internal"

    def __init__(
        self, message: str | None = None, *, path: str | None = None, **values: object
    ) -> None:
        self.message = message or (type(self).__doc__ or "").strip().split("\n")[0]
        self.path = path
        self.values: Mapping[str, object] = values
        super().__init__(self.message)


class Unauthenticated(AppError):
    """Sign in first: the request carries no valid access token."""

    code = "unauthenticated"


class Forbidden(AppError):
    """Your roles do not allow this."""

    code = "forbidden"


class NotFound(AppError):
    """There is nothing at this address, or it is not yours to see."""

    code = "not_found"


class InvalidInput(AppError):
    """The request cannot be understood."""

    code = "invalid_input"


class Conflict(AppError):
    """This is not possible in the present state."""

    code = "conflict"


class TooLarge(AppError):
    """The upload is larger than this installation accepts."""

    code = "too_large"


class TooSlow(AppError):
    """The request did not arrive in time; send it again."""

    code = "too_slow"


class RateLimited(AppError):
    """Too many requests; wait a moment and try again."""

    code = "rate_limited"


class Misdirected(AppError):
    """This is not the place to ask."""

    code = "misdirected"


class TooComplex(AppError):
    """The query asks for more than one answer may hold."""

    code = "too_complex"


class Unavailable(AppError):
    """A part this needs does not answer; try again in a moment."""

    code = "unavailable"
