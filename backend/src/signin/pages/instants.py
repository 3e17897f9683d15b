"""Moments, for machines and for people."""

from __future__ import annotations

from datetime import UTC, datetime

from signin.words import Words


def iso_instant(instant: int) -> str:
    """Write a moment as a `time` element wants it."""
    return datetime.fromtimestamp(instant, UTC).isoformat()


def shown_instant(instant: int, words: Words) -> str:
    """Write a moment as people read it.

    The pages run no script, so they cannot know the reader's zone; they name the one
    they use.
    """
    pattern = "%d.%m.%Y %H:%M UTC" if words.language == "da" else "%m/%d/%Y %H:%M UTC"
    return datetime.fromtimestamp(instant, UTC).strftime(pattern)
