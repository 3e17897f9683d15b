"""Ties payment, status and statement document by correlation id; imports files."""

from giroscope.features.journals.collecting import collector
from giroscope.features.journals.importing import importer
from giroscope.features.journals.undoing import run_undo, undo_blocked_by

__all__ = ["collector", "importer", "run_undo", "undo_blocked_by"]
