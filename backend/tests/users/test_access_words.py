"""What roles open, as the console is told."""

import re
from pathlib import Path

from giroscope.features.users.access_words import matrix, sight_of
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    AUDITOR,
    EVERYONE,
    GRANTS,
    READERS,
    SCREENS,
    UPLOAD,
    permissions_of,
)
from tests.users.desk import Desk

_WORDS = Path(__file__).parents[3] / "frontend/src/features/users/roleLabels.ts"


def test_the_console_has_a_word_for_every_screen_room_and_verb() -> None:
    """Without one, people read an address or a code."""
    text = _WORDS.read_text(encoding="utf-8").split("signInLabels")[0]
    named = set(re.findall(r"^  '?([\w/-]+)'?: \{", text, re.MULTILINE))
    given = [one.split(".") for one in EVERYONE.union(*GRANTS.values())]
    assert {*SCREENS, *(part for one in given for part in one)} <= named


def test_every_screen_is_opened_by_a_verb_that_is_given() -> None:
    assert set(SCREENS.values()) <= EVERYONE.union(*GRANTS.values())
    assert sight_of(GRANTS).screens == tuple(SCREENS)


def test_the_matrix_says_what_the_server_decides_by() -> None:
    for role, rooms in matrix().items():
        told = {f"{one.room}.{verb}" for one in rooms for verb in one.verbs}
        assert told == (EVERYONE if role is None else GRANTS[role])


def test_what_somebody_will_see() -> None:
    nothing, uploader = sight_of(()), sight_of([UPLOAD])
    assert "/upload" not in nothing.screens
    assert "/upload" in uploader.screens
    assert "/account-management/users" not in uploader.screens
    told = {f"{one.room}.{verb}" for one in uploader.rooms for verb in one.verbs}
    assert told == permissions_of(frozenset({UPLOAD}))


def test_an_auditor_without_another_role_has_reading_verbs_only() -> None:
    only = permissions_of(frozenset({AUDITOR, "made-up"}))
    assert only == READERS | GRANTS[AUDITOR]
    assert {one.rpartition(".")[2] for one in only} == {"read", "check", "verify"}
    assert permissions_of(frozenset({AUDITOR, UPLOAD})) >= EVERYONE | GRANTS[UPLOAD]


async def test_the_console_is_told_the_same(desk: Desk) -> None:
    data = await desk.ask(
        "{ roleMatrix { role secondPerson rooms { room verbs } }"
        " permissions(roles: [ACCOUNT_MANAGEMENT]) { screens rooms { room } } }"
    )
    rows = {row["role"]: row for row in data["roleMatrix"]}
    assert [name for name, row in rows.items() if row["secondPerson"]] == [
        "PAYMENT_APPROVER", "ACCOUNT_MANAGEMENT"
    ]  # fmt: skip
    users = next(
        one for one in rows["ACCOUNT_MANAGEMENT"]["rooms"] if one["room"] == "users"
    )
    wanted = {verb for verb in GRANTS[ACCOUNT_MANAGEMENT] if verb.startswith("users.")}
    assert {f"users.{verb}" for verb in users["verbs"]} == wanted
    assert "/account-management/users" in data["permissions"]["screens"]
    assert None in rows
