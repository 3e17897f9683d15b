"""What accounts of ours are called, asked once each."""

from collections.abc import Collection

from sqlalchemy import select, union
from sqlalchemy.orm import Session

from giroscope.features.banks import Account, AccountAlias, strangers


class OwnNames:
    """What accounts of ours are called."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[int, frozenset[str]] = {}

    def of(self, account_id: int) -> frozenset[str]:
        """What one of ours is called."""
        if account_id not in self._known:
            rows = self._session.execute(
                select(Account.number, Account.iban, AccountAlias.name)
                .outerjoin(AccountAlias, AccountAlias.account_id == Account.id)
                .where(Account.id == account_id)
            )
            self._known[account_id] = frozenset(
                name for row in rows for name in row if name
            )
        return self._known[account_id]

    def others(self, names: Collection[str], but: int) -> set[str]:
        """Those of the names that another account has, of ours or of nobody's here."""
        aliases = select(AccountAlias.name).where(
            AccountAlias.name.in_(names), AccountAlias.account_id != but
        )
        own = [
            select(column).where(column.in_(names), Account.id != but)
            for column in (Account.number, Account.iban)
        ]
        found = self._session.execute(union(aliases, *own)).scalars()
        others = {name for name in found if name} - self.of(but)
        return others | strangers(names, self.of(but))
