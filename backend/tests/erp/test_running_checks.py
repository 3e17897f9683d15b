"""Which checks are run together, which wait for the mapping, and which are refused."""

from typing import Any

import pytest

from erplink import Company, PaymentMethod, Words
from giroscope.features.erp.checking.catalogue import with_needed
from giroscope.features.erp.checking.mapping_seam import MappingFindings, MappingFlaw
from giroscope.features.erp.checking.run import Which
from giroscope.features.erp.errors import NothingToCheck
from giroscope.features.erp.tables import ErpCheckRun, VersionState
from tests.erp.erp_desk import ErpDesk


def test_one_check_is_run_with_all_it_stands_on(desk: ErpDesk) -> None:
    desk.drafted()
    assert list(desk.check(["accounts"])) == [
        "endpoint", "sign_in", "company", "accounts",
    ]  # fmt: skip
    assert with_needed(["sample"]) == [
        "endpoint", "sign_in", "company", "read_rights", "sample",
    ]  # fmt: skip


def test_those_that_failed_are_run_again_and_no_others(desk: ErpDesk) -> None:
    desk.know_account()
    desk.drafted()
    desk.paper.companies = []
    desk.check()
    desk.paper.companies = [Company("1", "Havnens Handel", "DKK")]
    results = desk.check(Which.FAILED)
    assert results["company"].outcome == "PASSED"
    assert results["accounts"].outcome == "PASSED"
    assert "clock" not in results


def test_a_check_nobody_knows_is_refused(desk: ErpDesk) -> None:
    desk.drafted()
    with pytest.raises(NothingToCheck):
        desk.check(["nonsense"])


class _Mapping:
    """A mapping that lacks one method."""

    def unmapped(self, _connection: Any, _id: int, methods: Any) -> MappingFindings:
        flaw = MappingFlaw("4", "BANK", Words("is not mapped", "er ikke koblet"))
        return MappingFindings(len(methods), (flaw,))

    def illegal(
        self, _connection: Any, _id: int, _methods: Any, accounts: Any
    ) -> MappingFindings:
        return MappingFindings(len(accounts))


def test_the_mapping_is_checked_once_the_books_are_in_use(desk: ErpDesk) -> None:
    desk.mapping = _Mapping()
    desk.drafted()
    draft = desk.check()
    assert draft["methods_mapped"].finding == "mapping_follows"
    desk.activate()
    desk.paper.methods.append(PaymentMethod("5", "FIK", "Giro"))
    results = desk.check(state=VersionState.ACTIVE)
    assert (results["methods_mapped"].outcome, results["mapping_legal"].outcome) == (
        "FAILED", "PASSED",
    )  # fmt: skip
    assert results["methods_mapped"].items == [
        {"id": "4", "en": "BANK: is not mapped", "da": "BANK: er ikke koblet",
         "tone": "ILL"},
    ]  # fmt: skip
    # A draft of the same books sees their mapping, and may be put to use all the same.
    desk.save({"place": "south"})
    assert desk.check()["methods_mapped"].outcome == "FAILED"
    desk.activate()


def test_a_run_whose_draft_is_gone_ends_without_a_word(desk: ErpDesk) -> None:
    desk.drafted()
    run = desk.check(["endpoint"])
    assert run
    assert desk.one(ErpCheckRun).finished is not None
