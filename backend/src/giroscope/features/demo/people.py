"""The people of the made-up company: who prepares its payments, who approves them.

They are no accounts: nobody signs in as one of them. They act in one place, on
payments that are made up as they are, and the trail names them as the product's own.
"""

from giroscope.features.demo.actions import NotInProduction, is_possible
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    APPROVER,
    UPLOAD,
    Actor,
    ActorKind,
)
from giroscope.settings import Settings

MOST_APPROVERS = 9
"""As many as a rule can ask for."""


def preparer(settings: Settings, realm: str) -> Actor:
    """Who connects the company's bank and hands its payments in.

    Raises:
        NotInProduction: There are no such people here.
    """
    roles = frozenset({UPLOAD, ACCOUNT_MANAGEMENT})
    return _somebody(settings, realm, "preparer", "Demo preparer", roles)


def approvers(settings: Settings, realm: str) -> tuple[Actor, ...]:
    """Who approves and signs; none of them prepares anything.

    Raises:
        NotInProduction: There are no such people here.
    """
    return tuple(
        _somebody(
            settings, realm, f"approver-{number}", f"Demo approver {number}",
            frozenset({APPROVER}),
        )
        for number in range(1, MOST_APPROVERS + 1)
    )  # fmt: skip


def _somebody(
    settings: Settings, realm: str, word: str, name: str, roles: frozenset[str]
) -> Actor:
    if not is_possible(settings):
        raise NotInProduction
    return Actor(f"demo:{word}", realm, f"demo-{word}", name, roles, ActorKind.SYSTEM)
