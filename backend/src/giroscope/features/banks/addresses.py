"""Where each bank is reached, and which roots its certificates must lead to.

The operator's file is read in `operator_file.py`. The simulated bank's addresses are
known; its roots are read from where it lays them.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

from banklink import Environment
from banklink.protocol import BankProfile, Field, FileNames, SimulatedPlace
from banklink.registry import protocol_of
from giroscope import __version__
from giroscope.features.banks.directory import PROFILES, described
from giroscope.features.banks.operator_file import Directory, read_directory
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.tenancy import realm_name
from giroscope.settings import Settings


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
        if profile.is_simulated:
            return self._settings.has_bank_simulator
        if not described(profile.kind).settings:
            # There is nothing to say of it: it is there, and it is no trial.
            return environment is Environment.PRODUCTION
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

    def folder(self, realm: str, connection_id: int, profile: BankProfile) -> Path:
        """The connection's own folder, with those of its protocol in it."""
        base = self._settings.bank_folders or self._settings.data_dir / "bank-folders"
        place = base.absolute() / realm_name(realm) / str(connection_id)
        for name in described(profile.kind).folders:
            (place / name).mkdir(parents=True, exist_ok=True, mode=0o700)
        return place

    def choices(
        self, profile: BankProfile, field: Field, environment: Environment | None = None
    ) -> list[str]:
        """What a field may be, where the operator lists it; in any, or one of them."""
        if field.chosen_from is None:
            return []
        told = self._told.get(profile.key, {})
        tables = [told[one] for one in told if environment in {None, one}]
        listed = (one for table in tables for one in table.get(field.chosen_from, ()))
        return list(dict.fromkeys(listed))

    def ensure_sound(self) -> int:
        """Read everything the operator has said; tells of how many banks.

        Raises:
            BadDirectory: Something in the file is not as it has to be.
            NoAddress: A root certificate is missing.
        """
        ways = [(key, name) for key, told in self._told.items() for name in told]
        for key, name in ways:
            self.settings(PROFILES[key], Environment(name))
        return len(ways)

    @cached_property
    def _told(self) -> Directory:
        return read_directory(self._settings.bank_directory)

    def settings(
        self, profile: BankProfile, environment: Environment
    ) -> dict[str, Any]:
        """What the operator says of a bank, the files it names read.

        Raises:
            NoAddress: Nobody has said where the bank is, or a file is missing.
        """
        self.ensure(profile, environment)
        protocol = protocol_of(profile.kind)
        if profile.is_simulated:
            told = protocol.simulated(profile, self._simulated(environment))
        else:
            told = self._told.get(profile.key, {}).get(environment.value, {})
        folder = (self._settings.bank_directory or Path()).parent
        read = {
            name: tuple(_bytes(folder / one) for one in value)
            for name, value in told.items()
            if isinstance(value, FileNames)
        }
        ours = {"software_version": __version__} if told else {}
        return ours | dict(told) | read

    def _simulated(self, environment: Environment) -> SimulatedPlace:
        """The simulated bank on this machine."""
        is_test = environment is Environment.TEST
        base = f"http://127.0.0.1:{self._settings.bank_simulator_port}/"
        return SimulatedPlace(
            base + ("test/" if is_test else ""),
            (self._settings.data_dir / "bank-simulator" / "roots").absolute(),
            is_test,
        )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoAddress(f"The root certificate {path.name} is missing") from error
