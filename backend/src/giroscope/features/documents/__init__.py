"""Received bytes. Lends the vault and the table of what is in it."""

from giroscope.features.documents.keeping import note_document
from giroscope.features.documents.tables import Document
from giroscope.features.documents.vault import Stored, Vault, open_vault

__all__ = ["Document", "Stored", "Vault", "note_document", "open_vault"]
