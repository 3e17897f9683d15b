"""Looks at the settings a connector is opened with."""

from __future__ import annotations

from collections.abc import Mapping

from erplink.errors import NotConfigured
from erplink.values import Description, SettingKind


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
            raise NotConfigured(f"{one.label.en} is missing.", one.name)
        if value and one.kind is SettingKind.CHOICE and value not in one.choices:
            raise NotConfigured(f"{one.label.en} is none of its choices.", one.name)
        # It goes into a header, where a line break would begin another one.
        if one.kind is SettingKind.SECRET and not value.isprintable():
            raise NotConfigured(f"{one.label.en} holds unprintable signs.", one.name)
        told[one.name] = value
    return told
