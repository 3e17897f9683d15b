"""Exchanging files by folders: whole, once, and never another tenant's."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from erplink import (
    Call,
    Conflict,
    ErpAccount,
    NotAllowed,
    NotConfigured,
    Operation,
    PaymentState,
    StatementLines,
    StatusUpdate,
    Surroundings,
    Unavailable,
)
from erplink.files import FILES, Dropped, FileExchange, folders

DROPPED = datetime(2026, 11, 23, 8, 0, tzinfo=UTC)
NOW = DROPPED + timedelta(seconds=30)
CONTENT = b"<Document/>"


class Tenant:
    """A tenant's folder, an ERP that drops files there, and the product."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.calls: list[Call] = []

    def exchange(self, **settings: str) -> FileExchange:
        surroundings = Surroundings(
            self.calls.append,
            lambda: NOW,
            folders=str(self.base) if self.base.name else "",
        )
        told = {"company": "Havnens Handel ApS", **settings}
        return cast("FileExchange", FILES.open(told, surroundings))

    def drop(self, name: str, content: bytes = CONTENT) -> Path:
        path = self.base / "in" / name
        path.write_bytes(content)
        self.age(path)
        return path

    def age(self, path: Path) -> None:
        """Have it, or the link that it is, stand there since the files were dropped."""
        since = DROPPED.timestamp()
        os.utime(path, (since, since), follow_symlinks=False)

    def names(self, folder: str) -> list[str]:
        return sorted(one.name for one in (self.base / folder).iterdir())


@pytest.fixture
def tenant(tmp_path: Path) -> Tenant:
    return Tenant(tmp_path / "aarhus")


@pytest.fixture
def exchange(tenant: Tenant) -> FileExchange:
    return tenant.exchange()


def test_a_dropped_file_is_read_and_taken(
    tenant: Tenant, exchange: FileExchange
) -> None:
    tenant.drop("b.xml", b"<b/>")
    tenant.drop("a.xml")
    first, second = exchange.waiting()
    assert (first.name, first.size) == ("a.xml", len(CONTENT))
    assert first.sha256 == hashlib.sha256(CONTENT).hexdigest()
    assert exchange.read(first) == CONTENT
    exchange.take(first)
    assert list(exchange.waiting()) == [second]
    [kept] = tenant.names("taken")
    assert kept == f"{first.sha256[:16]}-a.xml"
    assert [call.method for call in tenant.calls] == ["READ", "TAKE"]
    assert tenant.calls[0].reply == CONTENT
    exchange.take(first)
    assert tenant.names("taken") == [kept]


def test_unfinished_files_wait(tenant: Tenant, exchange: FileExchange) -> None:
    tenant.drop("a.xml.part")
    tenant.drop(".a.xml")
    tenant.drop("a.xml.TMP")
    (tenant.base / "in" / "folder").mkdir()
    assert list(exchange.waiting()) == []
    tenant.drop("new.xml")
    assert list(tenant.exchange(settled_seconds="40").waiting()) == []
    assert [one.name for one in exchange.waiting()] == ["new.xml"]


def test_a_refused_file_has_its_reason_beside_it(
    tenant: Tenant, exchange: FileExchange
) -> None:
    tenant.drop("a.xml")
    [dropped] = exchange.waiting()
    exchange.refuse(dropped, "It is no pain.001.")
    name = f"{dropped.sha256[:16]}-a.xml"
    assert tenant.names("refused") == [name, f"{name}.txt"]
    said = tenant.base / "refused" / f"{name}.txt"
    assert said.read_text("utf-8") == "It is no pain.001.\n"
    tenant.drop("a.xml")
    [dropped] = exchange.waiting()
    exchange.refuse(dropped, "Again.")
    assert said.read_text("utf-8") == "Again.\n"
    assert tenant.names("in") == []
    exchange.refuse(dropped, "It is gone.")


def test_what_cannot_be_a_file_is_refused_by_itself(
    tenant: Tenant, exchange: FileExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "LARGEST", 20)
    secret = tenant.base.parent / "secret"
    secret.write_bytes(b"of another tenant")
    link = tenant.base / "in" / "link.xml"
    link.symlink_to(secret)
    tenant.age(link)
    tenant.drop("empty.xml", b"")
    tenant.drop("large.xml", b"x" * 21)
    assert list(exchange.waiting()) == []
    refused = tenant.names("refused")
    assert len(refused) == 6
    assert secret.read_bytes() == b"of another tenant"
    reasons = {
        one.read_text("utf-8") for one in (tenant.base / "refused").glob("*.txt")
    }
    assert {reason.split(" ")[2] for reason in reasons} == {"a", "empty.\n", "larger"}


def test_a_file_that_changes_stays_where_it_is(
    tenant: Tenant, exchange: FileExchange
) -> None:
    path = tenant.drop("a.xml")
    [dropped] = exchange.waiting()
    path.write_bytes(b"<other/>")
    for act in (
        lambda: exchange.read(dropped),
        lambda: exchange.take(dropped),
        lambda: exchange.refuse(dropped, "No."),
    ):
        with pytest.raises(Unavailable, match="changed"):
            act()
    assert tenant.names("in") == ["a.xml"]
    path.unlink()
    with pytest.raises(Unavailable, match="not there"):
        exchange.read(dropped)


