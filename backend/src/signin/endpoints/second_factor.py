"""From a code to certainty, as slowly for guessers as passwords are."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from signin.endpoints.call import Call
from signin.endpoints.credentials import Refused
from signin.events import EventKind, record
from signin.second_factors import spend_code, spend_recovery_code, step_of
from signin.throttle import (
    Throttle,
    address_throttle,
    count_failure,
    device_factor_throttle,
    factor_throttle,
    forget_failures,
    seconds_to_wait,
)
from signin.users import User


async def check_code(
    call: Call, user: User, code: str, *, is_recovery: bool = False
) -> Refused | None:
    """Use up a code, or refuse it; all in one transaction, so no burst slips by."""
    counted = _counted(call, user)
    spend = spend_recovery_code if is_recovery else spend_code
    async with call.provider.store.writing() as db:
        wait = await seconds_to_wait(db, counted, now=call.now)
        if wait:
            return Refused(wait)
        if not await spend(db, call.provider.keyring, user.id, code, now=call.now):
            await count_failure(db, counted, now=call.now)
            await _record(call, user, EventKind.SECOND_FACTOR_FAILED, db)
            return Refused()
        await forget_failures(db, counted[0])
        if is_recovery:
            await _record(call, user, EventKind.RECOVERY_CODE_USED, db)
    return None


async def check_first_code(
    call: Call, user: User, secret: str, code: str
) -> int | Refused:
    """Find the step of a new app's first code, or refuse it; guesses are counted."""
    counted = _counted(call, user)
    async with call.provider.store.writing() as db:
        wait = await seconds_to_wait(db, counted, now=call.now)
        if wait:
            return Refused(wait)
        step = step_of(secret, code, now=call.now)
        if step is None:
            await count_failure(db, counted, now=call.now)
            return Refused()
        await forget_failures(db, counted[0])
    return step


def words_of_refusal(call: Call, refused: Refused, *, is_recovery: bool = False) -> str:
    """Say why a code was refused."""
    if refused.seconds_to_wait:
        return call.words.too_many_attempts.format(seconds=refused.seconds_to_wait)
    return call.words.recovery_code_wrong if is_recovery else call.words.code_wrong


def _counted(call: Call, user: User) -> tuple[Throttle, ...]:
    device = call.device(user.id)
    if device is not None:
        return (device_factor_throttle(call.realm.name, device),)
    return (
        factor_throttle(call.realm.name, user.id),
        address_throttle(call.realm.name, call.origin.address),
    )


async def _record(call: Call, user: User, kind: EventKind, db: AsyncConnection) -> None:
    await record(
        db,
        kind,
        realm=call.realm.name,
        now=call.now,
        client_id=call.provider.settings.client_id,
        user_id=user.id,
        address=call.origin.address,
    )
