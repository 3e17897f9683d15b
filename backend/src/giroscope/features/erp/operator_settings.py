"""What the operator of the installation has said about ERPs.

Values for tenants that say nothing themselves, hosts in private networks that
connectors may call, further roots of trust, and where folders for files lie.
"""

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from erplink import Surroundings, Witness
from erpsim import COMPANIES, key_to
from giroscope.kernel.clock import Clock
from giroscope.kernel.tenancy import realm_name
from giroscope.settings import Settings

DEMO = "demo"
"""The connector to the ERP of a laptop."""
_DEMO_HOST = "127.0.0.1"
_DEMO_COMPANY = "10"
"""The company whose accounts are those of the simulated bank."""
_FIRST_COMPANIES = tuple(one.id for one in COMPANIES)
"""Those it begins with are the default realm's."""


class Operating:
    """The operator's part of every configuration."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def values(self, kind: str) -> Mapping[str, str]:
        """What the operator has said of one ERP, by setting; secrets among it."""
        prefix = f"{kind}."
        known = self._demo() if kind == DEMO else {}
        return known | {
            name.removeprefix(prefix): value.get_secret_value()
            for name, value in self._settings.erp_settings.items()
            if name.startswith(prefix)
        }

    def secrets(self, kind: str, realm: str) -> Mapping[str, str]:
        """The same as one realm is given it: the ERP of a laptop opens its own books.

        What every tenant knows would open the books of every other.
        """
        told = dict(self.values(kind))
        key = self._demo().get("key") if kind == DEMO else None
        if key and told["key"] == key:
            told["key"] = key_to(told["key"], self._companies_of(realm))
        return told

    def _companies_of(self, realm: str) -> list[str]:
        """The companies of the simulated ERP that are this realm's."""
        is_first = realm == self._settings.default_realm
        # Demo data opens books by the realm and a number; a long realm by its hash.
        names = (realm, sha256(realm.encode()).hexdigest()[:16])
        numbered = [f"demo-{name}-#" for name in names]
        return [*(_FIRST_COMPANIES if is_first else ()), *numbered]

    def offers(self, kind: str) -> bool:
        """Whether an ERP of this kind can be met in this installation."""
        return kind != DEMO or self._settings.has_erp_simulator

    @property
    def allows_local_pages(self) -> bool:
        """Whether an accounting system may be tried out on the own machine."""
        return self._settings.kind != "production"

    def surroundings(
        self, realm: str, kind: str, witness: Witness, clock: Clock
    ) -> Surroundings:
        """What a connector of this realm is given beside its settings."""
        folder = self._folders / realm_name(realm)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return Surroundings(
            witness=witness,
            clock=clock,
            allowed_hosts=self._allowed_hosts(kind),
            authorities=self._authorities,
            folders=str(folder),
        )

    def _allowed_hosts(self, kind: str) -> frozenset[str]:
        told = self._settings.erp_host_set
        is_demo = kind == DEMO and self._settings.has_erp_simulator
        return told | {_DEMO_HOST} if is_demo else told

    def _demo(self) -> dict[str, str]:
        """What needs no typing on a laptop; the key once the ERP has made it."""
        settings = self._settings
        if not settings.has_erp_simulator:
            return {}
        file = settings.erp_simulator_folder / "api-key"
        return {
            "address": f"http://{_DEMO_HOST}:{settings.erp_simulator_port}",
            "company": _DEMO_COMPANY,
            "key": file.read_text("ascii").strip() if file.is_file() else "",
        }

    @cached_property
    def _folders(self) -> Path:
        settings = self._settings
        return (settings.erp_folders or settings.data_dir / "erp-folders").absolute()

    @cached_property
    def _authorities(self) -> tuple[bytes, ...]:
        file = self._settings.erp_authorities
        return () if file is None else (file.read_bytes(),)
