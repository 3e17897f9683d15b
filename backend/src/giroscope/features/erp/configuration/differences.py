"""What differs between two versions of the configuration. Decides only."""

from collections.abc import Sequence
from dataclasses import dataclass

from erplink import Section, SettingKind, Words
from giroscope.features.erp.configuration.effective import Effective, is_other
from giroscope.features.erp.configuration.impact import Configured

_ERP = Words("ERP", "ERP-system")


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting that counts otherwise; of a secret only that it is another."""

    name: str
    label: Words
    section: Section
    was: str
    now: str
    is_secret: bool


def differences(before: Configured, after: Configured) -> list[Difference]:
    """Every setting that counts otherwise, in the order of the sections."""
    found = []
    if before.kind != after.kind:
        found.append(
            Difference(
                "kind", _ERP, Section.CONNECTION, before.name, after.name,
                is_secret=False,
            )
        )  # fmt: skip
    was = {one.setting.name: one for one in before.settings}
    now = {one.setting.name: one for one in after.settings}
    for one in _ordered(before.settings, after.settings):
        name = one.setting.name
        if name not in was or name not in now or is_other(now[name], was):
            found.append(_difference(one, was.get(name), now.get(name)))
    return [one for one in found if one.is_secret or one.was != one.now]


def _ordered(
    before: Sequence[Effective], after: Sequence[Effective]
) -> list[Effective]:
    named = {one.setting.name: one for one in (*before, *after)}
    order = list(Section)
    return sorted(named.values(), key=lambda one: order.index(one.setting.section))


def _difference(
    one: Effective, was: Effective | None, now: Effective | None
) -> Difference:
    setting = one.setting
    return Difference(
        setting.name,
        setting.label,
        setting.section,
        was.value if was else "",
        now.value if now else "",
        setting.kind is SettingKind.SECRET,
    )
