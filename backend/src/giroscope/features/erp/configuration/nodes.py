"""The configuration in the graph: connectors, versions, settings; never a secret."""

from datetime import datetime

import strawberry

from erplink import Description, Evidence, Operation, Section, Setting, SettingKind
from giroscope.features.erp.checking.status import Validity, validity_of
from giroscope.features.erp.configuration.activate import configured
from giroscope.features.erp.configuration.differences import Difference
from giroscope.features.erp.configuration.effective import (
    Effective,
    SecretFacts,
    SectionState,
    Source,
    is_other,
    section_state,
)
from giroscope.features.erp.configuration.impact import Configured, impact
from giroscope.features.erp.configuration.queries import current
from giroscope.features.erp.nodes import erp_said
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpConnection, ErpVersion, VersionState
from giroscope.kernel.graph import Info
from giroscope.kernel.text import LocalizedText


@strawberry.type(name="ErpSetting")
class SettingNode:
    """One thing an ERP, or the product, has to be told."""

    name: str
    label: LocalizedText
    help: LocalizedText
    kind: SettingKind
    section: Section
    is_required: bool
    default: str
    choices: list[str]

    @classmethod
    def of(cls, setting: Setting) -> "SettingNode":
        """From a connector's or the product's own."""
        return cls(
            name=setting.name,
            label=LocalizedText.of(setting.label),
            help=LocalizedText.of(setting.help),
            kind=setting.kind,
            section=setting.section,
            is_required=setting.is_required,
            default=setting.default,
            choices=list(setting.choices),
        )


@strawberry.type(name="ErpConnector")
class ConnectorNode:
    """An ERP that can be connected."""

    kind: str
    name: str
    evidence: Evidence = strawberry.field(
        description="What its tests ran against: the vendor's own server, or less."
    )
    operations: list[Operation]
    settings: list[SettingNode]

    @classmethod
    def of(cls, description: Description) -> "ConnectorNode":
        """From what a connector says of itself."""
        return cls(
            kind=description.kind,
            name=description.name,
            evidence=description.evidence,
            operations=sorted(description.operations),
            settings=[SettingNode.of(one) for one in description.settings],
        )


@strawberry.type(name="ErpSecretFacts")
class SecretNode:
    """What may be told of a secret: when it was set, by whom, whether it is gone."""

    set_at: datetime
    set_by: str
    is_gone: bool

    @classmethod
    def of(cls, facts: SecretFacts) -> "SecretNode":
        """From its facts."""
        return cls(set_at=facts.set_at, set_by=facts.set_by, is_gone=facts.is_gone)


@strawberry.type(name="ErpValue")
class ValueNode:
    """A setting as it counts, and where its value comes from."""

    setting: SettingNode
    value: str | None = strawberry.field(description="None for a secret, always.")
    has_value: bool
    is_missing: bool
    is_changed: bool = strawberry.field(
        description="Whether it counts otherwise than in the version in use."
    )
    source: Source
    fallback: str = strawberry.field(
        description="What it would be if the tenant had said nothing."
    )
    secret: SecretNode | None


@strawberry.type(name="ErpSectionPart")
class SectionNode:
    """A part of the configuration."""

    section: Section
    state: SectionState
    values: list[ValueNode]


