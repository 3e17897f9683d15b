"""Which settings say where payments come from: two people stand behind a change."""

from collections.abc import Sequence
from enum import StrEnum

from erplink import Section, Setting, SettingKind
from giroscope.features.erp.configuration.effective import differing
from giroscope.features.erp.configuration.impact import Configured
from giroscope.features.erp.configuration.own import OWN

KIND = "kind"
"""Under this name a version says who chose the ERP itself."""
_OWN_NAMES = frozenset(setting.name for setting in OWN)


class Critical(StrEnum):
    """What a setting decides about the payments that are fetched."""

    BOOKS = "BOOKS"
    ADDRESS = "ADDRESS"
    FOLDER = "FOLDER"
    CREDENTIALS = "CREDENTIALS"


_BY_KIND = {
    SettingKind.ADDRESS: Critical.ADDRESS,
    SettingKind.FOLDER: Critical.FOLDER,
    SettingKind.SECRET: Critical.CREDENTIALS,
}


def critical(setting: Setting) -> Critical | None:
    """What the setting decides, where it decides about payments at all."""
    if setting.name in _OWN_NAMES or setting.kind is SettingKind.DATE:
        return None
    if setting.kind in _BY_KIND:
        return _BY_KIND[setting.kind]
    if setting.section is Section.COMPANY:
        return Critical.BOOKS
    # A database or an environment leads elsewhere as an address does.
    return Critical.ADDRESS if setting.section is Section.CONNECTION else None


def critical_changes(
    before: Configured | None, after: Configured
) -> Sequence[Critical]:
    """What of it a second person has to confirm, in the order of their names."""
    if before is None or before.kind != after.kind:
        return list(Critical)
    named = {one.setting.name: one for one in before.settings}
    changed = set(differing(after.settings, named))
    changed |= {
        name
        for name, one in named.items()
        if one.has_value and all(name != each.setting.name for each in after.settings)
    }
    found = {
        what
        for one in (*after.settings, *before.settings)
        for what in (critical(one.setting),)
        if what is not None and one.setting.name in changed
    }
    return sorted(found)
