"""Where each bank is reached, and which roots its certificates must lead to.

The operator's file is TOML with a table for each bank and environment. The
simulated bank's addresses are known; its roots are read from where it lays them.
"""

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from banklink import (
    AgreementPlace,
    BankConnectEndpoint,
    DataCentre,
    Environment,
    FileKind,
    FolderEndpoint,
    HmacHash,
    NordeaEndpoint,
)
from giroscope import __version__
from giroscope.features.banks.directory import BankProfile
from giroscope.features.banks.tables import ConnectionType
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.tenancy import realm_name
from giroscope.settings import Settings

_NORDEA_PATH = "nordea/{}/sha2"
_SIMULATED_TYPES = {
    "pain.002": ("NDCAPXMLO",),
    "camt.029": ("NDCAPCANXMLO",),
    "camt.053": ("NDARSTXMLO",),
    "camt.054": ("NDCAPXMLD54O", "NDARCRAXMLO"),
}
"""The names of kinds on the simulated Nordea's agreement."""
_BANK_CONNECT_PATH = "bank-connect/{}/2019/04/04/CorporateService"


class NoAddress(Unavailable):
    """The operator has not said where this bank is reached; docs/banks.md says how."""

    code = "banks.no_address"


class BadDirectory(Exception):
    """The operator's file of banks cannot be used; the sentence says why."""


class Addresses:
    """The addresses of one installation."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_simulated(self) -> bool:
        """Whether a simulated bank can be connected."""
        return self._settings.has_bank_simulator

    def has(self, profile: BankProfile, environment: Environment) -> bool:
        """Whether the bank can be reached in this environment."""
        if profile.type is ConnectionType.FOLDER:
            return environment is Environment.PRODUCTION
        if profile.is_simulated:
            return self._settings.has_bank_simulator
        return environment.value in self._told.get(profile.key, {})

    def ensure(self, profile: BankProfile, environment: Environment) -> None:
        """Pass silently, or refuse.

        Raises:
            NoAddress: Nobody has said where the bank is in this environment.
        """
        if not self.has(profile, environment):
            raise NoAddress

    def nordea(self, profile: BankProfile, environment: Environment) -> NordeaEndpoint:
        """Where Nordea is.

        Raises:
            NoAddress: Nobody has said.
        """
        told = self._table(profile, environment)
        place = told.get("agreement_place", AgreementPlace.NOWHERE)
        return NordeaEndpoint(
            **self._common(told, environment),
            file_service=told["file_service"],
            certificate_service=told["certificate_service"],
            receiver_id=told.get("receiver_id", "NDEADKKK"),
            agreement_place=AgreementPlace(place),
            hmac_hash=HmacHash(told.get("hmac_hash", HmacHash.SHA1)),
            **_own_ways(told),
        )

    def bank_connect(
        self, profile: BankProfile, environment: Environment
    ) -> BankConnectEndpoint:
        """Where a data centre's Bank Connect is.

        Raises:
            NoAddress: Nobody has said.
        """
        told = self._table(profile, environment)
        return BankConnectEndpoint(
            **self._common(told, environment),
            address=told["address"],
            data_centre=profile.data_centre or DataCentre.BANKDATA,
            signs_before_encrypting=told.get("signs_before_encrypting"),
        )

    def folder(self, realm: str, connection_id: int) -> FolderEndpoint:
        """The two folders of a connection, made where they are missing."""
        base = self._settings.bank_folders or self._settings.data_dir / "bank-folders"
        place = base.absolute() / realm_name(realm) / str(connection_id)
        endpoint = FolderEndpoint(outbox=place / "outbox", inbox=place / "inbox")
        for folder in (endpoint.outbox, endpoint.inbox):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return endpoint

    @cached_property
    def _told(self) -> Mapping[str, Any]:
        """What the operator's file says.

        Raises:
            BadDirectory: It is no TOML, or something in it is no table.
        """
        path = self._settings.bank_directory
        if path is None:
            return {}
        try:
            told = tomllib.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise BadDirectory(f"{path} cannot be read: {error}") from error
        for key, environments in told.items():
            if not isinstance(environments, dict):
                raise BadDirectory(f"{path}: {key} is no table of environments")
        return told

    def _table(self, profile: BankProfile, environment: Environment) -> dict[str, Any]:
        self.ensure(profile, environment)
        if profile.is_simulated:
            return self._simulated(profile, environment)
        table = dict(self._told[profile.key][environment.value])
        folder = (self._settings.bank_directory or Path()).parent
        for name in ("roots", "tls_roots"):
            table[name] = [_pem(folder / one) for one in table.get(name, ())]
        return table

    def _simulated(
        self, profile: BankProfile, environment: Environment
    ) -> dict[str, Any]:
        """The simulated bank on this machine; its roots as it has laid them out.

        Raises:
            NoAddress: It has never run, so there is nothing to trust.
        """
        is_test = environment is Environment.TEST
        base = f"http://127.0.0.1:{self._settings.bank_simulator_port}/"
        base += "test/" if is_test else ""
        centre = (profile.data_centre or "").lower()
        issuer = f"bank-connect-{centre}" if centre else "nordea"
        roots = self._settings.data_dir / "bank-simulator" / "roots"
        return {
            "roots": [_pem(roots / f"{issuer}{'-test' if is_test else ''}.pem")],
            # Its customers' certificates lead to the same root as its own.
            "bank_names": [f"{issuer} File Transfer{' test' * is_test} (simulated)"],
            "file_service": base + _NORDEA_PATH.format("CorporateFileService"),
            "certificate_service": base + _NORDEA_PATH.format("CertificateService"),
            "address": base + _BANK_CONNECT_PATH.format(centre),
            "receives": _SIMULATED_TYPES,
            "name_pattern": r"Name is (.+?)\.?$",
        }

    @staticmethod
    def _common(told: Mapping[str, Any], environment: Environment) -> dict[str, Any]:
        return {
            "environment": environment,
            "roots": tuple(told["roots"]),
            "bank_names": tuple(told.get("bank_names", ())),
            "tls_roots": tuple(told.get("tls_roots", ())),
            "accept_sha1": bool(told.get("accept_sha1", False)),
            "software_version": __version__,
        }


def _own_ways(told: Mapping[str, Any]) -> dict[str, Any]:
    """What is the bank's own, where the operator says so."""
    found: dict[str, Any] = {
        name: told[name] for name in ("name_pattern", "compress_from") if name in told
    }
    if "sends" in told:
        found["sends"] = {FileKind(k): name for k, name in told["sends"].items()}
    if "receives" in told:
        found["receives"] = {
            FileKind(kind): tuple(names) for kind, names in told["receives"].items()
        }
    return found


def _pem(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoAddress(f"The root certificate {path.name} is missing") from error
