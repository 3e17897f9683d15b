"""What both parts of this room show: words in two languages, and states by name."""

import strawberry

from erplink import Evidence, Operation, Section, SettingKind, Words, in_both
from giroscope.features.erp.checking.found import Tone
from giroscope.features.erp.checking.standing import Validity
from giroscope.features.erp.configuration.effective import SectionState, Source
from giroscope.features.erp.tables import Outcome, Verdict, VersionState

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


@strawberry.type(name="ErpWords", description="One text in both languages.")
class WordsNode:
    """One text in both languages."""

    en: str
    da: str

    @classmethod
    def of(cls, words: Words) -> "WordsNode":
        """From the words of a connector or of this room."""
        return cls(en=words.en, da=words.da)

    @classmethod
    def said(cls, text: str | None) -> "WordsNode | None":
        """What was kept as a text, where there is one; see `erplink.in_both`."""
        return cls.of(in_both(text)) if text else None
