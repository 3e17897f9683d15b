"""What the set-up of an installation is measured by."""

import os

import pytest

from giroscope.kernel.set_up import is_closed


@pytest.mark.parametrize(
    ("mode", "owner", "closed"),
    [
        (0o100440, 0, True), (0o100460, 0, False), (0o100444, 0, False),
        (0o100400, 10001, True), (0o100440, 10001, False),
    ],
)  # fmt: skip
def test_a_key_that_root_lends_to_the_group_is_closed(
    mode: int, owner: int, closed: bool
) -> None:
    state = os.stat_result((mode, 0, 0, 1, owner, 10001, 44, 0, 0, 0))
    assert is_closed(state, 10001) is closed
    # Root itself needs no group.
    assert is_closed(os.stat_result((0o100440, *state[1:4], 0, *state[5:])), 0) is False
