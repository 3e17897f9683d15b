"""The catalogues of all languages, and how a message becomes a sentence of one.

A file of a catalogue is read when its first message is shown. Days and instants are
written as ISO 8601 has them, which the console rewrites as its reader likes; counts and
amounts have the marks of the language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from babel.numbers import format_decimal
from fluent.runtime import FluentBundle, FluentResource

from localization.message import TEXT, Amount, Message, Value
from localization.pseudo import accented

DEFAULT: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "da": "Dansk"}
"""The languages there are, by their code, each as it calls itself."""
PSEUDO: Final = "en-XA"
"""English with accents: whatever is shown without them comes from no catalogue."""
_FOLDERS: Final = [Path(__file__).parent]
"""Where catalogues stand, as `<language>/<area>.ftl`."""
_LOCALES: Final = {"en": "en_GB", PSEUDO: "en_GB"}
_REMEMBERED: Final = 4096
_MINOR_UNITS: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
"""Currencies of ISO 4217 whose minor unit is no hundredth, by its decimals."""
_FRACTION: Final = {
    currency: digits
    for digits, currencies in _MINOR_UNITS.items()
    for currency in currencies.split()
}


def render(message: Message, language: str = DEFAULT) -> str:
    """The sentence, in one of the languages; a code that none has is told as it is."""
    try:
        return _remembered(message, language)
    except TypeError:  # a value that cannot be hashed, as a list that was just made
        return _render(message, language)


def chosen(accepted: str | None) -> str:
    """The language of whoever accepts these, as HTTP tells them; English else."""
    for part in (accepted or "")[:200].split(","):
        tag = part.partition(";")[0].strip()
        if tag.lower() == PSEUDO.lower():
            return PSEUDO
        if tag[:2].lower() in LANGUAGES:
            return tag[:2].lower()
    return DEFAULT


def bring(folder: Path) -> None:
    """Add the catalogues of a package that comes with its own, as a protocol does."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        _file.cache_clear()
        _remembered.cache_clear()


def path_of(area: str, language: str) -> Path | None:
    """The file of an area in a language, where there is one."""
    if not area.isidentifier():
        return None
    paths = (folder / language / f"{area}.ftl" for folder in _FOLDERS)
    return next((path for path in paths if path.is_file()), None)


def texts_of(area: str, language: str) -> Mapping[str, Any]:
    """The messages of a file as they were parsed, by the rest of their codes."""
    return _file(area, language).entries


def areas(language: str = DEFAULT) -> list[str]:
    """The files of a language, which are the same in each."""
    return sorted(
        path.stem for folder in _FOLDERS for path in (folder / language).glob("*.ftl")
    )


@lru_cache(_REMEMBERED)
def _remembered(message: Message, language: str) -> str:
    return _render(message, language)


def _render(message: Message, language: str) -> str:
    area, _, name = message.code.partition(".")
    found = _file(area, language).pattern(name) if name else None
    if found is None and language not in {DEFAULT, PSEUDO}:
        return _render(message, DEFAULT)
    if found is None:
        text = message.values.get(TEXT)
        return message.code if text is None else str(text)
    values = {one: _shown(value, language) for one, value in message.values.items()}
    told, errors = _file(area, language).bundle.format_pattern(found, values)
    if errors and TEXT in message.values:
        return str(message.values[TEXT])
    return str(told)


@dataclass(frozen=True, slots=True)
class _File:
    bundle: FluentBundle
    entries: dict[str, Any] = field(default_factory=dict)

    def pattern(self, name: str) -> Any:
        """What stands for the message, or None."""
        if not self.bundle.has_message(name):
            return None
        return self.bundle.get_message(name).value


@lru_cache(None)
def _file(area: str, language: str) -> _File:
    bundle = FluentBundle([_LOCALES.get(language, language)], use_isolating=False)
    folder = DEFAULT if language == PSEUDO else language
    path = path_of(area, folder)
    if folder not in LANGUAGES or path is None:
        return _File(bundle)
    resource = FluentResource(path.read_text("utf-8"))
    if language == PSEUDO:
        resource = accented(resource)
    bundle.add_resource(resource)
    named = [(entry.id.name, entry) for entry in resource.body if hasattr(entry, "id")]
    return _File(bundle, dict(named))


def _shown(value: Value, language: str) -> Any:
    """A value as its sentence takes it."""
    if isinstance(value, Message):
        return render(value, language)
    if isinstance(value, Amount):
        locale = _LOCALES.get(language, language)
        digits = "0" * _FRACTION.get(value.currency, 2)
        form = f"#,##0.{digits}###" if digits else "#,##0.###"
        return f"{format_decimal(value.amount, form, locale)} {value.currency}"
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (str, int, Decimal)):
        return value
    return ", ".join(str(_shown(each, language)) for each in value)
