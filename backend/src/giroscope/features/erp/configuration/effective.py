"""What a configuration comes to: each setting's value, and where that comes from.

What the tenant has said goes before what the operator has, and that before the
connector's default. Secrets have no value here, only whether there is one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from erplink import Description, Section, Setting, SettingKind
from giroscope.features.erp.configuration.own import OWN


class Source(StrEnum):
    """Where a value comes from."""

    DEFAULT = "DEFAULT"
    OPERATOR = "OPERATOR"
    TENANT = "TENANT"


class SectionState(StrEnum):
    """How a part of the configuration stands."""

    COMPLETE = "COMPLETE"
    MISSING = "MISSING"
    CHANGED = "CHANGED"


@dataclass(frozen=True, slots=True)
class SecretFacts:
    """What may be told of a secret."""

    reference: str
    set_at: datetime
    set_by: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Effective:
    """One setting as it counts."""

    setting: Setting
    value: str
    """Empty where nobody has said anything, and for secrets always."""
    source: Source
    has_value: bool
    fallback: str
    """What it would be if the tenant had said nothing."""
    secret: SecretFacts | None = None

    @property
    def is_missing(self) -> bool:
        """Whether the ERP cannot be reached without it."""
        return self.setting.is_required and not self.has_value


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody has said in a configuration."""

    kind: str
    values: Mapping[str, str]
    secrets: Mapping[str, SecretFacts]


def settings_of(description: Description) -> Sequence[Setting]:
    """Everything that this ERP and the product itself have to be told, in order."""
    both = (*description.settings, *OWN)
    order = list(Section)
    return sorted(both, key=lambda setting: order.index(setting.section))


def effective(
    description: Description, given: Given, operator: Mapping[str, str]
) -> Sequence[Effective]:
    """Every setting as it counts."""
    return [_one(setting, given, operator) for setting in settings_of(description)]


def values_of(settings: Iterable[Effective]) -> dict[str, str]:
    """The values by name, without any secret; empty where there is none."""
    return {
        one.setting.name: one.value
        for one in settings
        if one.setting.kind is not SettingKind.SECRET
    }


def missing(settings: Iterable[Effective]) -> list[str]:
    """The names of what the ERP needs and nobody has said."""
    return [one.setting.name for one in settings if one.is_missing]


def differing(
    settings: Iterable[Effective], others: Mapping[str, Effective]
) -> list[str]:
    """The names of settings that count otherwise than those others."""
    return [one.setting.name for one in settings if is_other(one, others)]


def is_other(one: Effective, others: Mapping[str, Effective]) -> bool:
    """Whether it counts otherwise there, or is not there at all."""
    other = others.get(one.setting.name)
    if other is None:
        return one.has_value
    return _compared(one) != _compared(other)


def section_state(
    settings: Sequence[Effective],
    section: Section,
    active: Mapping[str, Effective] | None,
) -> SectionState:
    """How a section stands, against the configuration in use where there is one."""
    own = [one for one in settings if one.setting.section is section]
    if missing(own):
        return SectionState.MISSING
    if active is not None and differing(own, active):
        return SectionState.CHANGED
    return SectionState.COMPLETE


def books_of(settings: Iterable[Effective]) -> dict[str, str]:
    """The values that say which company's books they are."""
    own = {setting.name for setting in OWN}
    return {
        one.setting.name: one.value
        for one in settings
        if one.setting.section is Section.COMPANY and one.setting.name not in own
    }


def _one(setting: Setting, given: Given, operator: Mapping[str, str]) -> Effective:
    of_operator = operator.get(setting.name, "")
    source = Source.OPERATOR if of_operator else Source.DEFAULT
    if setting.kind is SettingKind.SECRET:
        secret = given.secrets.get(setting.name)
        has_value = not secret.is_gone if secret else bool(of_operator)
        return Effective(
            setting, "", Source.TENANT if secret else source, has_value, "", secret
        )
    fallback = of_operator or setting.default
    told = given.values.get(setting.name, "")
    value = told or fallback
    return Effective(
        setting, value, Source.TENANT if told else source, bool(value), fallback
    )


def _compared(one: Effective) -> tuple[str, str]:
    reference = one.secret.reference if one.secret else ""
    return one.value, reference or (str(one.has_value) if not one.value else "")
