"""People join and separate accounts in the console: who may, what is refused, told."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.banks import Account
from giroscope.features.journals.join_accounts import JOIN_JOB, account_settler
from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.journals.test_join_accounts import IN_CAMT, IN_SWIFT, KNOWN_AS, OTHER
from tests.statements.statement_factory import ACCOUNT, Line, Sheet, camt
from tests.statements.swift_factory import mt940

pytestmark = pytest.mark.served

UPLOADER, MANAGER = "giroscope-upload", "giroscope-account-management"
Import = Callable[..., Upload]
JOIN = """mutation ($kept: ID!, $joined: ID!, $reason: String!) {
  joinAccounts(keptId: $kept, joinedId: $joined, reason: $reason) {
  __typename ... on Problem { code } } }"""
SEPARATE = """mutation ($id: ID!, $reason: String!) {
  separateAccounts(id: $id, reason: $reason) { __typename ... on Problem { code } } }"""
ACCOUNTS = """{ accounts { edges { node { number otherNames { name learned }
  joined { number name joinedBy joinedAt } } } } }"""
ALIKE = """{ lookAlikeAccounts { kept { number } joined { number } equalBalances
  firstDay lastDay balances { day isOpening amount } } }"""
ACTS = """{ auditEvents(filter: {verbs: ["accounts.join", "accounts.separate"]}) {
  edges { node { verb was now } } } }"""


def _ids(database: Database, realm: str) -> dict[str, str]:
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(Account.number, Account.id)).all()
    return {number: str(account_id) for number, account_id in rows}


async def _join(api: Any, kept: str, joined: str, role: str = UPLOADER) -> str:
    given = {"kept": kept, "joined": joined, "reason": "The same account"}
    answer = (await api.data(JOIN, role, variables=given))["joinAccounts"]
    return str(answer.get("code", answer["__typename"]))


async def _separate(api: Any, account_id: str, role: str = UPLOADER) -> str:
    given = {"id": account_id, "reason": "They are two"}
    answer = (await api.data(SEPARATE, role, variables=given))["separateAccounts"]
    return str(answer.get("code", answer["__typename"]))


def _work(database: Database, realm: str) -> None:
    with database.job_connection(realm) as connection:
        waiting = connection.execute(
            select(Job.id).where(Job.verb == JOIN_JOB, Job.state == "QUEUED")
        ).scalars()
        ids = list(waiting)
    for job_id in ids:
        jobs.perform(database, {JOIN_JOB: account_settler()}, realm, job_id)


async def test_who_joins_accounts_says_why_and_it_is_written_down(
    import_bytes: Import, database: Database, realm: str, api: Any
) -> None:
    import_bytes(IN_CAMT, "1.xml")
    import_bytes(IN_SWIFT, "2.txt")
    ids = _ids(database, realm)
    (alike,) = (await api.data(ALIKE))["lookAlikeAccounts"]
    assert alike == {
        "kept": {"number": ACCOUNT}, "joined": {"number": KNOWN_AS},
        "equalBalances": 2, "firstDay": "2026-03-02", "lastDay": "2026-03-02",
        "balances": [
            {"day": "2026-03-02", "isOpening": False, "amount": "1060.00"},
            {"day": "2026-03-02", "isOpening": True, "amount": "1000.00"},
        ],
    }  # fmt: skip
    assert await _join(api, ids[ACCOUNT], ids[KNOWN_AS]) == "Success"
    _work(database, realm)
    (edge,) = (await api.data(ACCOUNTS))["accounts"]["edges"]
    node = edge["node"]
    assert node["number"] == ACCOUNT
    assert node["otherNames"] == [{"name": KNOWN_AS, "learned": "JOINED"}]
    assert [one["number"] for one in node["joined"]] == [KNOWN_AS]
    assert node["joined"][0]["joinedBy"]
    assert (await api.data(ALIKE))["lookAlikeAccounts"] == []
    assert await _separate(api, ids[KNOWN_AS], MANAGER) == "Success"
    _work(database, realm)
    edges = (await api.data(ACCOUNTS))["accounts"]["edges"]
    assert [one["node"]["joined"] for one in edges] == [[], []]
    # Who separated them has answered the question.
    assert (await api.data(ALIKE))["lookAlikeAccounts"] == []
    acts = (await api.data(ACTS, MANAGER))["auditEvents"]["edges"]
    assert [one["node"]["verb"] for one in acts] == [
        "accounts.separate", "accounts.join",
    ]  # fmt: skip
    assert "The same account" in str(acts[1]["node"]["now"])


async def test_what_cannot_be_joined_is_refused(
    import_bytes: Import, database: Database, realm: str, api: Any
) -> None:
    import_bytes(IN_CAMT, "1.xml")
    import_bytes(IN_SWIFT, "2.txt")
    import_bytes(IN_SWIFT.replace(OTHER.encode(), b"THIRD 3"), "3.txt")
    import_bytes(IN_SWIFT.replace(b"DKK", b"EUR"), "4.txt")
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(Account.id, Account.currency)).all()
    euro = next(str(one) for one, currency in rows if currency == "EUR")
    ids = {**_ids(database, realm)}
    ids[KNOWN_AS] = str(min(int(one) for one, _ in rows if str(one) != ids[ACCOUNT]))
    assert await _join(api, ids[ACCOUNT], ids[ACCOUNT]) == "banks.join_with_itself"
    assert await _join(api, ids[ACCOUNT], euro) == "banks.join_currencies"
    assert await _join(api, ids[ACCOUNT], "999") == "not_found"
    assert await _join(api, ids[ACCOUNT], ids[KNOWN_AS], "giroscope-logs") == (
        "forbidden"
    )
    assert await _separate(api, ids[KNOWN_AS]) == "banks.account_not_joined"
    assert await _separate(api, "999") == "not_found"
    unsaid = {"kept": ids[ACCOUNT], "joined": ids[KNOWN_AS], "reason": "  "}
    answer = await api.data(JOIN, UPLOADER, variables=unsaid)
    assert answer["joinAccounts"]["__typename"] == "Problem"
    with database.job_connection(realm) as connection:
        assert connection.execute(text("SELECT 1 FROM account_joins")).all() == []
    assert await _join(api, ids[ACCOUNT], ids[KNOWN_AS]) == "Success"
    assert await _join(api, ids["THIRD3"], ids[KNOWN_AS]) == "banks.account_joined"
    assert await _join(api, ids["THIRD3"], ids[ACCOUNT]) == "Success"
    assert await _separate(api, ids[KNOWN_AS]) == "banks.account_joined"


async def test_accounts_with_one_other_balance_or_name_do_not_look_alike(
    import_bytes: Import, api: Any
) -> None:
    import_bytes(IN_CAMT, "1.xml")
    import_bytes(IN_SWIFT, "2.txt")
    # Another IBAN with the same balances is another account.
    other_iban = IN_SWIFT.replace(OTHER.encode(), b"DE14370400441234567890")
    import_bytes(other_iban, "3.txt")
    pairs = (await api.data(ALIKE))["lookAlikeAccounts"]
    found = {(one["kept"]["number"], one["joined"]["number"]) for one in pairs}
    assert found == {
        (ACCOUNT, KNOWN_AS), ("DE14370400441234567890", KNOWN_AS),
    }  # fmt: skip
    later = {"first": "2026-03-03", "last": "2026-03-03"}
    line = Line("5.00", "2026-03-03")
    import_bytes(camt(Sheet([line], "2", "1060.00", **later)), "4.xml")
    import_bytes(
        mt940("1060.00", ["6.00"], account=OTHER, number="2", **later), "5.txt"
    )
    pairs = (await api.data(ALIKE))["lookAlikeAccounts"]
    found = {(one["kept"]["number"], one["joined"]["number"]) for one in pairs}
    assert found == {("DE14370400441234567890", KNOWN_AS)}


def test_older_entries_take_the_currency_that_a_later_file_states(
    import_bytes: Import, database: Database, realm: str
) -> None:
    untold = camt(Sheet([Line("5.00", currency=None)], opening=None, currency=None),
                  kind="camt.054")  # fmt: skip
    import_bytes(untold, "1.xml")
    assert _currencies(database, realm) == {"XXX"}
    import_bytes(IN_CAMT, "2.xml")
    assert _currencies(database, realm) == {"DKK"}
    later = Sheet([Line("6.00", currency=None)], "9", opening=None, currency=None)
    import_bytes(camt(later, kind="camt.054"), "3.xml")
    assert _currencies(database, realm) == {"DKK"}


def _currencies(database: Database, realm: str) -> set[str]:
    with database.job_connection(realm) as connection:
        return set(
            connection.execute(
                text(
                    "SELECT currency FROM transactions UNION"
                    " SELECT currency FROM report_entries"
                )
            ).scalars()
        )
