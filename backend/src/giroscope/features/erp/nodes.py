"""What both parts of this room show: words in two languages, and states by name."""

import strawberry

from erplink import Evidence, Operation, Section, SettingKind
from giroscope.features.erp.checking.result import Tone
from giroscope.features.erp.checking.status import Validity
from giroscope.features.erp.configuration.effective import SectionState, Source
from giroscope.features.erp.tables import Outcome, Verdict, VersionState
from giroscope.kernel.text import LocalizedText

for _enum, _name in (
    (Evidence, "ErpEvidence"),
    (Operation, "ErpConnectorOperation"),
    (Outcome, "ErpOutcome"),
    (Section, "ErpSection"),
    (SectionState, "ErpSectionState"),
    (SettingKind, "ErpSettingKind"),
    (Source, "ErpSource"),
    (Tone, "ErpTone"),
    (Validity, "ErpValidity"),
    (Verdict, "ErpVerdict"),
    (VersionState, "ErpVersionState"),
):
    strawberry.enum(_enum, name=_name)


def erp_said(text: str | None) -> LocalizedText | None:
    """What was kept of an ERP as a text, where there is one, as a reader is told it."""
    return LocalizedText.of_text(text)
