"""What the Tryton connector is told by its settings, and what it can do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from erplink._settings import named, unfit
from erplink.connectors import Connector
from erplink.surroundings import Surroundings
from erplink.tryton.client import Access, Speaking
from erplink.tryton.connector import TrytonConnector
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

_SETTINGS = (
    Setting(
        "address",
        Words("Address", "Adresse"),
        Words(
            "Where the Tryton server answers, such as https://erp.example.com/",
            "Hvor Tryton-serveren svarer, for eksempel https://erp.example.com/",
        ),
        SettingKind.ADDRESS,
    ),
    Setting(
        "database",
        Words("Database", "Database"),
        Words(
            "Its name, as it is chosen when signing in to Tryton.",
            "Dens navn, som det vælges, når man logger på Tryton.",
        ),
    ),
    Setting(
        "key",
        Words("Application key", "Programnøgle"),
        Words(
            "Of the REST application, made under Preferences in Tryton by the user"
            " that Giroscope works as.",
            "Til REST-programmet; oprettes under Indstillinger i Tryton af den bruger,"
            " som Giroscope arbejder som.",
        ),
        SettingKind.SECRET,
    ),
    Setting(
        "user",
        Words("User", "Bruger"),
        Words(
            "The login of a user of Giroscope's own. Tryton keeps who took a payment,"
            " so that nobody else may work as this user.",
            "Login for en bruger, der kun er Giroscopes. Tryton husker, hvem der har"
            " taget en betaling, så ingen andre må arbejde som denne bruger.",
        ),
    ),
    Setting(
        "password",
        Words("Password", "Adgangskode"),
        Words(
            "The same user's. Tryton asks for it where several payments are taken"
            " at once.",
            "Den samme brugers. Tryton kræver den, når flere betalinger tages på én"
            " gang.",
        ),
        SettingKind.SECRET,
    ),
    Setting(
        "company",
        Words("Company", "Virksomhed"),
        Words(
            "The id of the company in Tryton. A test of the connection lists them.",
            "Virksomhedens id i Tryton. En test af forbindelsen viser dem.",
        ),
        section=Section.COMPANY,
    ),
)


class TrytonMaker:
    """Makes connectors to Tryton 8."""

    description = Description(
        kind="tryton",
        name="Tryton",
        evidence=Evidence.REAL_SERVER,
        operations=frozenset(Operation) - {Operation.EXCHANGE_FILES},
        settings=_SETTINGS,
        # Tryton's own web client takes the model and the record from the address.
        pages=MappingProxyType(
            {
                Record.PAYMENT: "{address}/#{database}/model/account.payment/{id}",
                Record.STATEMENT: "{address}/#{database}/model/account.statement/{id}",
            }
        ),
    )

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        """A connector for one company.

        Raises:
            NotConfigured: A setting is missing, or the address or company is none.
        """
        for setting in _SETTINGS:
            if not settings.get(setting.name, "").strip():
                raise unfit("erp_link.setting_missing", setting)
        company = settings["company"].strip()
        database = settings["database"].strip()
        if not company.isdecimal():
            raise unfit("erp_link.setting_number", named(self.description, "company"))
        if not database.replace("-", "").replace("_", "").replace(".", "").isalnum():
            raise unfit("erp_link.setting_wrong", named(self.description, "database"))
        access = Access(
            address=settings["address"].strip(),
            database=database,
            key=settings["key"].strip(),
            user=settings["user"].strip(),
            password=settings["password"],
            company=int(company),
        )
        return TrytonConnector(Speaking(access, surroundings))
