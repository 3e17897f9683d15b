"""Every word people read on the provider's pages and in its mails, in two languages."""

from __future__ import annotations

import re

from signin.words.danish import DANISH
from signin.words.english import ENGLISH
from signin.words.texts import Words

__all__ = ["DANISH", "ENGLISH", "Words", "words_for"]

_MAX_HEADER = 500

_LANGUAGES = {words.language: words for words in (ENGLISH, DANISH)}
_ACCEPTED = re.compile(
    r"([A-Za-z]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*"
)


def words_for(ui_locales: str | None, accept_language: str | None) -> Words:
    """Choose what the application asks for, else what the browser prefers."""
    for tag in (ui_locales or "").split():
        found = _LANGUAGES.get(tag.split("-")[0].lower())
        if found is not None:
            return found
    best, best_quality = ENGLISH, 0.0
    for part in (accept_language or "")[:_MAX_HEADER].split(","):
        match = _ACCEPTED.fullmatch(part.strip())
        found = _LANGUAGES.get(match[1].lower()) if match else None
        quality = float(match[2] or 1) if match else 0.0
        if found is not None and quality > best_quality:
            best, best_quality = found, quality
    return best
