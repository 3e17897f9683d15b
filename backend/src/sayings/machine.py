"""What the operating system and its encryption say of a line or a file that fails.

It stands alone, or as a value in a sentence of ours. A fault of the system is known by
its number, of which each system has a text; what is not here stays in English.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

_FAULTS: Final = {
    errno.ECONNREFUSED: "forbindelsen blev afvist",
    errno.ECONNRESET: "modparten afbrød forbindelsen",
    errno.ECONNABORTED: "forbindelsen blev afbrudt",
    errno.EPIPE: "modparten har lukket forbindelsen",
    errno.ETIMEDOUT: "der kom intet svar",
    errno.ENETDOWN: "netværket er nede",
    errno.ENETUNREACH: "netværket kan ikke nås",
    errno.EHOSTDOWN: "værten svarer ikke",
    errno.EHOSTUNREACH: "der er ingen vej til adressen",
    errno.EADDRNOTAVAIL: "adressen kan ikke bruges fra denne maskine",
    errno.EACCES: "adgang nægtet",
    errno.EPERM: "handlingen er ikke tilladt",
    errno.EROFS: "filsystemet kan kun læses",
    errno.ENOSPC: "der er ikke mere plads på disken",
    errno.EDQUOT: "den tildelte diskplads er brugt",
    errno.EFBIG: "filen er for stor",
    errno.EIO: "disken kan ikke læses eller skrives",
    errno.ENOENT: "filen eller mappen findes ikke",
    errno.EEXIST: "filen findes allerede",
    errno.EISDIR: "det er en mappe",
    errno.ENOTDIR: "det er ikke en mappe",
    errno.ENOTEMPTY: "mappen er ikke tom",
    errno.ENAMETOOLONG: "filnavnet er for langt",
    errno.ELOOP: "genvejen fører i ring",
    errno.EBUSY: "den er i brug",
    errno.EXDEV: "den kan ikke flyttes til en anden disk",
    errno.EMFILE: "der er åbnet for mange filer",
    errno.ESTALE: "forbindelsen til filserveren er gået tabt",
}
_NAMES: Final = {
    # Systems differ in what they call a name that leads nowhere.
    "Name or service not known": "adressens navn kendes ikke",
    "nodename nor servname provided, or not known": "adressens navn kendes ikke",
    "No address associated with hostname": "adressens navn fører ingen steder hen",
    "Temporary failure in name resolution": ("adressens navn kan ikke slås op lige nu"),
}
_LINES: Final = {
    "[Errno {number}] Connect call failed {place}": (
        "forbindelsen til {place} kunne ikke oprettes (fejl {number})"
    ),
    "All connection attempts failed": "intet forsøg på forbindelse lykkedes",
    "Server disconnected without sending a response": (
        "modparten lukkede forbindelsen uden at svare"
    ),
    "Connection closed by server": "modparten lukkede forbindelsen",
    "Connection unexpectedly closed": "modparten lukkede uventet forbindelsen",
    "peer closed connection without sending complete message body": (
        "modparten lukkede forbindelsen midt i svaret"
    ),
    "timed out": "der kom intet svar i tide",
    "The read operation timed out": "der kom intet svar i tide",
    "The write operation timed out": "det lykkedes ikke at sende i tide",
    "{place}: The handshake operation timed out": (
        "krypteringen blev ikke aftalt i tide"
    ),
}
_REFUSED_CERTIFICATES: Final = {
    "certificate has expired": "certifikatet er udløbet",
    "certificate is not yet valid": "certifikatet er endnu ikke gyldigt",
    "certificate revoked": "certifikatet er spærret",
    "certificate signature failure": "certifikatets underskrift passer ikke",
    "self-signed certificate": "certifikatet er udstedt af modparten selv",
    "self-signed certificate in certificate chain": (
        "certifikatet fører til en udsteder, der ikke er opsat som betroet"
    ),
    "unable to get local issuer certificate": "certifikatets udsteder kendes ikke",
    "unable to get issuer certificate": "certifikatets udsteder kendes ikke",
    "unable to verify the first certificate": (
        "certifikatet kan ikke føres tilbage til en udsteder"
    ),
    "certificate not trusted": "certifikatet er ikke betroet",
    "unsuitable certificate purpose": "certifikatet er udstedt til et andet formål",
    "unsupported certificate purpose": "certifikatet er udstedt til et andet formål",
    "invalid CA certificate": "udstederens certifikat må ikke udstede certifikater",
    "CA certificate key too weak": "udstederens nøgle er for svag",
    "EE certificate key too weak": "certifikatets nøgle er for svag",
    "CA signature digest algorithm too weak": "udstederens underskrift er for svag",
    **{
        f"{what} mismatch, certificate is not valid for '{{host}}'{end}": (
            f"certifikatet gælder ikke for »{{host}}«{end}"
        )
        for what in ("Hostname", "IP address")
        for end in ("", ".")
    },
}
_REFUSED_LINES: Final = {
    "CERTIFICATE_VERIFY_FAILED": "certifikatet kan ikke godkendes",
    "WRONG_VERSION_NUMBER": "modparten svarer ikke krypteret",
    "HTTP_REQUEST": "modparten svarer ikke krypteret",
    "UNSUPPORTED_PROTOCOL": "modparten bruger en kryptering, der er for gammel",
    "TLSV1_ALERT_PROTOCOL_VERSION": "modparten tillader ikke denne krypteringsversion",
    "SSLV3_ALERT_HANDSHAKE_FAILURE": "modparten afviser krypteringen",
    "NO_SHARED_CIPHER": "der er ingen fælles krypteringsmetode",
    "UNEXPECTED_EOF_WHILE_READING": "modparten afbrød den krypterede forbindelse",
    "TLSV1_ALERT_UNKNOWN_CA": "modparten kender ikke vores certifikats udsteder",
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": "modparten kræver et certifikat af os",
    "SSLV3_ALERT_BAD_CERTIFICATE": "modparten afviser vores certifikat",
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": "modparten finder vores certifikat udløbet",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN": "modparten afviser vores certifikat",
    "TLSV1_UNRECOGNIZED_NAME": "modparten kender ikke værtens navn",
    "CERT_HAS_EXPIRED": "certifikatet er udløbet",
}
_UNVERIFIED: Final = "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"
"""Stands before what is wrong with a certificate."""


def _forms() -> Iterator[tuple[str, str]]:
    """Each text as it comes: alone, with its number, and with the file it is about."""
    faults = {os.strerror(number): told for number, told in _FAULTS.items()}
    for text, told in {**faults, **_NAMES}.items():
        yield text, told
        yield f"[Errno {{number}}] {text}", f"{told} (fejl {{number}})"
        yield (
            f"[Errno {{number}}] {text}: '{{path}}'",
            f"{told}: »{{path}}« (fejl {{number}})",
        )
    yield from _LINES.items()
    yield from _REFUSED_CERTIFICATES.items()
    yield f"{_UNVERIFIED}: {{reason}}", "{reason}"
    for code, told in _REFUSED_LINES.items():
        yield code, told
        yield f"[SSL: {code}] {{text}}", told
        yield f"[SSL: {code}]", told


MACHINE: Final[Mapping[str, str]] = MappingProxyType(dict(_forms()))
"""Danish by English."""
