"""What the user of Tryton may do, asked of Tryton itself; nothing is tried out."""

from __future__ import annotations

from collections.abc import Sequence

from erplink.errors import ContractChanged, ErpError, NotAllowed
from erplink.tryton.client import Speaking
from erplink.tryton.records import PAYMENT
from erplink.values import Right, Way

_OPERATION = "rights"
_WAYS = {"read": Way.READ, "write": Way.CHANGE, "create": Way.CREATE}
_NEEDED = (
    ("company.company", ("read",)),
    ("party.party", ("read",)),
    ("bank.account", ("read",)),
    ("account.invoice", ("read",)),
    ("account.period", ("read",)),
    ("account.move.line", ("read",)),
    ("account.payment.journal", ("read",)),
    ("account.payment", ("read", "write")),
    ("account.payment.group", ("read",)),
    ("account.payment.sepa.message", ("create", "write")),
    ("account.statement.journal", ("read",)),
    ("account.statement", ("read", "create")),
    ("account.statement.origin", ("read", "create", "write")),
    ("account.statement.line", ("read", "create")),
    ("ir.note", ("read", "create")),
)
_WIZARD = "account.payment.process"


def rights(speaking: Speaking) -> Sequence[Right]:
    """Every right a connector needs; see `Connector.rights`."""
    access = speaking.ask(
        "ir.model.access",
        "get_access",
        {"models": [model for model, _ in _NEEDED]},
        operation=_OPERATION,
    )
    if not isinstance(access, dict):
        raise ContractChanged("erp_link.tryton_otherwise")
    found = []
    for model, modes in _NEEDED:
        held = access.get(model) or {}
        found += [Right(model, _WAYS[mode], may=bool(held.get(mode))) for mode in modes]
    return [*found, _may_process(speaking)]


def _may_process(speaking: Speaking) -> Right:
    """Beginning a wizard changes nothing; Tryton refuses it to who may not run it."""
    name = f"wizard.{_WIZARD}"
    try:
        begun = speaking.call(
            f"{name}.create",
            [],
            operation=_OPERATION,
            context={"active_model": PAYMENT},
        )
        speaking.call(f"{name}.delete", [begun[0]], operation=_OPERATION)
    except NotAllowed as refusal:
        return Right(_WIZARD, Way.RUN, may=False, found=refusal.detail)
    except ErpError as failure:
        return Right(_WIZARD, Way.RUN, may=None, found=failure.detail)
    return Right(_WIZARD, Way.RUN, may=True)
