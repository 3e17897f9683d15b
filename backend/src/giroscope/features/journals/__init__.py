"""Ties payment, status and statement document by correlation id; imports files."""

from giroscope.features.journals.collect import collector
from giroscope.features.journals.import_document import importer
from giroscope.features.journals.undo import run_undo, undo_blocked_by

__all__ = ["collector", "importer", "run_undo", "undo_blocked_by"]
