"""What a view may be, and who may change it. Decides only; changes nothing."""

from collections.abc import Collection, Mapping
from typing import Any

import orjson

from giroscope.features.views.tables import SavedView
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from giroscope.kernel.lines import one_line

MOST = 100
"""Views that one person may have of one list."""
MOST_OF_ALL = 300
"""Views that one person may have of all lists together."""
MOST_BYTES = 8 * 1024
"""Of a view's state."""
_LONGEST_NAME = 80
_MOST_VERSION = 1_000_000


class BadView(InvalidInput):
    """This is no view of a list."""

    code = "views.bad"


class TooManyViews(Conflict):
    """You have a hundred views of this list already; delete one first."""

    code = "views.too_many"


class TooManyViewsInAll(Conflict):
    """You have three hundred views already; delete one first."""

    code = "views.too_many_in_all"


class NameTaken(Conflict):
    """You have a view of this name already."""

    code = "views.name_taken"


class NotYourView(Forbidden):
    """Only its owner or an account manager changes a shared view."""

    code = "views.not_yours"


def ensure_list(name: str, known: Collection[str]) -> str:
    """The list's name, if it is one of those there are.

    Raises:
        BadView: It is not.
    """
    if name not in known:
        raise BadView("There is no such list", path="list")
    return name


def ensure_room(of_list: int, of_all: int) -> None:
    """Pass silently where a person with so many views may have one more.

    Raises:
        TooManyViews: There are too many of this list.
        TooManyViewsInAll: There are too many of all lists together.
    """
    if of_list >= MOST:
        raise TooManyViews
    if of_all >= MOST_OF_ALL:
        raise TooManyViewsInAll


def ensure_name(name: str) -> str:
    """The view's name in one line.

    Raises:
        BadView: There is none, or it is too long.
    """
    line = one_line(name)
    if not 1 <= len(line) <= _LONGEST_NAME:
        raise BadView(f"A name has 1 to {_LONGEST_NAME} characters", path="name")
    return line


def ensure_state(text: str) -> str:
    """The state in one spelling, if it is a JSON object of a sensible size.

    Raises:
        BadView: It is not.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise BadView(f"A view holds at most {MOST_BYTES} bytes", path="state")
    try:
        state = orjson.loads(text)
        # What is read far deeper than it can be written is nobody's view.
        spelled = orjson.dumps(state).decode()
    except (orjson.JSONDecodeError, orjson.JSONEncodeError) as error:
        raise BadView("The state of a view is JSON", path="state") from error
    if not isinstance(state, dict) or _holds_nul(state):
        raise BadView("The state of a view is a JSON object", path="state")
    return spelled


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, Mapping):
        return any(_holds_nul(part) for part in (*value, *value.values()))
    return isinstance(value, list) and any(map(_holds_nul, value))


def ensure_version(version: int) -> int:
    """The version of the state's form.

    Raises:
        BadView: It is none.
    """
    if not 1 <= version <= _MOST_VERSION:
        raise BadView("A version counts from 1", path="version")
    return version


def ensure_visible(view: SavedView | None, actor: Actor) -> SavedView:
    """The view, if this person sees it.

    Raises:
        NotFound: There is none, or it is somebody else's own.
    """
    if view is None or not (view.shared or view.owner == actor.id):
        raise NotFound("There is no such view")
    return view


def may_change(view: SavedView, actor: Actor) -> bool:
    """Whether this person may change, rename or delete a view they see."""
    return view.owner == actor.id or actor.may("views.manage")


def ensure_changeable(view: SavedView | None, actor: Actor) -> SavedView:
    """The view, if this person may change it.

    Raises:
        NotFound: There is none, or it is somebody else's own.
        NotYourView: It is shared by somebody else.
    """
    found = ensure_visible(view, actor)
    if not may_change(found, actor):
        raise NotYourView
    return found
