"""The checks: what each looks at, what it stands on, and why it matters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from erplink import Section
from giroscope.features.erp.checking import (
    books,
    lines,
    mapping_checks,
    periods,
    rights,
)
from giroscope.features.erp.checking.mapping_seam import MappingChecks
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.erp.checking.result import Found
from localization import Message

Look = Callable[[Probe], Found]


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `needs` must not have failed before it can look."""

    name: str
    section: Section
    needs: tuple[str, ...]
    is_configuration: bool = True
    """Whether a failure keeps a draft from being activated: the mapping of payment
    methods is done after it."""

    @property
    def title(self) -> Message:
        """What it is called."""
        return Message(f"erp_check.{self.name}_title")

    @property
    def looks_at(self) -> Message:
        """What it sees to."""
        return Message(f"erp_check.{self.name}_looks_at")

    @property
    def matters(self) -> Message:
        """Why somebody should care."""
        return Message(f"erp_check.{self.name}_matters")


CHECKS: tuple[Check, ...] = (
    Check(
        "endpoint",
        Section.CONNECTION,
        (),
    ),
    Check(
        "sign_in",
        Section.CONNECTION,
        ("endpoint",),
    ),
    Check(
        "version",
        Section.CONNECTION,
        ("sign_in",),
    ),
    Check(
        "company",
        Section.COMPANY,
        ("endpoint",),
    ),
    Check(
        "read_rights",
        Section.CONNECTION,
        ("sign_in",),
    ),
    Check(
        "write_rights",
        Section.POSTING,
        ("sign_in",),
    ),
    Check(
        "accounts",
        Section.ACCOUNTS,
        ("sign_in", "company"),
    ),
    Check(
        "statement_journals",
        Section.ACCOUNTS,
        ("accounts",),
    ),
    Check(
        "period",
        Section.POSTING,
        ("sign_in", "company"),
        is_configuration=False,
    ),
    Check(
        "methods_mapped",
        Section.POSTING,
        ("sign_in", "company"),
        is_configuration=False,
    ),
    Check(
        "mapping_legal",
        Section.POSTING,
        ("sign_in", "company"),
        is_configuration=False,
    ),
    Check(
        "sample",
        Section.POSTING,
        ("read_rights", "company"),
    ),
    Check(
        "clock",
        Section.CONNECTION,
        ("sign_in",),
    ),
    Check(
        "secret_expiry",
        Section.CONNECTION,
        ("sign_in",),
    ),
    Check(
        "headroom",
        Section.SCHEDULE,
        ("sign_in",),
    ),
)
"""All checks, each after those it needs."""

BY_NAME: Mapping[str, Check] = {check.name: check for check in CHECKS}
NAMES: tuple[str, ...] = tuple(BY_NAME)


def looks(mapping: MappingChecks | None) -> Mapping[str, Look]:
    """What each check does, with the mapping where there is one to look at."""
    return {
        "endpoint": lines.endpoint,
        "sign_in": lines.sign_in,
        "version": lines.version,
        "company": books.company,
        "read_rights": rights.read_rights,
        "write_rights": rights.write_rights,
        "accounts": books.accounts,
        "statement_journals": books.statement_journals,
        "period": periods.period,
        "methods_mapped": mapping_checks.methods_mapped(mapping),
        "mapping_legal": mapping_checks.mapping_legal(mapping),
        "sample": books.sample,
        "clock": lines.clock,
        "secret_expiry": lines.secret_expiry,
        "headroom": lines.headroom,
    }


def with_needed(names: Sequence[str]) -> list[str]:
    """These checks and all they stand on, in the order in which they are done."""
    wanted: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += BY_NAME[name].needs
    return [name for name in NAMES if name in wanted]


def of_section(section: Section) -> list[str]:
    """The checks that look at a section of the configuration."""
    return [check.name for check in CHECKS if check.section is section]
