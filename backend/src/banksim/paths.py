"""Where the simulated bank listens, per protocol, data centre and environment.

The test environment is the same bank under `/test`, with certificates of its own.
"""

from __future__ import annotations

from enum import StrEnum

NORDEA_FILES = "/nordea/CorporateFileService/sha2"
NORDEA_CERTIFICATES = "/nordea/CertificateService/sha2"
NORDEA_FILES_SHA1 = "/nordea/CorporateFileService"
NORDEA_CERTIFICATES_SHA1 = "/nordea/CertificateService"
BANK_CONNECT = "/bank-connect/{centre}/2019/04/04/CorporateService"
BANK_CONNECT_2015 = "/bank-connect/{centre}/2015/06/25/CorporateService"
TEST_PREFIX = "/test"


class Environment(StrEnum):
    """Which of a bank's two worlds a message is for."""

    PRODUCTION = "PRODUCTION"
    TEST = "TEST"


class Centre(StrEnum):
    """A data centre that runs Bank Connect for its banks."""

    BANKDATA = "bankdata"
    SDC = "sdc"
    BEC = "bec"


def path_in(environment: Environment, path: str) -> str:
    """The path under which an endpoint is reached in an environment."""
    return TEST_PREFIX + path if environment is Environment.TEST else path


def bank_connect_path(centre: Centre) -> str:
    """The present endpoint of a data centre."""
    return BANK_CONNECT.format(centre=centre.value)


def root_file(issuer: str, environment: Environment) -> str:
    """The name of a root's file in `roots/`: `nordea.pem`, `bank-connect-bec.pem`.

    The roots of the test environment end in `-test.pem`.
    """
    suffix = "-test" if environment is Environment.TEST else ""
    return f"{issuer}{suffix}.pem"
