"""A realm whose ERP is a real Tryton, with every method mapped."""

import tryton_world as world
from pydantic import SecretStr
from tryton_server import Books

from erplink.tryton import TrytonMaker
from giroscope.features.documents import Vault
from giroscope.features.erp.mapping.tables import ErpMethod, Target
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import realm_key
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, EURO

_WAYS = {
    world.DANISH: (Target.DK_DOMESTIC, ACCOUNT),
    world.EURO: (Target.SEPA_CT, EURO),
    world.SLIP: (Target.DK_FIK_71, ACCOUNT),
    world.INSTANT: (Target.DK_INSTANT, ACCOUNT),
}


def exchange_with(books: Books, settings: Settings) -> ExchangeDesk:
    """The exchange with these books, in the realm of these settings."""
    said = {f"tryton.{name}": SecretStr(text) for name, text in books.settings.items()}
    told = settings.model_copy(
        update={"erp_settings": said, "erp_allowed_hosts": "127.0.0.1"}
    )
    database = Database(told)
    vault = Vault(told, lambda realm: realm_key(database, realm, bytes(range(32))))
    made = ExchangeDesk(told, database, vault, TrytonMaker(), system_clock())
    made.set_up()
    made.fetch_lists()
    for method in made.all(ErpMethod):
        if method.name in _WAYS:
            target, account = _WAYS[method.name]
            made.map(method.native_id, target, debtor_account=account)
    return made
