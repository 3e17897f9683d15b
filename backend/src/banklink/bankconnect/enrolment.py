"""Gets the certificate for a Bank Connect agreement, and the next one in time."""

from __future__ import annotations

import base64

from cryptography.x509.oid import NameOID

from banklink import _certificates
from banklink._certificates import private_key
from banklink._csr import certificate_request, issued_for
from banklink._identity import trust_of
from banklink.bankconnect.answers import Reader, held_certificates
from banklink.bankconnect.operations import ACTIVATE, RENEW
from banklink.bankconnect.party import Party
from banklink.bankconnect.requests import element, put
from banklink.errors import NotReady
from banklink.values import Ids, Issued, Sealed

_OPERATIONS = {operation.name: operation for operation in (ACTIVATE, RENEW)}


class BankConnectEnrolment(Party):
    """An `Enrolment` at a bank of Bank Connect."""

    def new_key(self) -> bytes:
        """A private key, PEM, not encrypted; store it before asking."""
        return _certificates.new_key()

    def request(self, key: bytes, code: str, ids: Ids) -> Sealed:
        """A request with the activation code, encrypted for the bank.

        Raises:
            NotReady: Key or code are not as they have to be.
            NotSent: The bank's certificate could not be fetched.
            AnswerNotTrusted: That certificate leads to no configured root.
        """
        bare = "".join(code.split()).replace("-", "")
        if not bare:
            raise NotReady("There is no activation code.")
        asked = self._request_for(key, f"{self._parameters.function_id}@{bare}")
        agreement = element("activationAgreement")
        put(agreement, "activationCode", base64.b64encode(bare.encode()).decode())
        put(agreement, "certificateRequest", asked)
        return self._sealer.sealed(
            ACTIVATE, agreement, ids, recipient=self._bank.current()
        )

    def renewal(self, new_key: bytes, ids: Ids) -> Sealed:
        """A request signed with the present key, for the bank's present certificate.

        Raises:
            NotReady: The present key or certificate does not hold any more.
            NotSent: The bank's certificate could not be fetched.
            AnswerNotTrusted: That certificate leads to no configured root.
        """
        signer = self._signer()
        message = element("certificateRequestMessage")
        message.set("id", "certificate-request-message")
        asked = self._request_for(new_key, self._parameters.function_id)
        put(message, "certificateRequest", asked)
        # Bank Connect asks for a fresh look at its own certificate before renewal.
        bank = self._bank.renewed()
        return self._sealer.sealed(RENEW, message, ids, signer=signer, recipient=bank)

    def obtain(self, sealed: Sealed, key: bytes) -> Issued:
        """Ask once and take the certificate that belongs to `key`."""
        operation = _OPERATIONS.get(sealed.operation)
        if operation is None or sealed.address != self._endpoint.address:
            raise NotReady("This request was sealed for another way to a bank.")
        new = private_key(key)
        trust = trust_of(self._endpoint, self._clock())
        # The bank may answer to the old key or already to the new one.
        keys = [new]
        if operation is RENEW:
            keys.append(self._signer().key)
        reader = Reader(
            self._parameters, self._endpoint, trust, keys, bank=self._bank.current()
        )
        reply = self._line.post(sealed, operation.action)
        part = reader.answer(operation, reply.body, sealed.ids)
        issued = issued_for(new, held_certificates(part), trust)
        return Issued(issued, self._bank.pems)

    def _request_for(self, key: bytes, name: str) -> str:
        asked = certificate_request(private_key(key), [(NameOID.COMMON_NAME, name)])
        return base64.b64encode(asked).decode()
