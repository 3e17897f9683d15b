"""What the connector to the ERP of a laptop is, needs and can do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from erplink._http import Line
from erplink._settings import required
from erplink.connectors import Connector, Maker
from erplink.demo.connector import DemoConnector, judged_here
from erplink.surroundings import Surroundings
from erplink.values import (
    Description,
    Evidence,
    Operation,
    Record,
    Section,
    Setting,
    SettingKind,
)
from localization import Words

_ADDRESS = Setting(
    "address",
    Words("Address", "Adresse"),
    Words(
        "Where the simulated ERP listens; known where it was started with Giroscope.",
        "Hvor det simulerede økonomisystem lytter. Kendt, når det er startet sammen"
        " med Giroscope.",
    ),
    SettingKind.ADDRESS,
)
_KEY = Setting(
    "key",
    Words("Key", "Nøgle"),
    Words(
        "Stands on the page of the simulated ERP.",
        "Står på det simulerede økonomisystems side.",
    ),
    SettingKind.SECRET,
)
_COMPANY = Setting(
    "company",
    Words("Company", "Virksomhed"),
    Words(
        "The number of the company whose payments are made from here.",
        "Nummeret på den virksomhed, hvis betalinger sendes herfra.",
    ),
    section=Section.COMPANY,
)


class _DemoMaker:
    description = Description(
        kind="demo",
        name="Simulated ERP",
        evidence=Evidence.EMBEDDED,
        operations=frozenset(Operation) - {Operation.EXCHANGE_FILES},
        settings=(_ADDRESS, _KEY, _COMPANY),
        pages=MappingProxyType(
            {
                Record.PAYMENT: "{address}/?company={company}&payment={id}#payments",
                Record.STATEMENT: "{address}/?company={company}&statement={id}#lines",
            }
        ),
    )

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        """A connector with these settings, nothing asked yet.

        Raises:
            NotConfigured: One of them is missing or cannot be right.
        """
        told = required(self.description, settings)
        line = Line(
            told["address"],
            surroundings,
            headers=MappingProxyType({"Authorization": f"Bearer {told['key']}"}),
            secrets=[told["key"]],
            judge=judged_here,
        )
        return DemoConnector(line, told["company"])


DEMO: Maker = _DemoMaker()
