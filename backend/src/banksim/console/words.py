"""Every word of the page in Danish, by the English one."""

from __future__ import annotations

from types import MappingProxyType

from banksim.console.fault_words import DANISH_MEANING
from banksim.fault_kinds import MEANING, FaultKind
from simulating.languages import DANISH, PAGE_WORDS

_DANISH = MappingProxyType(
    {
        "Simulated bank": "Simuleret bank",
        "Booking day {day}": "Bogføringsdag {day}",
        "The day": "Dagen",
        "Agreements": "Aftaler",
        "Accounts": "Konti",
        "Faults": "Fejl",
        "Files received": "Modtagne filer",
        "Payments": "Betalinger",
        "Files laid out": "Filer lagt frem",
        "Latest requests": "Seneste kald",
        "By itself a file goes on a stage every {seconds} seconds, and the day follows"
        " the calendar.": "En fil går af sig selv et trin videre hvert {seconds}."
        " sekund, og dagen følger kalenderen.",
        "A file goes on only when told.": "En fil går kun videre på besked.",
        "Received: {received}. Accepted: {accepted}.": "Modtaget: {received}."
        " Godkendt: {accepted}.",
        "Accept what was received": "Godkend det modtagne",
        "Pay what is due today": "Betal det, der forfalder i dag",
        "Close the day": "Luk dagen",
        "As in the letters of the banks. A code works once.": "Som i bankernes breve."
        " En kode virker én gang.",
        "Agreement": "Aftale",
        "Sender id": "Sender-id",
        "Signer id": "Signer-id",
        "Name": "Navn",
        "Function id": "Funktions-id",
        "Reg. no.": "Reg.nr.",
        "Country": "Land",
        "Activation code": "Aktiveringskode",
        "Code": "Kode",
        "can be used": "kan bruges",
        "used": "brugt",
        "State": "Status",
        "Certificate": "Certifikat",
        "none yet": "intet endnu",
        "until": "til",
        "open": "åben",
        "locked": "spærret",
        "outdated": "udløbet",
        "Open": "Åbn",
        "Lock": "Spær",
        "Let run out": "Lad udløbe",
        "New letter": "Nyt brev",
        "Lay files back": "Læg filer tilbage",
        "Account": "Konto",
        "Amount": "Beløb",
        "Have it paid in": "Få det indbetalt",
        "Balances in the books, and a payment file to try from each account": "Saldi i"
        " bøgerne og en betalingsfil at prøve med fra hver konto",
        "IBAN": "IBAN",
        "Balance": "Saldo",
        "Currency": "Valuta",
        "In today": "Ind i dag",
        "Out today": "Ud i dag",
        "To try": "Til prøve",
        "Fault": "Fejl",
        "all": "alle",
        "Operation": "Kald",
        "Times (empty: until removed)": "Gange (tomt: til den fjernes)",
        "Parameters": "Parametre",
        "Set": "Sæt",
        "until removed": "til den fjernes",
        "Remove": "Fjern",
        "Left": "Tilbage",
        "Faults that are set": "Fejl, der er sat",
        "What each fault does": "Hvad hver fejl gør",
        "The latest {count}": "De seneste {count}",
        "The latest {count}, with how often each was paid": "De seneste {count}, og"
        " hvor mange gange hver er betalt",
        "Received (UTC)": "Modtaget (UTC)",
        "Message": "Meddelelse",
        "Reason": "Årsag",
        "End-to-end id": "End-to-end-id",
        "Creditor": "Modtager",
        "Day": "Dag",
        "Paid": "Betalt",
        "Reference": "Reference",
        "Kind": "Slags",
        "What was asked and what came of it": "Hvad der blev spurgt om, og hvad der"
        " kom ud af det",
        "When (UTC)": "Hvornår (UTC)",
        "Outcome": "Udfald",
        "Everything received is accepted.": "Alt modtaget er godkendt.",
        "Everything due today is paid.": "Alt, der forfalder i dag, er betalt.",
        "The day is closed; statements are laid out.": "Dagen er lukket, og kontoudtog"
        " er lagt frem.",
        "A new letter with a new code is on its way.": "Et nyt brev med en ny kode er"
        " på vej.",
        "The agreement's state is changed.": "Aftalens status er ændret.",
        "Every file counts as not yet fetched.": "Alle filer regnes for endnu ikke"
        " hentet.",
        "It is paid in, and a notification laid out.": "Det er indbetalt, og en"
        " advisering er lagt frem.",
        "The fault is set.": "Fejlen er sat.",
        "Removed.": "Fjernet.",
    }
)


class Say:
    """The page's words in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.page = PAGE_WORDS[language]
        self._is_danish = language == DANISH

    def __call__(self, english: str, **values: object) -> str:
        """The sentence in the page's language, with its values."""
        return (_DANISH[english] if self._is_danish else english).format(**values)

    def fault(self, kind: FaultKind) -> str:
        """What a fault does."""
        return (DANISH_MEANING if self._is_danish else MEANING)[kind]
