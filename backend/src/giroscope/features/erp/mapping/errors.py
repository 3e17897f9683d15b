"""Refusals of the mapping, each with its code and its sentence."""

from giroscope.features.erp.mapping.legality import Flaw
from giroscope.kernel.errors import Conflict, InvalidInput


class MappingRefused(InvalidInput):
    """This cannot be paid as it is mapped."""

    code = "erp.mapping_refused"

    @classmethod
    def of(cls, flaw: Flaw, text: str) -> "MappingRefused":
        """With the field that mends it."""
        return cls(text, path=flaw.field, flaw=flaw.code, **dict(flaw.values))


class ChangedMeanwhile(Conflict):
    """Somebody has changed this mapping meanwhile; look at it again."""

    code = "erp.mapping_changed"


class NothingToUndo(Conflict):
    """There is no change to take back."""

    code = "erp.nothing_to_undo"


class BadSheet(InvalidInput):
    """This is no sheet of mappings."""

    code = "erp.bad_sheet"
