"""What connectors say of what failed: each sentence once, in both languages.

An error carries its sentence's name and what fills it, so that it can be told later to
whoever reads, in their language. What an ERP says itself is never among these: it is
kept beside them, word for word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from sayings import MACHINE, Sayings, Words


class Saying(Enum):
    """A sentence; braces are filled, `{x_da}` with the Danish of `{x}`."""

    ADDRESS_NONE = Words(
        "The address is not a web address.", "Adressen er ikke en webadresse."
    )
    ADDRESS_START = Words(
        "The address has to begin with https:// and a host.",
        "Adressen skal begynde med https:// og en vært.",
    )
    ADDRESS_MORE = Words(
        "The address may hold no user, question or fragment.",
        "Adressen må ikke indeholde bruger, forespørgsel eller fragment.",
    )
    ADDRESS_SIGNS = Words(
        "The address holds signs that have to be escaped.",
        "Adressen indeholder tegn, der skal omskrives.",
    )
    ADDRESS_PLAIN = Words(
        "An ERP is spoken to over https, unless the operator has allowed its host.",
        "ERP-systemer kaldes over https, medmindre driften har tilladt værten.",
    )
    ADDRESS_PRIVATE = Words(
        "The address leads into a network that connectors may not call. If the ERP"
        " stands there, the operator has to allow its host.",
        "Adressen fører ind i et netværk, som forbindelser ikke må kalde. Står"
        " ERP-systemet dér, skal driften tillade dets vært.",
    )
    NAME_NOWHERE = Words(
        "The name of the ERP's host leads nowhere.",
        "Navnet på ERP-systemets vært fører ingen steder hen.",
    )
    ROOT_UNREADABLE = Words(
        "A root certificate for ERPs cannot be read.",
        "Et rodcertifikat til ERP-systemer kan ikke læses.",
    )
    UNTRUSTED = Words(
        "The ERP's encryption cannot be trusted; nothing was sent.",
        "ERP-systemets kryptering kan ikke godkendes; der blev intet sendt.",
    )
    UNREACHED = Words("The ERP could not be reached.", "ERP-systemet kunne ikke nås.")
    TOO_LATE = Words(
        "The ERP did not answer in time.", "ERP-systemet svarede ikke i tide."
    )
    BROKE_OFF = Words("The ERP's answer broke off.", "ERP-systemets svar blev afbrudt.")
    CUT_SHORT = Words(
        "The ERP's answer is cut short.", "ERP-systemets svar er afkortet."
    )
    TOO_LARGE = Words(
        "The ERP's answer is larger than may be.",
        "ERP-systemets svar er større end tilladt.",
    )
    OTHER_FORM = Words(
        "The ERP answered in a form that is not read.",
        "ERP-systemet svarede i en form, der ikke læses.",
    )
    WEB_PAGE = Words(
        "Instead of data the ERP answered with a web page.",
        "I stedet for data svarede ERP-systemet med en webside.",
    )
    NOT_DATA = Words(
        "The ERP's answer is not the data its documentation promises.",
        "ERP-systemets svar er ikke de data, dokumentationen lover.",
    )
    REDIRECTED = Words(
        "The ERP's address sends to another one.",
        "ERP-systemets adresse henviser til en anden.",
    )
    LED_ELSEWHERE = Words(
        "The ERP's answer leads to another address.",
        "ERP-systemets svar fører til en anden adresse.",
    )
    TOO_OFTEN = Words(
        "The ERP asks to be called less often.",
        "ERP-systemet beder om at blive kaldt sjældnere.",
    )
    COME_AGAIN = Words(
        "The ERP asks to come again.", "ERP-systemet beder om, at man kommer igen."
    )
    NOT_NOW = Words(
        "The ERP cannot answer at the moment (status {status}).",
        "ERP-systemet kan ikke svare lige nu (status {status}).",
    )
    STRANGE_STATUS = Words(
        "The ERP answered with status {status}.",
        "ERP-systemet svarede med status {status}.",
    )
    NOT_TAKEN = Words(
        "The ERP does not take what was sent.",
        "ERP-systemet tager ikke imod det, der blev sendt.",
    )
    SIGN_IN_REFUSED = Words(
        "The ERP refuses the sign-in.", "ERP-systemet afviser login."
    )
    NOT_PERMITTED = Words(
        "The ERP does not permit this.", "ERP-systemet tillader ikke dette."
    )
    NOT_KNOWN = Words("The ERP does not know this.", "ERP-systemet kender ikke dette.")
    NOT_THERE_ANY_MORE = Words(
        "The ERP does not have this any more.", "ERP-systemet har ikke længere dette."
    )
    CALL_NOT_OFFERED = Words(
        "The ERP does not offer this call.", "ERP-systemet tilbyder ikke dette kald."
    )
    CHANGED_MEANWHILE = Words(
        "The record was changed in the meantime.", "Posten er ændret i mellemtiden."
    )
    LOCKED = Words(
        "The record is locked in the ERP at the moment.",
        "Posten er låst i ERP-systemet lige nu.",
    )
    BOOKS_CLOSED = Words(
        "The books are closed for this day.", "Regnskabet er lukket for denne dag."
    )
    NO_RECORD = Words(
        "What the ERP sent is no record.", "Det, ERP-systemet sendte, er ingen post."
    )
    FIELD_GONE = Words(
        "The ERP does not send the field {field} any more.",
        "ERP-systemet sender ikke længere feltet {field}.",
    )
    FIELD_UNFIT = Words(
        "The ERP sends something in the field {field} that cannot be used.",
        "ERP-systemet sender noget i feltet {field}, der ikke kan bruges.",
    )
    SETTING_MISSING = Words("“{label}” is missing.", "“{label_da}” mangler.")
    SETTING_NO_CHOICE = Words(
        "“{label}” is none of its choices.", "“{label_da}” er ikke en af mulighederne."
    )
    SETTING_UNPRINTABLE = Words(
        "“{label}” holds unprintable signs.",
        "“{label_da}” indeholder tegn, der ikke kan vises.",
    )
    SETTING_WRONG = Words(
        "“{label}” cannot be right.", "“{label_da}” kan ikke være rigtig."
    )
    SETTING_NUMBER = Words("“{label}” is a number.", "“{label_da}” er et tal.")
    SETTING_UP_TO = Words(
        "“{label}” is a number from 0 to {most}.",
        "“{label_da}” er et tal fra 0 til {most}.",
    )
    NOT_OFFERED = Words(
        "This connection does not offer this.", "Denne forbindelse tilbyder ikke dette."
    )
    OTHER_COMPANY = Words(
        "The ERP answered from the books of another company.",
        "ERP-systemet svarede fra en anden virksomheds regnskab.",
    )
    SAME_PAGE = Words(
        "The ERP gives the same page again and again.",
        "ERP-systemet giver den samme side igen og igen.",
    )
    LEFT_OUT = Words(
        "The ERP left a payment out of its answer.",
        "ERP-systemet udelod en betaling i sit svar.",
    )
    UNKNOWN_STATE = Words(
        "The ERP answered with an unknown state.",
        "ERP-systemet svarede med en ukendt tilstand.",
    )
    YEAR_CLOSED = Words("The accounting year is closed.", "Regnskabsåret er lukket.")
    NO_YEAR = Words(
        "There is no accounting year for this day.",
        "Der er intet regnskabsår for denne dag.",
    )
    OTHER_AGREEMENT = Words(
        "The grant is for another agreement.", "Adgangen gælder en anden aftale."
    )
    INVOICE_GONE = Words(
        "The invoice of a payment is not there.",
        "Fakturaen til en betaling findes ikke.",
    )
    ENTRA = Words(
        "Microsoft Entra refuses the sign-in.", "Microsoft Entra afviser login."
    )
    CENTRAL_SIGN_IN = Words(
        "Business Central refuses the sign-in.", "Business Central afviser login."
    )
    CENTRAL_RIGHT = Words(
        "Business Central does not permit this.",
        "Business Central tillader ikke dette.",
    )
    CENTRAL_PAGE = Words(
        "Business Central does not have this page.",
        "Business Central har ikke denne side.",
    )
    CENTRAL_UNKNOWN = Words(
        "Business Central does not know this.", "Business Central kender ikke dette."
    )
    CENTRAL_SILENT = Words(
        "The company says nothing of itself.", "Virksomheden oplyser intet om sig selv."
    )
    CENTRAL_JOURNAL = Words(
        "There is no payment journal with this code.",
        "Der er ingen udbetalingskladde med denne kode.",
    )
    CENTRAL_NO_LINE = Words("The line is not there.", "Linjen er der ikke.")
    CENTRAL_UNCLAIMED = Words(
        "The payment line is not claimed any more.",
        "Betalingslinjen er ikke længere reserveret.",
    )
    TRYTON_NOWHERE = Words(
        "No Tryton server answers at this address.",
        "Ingen Tryton-server svarer på denne adresse.",
    )
    TRYTON_NONE = Words(
        "What stands at this address is no Tryton.",
        "Det, der står på denne adresse, er ikke Tryton.",
    )
    TRYTON_OLD = Words(
        "Tryton {version} has no REST interface; it came with 8.0.",
        "Tryton {version} har ingen REST-grænseflade; den kom med 8.0.",
    )
    TRYTON_KEY = Words(
        "Tryton refuses the application key.", "Tryton afviser programnøglen."
    )
    TRYTON_PASSWORD = Words(
        "Tryton refuses the user or the password.",
        "Tryton afviser brugeren eller adgangskoden.",
    )
    TRYTON_DENIED = Words(
        "Tryton does not permit this to the user.",
        "Tryton tillader ikke brugeren dette.",
    )
    TRYTON_COMPANY_DENIED = Words(
        "Tryton does not let the user work for this company.",
        "Tryton lader ikke brugeren arbejde for denne virksomhed.",
    )
    TRYTON_NO_COMPANY = Words(
        "Tryton has no such company.", "Tryton har ikke denne virksomhed."
    )
    TRYTON_BROKE = Words(
        "Tryton could not handle the request; a module may be missing.",
        "Tryton kunne ikke behandle forespørgslen; måske mangler et modul.",
    )
    TRYTON_CALL_BROKE = Words(
        "Tryton could not handle the call.", "Tryton kunne ikke behandle kaldet."
    )
    TRYTON_NO_CALL = Words(
        "Tryton does not offer this call.", "Tryton tilbyder ikke dette kald."
    )
    TRYTON_REQUEST = Words(
        "Tryton does not take the request.", "Tryton tager ikke imod forespørgslen."
    )
    TRYTON_NOT_TAKEN = Words(
        "Tryton does not take this.", "Tryton tager ikke imod dette."
    )
    TRYTON_CHANGED = Words(
        "The record was changed in Tryton in the meantime.",
        "Posten er ændret i Tryton i mellemtiden.",
    )
    TRYTON_PERIOD = Words(
        "The period is closed in Tryton.", "Perioden er lukket i Tryton."
    )
    TRYTON_OTHERWISE = Words(
        "Tryton answers in another way than before.",
        "Tryton svarer på en anden måde end før.",
    )
    TRYTON_NO_PAYMENT = Words(
        "Tryton has no such payment.", "Tryton har ikke denne betaling."
    )
    TRYTON_NOT_THERE = Words("Tryton does not have it.", "Tryton har den ikke.")
    TRYTON_NOT_APPROVED = Words(
        "It is not approved any more.", "Den er ikke længere godkendt."
    )
    TRYTON_UNSTEADY = Words(
        "It is being changed all the time.", "Den bliver ved med at blive ændret."
    )
    TRYTON_UNPAYABLE = Words(
        "It cannot be paid any more as it is: {field}.",
        "Den kan ikke længere betales, som den er: {field}.",
    )
    TRYTON_GROUPED = Words(
        "It is in Tryton's group {group}.", "Den ligger i gruppe {group} i Tryton."
    )
    TRYTON_NOT_PROCESSING = Words(
        "The payment is not being processed in Tryton.",
        "Betalingen er ikke under behandling i Tryton.",
    )
    TRYTON_NO_JOURNAL = Words(
        "The account has no statement journal in Tryton.",
        "Kontoen har ingen kladde til kontoudtog i Tryton.",
    )
    NO_FOLDER = Words(
        "No folder is set aside for exchanging files.",
        "Der er ikke afsat nogen mappe til udveksling af filer.",
    )
    FOLDER_LINK = Words(
        "A folder for exchanging files is a link.",
        "En mappe til udveksling af filer er en genvej.",
    )
    FOLDER_NOT_MADE = Words(
        "A folder for exchanging files cannot be made.",
        "En mappe til udveksling af filer kan ikke oprettes.",
    )
    FOLDER_UNREADABLE = Words("The folder cannot be read.", "Mappen kan ikke læses.")
    FOLDER_UNUSABLE = Words(
        "The folder {folder} cannot be used.", "Mappen {folder} kan ikke bruges."
    )
    FOLDER_FULL = Words(
        "The folder does not take the file.", "Mappen tager ikke imod filen."
    )
    FILE_GONE = Words("The file is not there any more.", "Filen findes ikke længere.")
    FILE_CHANGED_READING = Words(
        "The file was changed while it was read.",
        "Filen blev ændret, mens den blev læst.",
    )
    FILE_CHANGED = Words(
        "The file was changed since it was read.",
        "Filen er ændret, siden den blev læst.",
    )
    FILE_NAME = Words(
        "A file cannot have this name.", "En fil kan ikke have dette navn."
    )
    FILE_OTHER = Words(
        "Another file of this name was laid out.",
        "En anden fil med dette navn er lagt frem.",
    )
    FILE_UNREADABLE = Words("The file cannot be read.", "Filen kan ikke læses.")
    FILE_NOT_REFUSED = Words("The file cannot be refused.", "Filen kan ikke afvises.")
    FILE_NOT_MOVED = Words("The file cannot be moved.", "Filen kan ikke flyttes.")

    def said(self, **values: object) -> Said:
        """The sentence with what fills it."""
        return Said(self, {name: str(value) for name, value in values.items()})


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that was said, as it can be kept."""

    saying: Saying
    values: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def words(self) -> Words:
        """In both languages."""
        told, known = self.saying.value, _Values(self.values)
        return Words(told.en.format_map(known), told.da.format_map(known))

    def kept(self) -> Mapping[str, Any]:
        """As JSON keeps it; see `kept_said`."""
        return {"code": self.saying.name, "values": dict(self.values)}


class _Values(dict[str, str]):
    """Values by name; the Danish of a value that has none is the value."""

    def __missing__(self, name: str) -> str:
        return self.get(name.removesuffix("_da"), "-")


def kept_said(kept: Any) -> Said | None:
    """What was kept; None where a later release does not say it any more."""
    if not isinstance(kept, Mapping) or kept.get("code") not in Saying.__members__:
        return None
    return Saying[kept["code"]].said(**kept.get("values", {}))


SAYINGS = Sayings({one.value.en: one.value.da for one in Saying}, MACHINE)
"""All that connectors say, and the system below them, where a text of it was kept."""
