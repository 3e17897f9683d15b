"""What a finding says, and what mends it; remedies that several findings share."""

from dataclasses import dataclass

from erplink import Words


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was found, and what to do about it where there is something to do."""

    found: Words
    remedy: Words | None = None


def told(en: str, da: str, remedy: tuple[str, str] | None = None) -> Sentence:
    """A sentence in both languages; braces are filled with the finding's values.

    `{count:account has|accounts have}` chooses between one and more.
    """
    return Sentence(Words(en, da), Words(*remedy) if remedy else None)


ASK_OPERATOR = (
    (
        "Compare the address with the ERP's own. If the ERP stands in your network, the"
        " operator has to allow its host."
    ),
    (
        "Sammenlign adressen med ERP-systemets egen. Står ERP-systemet i jeres netværk,"
        " skal driften tillade dets vært."
    ),
)
LATER = (
    "Run the check again in a while. If it stays so, ask who runs the ERP.",
    (
        "Kør kontrollen igen om lidt. Bliver det ved, så spørg dem, der driver"
        " ERP-systemet."
    ),
)
OPEN_PERIOD = (
    "Have the period opened in the ERP, or let nothing be written until it is.",
    "Få perioden åbnet i ERP-systemet, eller lad være med at skrive, til den er det.",
)
RIGHTS = (
    (
        "Have the ERP's administrator give the user of this connection the right, and"
        " run the check again."
    ),
    (
        "Få ERP-systemets administrator til at give forbindelsens bruger rettigheden,"
        " og kør kontrollen igen."
    ),
)
NEW_SECRET = (
    "Make a new one in the ERP, replace it here, validate, and put it to use.",
    "Lav en ny i ERP-systemet, udskift den her, validér, og tag den i brug.",
)
MAPPING = (
    "Open the mapping of payment methods and settle what is named.",
    "Åbn tilknytningen af betalingsmetoder, og få det nævnte på plads.",
)
