"""What `giroscope doctor` finds: one thing that was looked at."""

from typing import NamedTuple


class Check(NamedTuple):
    """One thing that was looked at, and what to do where it is not well."""

    name: str
    found: str
    remedy: str = ""

    @property
    def is_well(self) -> bool:
        """Whether there is nothing to do."""
        return not self.remedy
