"""Where each bank is reached, and which roots its certificates must lead to.

The operator's file is read in `operator_file.py`. The simulated bank's addresses are
known; its roots are read from where it lays them.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

from banklink import (
    BankConnectEndpoint,
    DataCentre,
    Environment,
    FileKind,
    FolderEndpoint,
    NordeaEndpoint,
)
from giroscope import __version__
from giroscope.features.banks.directory import PROFILES, BankProfile
from giroscope.features.banks.operator_file import Directory, read_directory
from giroscope.features.banks.tables import ConnectionType
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.tenancy import realm_name
from giroscope.settings import Settings

_NORDEA_PATH = "nordea/{}/sha2"
_SIMULATED_TYPES = {
    FileKind.STATUS: ("NDCAPXMLO",),
    FileKind.RESOLUTION: ("NDCAPCANXMLO",),
    FileKind.STATEMENT: ("NDARSTXMLO",),
    FileKind.NOTIFICATION: ("NDCAPXMLD54O", "NDARCRAXMLO"),
}
"""The names of kinds on the simulated Nordea's agreement."""
_BANK_CONNECT_PATH = "bank-connect/{}/2019/04/04/CorporateService"


class NoAddress(Unavailable):
    """The operator has not said where this bank is reached; docs/banks.md says how."""

    code = "banks.no_address"


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

    def letter_page(self, profile: BankProfile) -> str | None:
        """Where a simulated bank lays its letters open; a real one posts them."""
        if not (profile.is_simulated and self.is_simulated):
            return None
        return f"http://localhost:{self._settings.bank_simulator_port}/"

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
        return NordeaEndpoint(**self._values(profile, environment))

    def bank_connect(
        self, profile: BankProfile, environment: Environment
    ) -> BankConnectEndpoint:
        """Where a data centre's Bank Connect is.

        Raises:
            NoAddress: Nobody has said.
        """
        return BankConnectEndpoint(
            data_centre=profile.data_centre or DataCentre.BANKDATA,
            **self._values(profile, environment),
        )

    def folder(self, realm: str, connection_id: int) -> FolderEndpoint:
        """The two folders of a connection, made where they are missing."""
        base = self._settings.bank_folders or self._settings.data_dir / "bank-folders"
        place = base.absolute() / realm_name(realm) / str(connection_id)
        endpoint = FolderEndpoint(outbox=place / "outbox", inbox=place / "inbox")
        for folder in (endpoint.outbox, endpoint.inbox):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return endpoint

    def ensure_sound(self) -> int:
        """Read everything the operator has said; tells of how many banks.

        Raises:
            BadDirectory: Something in the file is not as it has to be.
            NoAddress: A root certificate is missing.
        """
        ways = [(key, name) for key, told in self._told.items() for name in told]
        for key, name in ways:
            self._values(PROFILES[key], Environment(name))
        return len(ways)

    @cached_property
    def _told(self) -> Directory:
        return read_directory(self._settings.bank_directory)

    def _values(self, profile: BankProfile, environment: Environment) -> dict[str, Any]:
        """Everything an endpoint is made of."""
        self.ensure(profile, environment)
        found: dict[str, Any] = {
            "environment": environment,
            "software_version": __version__,
        }
        if profile.is_simulated:
            return found | self._simulated(profile, environment)
        found |= self._told[profile.key][environment.value]
        folder = (self._settings.bank_directory or Path()).parent
        for name in ("roots", "tls_roots"):
            found[name] = tuple(_pem(folder / one) for one in found.get(name, ()))
        return found

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
        found: dict[str, Any] = {
            "roots": (_pem(roots / f"{issuer}{'-test' if is_test else ''}.pem"),),
            # Its customers' certificates lead to the same root as its own.
            "bank_names": (f"{issuer} File Transfer{' test' * is_test} (simulated)",),
        }
        if centre:
            return found | {"address": base + _BANK_CONNECT_PATH.format(centre)}
        return found | {
            "file_service": base + _NORDEA_PATH.format("CorporateFileService"),
            "certificate_service": base + _NORDEA_PATH.format("CertificateService"),
            "receives": _SIMULATED_TYPES,
            "name_pattern": r"Name is (.+?)\.?$",
        }


def _pem(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoAddress(f"The root certificate {path.name} is missing") from error
