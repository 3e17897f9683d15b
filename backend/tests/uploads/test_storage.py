"""How much of a tenant's room is left while several uploads come in."""

import pytest

from giroscope.features.uploads.storage import Room, StorageFull, _Used


def test_what_comes_in_at_one_moment_shares_the_room_that_is_left() -> None:
    used = _Used(stored=60)
    one, other = Room(used, 100), Room(used, 100)
    one.take(30)
    with pytest.raises(StorageFull):
        other.take(11)
    other.take(10)
    with pytest.raises(StorageFull):
        one.take(1)
    one.free()
    other.keep()
    assert (used.stored, used.arriving) == (70, 0)
    Room(used, 100).ensure(30)
    with pytest.raises(StorageFull):
        Room(used, 100).ensure(31)
