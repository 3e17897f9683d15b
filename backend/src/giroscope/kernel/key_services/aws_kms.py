"""A key of AWS KMS.

Who we are is found by botocore: variables, a role of the machine or of the pod,
whatever AWS hands out.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

import botocore.session
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionError,  # noqa: A004 - what the library calls it
    CredentialRetrievalError,
    HTTPClientError,
    MetadataRetrievalError,
)
from botocore.parsers import ResponseParserError

from giroscope.kernel.key_services.service import KeyServiceRefuses
from giroscope.kernel.outage import KeyServiceAway

CONNECT_SECONDS = 5
ANSWER_SECONDS = 5
_PURPOSE = {"giroscope": "master key"}
"""Signed with what is wrapped, so that nothing else is unwrapped in its place; and what
a policy of AWS can demand."""
_NOT_NOW = frozenset(
    {
        "DependencyTimeoutException",
        "KMSInternalException",
        "KeyUnavailableException",
        "RequestLimitExceeded",
        "ThrottlingException",
    }
)
_AWAY = (
    ConnectionError,
    HTTPClientError,
    MetadataRetrievalError,
    CredentialRetrievalError,
    ResponseParserError,
)


class AwsKms:
    """A key by its ARN, or an alias of one."""

    def __init__(self, arn: str) -> None:
        self._arn = arn

    def wrap(self, key: bytes) -> str:
        """The key, encrypted there, in base64."""
        told = self._asked(
            lambda kms: kms.encrypt(Plaintext=key, **self._how), "CiphertextBlob"
        )
        return b64encode(told).decode()

    def unwrap(self, wrapped: str) -> bytes:
        """The key, decrypted there and by this key of the service alone."""
        try:
            blob = b64decode(wrapped, validate=True)
        except ValueError as error:
            raise KeyServiceRefuses(
                "What stands for the wrapped master key is not of AWS KMS"
            ) from error
        return self._asked(
            lambda kms: kms.decrypt(CiphertextBlob=blob, **self._how), "Plaintext"
        )

    @property
    def _how(self) -> dict[str, Any]:
        return {"KeyId": self._arn, "EncryptionContext": _PURPOSE}

    def _asked(self, ask: Callable[[Any], dict[str, Any]], wanted: str) -> bytes:
        session = botocore.session.Session()
        # Of those that tell who we are as well. Who waits for us tries again.
        session.set_default_client_config(
            Config(
                connect_timeout=CONNECT_SECONDS,
                read_timeout=ANSWER_SECONDS,
                retries={"total_max_attempts": 1},
            )
        )
        try:
            client = session.create_client("kms", region_name=self._arn.split(":")[3])
            try:
                answer = ask(client)
            finally:
                client.close()
        except ClientError as error:
            told = error.response
            status = told.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
            code = told.get("Error", {}).get("Code", "")
            if status >= 500 or status == 429 or code in _NOT_NOW:
                raise KeyServiceAway(f"AWS KMS does not answer now: {code}") from error
            words = (code, told.get("Error", {}).get("Message"))
            reason = ": ".join(filter(None, words))
            raise KeyServiceRefuses(f"AWS KMS refuses: {reason}") from error
        except _AWAY as error:
            raise KeyServiceAway(f"AWS KMS does not answer: {error}") from error
        except BotoCoreError as error:
            raise KeyServiceRefuses(f"AWS KMS cannot be asked: {error}") from error
        if not isinstance(answer.get(wanted), bytes):
            raise KeyServiceAway("AWS KMS answers what is no answer of AWS")
        return bytes(answer[wanted])