@strawberry.type(name="ErpVersion")
class VersionNode:
    """A configuration: the draft, the one in use, or one that was."""

    row: strawberry.Private[ErpVersion]
    id: strawberry.ID
    number: int | None = strawberry.field(description="None for a draft.")
    kind: str
    connector: str = strawberry.field(description="The name of the ERP.")
    state: VersionState
    revision: int
    note: str | None
    restored_from: int | None
    created: datetime
    created_by: str
    changed: datetime
    changed_by: str
    activated: datetime | None
    activated_by: str | None
    superseded: datetime | None

    @classmethod
    def of(cls, row: ErpVersion, erp: Erp) -> "VersionNode":
        """From its row."""
        maker = erp.makers.get(row.kind)
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            number=row.number,
            kind=row.kind,
            connector=maker.description.name if maker else row.kind,
            state=VersionState(row.state),
            revision=row.revision,
            note=row.note,
            restored_from=row.restored_from,
            created=row.created,
            created_by=row.created_by_name,
            changed=row.changed,
            changed_by=row.changed_by_name,
            activated=row.activated,
            activated_by=row.activated_by_name,
            superseded=row.superseded,
        )

    @strawberry.field
    async def validity(self, info: Info) -> Validity:
        """How far it is on its way to use, by its checks."""
        async with info.context.reading() as session:
            return await validity_of(session, self.row)

    @strawberry.field
    async def sections(self, info: Info) -> list[SectionNode]:
        """Every setting as it counts, by section."""
        now, active = await self._beside_active(info)
        return [] if now is None else _sections(now, active)

    @strawberry.field
    async def impact(self, info: Info) -> list[LocalizedText]:
        """What activating it would change, in sentences."""
        now, active = await self._beside_active(info)
        if now is None:
            return []
        return [LocalizedText.of(one) for one in impact(active, now)]

    async def _beside_active(
        self, info: Info
    ) -> tuple[Configured | None, Configured | None]:
        """This version and the one in use; None where a connector is gone."""
        erp = info.context.borrow(Erp)
        if self.row.kind not in erp.makers:
            return None, None
        async with info.context.reading() as session:
            now = await configured(session, erp, self.row)
            active = await current(session, VersionState.ACTIVE)
            if active is None or active.kind not in erp.makers:
                return now, None
            return now, await configured(session, erp, active)


@strawberry.type(name="ErpBooks")
class BooksNode:
    """The set of books in use, and how the ERP answers."""

    id: strawberry.ID
    kind: str
    name: str
    since: datetime
    last_contact: datetime | None
    failing_since: datetime | None
    failure: str | None
    said: LocalizedText | None = strawberry.field(description="The failure, in words.")

    @classmethod
    def of(cls, row: ErpConnection) -> "BooksNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            kind=row.kind,
            name=row.name,
            since=row.began,
            last_contact=row.last_contact,
            failing_since=row.failing_since,
            failure=row.failure,
            said=erp_said(row.failure),
        )


@strawberry.type(name="ErpDifference")
class DifferenceNode:
    """A setting that counts otherwise in another version."""

    name: str
    label: LocalizedText
    section: Section
    was: str
    now: str
    is_secret: bool

    @classmethod
    def of(cls, one: Difference) -> "DifferenceNode":
        """From a comparison."""
        return cls(
            name=one.name,
            label=LocalizedText.of(one.label),
            section=one.section,
            was=one.was,
            now=one.now,
            is_secret=one.is_secret,
        )


def _sections(now: Configured, active: Configured | None) -> list[SectionNode]:
    others: dict[str, Effective] | None = None
    if active is not None:
        others = {one.setting.name: one for one in active.settings}
    return [_section(section, now, others) for section in Section]


def _section(
    section: Section, now: Configured, others: dict[str, Effective] | None
) -> SectionNode:
    """A section, also one that this ERP needs nothing in: its checks lead there."""
    return SectionNode(
        section=section,
        state=section_state(now.settings, section, others),
        values=[
            _value(one, is_changed=others is not None and is_other(one, others))
            for one in now.settings
            if one.setting.section is section
        ],
    )


def _value(one: Effective, *, is_changed: bool) -> ValueNode:
    return ValueNode(
        setting=SettingNode.of(one.setting),
        value=None if one.setting.kind is SettingKind.SECRET else one.value,
        has_value=one.has_value,
        is_missing=one.is_missing,
        is_changed=is_changed,
        source=one.source,
        fallback=one.fallback,
        secret=SecretNode.of(one.secret) if one.secret else None,
    )
