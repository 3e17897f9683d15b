"""Looks at a way over the network part by part, so that a failure has its place."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

import httpx2

from banklink._certificates import common_name
from banklink._http import ensure_fit, tls_context
from banklink._sign import Signer
from banklink.endpoints import Endpoint
from banklink.errors import AnswerNotTrusted, LinkError, RefusalKind, Refused
from banklink.values import Clock, ProbeOutcome, ProbeStage, ProbeStep

_SKIPPED = "Not looked at, since an earlier step failed."
_TRUSTED = "The bank's signature leads to a configured root."
_TRUSTED_UNNAMED = (
    "The bank's signature leads to a configured root. Who signs for the bank is not"
    " configured."
)


class Probe:
    """The steps from a name to an agreement."""

    def __init__(self, endpoint: Endpoint, address: str, clock: Clock) -> None:
        self._endpoint = endpoint
        self._address = address
        self._clock = clock

    def steps(
        self, signer: Callable[[], Signer], ask: Callable[[], str]
    ) -> Iterator[ProbeStep]:
        """Each step with its outcome; `ask` puts a question that moves nothing."""
        holds = True
        for stage, look in (
            (ProbeStage.ADDRESS, self._reach),
            (ProbeStage.TLS, self._shake_hands),
            (ProbeStage.CERTIFICATE, lambda: self._own(signer())),
        ):
            step = _step(stage, look) if holds else _skipped(stage)
            holds = holds and step.outcome is not ProbeOutcome.FAILED
            yield step
        if holds:
            yield from self._asked(ask)
        else:
            yield from map(_skipped, (ProbeStage.SIGNATURE, ProbeStage.AGREEMENT))

    def _reach(self) -> str:
        ensure_fit(self._address)
        host, port = self._place()
        with socket.create_connection((host, port), self._endpoint.connect_seconds):
            return f"{host} answers at port {port}."

    def _shake_hands(self) -> str | None:
        host, port = self._place()
        if httpx2.URL(self._address).scheme == "http":
            return None
        context = tls_context(self._endpoint.tls_roots)
        seconds = self._endpoint.connect_seconds
        with (
            socket.create_connection((host, port), seconds) as plain,
            context.wrap_socket(plain, server_hostname=host) as secure,
        ):
            return f"{host} is who it says it is, over {secure.version()}."

    def _own(self, signer: Signer) -> str:
        left: timedelta = signer.certificate.not_valid_after_utc - self._clock()
        name = common_name(signer.certificate)
        return f"Our certificate for {name} is valid for {left.days} days more."

    def _asked(self, ask: Callable[[], str]) -> Iterator[ProbeStep]:
        began = time.monotonic()
        signature, agreement = ProbeOutcome.OK, ProbeOutcome.OK
        trusted = _TRUSTED if self._endpoint.bank_names else _TRUSTED_UNNAMED
        try:
            found = ask()
        except AnswerNotTrusted as error:
            signature, agreement = ProbeOutcome.FAILED, ProbeOutcome.SKIPPED
            trusted, found = error.message, _SKIPPED
        except Refused as error:
            agreement, found = ProbeOutcome.FAILED, error.message
            if error.kind in {RefusalKind.SIGNATURE, RefusalKind.CERTIFICATE}:
                signature, trusted = ProbeOutcome.FAILED, error.message
                agreement, found = ProbeOutcome.SKIPPED, _SKIPPED
        except LinkError as error:
            signature, trusted = ProbeOutcome.SKIPPED, "No answer to look at."
            agreement, found = ProbeOutcome.FAILED, error.message
        seconds = time.monotonic() - began
        yield ProbeStep(ProbeStage.SIGNATURE, signature, seconds, trusted)
        yield ProbeStep(ProbeStage.AGREEMENT, agreement, 0.0, found)

    def _place(self) -> tuple[str, int]:
        url = httpx2.URL(self._address)
        return url.host, url.port or (443 if url.scheme == "https" else 80)


def _step(stage: ProbeStage, look: Callable[[], str | None]) -> ProbeStep:
    began = time.monotonic()
    try:
        found = look()
    except (OSError, ssl.SSLError, LinkError) as error:
        outcome, said = ProbeOutcome.FAILED, str(error)
    else:
        outcome = ProbeOutcome.SKIPPED if found is None else ProbeOutcome.OK
        said = found or "The connection is not encrypted, within this machine."
    return ProbeStep(stage, outcome, time.monotonic() - began, said)


def _skipped(stage: ProbeStage) -> ProbeStep:
    return ProbeStep(stage, ProbeOutcome.SKIPPED, 0.0, _SKIPPED)
