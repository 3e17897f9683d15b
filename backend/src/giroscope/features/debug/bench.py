"""What the room works with, lent by the application."""

from dataclasses import dataclass
from pathlib import Path

from giroscope.features.users import People
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.settings import Settings


@dataclass(frozen=True, slots=True)
class Bench:
    """The installation, as its own tools see it."""

    settings: Settings
    database: Database
    people: People
    clock: Clock

    @property
    def mail_folder(self) -> Path:
        """Where the embedded sign-in lays mail without a mail server."""
        return self.settings.data_dir.absolute() / "mail"
