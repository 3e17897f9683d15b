"""What the connector to Business Central is, needs and can do."""

from __future__ import annotations

import re
from collections.abc import Mapping

from erplink._http import Line
from erplink._settings import named, required, unfit
from erplink.businesscentral.client import Speaking, judged_here
from erplink.businesscentral.connector import BusinessCentral
from erplink.businesscentral.signin import Tokens, judged_sign_in
from erplink.connectors import Connector, Maker
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

_NAME = re.compile(r"[A-Za-z0-9._-]{1,80}")
_GUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_SETTINGS = (
    Setting(
        "tenant",
        Words("Directory (tenant)", "Katalog (lejer)"),
        Words(
            "The id of the Microsoft Entra directory, as on the app registration.",
            "Id'et på kataloget i Microsoft Entra, som det står på app-registreringen.",
        ),
    ),
    Setting(
        "environment",
        Words("Environment", "Miljø"),
        Words(
            "The name of the environment in the admin center.",
            "Miljøets navn i administrationscenteret.",
        ),
        default="production",
    ),
    Setting(
        "client_id",
        Words("Application (client) id", "Program-id (klient)"),
        Words(
            "Of the app registration that Business Central lets in.",
            "På den app-registrering, som Business Central lukker ind.",
        ),
    ),
    Setting(
        "client_secret",
        Words("Client secret", "Klienthemmelighed"),
        Words(
            "The value of the secret, not its id.",
            "Hemmelighedens værdi, ikke dens id.",
        ),
        SettingKind.SECRET,
    ),
    Setting(
        "secret_expires",
        Words("Secret expires on", "Hemmeligheden udløber"),
        Words(
            "As the app registration shows it; the API does not tell.",
            "Som app-registreringen viser det. API'et oplyser det ikke.",
        ),
        SettingKind.DATE,
        is_required=False,
    ),
    Setting(
        "company",
        Words("Company", "Regnskab"),
        Words(
            "The id of the company whose payments are made from here.",
            "Id'et på det regnskab, hvis betalinger sendes herfra.",
        ),
        section=Section.COMPANY,
    ),
    Setting(
        "payment_journal",
        Words("Payment journal", "Udbetalingskladde"),
        Words(
            "The code of the journal whose lines are paid from here.",
            "Koden på den kladde, hvis linjer betales herfra.",
        ),
        section=Section.POSTING,
    ),
    Setting(
        "bank_account_page",
        Words("Web service of vendors' accounts", "Webtjeneste med kreditorkonti"),
        Words(
            "The name under which page 425, Vendor Bank Account Card, is published; the"
            " API has no vendors' accounts.",
            "Navnet, som side 425, Kreditorbankkontokort, er udgivet under. API'et"
            " selv har ikke kreditorernes konti.",
        ),
        section=Section.ACCOUNTS,
        default="VendorBankAccounts",
    ),
    Setting(
        "balancing_account",
        Words("Account for bank entries", "Konto til bankposteringer"),
        Words(
            "The G/L account that entries are posted against until they are assigned.",
            "Den finanskonto, bankposteringer modposteres på, til de er placeret.",
        ),
        section=Section.POSTING,
    ),
    Setting(
        "address",
        Words("API address", "API-adresse"),
        Words(
            "Another one only in national clouds.", "En anden kun i nationale skyer."
        ),
        SettingKind.ADDRESS,
        default="https://api.businesscentral.dynamics.com/v2.0",
    ),
    Setting(
        "sign_in_address",
        Words("Sign-in address", "Login-adresse"),
        Words(
            "Another one only in national clouds.", "En anden kun i nationale skyer."
        ),
        SettingKind.ADDRESS,
        default="https://login.microsoftonline.com",
    ),
)


class _BusinessCentralMaker:
    description = Description(
        kind="business-central",
        name="Microsoft Dynamics 365 Business Central",
        evidence=Evidence.CONTRACT,
        operations=frozenset(Operation)
        - {Operation.EXCHANGE_FILES, Operation.FETCH_OPEN_ITEMS, Operation.SETTLE},
        settings=_SETTINGS,
    )

    def __init__(self) -> None:
        self._tokens = Tokens()

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        """A connector with these settings, nothing asked yet.

        Raises:
            NotConfigured: One of them is missing or cannot be right.
        """
        told = required(self.description, settings)
        # They become parts of addresses.
        for name in ("tenant", "environment", "client_id", "bank_account_page"):
            if _NAME.fullmatch(told[name]) is None:
                raise unfit("erp_link.setting_wrong", named(self.description, name))
        if _GUID.fullmatch(told["company"]) is None:
            raise unfit("erp_link.setting_wrong", named(self.description, "company"))
        secrets = [told["client_secret"]]
        line = Line(
            f"{told['address']}/{told['environment']}",
            surroundings,
            secrets=secrets,
            judge=judged_here,
        )
        sign_in = Line(
            told["sign_in_address"],
            surroundings,
            secrets=secrets,
            judge=judged_sign_in,
        )
        speaking = Speaking(line, sign_in, told, surroundings.clock, self._tokens)
        return BusinessCentral(speaking, told)


BUSINESS_CENTRAL: Maker = _BusinessCentralMaker()
