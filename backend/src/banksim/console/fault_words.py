"""What each fault does, in Danish; English stands with the faults."""

from __future__ import annotations

from types import MappingProxyType

from banksim.fault_kinds import FaultKind

DANISH_MEANING = MappingProxyType(
    {
        FaultKind.DROP_BEFORE_ACCEPT: "Forbindelsen afbrydes, før banken har gemt"
        " noget.",
        FaultKind.DROP_AFTER_ACCEPT: "Banken gemmer kaldet og gør, hvad det beder om;"
        " så afbrydes forbindelsen uden svar.",
        FaultKind.SLOW: "Svaret venter; `seconds` (10).",
        FaultKind.HTTP_ERROR: "Slet ikke SOAP, men en HTTP-fejl; `status` (503).",
        FaultKind.SOAP_FAULT: "En SOAP Fault, intet er gemt; `code` (soapenv:Server)"
        " og `text`.",
        FaultKind.RESPONSE_CODE: "Kaldet afvises med `code` (26 hos Nordea, 500 hos"
        " Bank Connect) og `text`; intet er gemt. 31 og 32 er dubletterne.",
        FaultKind.NAME_ERROR: "Den første certifikatanmodning afvises med 33 og"
        " aftalens navn; samme kode virker så én gang til.",
        FaultKind.WRONG_SIGNER: "Svaret er underskrevet af en bank med et andet"
        " rodcertifikat.",
        FaultKind.WRONG_DIGEST: "En kontrolsum i svarets underskrift passer ikke til"
        " indholdet.",
        FaultKind.ALTERED_CONTENT: "Det underskrevne indhold er ændret efter"
        " underskriften.",
        FaultKind.UNSIGNED: "Svaret har ingen underskrift.",
        FaultKind.TRUNCATED_REPLY: "Svaret slutter midt i; `bytes` er tilbage"
        " (halvdelen).",
        FaultKind.EXPIRED_CERTIFICATE: "Svaret er underskrevet med bankens certifikat"
        " fra sidste år.",
        FaultKind.UNKNOWN_ROOT: "Svaret er underskrevet under et nyt rodcertifikat,"
        " som ingen har hørt om.",
        FaultKind.ROTATED_CERTIFICATE: "Banken har et nyt certifikat under samme"
        " rodcertifikat; det, der er krypteret til det gamle, kan ikke læses.",
        FaultKind.OTHER_AGREEMENT: "Svaret er en anden aftales, rigtigt underskrevet.",
        FaultKind.EMPTY_LIST: "Der er intet at hente: 24 hos Nordea, intet indhold hos"
        " Bank Connect.",
        FaultKind.GZIP: "Indholdet af svar er komprimeret.",
        FaultKind.BEC_ORDER: "Svar underskrives, før de krypteres, som hos BEC.",
        FaultKind.STATUS_MISSING: "Der kommer ingen pain.002 for det, der sendes nu.",
        FaultKind.STATUS_LATE: "Hver pain.002 kommer `seconds` (3600) for sent eller"
        " på næste bankdag.",
        FaultKind.STATUS_REPEATED: "Hver pain.002 kommer to gange.",
        FaultKind.STATUS_OUT_OF_ORDER: "Den første pain.002 kommer efter den anden.",
        FaultKind.REJECTED_IN_NETBANK: "Nogen afviser filen i netbanken: den betales"
        " aldrig, og ingen pain.002 siger det (SDC).",
        FaultKind.REJECT_FILE: "Filen afvises ved modtagelsen; `reason` (FF01).",
        FaultKind.REJECT_PAYMENTS: "Hver `every`. (2.) betaling afvises med `reason`"
        " (AC01): PART.",
        FaultKind.NO_DUPLICATE_CHECK: "Banken tager imod en fil, den allerede har, og"
        " betaler den igen.",
    }
)
