"""What is wrong with a bank's answer: its form, signature, certificates, content."""

from collections.abc import Mapping
from typing import Final

_FORM = {
    "The answer has more than {largest} bytes.": (
        "Svaret er på mere end {largest} byte."
    ),
    "The answer has a document type, which is refused.": (
        "Svaret har en dokumenttype, hvilket afvises."
    ),
    "The answer is not well-formed: {error}.": "Svaret er ikke velformet XML: {error}.",
    "The answer does not begin as plain XML does.": (
        "Svaret begynder ikke som almindelig XML."
    ),
    "The answer is in an encoding that is not read.": (
        "Svaret har en tegnkodning, der ikke læses."
    ),
    "The answer has processing instructions.": (
        "Svaret indeholder behandlingsinstruktioner."
    ),
    "The answer has more elements than any real one.": (
        "Svaret har flere elementer, end et rigtigt svar har."
    ),
    "The answer is nested deeper than any real one.": (
        "Svaret er dybere indlejret, end et rigtigt svar er."
    ),
    "The root cannot be taken out of its document.": (
        "Roden kan ikke tages ud af dokumentet."
    ),
    "The answer has {count} {name} where one belongs.": (
        "Svaret har {count} {name}, hvor der skal være én."
    ),
    "{name} is no plain text.": "{name} er ikke ren tekst.",
    "{name} is no Base64.": "{name} er ikke Base64.",
    "The answer is no SOAP message.": "Svaret er ikke en SOAP-meddelelse.",
    "The answer has {count} parts where one belongs.": (
        "Svaret har {count} dele, hvor der skal være én."
    ),
    "The answer was made in the future; check the clocks.": (
        "Svaret er dateret ude i fremtiden; kontrollér urene."
    ),
    "The answer is too old; check the clocks.": (
        "Svaret er for gammelt; kontrollér urene."
    ),
    "{written} in the answer is no time.": "{written} i svaret er ikke et tidspunkt.",
    "The file is compressed in a way that is not read.": (
        "Filen er pakket på en måde, der ikke læses."
    ),
    "The file unpacks to more than {largest} bytes.": (
        "Filen fylder mere end {largest} byte, når den er pakket ud."
    ),
    "{name} is larger than it may be.": "{name} er større end tilladt.",
    "A file of the inbox cannot have such a name.": (
        "En fil i indbakken kan ikke have et sådant navn."
    ),
}
_SIGNATURE = {
    "The signature uses a canonical form not accepted.": (
        "Underskriften bruger en kanonisk form, der ikke godtages."
    ),
    "The signature's canonical form has odd settings.": (
        "Underskriftens kanoniske form har usædvanlige indstillinger."
    ),
    "The answer has no canonical form.": "Svaret har ingen kanonisk form.",
    "The signature was not made with the certificate named.": (
        "Underskriften er ikke lavet med det certifikat, den nævner."
    ),
    "The document does not have exactly one signature.": (
        "Dokumentet har ikke netop én underskrift."
    ),
    "The signature does not cover the whole document.": (
        "Underskriften dækker ikke hele dokumentet."
    ),
    "The answer has no signature of the bank beside it.": (
        "Svaret ledsages ikke af bankens underskrift."
    ),
    "The signature is for something else.": "Underskriften gælder noget andet.",
    "The signature covers something else.": "Underskriften dækker noget andet.",
    "The signature leaves out what it has to cover.": (
        "Underskriften udelader noget, den skal dække."
    ),
    "The answer gives two of its parts the same name.": (
        "Svaret giver to af sine dele samme navn."
    ),
    "A part that has to be signed has no name.": (
        "En del, der skal være underskrevet, har intet navn."
    ),
    "The signature is put together in an odd way.": (
        "Underskriften er sat sammen på en usædvanlig måde."
    ),
    "The signature covers nothing, or too many parts.": (
        "Underskriften dækker intet eller for mange dele."
    ),
    "The signature covers a part twice.": (
        "Underskriften dækker den samme del to gange."
    ),
    "The signature does not say what it covers.": (
        "Underskriften siger ikke, hvad den dækker."
    ),
    "The signature's transforms are not accepted.": (
        "Underskriftens transformationer godtages ikke."
    ),
    "The signature uses an algorithm that is not accepted.": (
        "Underskriften bruger en algoritme, der ikke godtages."
    ),
    "The signature sets what nobody needs to set.": (
        "Underskriften sætter noget, som ingen behøver at sætte."
    ),
    "The answer was changed after it was signed.": (
        "Svaret er ændret, efter at det blev underskrevet."
    ),
    "The signature has no or too many certificates.": (
        "Underskriften har ingen eller for mange certifikater."
    ),
    "The signature names a certificate that is not there.": (
        "Underskriften nævner et certifikat, der ikke er vedlagt."
    ),
    "The signature's certificate is in an odd form.": (
        "Underskriftens certifikat har en usædvanlig form."
    ),
    "The answer is signed in our own name.": (
        "Svaret er underskrevet i vores eget navn."
    ),
    "The answer is signed by somebody else.": "Svaret er underskrevet af en anden.",
    "The answer is not protected as was agreed.": (
        "Svaret er ikke beskyttet som aftalt."
    ),
}
_ENCRYPTION = {
    "The answer cannot be opened with our key.": (
        "Svaret kan ikke åbnes med vores nøgle."
    ),
    "The answer is encrypted in an odd way.": (
        "Svaret er krypteret på en usædvanlig måde."
    ),
    "The answer is encrypted in a way that is not accepted.": (
        "Svaret er krypteret på en måde, der ikke godtages."
    ),
    "The answer's key is for something else.": "Svarets nøgle gælder noget andet.",
    "The file is encrypted, which was never agreed.": (
        "Filen er krypteret, hvilket aldrig er aftalt."
    ),
}
_CERTIFICATES = {
    "A certificate of the answer is broken.": "Et certifikat i svaret er beskadiget.",
    "The answer has no or too many certificates.": (
        "Svaret har ingen eller for mange certifikater."
    ),
    "The answer holds no certificate.": "Svaret indeholder intet certifikat.",
    "{name} is no authority, yet has issued certificates.": (
        "{name} er ikke en certifikatudsteder, men har udstedt certifikater."
    ),
    "{name} may not issue through so many authorities.": (
        "{name} må ikke udstede gennem så mange led."
    ),
    "{name} may not issue certificates.": "{name} må ikke udstede certifikater.",
    "The bank's certificate is not made for signing.": (
        "Bankens certifikat er ikke beregnet til at underskrive med."
    ),
    "The bank's certificate is not made to encrypt for.": (
        "Bankens certifikat er ikke beregnet til at kryptere til."
    ),
    "The certificate is {name}'s, not the bank's.": (
        "Certifikatet tilhører {name} og ikke banken."
    ),
    "The certificate of {name} is not to be trusted: {reason}": (
        "Certifikatet for {name} er ikke til at stole på: {reason}"
    ),
    "its chain is longer than any real one.": (
        "dets kæde er længere, end en rigtig kæde er."
    ),
    "no configured root has issued it.": (
        "intet af de opsatte rodcertifikater har udstedt det."
    ),
    "The certificate of {name} is not valid yet.": (
        "Certifikatet for {name} er endnu ikke gyldigt."
    ),
    "The certificate of {name} has run out.": "Certifikatet for {name} er udløbet.",
    "The key of {name} is no RSA key long enough.": (
        "Nøglen for {name} er ikke en tilstrækkelig lang RSA-nøgle."
    ),
    "The certificate of {name} is weakly signed.": (
        "Certifikatet for {name} er svagt underskrevet."
    ),
    "The certificate of {name} demands unknown things.": (
        "Certifikatet for {name} stiller ukendte krav."
    ),
    "The bank gave a certificate that does not belong to our key.": (
        "Banken gav et certifikat, der ikke hører til vores nøgle."
    ),
    "The certificate is for another signer id.": (
        "Certifikatet gælder et andet underskriver-id."
    ),
}
_MEANT_FOR = {
    "The answer is of another operation.": "Svaret gælder en anden handling.",
    "The answer is of another bank.": "Svaret er fra en anden bank.",
    "The answer is of another service.": "Svaret er fra en anden tjeneste.",
    "The answer is for another request.": "Svaret gælder en anden anmodning.",
    "The answer's {name} is not ours.": "Svarets {name} er ikke vores.",
    "The answer is for {name} {found}, not for ours.": (
        "Svaret gælder {name} {found} og ikke vores."
    ),
    "The answer holds something other than a response.": (
        "Svaret indeholder noget andet end en besvarelse."
    ),
    "The answer has no response inside.": "Svaret indeholder ingen besvarelse.",
}
ANSWERS: Final[Mapping[str, str]] = {
    **_FORM, **_SIGNATURE, **_ENCRYPTION, **_CERTIFICATES, **_MEANT_FOR,
}  # fmt: skip
"""Danish by English."""
