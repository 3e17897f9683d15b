"""What is said on the way to a bank: keys, lines, refusals, folders, looks."""

from collections.abc import Mapping
from typing import Final

_READY = {
    "The private key is no RSA key of {bits} bits or more.": (
        "Den private nøgle er ikke en RSA-nøgle på mindst {bits} bit."
    ),
    "The private key cannot be read.": "Den private nøgle kan ikke læses.",
    "A certificate of the settings cannot be read.": (
        "Et certifikat i indstillingerne kan ikke læses."
    ),
    "The certificate's name does not fit: {error}.": (
        "Navnet til certifikatet kan ikke bruges: {error}."
    ),
    "The bank's certificate has no RSA key.": "Bankens certifikat har ingen RSA-nøgle.",
    "Our certificate has run out, or is not valid yet.": (
        "Vores certifikat er udløbet eller endnu ikke gyldigt."
    ),
    "There is no certificate that belongs to the private key.": (
        "Der er intet certifikat, som hører til den private nøgle."
    ),
    "No root certificate of the bank is configured.": (
        "Der er ikke opsat noget rodcertifikat for banken."
    ),
    "A root for the connection cannot be read.": (
        "Et rodcertifikat til forbindelsen kan ikke læses."
    ),
    "The bank's certificate is needed to encrypt for it.": (
        "Bankens certifikat skal bruges til at kryptere til den."
    ),
    "Our certificate is needed to sign for us.": (
        "Vores certifikat skal bruges til at underskrive for os."
    ),
    "There is no activation code.": "Der er ingen aktiveringskode.",
    "An activation code of Nordea has ten digits.": (
        "En aktiveringskode fra Nordea har ti cifre."
    ),
    "The name has to be the agreement's, without a slash.": (
        "Navnet skal være aftalens og uden skråstreg."
    ),
    "{name} has characters that cannot be sent.": (
        "{name} indeholder tegn, der ikke kan sendes."
    ),
    "Files of kind {kind} are not sent to this bank.": (
        "Filer af typen {kind} sendes ikke til denne bank."
    ),
    "Files of kind {kind} are not sent through folders.": (
        "Filer af typen {kind} sendes ikke gennem mapper."
    ),
    "The file is empty or larger than the bank takes.": (
        "Filen er tom eller større, end banken tager imod."
    ),
    "The file is empty or larger than the folder may take.": (
        "Filen er tom eller større, end mappen må tage imod."
    ),
    "This request was sealed for another way to a bank.": (
        "Denne anmodning er forseglet til en anden bankforbindelse."
    ),
    "This message has to be asked for anew.": (
        "Der skal spørges efter denne meddelelse igen."
    ),
}
_LINE = {
    "The bank's address is no address.": "Bankens adresse er ikke en adresse.",
    "A bank is spoken to over https only.": "Banker kaldes kun over https.",
    "The bank could not be reached: {error}.": "Banken kunne ikke nås: {error}.",
    "The bank did not answer in time.": "Banken svarede ikke i tide.",
    "The bank's answer broke off: {error}.": (
        "Bankens svar blev afbrudt, før det var helt: {error}."
    ),
    "Instead of the bank's answer came HTTP status {status}.": (
        "I stedet for bankens svar kom HTTP-status {status}."
    ),
    "The bank answered in a form that is not read.": (
        "Banken svarede i en form, der ikke læses."
    ),
    "The bank's answer is larger than may be.": "Bankens svar er større end tilladt.",
    "The bank's answer cannot be trusted: {reason}": (
        "Bankens svar er ikke til at stole på: {reason}"
    ),
    "The bank's answer could not be read.": "Bankens svar kunne ikke læses.",
    "The bank's certificate could not be fetched: {reason}": (
        "Bankens certifikat kunne ikke hentes: {reason}"
    ),
    "The bank is not the bank: {reason}": "Banken er ikke den rigtige bank: {reason}",
}
_REFUSALS = {
    "The bank answered with a fault: {text}": (
        "Banken svarede med en fejlmeddelelse: {text}"
    ),
    "The bank answered {code}: {text}": "Banken svarede {code}: {text}",
    "with an exception": "med en fejlmeddelelse",
    "Nordea answered {code}: {text}": "Nordea svarede {code}: {text}",
    "no text": "ingen tekst",
    "Nordea has had a message with the same ids before ({code}: {text})": (
        "Nordea har tidligere fået en meddelelse med de samme id'er ({code}: {text})"
    ),
    "Nordea answered both {code} and {inner}: {text}": (
        "Nordea svarede både {code} og {inner}: {text}"
    ),
}
_FOLDER = {
    "Another file of the same name stands in the outbox.": (
        "Der ligger en anden fil med samme navn i udbakken."
    ),
    "The outbox did not take the file: {error}.": (
        "Udbakken tog ikke imod filen: {error}."
    ),
    "The file stands in the outbox, perhaps not durably: {error}.": (
        "Filen ligger i udbakken, men er måske ikke varigt gemt: {error}."
    ),
    "Put into the outbox.": "Lagt i udbakken.",
    "Stands in the outbox already.": "Ligger allerede i udbakken.",
    "What was taken cannot be noted: {error}.": (
        "Det kan ikke noteres, hvad der er hentet: {error}."
    ),
    "The inbox cannot be read: {error}.": "Indbakken kan ikke læses: {error}.",
    "{name} cannot be read: {error}.": "{name} kan ikke læses: {error}.",
    "{name} is no file": "{name} er ikke en fil",
    "{folder} is no folder.": "{folder} er ikke en mappe.",
    "{folder} may not be used.": "{folder} må ikke bruges.",
    "{folder} can be used.": "{folder} kan bruges.",
}
_LOOKS = {
    "Not looked at, since an earlier step failed.": (
        "Ikke undersøgt, fordi et tidligere trin mislykkedes."
    ),
    "{host} answers at port {port}.": "{host} svarer på port {port}.",
    "{host} is who it says it is, over {version}.": (
        "{host} er den, den giver sig ud for, over {version}."
    ),
    "The connection is not encrypted, within this machine.": (
        "Forbindelsen er ikke krypteret, da den bliver på denne maskine."
    ),
    "Our certificate for {name} is valid for {days} days more.": (
        "Vores certifikat for {name} er gyldigt i {days} dage endnu."
    ),
    "The bank's signature leads to a configured root.": (
        "Bankens underskrift fører til et opsat rodcertifikat."
    ),
    "The bank's signature leads to a configured root. Who signs for the bank is not"
    " configured.": (
        "Bankens underskrift fører til et opsat rodcertifikat. Det er ikke opsat, hvem"
        " der underskriver for banken."
    ),
    "No answer to look at.": "Der er intet svar at undersøge.",
    "The bank knows the agreement and has a certificate to encrypt for.": (
        "Banken kender aftalen og har et certifikat at kryptere til."
    ),
    "Nordea knows the agreement.": "Nordea kender aftalen.",
}
WAYS: Final[Mapping[str, str]] = {
    **_READY, **_LINE, **_REFUSALS, **_FOLDER, **_LOOKS,
}  # fmt: skip
"""Danish by English."""
