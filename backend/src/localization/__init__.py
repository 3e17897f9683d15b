"""Text for people: a code with named values, and one catalogue for each language.

What happened is told as a `Message`. It is kept as it is, and becomes a sentence only
where it is shown. The sentences stand in `<language>/<area>.ftl`, in the format of
Project Fluent; the code `banks.activated` is `activated` in `banks.ftl`. To add a
language takes a folder of catalogues and a line in `LANGUAGES`. What comes as a folder
of its own, as a bank protocol does, brings its catalogues along.
"""

from localization.catalogue import DEFAULT, LANGUAGES, PSEUDO, bring, chosen, render
from localization.message import Amount, Message, Value, verbatim
from localization.words import Words

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "PSEUDO",
    "Amount",
    "Message",
    "Value",
    "Words",
    "bring",
    "chosen",
    "render",
    "verbatim",
]
