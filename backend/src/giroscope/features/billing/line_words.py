"""What the lines of an invoice say, in English and in Danish."""

from sayings import Sayings, Words

_UNITS = {
    "en": {
        "month": ("month", "months"),
        "year": ("year", "years"),
        "seat": ("seat", "seats"),
        "part": ("part", "parts"),
        "JOURNALS": ("journal", "journals"),
        "SENDINGS": ("file", "files"),
        "USERS": ("user", "users"),
    },
    "da": {
        "month": ("måned", "måneder"),
        "year": ("år", "år"),
        "seat": ("plads", "pladser"),
        "part": ("andel", "andele"),
        "JOURNALS": ("journal", "journaler"),
        "SENDINGS": ("fil", "filer"),
        "USERS": ("bruger", "brugere"),
    },
}
_LINES = {
    "en": {
        "month_fee": "{plan}, subscription for a month",
        "year_fee": "{plan}, subscription for a year",
        "seats": "{plan}, further seats",
        "JOURNALS": "Journals beyond the included: {used} used, {included} included",
        "SENDINGS": "Payment files sent beyond the included: {used} sent, {included}"
        " included",
        "USERS": "Users beyond the seats: {used} signed in, {included} seats",
        "UNUSED": "{plan}, {seats} seats: not used, {left} of {whole} days",
        "REST": "{plan}, {seats} seats: {left} of {whole} days",
        "CREDIT": "Credit for invoice {number}: {reason}",
    },
    "da": {
        "month_fee": "{plan}, abonnement for en måned",
        "year_fee": "{plan}, abonnement for et år",
        "seats": "{plan}, ekstra brugerpladser",
        "JOURNALS": "Journaler ud over de inkluderede: {used} brugt, {included}"
        " inkluderet",
        "SENDINGS": "Afsendte betalingsfiler ud over de inkluderede: {used} sendt,"
        " {included} inkluderet",
        "USERS": "Brugere ud over pladserne: {used} har været logget ind, {included}"
        " pladser",
        "UNUSED": "{plan}, {seats} pladser: ikke brugt, {left} af {whole} dage",
        "REST": "{plan}, {seats} pladser: {left} af {whole} dage",
        "CREDIT": "Kreditering af faktura {number}: {reason}",
    },
}


def unit(name: str, language: str, count: int = 1) -> str:
    """What so many are called."""
    one, more = _UNITS[language][name]
    return one if count == 1 else more


def say(name: str, language: str, **values: object) -> str:
    """The text of a line."""
    return _LINES[language][name].format(**values)


def _pairs(one: str, other: str) -> dict[str, str]:
    """All that lines say in one language, with how the other says it."""
    lines = {said: _LINES[other][name] for name, said in _LINES[one].items()}
    units = {
        pair[many]: _UNITS[other][name][many]
        for name, pair in _UNITS[one].items()
        # Of a word that is the same for many, as år, one is meant: no line has more.
        for many in (1, 0)
    }
    return {**lines, **units}


_FROM_ENGLISH, _FROM_DANISH = Sayings(_pairs("en", "da")), Sayings(_pairs("da", "en"))


def in_both(text: str) -> Words:
    """A line or a unit of an invoice in either language; names stay as they are."""
    told = _FROM_ENGLISH.in_both(text)
    return told if told.da != text else Words(_FROM_DANISH.in_both(text).da, text)
