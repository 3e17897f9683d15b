"""The sentences of all findings, in both languages."""

from collections.abc import Mapping

from erplink import Words
from giroscope.features.erp.checking.words.any_check import ANYTHING
from giroscope.features.erp.checking.words.books import BOOKS
from giroscope.features.erp.checking.words.finding_texts import Sentence
from giroscope.features.erp.checking.words.line import LINE
from giroscope.features.erp.checking.words.rights import DOING

SENTENCES: Mapping[str, Sentence] = {**LINE, **BOOKS, **DOING, **ANYTHING}
_OTHERWISE = SENTENCES["failed"]


def sentence(code: str, values: Mapping[str, str]) -> Sentence:
    """The sentence of a finding, filled; a code of an older release is a failure.

    Days stand in it as YYYY-MM-DD; the console shows them as the reader chose.
    """
    told = SENTENCES.get(code, _OTHERWISE)
    return Sentence(_filled(told.found, values), told.remedy)


def _filled(words: Words, values: Mapping[str, str]) -> Words:
    known = _Known(values)
    return Words(words.en.format_map(known), words.da.format_map(known))


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