def test_a_link_put_in_a_files_place_is_not_followed(
    tenant: Tenant, exchange: FileExchange
) -> None:
    path = tenant.drop("a.xml")
    [dropped] = exchange.waiting()
    elsewhere = tenant.base.parent / "elsewhere.xml"
    elsewhere.write_bytes(CONTENT)
    path.unlink()
    path.symlink_to(elsewhere)
    with pytest.raises(Unavailable):
        exchange.read(dropped)
    with pytest.raises(Unavailable):
        exchange.take(dropped)


@pytest.mark.parametrize("name", ["../a.xml", "", ".", "in/a.xml"])
def test_a_name_that_leads_elsewhere_is_refused(
    exchange: FileExchange, name: str
) -> None:
    with pytest.raises(Exception, match="name"):
        exchange.take(Dropped(name, 1, "0" * 64))


def test_an_answer_is_laid_out_once(tenant: Tenant, exchange: FileExchange) -> None:
    first = exchange.lay_out("pain.002-1.xml", CONTENT)
    assert (first.native_id, first.was_there) == ("pain.002-1.xml", False)
    assert tenant.names("out") == ["pain.002-1.xml"]
    assert exchange.lay_out("pain.002-1.xml", CONTENT).was_there
    (tenant.base / "out" / "pain.002-1.xml").unlink()
    assert exchange.lay_out("pain.002-1.xml", CONTENT).was_there
    assert tenant.names("out") == []
    with pytest.raises(Conflict):
        exchange.lay_out("pain.002-1.xml", b"<other/>")


def test_an_answer_laid_out_before_a_crash_is_not_doubled(
    tenant: Tenant, exchange: FileExchange
) -> None:
    exchange.lay_out("a.xml", CONTENT)
    (tenant.base / ".laid" / "a.xml").unlink()
    assert exchange.lay_out("a.xml", CONTENT).was_there
    assert (tenant.base / "out" / "a.xml").read_bytes() == CONTENT
    (tenant.base / ".laid" / "a.xml").unlink()
    with pytest.raises(Conflict):
        exchange.lay_out("a.xml", b"<other/>")
    assert not (tenant.base / ".laid" / "a.xml").exists()


@pytest.mark.parametrize(
    "name", ["", ".hidden.xml", "a/b.xml", "..", "blå.xml", "a" * 121, "a\n.xml"]
)
def test_an_answer_needs_a_safe_name(exchange: FileExchange, name: str) -> None:
    with pytest.raises(NotConfigured):
        exchange.lay_out(name, CONTENT)


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    Tenant(tmp_path / "odense").exchange()
    (tmp_path / "aarhus").symlink_to(tmp_path / "odense")
    with pytest.raises(NotConfigured, match="link"):
        Tenant(tmp_path / "aarhus").exchange()
    base = tmp_path / "ribe"
    base.mkdir()
    (base / "in").symlink_to(tmp_path / "odense" / "in")
    with pytest.raises(NotConfigured, match="link"):
        Tenant(base).exchange()


def test_without_a_folder_there_is_no_exchange(tmp_path: Path) -> None:
    with pytest.raises(NotConfigured):
        Tenant(Path()).exchange()
    (tmp_path / "file").touch()
    with pytest.raises(NotConfigured):
        Tenant(tmp_path / "file").exchange()


@pytest.mark.parametrize("seconds", ["x", "-1", "3601", "nan"])
def test_settings_that_cannot_be_right(tenant: Tenant, seconds: str) -> None:
    with pytest.raises(NotConfigured):
        tenant.exchange(settled_seconds=seconds)
    with pytest.raises(NotConfigured):
        tenant.exchange(company="")


def test_its_folders_are_looked_at(tenant: Tenant, exchange: FileExchange) -> None:
    assert all(one.may for one in exchange.rights())
    assert exchange.test_connection().product == str(tenant.base)
    assert tenant.names("in") == []
    (tenant.base / "out").rmdir()
    [broken] = [one for one in exchange.rights() if not one.may]
    assert broken.resource == "out"
    with pytest.raises(NotAllowed, match="out"):
        exchange.test_connection()
    with pytest.raises(Unavailable):
        exchange.lay_out("a.xml", CONTENT)
    (tenant.base / "in").rmdir()
    with pytest.raises(Unavailable):
        list(exchange.waiting())


def test_it_offers_files_and_nothing_else(exchange: FileExchange) -> None:
    assert FILES.description.operations == {Operation.EXCHANGE_FILES}
    day = NOW.date()
    account = ErpAccount("1", "", "DKK")
    zero = 0
    for refused in (
        exchange.list_companies,
        exchange.list_payment_methods,
        exchange.list_bank_accounts,
        lambda: exchange.fetch_payments(None, 1),
        lambda: exchange.claim({}, "c"),
        lambda: exchange.push_status(StatusUpdate("1", "1", PaymentState.SENT, day)),
        lambda: exchange.push_statement_lines(
            StatementLines("1", account, "DKK", "1", day, zero, zero, ())  # type: ignore[arg-type]
        ),
    ):
        with pytest.raises(NotConfigured):
            refused()


def test_a_file_that_vanishes_while_the_folder_is_read_is_passed_over(
    tenant: Tenant, exchange: FileExchange
) -> None:
    tenant.drop("a.xml")
    gone = tenant.drop("b.xml")
    found = exchange.waiting()
    next(found)
    os.unlink(gone)  # noqa: PTH108 - as another program does it
    assert list(found) == []
