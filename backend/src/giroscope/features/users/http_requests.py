"""Reads what plain HTTP asks of account management; nothing is decided here."""

from datetime import datetime
from typing import Any

from starlette.datastructures import QueryParams

from giroscope.features.users import policy, queries
from giroscope.features.users.invite import Invited
from giroscope.features.users.queries import Wanted
from giroscope.features.users.tables import UserState
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import PageRequest, row_id

_LONGEST = 300
_MOST_DAYS = 3_650


class Fields:
    """A JSON object whose fields are of the kinds we know."""

    def __init__(self, body: Any, known: tuple[str, ...]) -> None:
        """Raise `InvalidInput` for what is no object or has a field nobody reads."""
        if not isinstance(body, dict):
            raise InvalidInput("The request is no JSON object")
        for name in body:
            if name not in known:
                # A misspelt field must not be taken for one that is not there.
                raise InvalidInput(f"There is no field “{name[:40]}”", path=name[:40])
        self._body = body

    def text(self, name: str) -> str | None:
        """A text, or None where the field is not there.

        Raises:
            InvalidInput: It is something else.
        """
        value = self._body.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > _LONGEST or "\0" in value:
            raise InvalidInput(f"`{name}` must be a short text", path=name)
        return value

    def needed(self, name: str) -> str:
        """A text that has to be there.

        Raises:
            InvalidInput: It is not.
        """
        found = self.text(name)
        if not found:
            raise InvalidInput(f"`{name}` is needed", path=name)
        return found

    def texts(self, name: str) -> list[str]:
        """A list of texts, empty where the field is not there.

        Raises:
            InvalidInput: It is something else.
        """
        value = self._body.get(name, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise InvalidInput(f"`{name}` must be a list of texts", path=name)
        return value


def invited(body: Any) -> Invited:
    """Who is to be invited.

    Raises:
        InvalidInput: A field is missing, unknown or of a wrong kind.
    """
    known = ("email", "givenName", "familyName", "roles", "language", "username")
    fields = Fields(body, known)
    return Invited(
        email=fields.needed("email"),
        given_name=fields.needed("givenName"),
        family_name=fields.needed("familyName"),
        roles=tuple(fields.texts("roles")),
        language=fields.text("language"),
        username=fields.text("username"),
    )


def wanted(asked: QueryParams, now: datetime) -> Wanted:
    """What the list is narrowed to.

    Raises:
        InvalidInput: A parameter is none of its kind.
    """
    states = [state.upper() for state in asked.getlist("state")]
    if not set(states) <= set(UserState):
        raise InvalidInput("`state` is invited, active, locked or disabled",
                           path="state")  # fmt: skip
    roles = asked.getlist("role")
    policy.ensure_assignable(roles)
    days = asked.get("inactiveDays")
    number = None if days is None else row_id(days)
    if days is not None and (number is None or not 1 <= number <= _MOST_DAYS):
        raise InvalidInput(f"`inactiveDays` is 1 to {_MOST_DAYS}", path="inactiveDays")
    return Wanted(
        search=asked.get("search", "")[:_LONGEST],
        roles=roles or None,
        states=states or None,
        inactive_since=None if number is None else queries.inactive_since(now, number),
        has_second_factor=_flag(asked, "secondFactor"),
    )


def page(asked: QueryParams) -> PageRequest:
    """Which page is wanted.

    Raises:
        InvalidInput: `first` is no number.
    """
    first = asked.get("first")
    size = None if first is None else row_id(first)
    if first is not None and size is None:
        raise InvalidInput("`first` is no number", path="first")
    return PageRequest(first=size, after=asked.get("after"))


def _flag(asked: QueryParams, name: str) -> bool | None:
    text = asked.get(name)
    if text is None:
        return None
    if text not in {"true", "false"}:
        raise InvalidInput(f"`{name}` is true or false", path=name)
    return text == "true"
