"""What the connector to e-conomic is, needs and can do."""

from __future__ import annotations

from collections.abc import Mapping

from erplink._http import Line
from erplink._settings import named, required, unfit
from erplink.connectors import Connector, Maker
from erplink.economic.client import Speaking, judged_here
from erplink.economic.connector import Economic
from erplink.surroundings import Surroundings
from erplink.values import (
    Description,
    Evidence,
    Operation,
    Section,
    Setting,
    SettingKind,
)
from localization import Words

_SETTINGS = (
    Setting(
        "app_secret",
        Words("App secret token", "App secret token"),
        Words(
            "Of the app that was registered with e-conomic's developers.",
            "På den app, der er registreret hos e-conomics udviklerafdeling.",
        ),
        SettingKind.SECRET,
    ),
    Setting(
        "grant",
        Words("Agreement grant token", "Agreement grant token"),
        Words(
            "What the agreement gave to the app; it is for one company.",
            "Det, aftalen har givet appen. Den gælder ét regnskab.",
        ),
        SettingKind.SECRET,
    ),
    Setting(
        "company",
        Words("Agreement number", "Aftalenummer"),
        Words(
            "So that the token of another agreement is noticed.",
            "Så et token til en anden aftale bliver opdaget.",
        ),
        section=Section.COMPANY,
    ),
    Setting(
        "journal",
        Words("Journal", "Kassekladde"),
        Words(
            "The number of the journal that bank entries are written to.",
            "Nummeret på den kassekladde, bankposteringer skrives i.",
        ),
        section=Section.POSTING,
    ),
    Setting(
        "balancing_account",
        Words("Account for bank entries", "Konto til bankposteringer"),
        Words(
            "The account that entries are posted against until they are assigned.",
            "Den konto, posteringer modposteres på, til de er placeret.",
        ),
        section=Section.POSTING,
    ),
    Setting(
        "address",
        Words("Address", "Adresse"),
        Words("Another one only for trials.", "En anden kun til forsøg."),
        SettingKind.ADDRESS,
        default="https://restapi.e-conomic.com",
    ),
)


class _EconomicMaker:
    description = Description(
        kind="economic",
        name="Visma e-conomic",
        evidence=Evidence.CONTRACT,
        operations=frozenset(
            {
                Operation.LIST_COMPANIES,
                Operation.LIST_PAYMENT_METHODS,
                Operation.LIST_BANK_ACCOUNTS,
                Operation.LIST_PERIODS,
                Operation.FETCH_PAYMENTS,
                Operation.PUSH_STATEMENT_LINES,
            }
        ),
        settings=_SETTINGS,
    )

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        """A connector with these settings, nothing asked yet.

        Raises:
            NotConfigured: One of them is missing or cannot be right.
        """
        told = required(self.description, settings)
        for name in ("company", "journal", "balancing_account"):
            if not (told[name].isascii() and told[name].isdecimal()):
                raise unfit("erp_link.setting_number", named(self.description, name))
        tokens = told["app_secret"], told["grant"]
        line = Line(
            told["address"],
            surroundings,
            headers={"X-AppSecretToken": tokens[0], "X-AgreementGrantToken": tokens[1]},
            secrets=tokens,
            judge=judged_here,
        )
        return Economic(Speaking(line), told)


ECONOMIC: Maker = _EconomicMaker()
