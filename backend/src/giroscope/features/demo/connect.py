"""Connects the made-up company's accounts with the simulated bank, as people do it."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from sqlalchemy import update

from banklink import Environment
from giroscope.features.banks import Banks
from giroscope.features.banks.activate import begin_activation
from giroscope.features.banks.connections import (
    Change,
    Schedule,
    Served,
    Wish,
    change,
    create,
)
from giroscope.features.demo.bank_desk import Evening, Letter, SimulatedBank
from giroscope.features.demo.company import NAME
from giroscope.features.demo.hand_in import Errand
from giroscope.features.demo.outgoing import evening
from giroscope.features.demo.people import preparer
from giroscope.features.demo.tables import DemoSet
from giroscope.features.demo.wishes import Wish as DemoWish

_PROFILE = "nordea-simulated"
CUSTOMER = NAME.removesuffix(" A/S")
"""An agreement's name has no stroke."""
_LONGEST_NAME = 40
_AROUND_THE_CLOCK = Schedule(5, 0, 24, weekends=True)


def name_of(realm: str, set_id: int) -> str:
    """What simulators call the company of a set, which is that of no other set."""
    name = f"demo-{realm}-{set_id}"
    if len(name) <= _LONGEST_NAME:
        return name
    return f"demo-{sha256(realm.encode()).hexdigest()[:16]}-{set_id}"


async def connect(errand: Errand, banks: Banks, wish: DemoWish, now: datetime) -> None:
    """Make the set's connection, without a certificate yet.

    Raises:
        NoSimulatedBank: It does not answer, or takes no such accounts.
        AccountServedElsewhere: Another connection pays from one of the accounts.
    """
    realm, set_id = errand.job.realm, errand.job.subject
    actor = preparer(errand.settings, realm)
    left = evening(wish)
    letter = _letter(errand, left)
    accounts = [Served(one.account.iban, one.account.name) for one in left]
    wanted = Wish(
        f"Demo: {CUSTOMER} {wish.seed}", _PROFILE, Environment.PRODUCTION,
        letter.parameters, accounts, is_demo=True,
    )  # fmt: skip
    async with errand.database.writing(realm) as session:
        made = await create(session, actor, banks, wanted, now)
        schedule = Change(schedule=_AROUND_THE_CLOCK)
        await change(session, actor, made, schedule, None, now)
        await session.execute(
            update(DemoSet).where(DemoSet.id == set_id).values(connection_id=made)
        )


async def activate(
    errand: Errand, banks: Banks, wish: DemoWish, connection_id: int
) -> None:
    """Ask for the certificate with the code of the bank's letter.

    Raises:
        AppError: As `begin_activation`.
    """
    realm = errand.job.realm
    letter = _letter(errand, evening(wish))
    actor = preparer(errand.settings, realm)
    async with errand.database.writing(realm) as session:
        job_id = await begin_activation(
            session, actor, banks, connection_id, letter.code
        )
    errand.starter.start(realm, job_id)


def _letter(errand: Errand, left: Sequence[Evening]) -> Letter:
    bank = SimulatedBank(errand.settings)
    agreement = name_of(errand.job.realm, errand.job.subject)
    return bank.open(agreement, CUSTOMER, left)
