"""Who we are under one agreement of Bank Connect, and the way to its bank."""

from __future__ import annotations

from collections.abc import Sequence

from banklink._http import Line
from banklink._identity import own_signer
from banklink._sign import Signer
from banklink.bankconnect.bank_certificate import BankCertificate
from banklink.bankconnect.requests import Sealer
from banklink.endpoints import BankConnectEndpoint
from banklink.parameters import BankConnectParameters
from banklink.values import Clock, NewIds, Witness, fresh_ids, no_witness, utc_now


class Party:
    """What sending, fetching and certificates have in common.

    `bank_certificates` are the bank's, PEM, as enrolment gave them; they are
    fetched and checked against the roots when there are none or they ran out.
    """

    def __init__(
        self,
        parameters: BankConnectParameters,
        endpoint: BankConnectEndpoint,
        *,
        bank_certificates: Sequence[bytes] = (),
        witness: Witness = no_witness,
        new_ids: NewIds = fresh_ids,
        clock: Clock = utc_now,
    ) -> None:
        self._parameters = parameters
        self._endpoint = endpoint
        self._line = Line(endpoint, witness)
        self._new_ids = new_ids
        self._clock = clock
        self._sealer = Sealer(parameters, endpoint)
        self._bank = BankCertificate(
            parameters,
            endpoint,
            bank_certificates,
            line=self._line,
            new_ids=new_ids,
            clock=clock,
        )

    def _signer(self) -> Signer:
        return own_signer(
            self._parameters.private_key,
            self._parameters.certificates,
            self._clock(),
        )
