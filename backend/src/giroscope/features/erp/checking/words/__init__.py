"""The sentences of all findings, in both languages."""

import re
from collections.abc import Mapping
from datetime import date

from erplink import Words
from giroscope.features.erp.checking.words.anything import ANYTHING
from giroscope.features.erp.checking.words.books import BOOKS
from giroscope.features.erp.checking.words.days import day_words
from giroscope.features.erp.checking.words.doing import DOING
from giroscope.features.erp.checking.words.line import LINE
from giroscope.features.erp.checking.words.told import Sentence

SENTENCES: Mapping[str, Sentence] = {**LINE, **BOOKS, **DOING, **ANYTHING}
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_OTHERWISE = SENTENCES["failed"]


def sentence(code: str, values: Mapping[str, str]) -> Sentence:
    """The sentence of a finding, filled; a code of an older release is a failure."""
    told = SENTENCES.get(code, _OTHERWISE)
    return Sentence(_filled(told.found, values), told.remedy)


def _filled(words: Words, values: Mapping[str, str]) -> Words:
    told = {name: _in_both(value) for name, value in values.items()}
    return Words(
        words.en.format_map(_Known({name: one.en for name, one in told.items()})),
        words.da.format_map(_Known({name: one.da for name, one in told.items()})),
    )


def _in_both(value: str) -> Words:
    """A day as it is read; everything else as it is."""
    if _DAY.fullmatch(value):
        return day_words(date.fromisoformat(value))
    return Words(value, value)


class _Known(dict[str, str]):
    """Values by name; one that an older release did not keep is a dash."""

    def __getitem__(self, key: str) -> str:
        return _Value(self.get(key, "-"))


class _Value(str):
    """A value; `{count:account|accounts}` is the first word where it is one."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        one, mark, more = form.partition("|")
        if not mark:
            return format(str(self), form)
        return one if self == "1" else more
