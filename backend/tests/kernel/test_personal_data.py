"""Every column that may hold text says whom it tells of; the document says the same."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
)
from sqlalchemy import Table as PlainTable
from sqlalchemy.types import TypeEngine

import giroscope.app
import giroscope.worker  # noqa: F401 - brings the tables of every room
from giroscope.kernel.columns import Amount, UtcDateTime
from giroscope.kernel.personal_data import (
    NOTHING,
    PersonalData,
    Purpose,
    Registered,
    UserColumns,
    Whose,
    columns_of,
    register,
)
from localization import LANGUAGES
from localization.catalogue import texts_of

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("table", register(), ids=lambda table: table.name)
def test_every_column_says_whom_it_tells_of(table: Registered) -> None:
    said = [
        name
        for names in (
            table.says.own, table.says.users, table.says.names, table.says.about,
            table.says.quotes, table.says.texts, table.says.parties,
            table.says.contacts, table.says.nothing,
        )
        for name in names
    ]  # fmt: skip
    assert len(said) == len(set(said)), "a column is said twice"
    assert set(said) <= set(table.table.c.keys()), "there is no such column"
    unsaid = [one.name for one in columns_of(table.table) if not table.whose(one.name)]
    assert unsaid == [], f"say in __personal_data__ of {table.name} what these hold"


@pytest.mark.parametrize("table", register(), ids=lambda table: table.name)
def test_what_is_kept_of_people_has_a_purpose_and_a_name(table: Registered) -> None:
    columns = (table.whose(one.name) for one in columns_of(table.table))
    of_somebody = {one for one in columns if one is not Whose.NOBODY}
    assert bool(of_somebody) == (table.says.purpose is not None)
    if Whose.USER in of_somebody:
        for language in LANGUAGES:
            assert f"table_{table.name}" in texts_of("personal_data", language)


def _made(says: PersonalData, *columns: Column[Any]) -> Registered:
    made = PlainTable("made_up", MetaData(), Column("id", BigInteger), *columns)
    return Registered(made, says, "")


@pytest.mark.parametrize("kind", [String(40), Text(), JSON(), LargeBinary()])
def test_a_new_column_that_may_hold_text_is_nobodys_until_it_is_said(
    kind: TypeEngine[Any],
) -> None:
    assert _made(NOTHING, Column("remark", kind)).whose("remark") is None
    said = PersonalData(Purpose.BOOKKEEPING, parties=("remark",))
    assert _made(said, Column("remark", kind)).whose("remark") is Whose.PARTY


@pytest.mark.parametrize("kind", [Integer(), Amount(), UtcDateTime()])
def test_a_number_or_a_time_tells_of_nobody(kind: TypeEngine[Any]) -> None:
    assert _made(NOTHING, Column("remark", kind)).whose("remark") is Whose.NOBODY


def test_the_name_beside_an_id_is_the_same_persons() -> None:
    says = PersonalData(
        Purpose.EVIDENCE, own=("person",), users=("made_by", "owner_id"),
        names=("told_by",),
    )  # fmt: skip
    columns = ("person", "made_by", "made_by_name", "owner_id", "owner_name", "told_by")
    table = _made(says, *(Column(name, String(9)) for name in columns))
    assert list(table.users()) == [
        UserColumns("person", None, is_own=True),
        UserColumns("made_by", "made_by_name"),
        UserColumns("owner_id", "owner_name"),
        UserColumns(None, "told_by"),
    ]
    assert {table.whose(name) for name in columns} == {Whose.USER}


def test_the_register_of_the_document_is_fresh() -> None:
    script = ROOT / "scripts" / "personal_data_fresh.py"
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
