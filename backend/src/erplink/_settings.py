"""Looks at the settings a connector is opened with."""

from __future__ import annotations

from collections.abc import Mapping

from erplink.errors import NotConfigured
from erplink.sayings import Saying
from erplink.values import Description, Setting, SettingKind


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
            raise unfit(Saying.SETTING_MISSING, one)
        if value and one.kind is SettingKind.CHOICE and value not in one.choices:
            raise unfit(Saying.SETTING_NO_CHOICE, one)
        # It goes into a header, where a line break would begin another one.
        if one.kind is SettingKind.SECRET and not value.isprintable():
            raise unfit(Saying.SETTING_UNPRINTABLE, one)
        told[one.name] = value
    return told


def unfit(saying: Saying, setting: Setting, **values: object) -> NotConfigured:
    """That the value of a setting cannot be; told by the setting's own label."""
    label = setting.label
    return NotConfigured(
        saying, setting.name, label=label.en, label_da=label.da, **values
    )


def named(description: Description, name: str) -> Setting:
    """One of the settings of a connector."""
    return next(one for one in description.settings if one.name == name)
