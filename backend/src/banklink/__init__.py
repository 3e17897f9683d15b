"""Speaks to banks: signing, sealing and fetching files over their own protocols.

Knows the protocols and nothing of the product. A `Channel` sends and fetches
under one agreement, an `Enrolment` gets the certificate for it; both are opened
with parameters (who we are) and an endpoint (where the bank is). What may go
wrong is the tree in `banklink.errors`.
"""

from banklink.bankconnect import BankConnectChannel, BankConnectEnrolment
from banklink.channels import Channel, Enrolment, Traceable
from banklink.endpoints import (
    AgreementPlace,
    BankConnectEndpoint,
    DataCentre,
    Endpoint,
    FolderEndpoint,
    HmacHash,
    KeyNaming,
    NordeaEndpoint,
)
from banklink.errors import (
    AnswerNotTrusted,
    LinkError,
    NotReady,
    NotSent,
    OutcomeUnknown,
    RefusalKind,
    Refused,
    WrongName,
)
from banklink.folder import FolderChannel
from banklink.nordea import NordeaChannel, NordeaEnrolment
from banklink.parameters import BankConnectParameters, NordeaCAParameters
from banklink.safe import NoSafe, Question, Safe
from banklink.values import (
    Environment,
    Exchange,
    Fetched,
    FileKind,
    Ids,
    Issued,
    OutgoingFile,
    ProbeOutcome,
    ProbeStage,
    ProbeStep,
    Receipt,
    Sealed,
    Waiting,
    Witness,
    fresh_ids,
)

__all__ = [
    "AgreementPlace",
    "AnswerNotTrusted",
    "BankConnectChannel",
    "BankConnectEndpoint",
    "BankConnectEnrolment",
    "BankConnectParameters",
    "Channel",
    "DataCentre",
    "Endpoint",
    "Enrolment",
    "Environment",
    "Exchange",
    "Fetched",
    "FileKind",
    "FolderChannel",
    "FolderEndpoint",
    "HmacHash",
    "Ids",
    "Issued",
    "KeyNaming",
    "LinkError",
    "NoSafe",
    "NordeaCAParameters",
    "NordeaChannel",
    "NordeaEndpoint",
    "NordeaEnrolment",
    "NotReady",
    "NotSent",
    "OutcomeUnknown",
    "OutgoingFile",
    "ProbeOutcome",
    "ProbeStage",
    "ProbeStep",
    "Question",
    "Receipt",
    "RefusalKind",
    "Refused",
    "Safe",
    "Sealed",
    "Traceable",
    "Waiting",
    "Witness",
    "WrongName",
    "fresh_ids",
]
