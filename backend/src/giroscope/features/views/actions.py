"""What people do with views: save, rename, delete, begin with one."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, insert

from giroscope.features.audit import Subject, record
from giroscope.features.views import policy, queries
from giroscope.features.views.tables import DefaultView, SavedView
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession


class Wanted(NamedTuple):
    """A view as it is to be saved."""

    list: str
    """The name of a list that there is."""
    name: str
    state: str
    version: int
    shared: bool


async def save(
    session: WriteSession,
    actor: Actor,
    wanted: Wanted,
    now: datetime,
    view_id: int | None = None,
) -> int:
    """Save a new view, or write over one; tells its id.

    Raises:
        BadView: It is no view.
        NotFound: The view to write over is not there.
        NotYourView: It is somebody else's.
        TooManyViews: There are too many of this list.
        TooManyViewsInAll: There are too many of all lists together.
        NameTaken: Another one has this name.
    """
    values: dict[str, Any] = {
        "name": policy.ensure_name(wanted.name),
        "state": policy.ensure_state(wanted.state),
        "version": policy.ensure_version(wanted.version),
        "shared": wanted.shared,
    }
    if view_id is None:
        policy.ensure_room(*await queries.own_counts(session, actor, wanted.list))
        await _ensure_free(session, actor.id, wanted.list, values["name"], None)
        view = SavedView(
            list=wanted.list, owner=actor.id, owner_name=actor.name[:200],
            created=now, updated=now, **values,
        )  # fmt: skip
        session.add(view)
        await session.flush()
        await _noted(session, actor, "views.created", view)
        return view.id
    view = await _changeable(session, actor, view_id)
    if view.list != wanted.list:
        raise policy.BadView("This view is of another list", path="list")
    await _ensure_free(session, view.owner, view.list, values["name"], view.id)
    was = _told(view)
    for name, value in values.items():
        setattr(view, name, value)
    view.updated = now
    await _noted(session, actor, "views.changed", view, was=was)
    return view.id


async def rename(
    session: WriteSession, actor: Actor, view_id: int, name: str, now: datetime
) -> None:
    """Give a view another name.

    Raises:
        NotFound: It is not there.
        NotYourView: It is somebody else's.
        NameTaken: Another one has this name.
    """
    view = await _changeable(session, actor, view_id)
    wanted = policy.ensure_name(name)
    await _ensure_free(session, view.owner, view.list, wanted, view.id)
    was = _told(view)
    view.name, view.updated = wanted, now
    await _noted(session, actor, "views.renamed", view, was=was)


async def remove(session: WriteSession, actor: Actor, view_id: int) -> None:
    """Delete a view; whoever began with it begins with none.

    Raises:
        NotFound: It is not there.
        NotYourView: It is somebody else's.
    """
    view = await _changeable(session, actor, view_id)
    await session.execute(delete(DefaultView).where(DefaultView.view_id == view.id))
    await session.delete(view)
    await session.flush()
    await record(
        session, actor, "views.deleted", _subject(view), was=_told(view),
    )  # fmt: skip


async def begin_with(
    session: WriteSession, actor: Actor, list_name: str, view_id: int | None
) -> None:
    """Have this person begin the list with a view, or with none.

    Raises:
        NotFound: It is not there.
        BadView: It is a view of another list.
    """
    if view_id is not None:
        found = await session.get(SavedView, view_id)
        if policy.ensure_visible(found, actor).list != list_name:
            raise policy.BadView("This is a view of another list", path="id")
    await session.execute(
        delete(DefaultView).where(
            DefaultView.person == actor.id, DefaultView.list == list_name
        )
    )
    if view_id is not None:
        await session.execute(
            insert(DefaultView).values(person=actor.id, list=list_name, view_id=view_id)
        )
    subject = Subject("list", list_name)
    await record(session, actor, "views.default_set", subject, now={"view": view_id})


async def _changeable(session: WriteSession, actor: Actor, view_id: int) -> SavedView:
    found = await session.get(SavedView, view_id, with_for_update=True)
    return policy.ensure_changeable(found, actor)


async def _ensure_free(
    session: WriteSession, owner: str, list_name: str, name: str, own_id: int | None
) -> None:
    found = await queries.named(session, owner, list_name, name)
    if found is not None and found.id != own_id:
        raise policy.NameTaken


async def _noted(
    session: WriteSession,
    actor: Actor,
    verb: str,
    view: SavedView,
    was: dict[str, Any] | None = None,
) -> None:
    await record(session, actor, verb, _subject(view), was=was, now=_told(view))


def _told(view: SavedView) -> dict[str, Any]:
    """What the trail tells of a view; its filter is nobody's business there."""
    return {"list": view.list, "name": view.name, "shared": view.shared}


def _subject(view: SavedView) -> Subject:
    return Subject("view", str(view.id), view.name)
