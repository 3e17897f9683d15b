"""Looks at the settings a connector is opened with."""

from __future__ import annotations

from collections.abc import Mapping

from erplink.errors import NotConfigured
from erplink.values import Description, Setting, SettingKind
from localization import Message, Value


def required(
    description: Description, settings: Mapping[str, str]
) -> Mapping[str, str]:
    """Every setting of a connector without blanks around it, or its default.

    Raises:
        NotConfigured: One that is needed is missing, or is none of its choices.
    """
    told = {}
    for one in description.settings:
        value = settings.get(one.name, "").strip() or one.default
        if one.is_required and not value:
            raise unfit("erp_link.setting_missing", one)
        if value and one.kind is SettingKind.CHOICE and value not in one.choices:
            raise unfit("erp_link.setting_no_choice", one)
        # It goes into a header, where a line break would begin another one.
        if one.kind is SettingKind.SECRET and not value.isprintable():
            raise unfit("erp_link.setting_unprintable", one)
        told[one.name] = value
    return told


def unfit(code: str, setting: Setting, **values: Value) -> NotConfigured:
    """That the value of a setting cannot be; told by the setting's own label."""
    label = Message("general.in_own_words", en=setting.label.en, da=setting.label.da)
    return NotConfigured(code, setting.name, label=label, **values)


def named(description: Description, name: str) -> Setting:
    """One of the settings of a connector."""
    return next(one for one in description.settings if one.name == name)
