"""What roles open: verbs by room and screens, from the one file that decides it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from giroscope.kernel.access import EVERYONE, GRANTS, permissions_of, screens_of


@dataclass(frozen=True, slots=True)
class RoomVerbs:
    """What may be done in one room."""

    room: str
    verbs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody with certain roles sees and may do."""

    screens: tuple[str, ...]
    rooms: tuple[RoomVerbs, ...]


def rooms_of(permissions: Iterable[str]) -> tuple[RoomVerbs, ...]:
    """Verbs by their rooms, both in order of name."""
    found: dict[str, list[str]] = {}
    for permission in sorted(permissions):
        room, _, verb = permission.partition(".")
        found.setdefault(room, []).append(verb)
    return tuple(RoomVerbs(room, tuple(verbs)) for room, verbs in found.items())


def matrix() -> dict[str | None, tuple[RoomVerbs, ...]]:
    """What each role adds; under None, what everybody may do."""
    found: dict[str | None, tuple[RoomVerbs, ...]] = {None: rooms_of(EVERYONE)}
    found.update((role, rooms_of(verbs)) for role, verbs in GRANTS.items())
    return found


def sight_of(roles: Collection[str]) -> Sight:
    """What a person with these roles will see."""
    held = frozenset(roles)
    return Sight(screens_of(held), rooms_of(permissions_of(held)))
