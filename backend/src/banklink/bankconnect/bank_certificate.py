"""The bank's own certificate: asked for, believed by its root, kept for this run."""

from __future__ import annotations

from collections.abc import Sequence

from cryptography import x509

from banklink._certificates import own_certificates, pem_of
from banklink._http import Line
from banklink._identity import trust_of
from banklink.bankconnect.answers import Reader, held_certificates
from banklink.bankconnect.operations import BANK_CERTIFICATE
from banklink.bankconnect.requests import Sealer
from banklink.endpoints import BankConnectEndpoint
from banklink.errors import AnswerNotTrusted, LinkError, NotSent
from banklink.parameters import BankConnectParameters
from banklink.values import Clock, NewIds


class BankCertificate:
    """The certificate to encrypt for, given or fetched from the bank.

    It is believed because it leads to a configured root, each time anew.
    """

    def __init__(
        self,
        parameters: BankConnectParameters,
        endpoint: BankConnectEndpoint,
        given: Sequence[bytes],
        *,
        line: Line,
        new_ids: NewIds,
        clock: Clock,
    ) -> None:
        self._parameters = parameters
        self._endpoint = endpoint
        self._line = line
        self._new_ids = new_ids
        self._clock = clock
        self._known = own_certificates(given)

    @property
    def pems(self) -> tuple[bytes, ...]:
        """What is known, PEM, leaf first."""
        return tuple(map(pem_of, self._known))

    def current(self) -> x509.Certificate:
        """The certificate, fetched when none is known or the known one ran out.

        Raises:
            NotSent: It could not be fetched; nothing else has been sent.
            AnswerNotTrusted: It does not lead to a configured root.
        """
        if self._known:
            try:
                return self._believed(self._known)
            except AnswerNotTrusted:
                # Run out or rotated; the root decides about the next one as well.
                self._known = []
        return self.renewed()

    def renewed(self) -> x509.Certificate:
        """The certificate as the bank gives it now.

        Raises:
            LinkError: As `current`.
        """
        sealed = Sealer(self._parameters, self._endpoint).sealed(
            BANK_CERTIFICATE, None, self._new_ids()
        )
        reader = Reader(
            self._parameters,
            self._endpoint,
            trust_of(self._endpoint, self._clock()),
            (),
        )
        try:
            reply = self._line.post(sealed, BANK_CERTIFICATE.action)
            part = reader.answer(BANK_CERTIFICATE, reply.body, sealed.ids)
        except AnswerNotTrusted:
            raise
        except LinkError as error:
            raise NotSent(
                f"The bank's certificate could not be fetched: {error.message}"
            ) from error
        found = held_certificates(part)
        leaf = self._believed(found)
        self._known = found
        return leaf

    def forget(self) -> None:
        """Fetch it anew next time: the bank may have exchanged it."""
        self._known = []

    def _believed(self, found: Sequence[x509.Certificate]) -> x509.Certificate:
        # The first is the bank's own, those after it lead to the root.
        trust_of(self._endpoint, self._clock()).ensure_recipient(found[0], found)
        return found[0]
