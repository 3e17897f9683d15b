"""What a realm calls its accounts, beside the names that banks give them.

A nickname is everybody's in the realm, so that two people speak of the same account;
who sets up banks gives it. The number always stands beside it on screen.
"""

import strawberry
from sqlalchemy import func, select

from giroscope.features.audit import Subject, record
from giroscope.features.banks.errors import BadNickname, NicknameTaken
from giroscope.features.banks.tables import Account
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number
from giroscope.kernel.lines import one_line

LONGEST = 40


async def give(
    session: WriteSession, actor: Actor, account_id: int, nickname: str
) -> None:
    """Call an account by a nickname, or by none where it is empty.

    Raises:
        NotFound: There is no such account.
        BadNickname: It is too long.
        NicknameTaken: Another account in this currency is called so.
    """
    account = await session.get(Account, account_id, with_for_update=True)
    if account is None:
        raise NotFound("There is no such account")
    wanted = one_line(nickname) or None
    if wanted == account.nickname:
        return
    if wanted is not None:
        await _ensure_fits(session, account, wanted)
    was, account.nickname = account.nickname, wanted
    await record(
        session, actor, "banks.nickname",
        Subject("account", str(account.id), f"{account.number} {account.currency}"),
        was={"nickname": was}, now={"nickname": wanted},
    )  # fmt: skip


async def _ensure_fits(session: WriteSession, account: Account, wanted: str) -> None:
    if len(wanted) > LONGEST:
        raise BadNickname(path="nickname")
    namesake = await session.execute(
        select(Account.id)
        .where(
            func.lower(Account.nickname) == wanted.lower(),
            Account.currency == account.currency,
            Account.id != account.id,
            Account.joined_into.is_(None),
        )
        .limit(1)
    )
    if namesake.first() is not None:
        raise NicknameTaken(path="nickname")


@strawberry.type
class NicknameMutation:
    """What people do with the names of accounts."""

    @mutation("banks.change", "Calls an account by a nickname; an empty one takes it.")
    async def nickname_account(
        self,
        info: Info,
        id: strawberry.ID,
        nickname: str,
    ) -> Outcome:
        """Give a nickname."""
        context = info.context
        async with context.writing() as session:
            await give(session, context.actor, number(id), nickname)
        return Success(id=id)
