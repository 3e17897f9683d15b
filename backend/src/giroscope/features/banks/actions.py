"""Remembers the accounts that files speak of, however they name them."""

from sqlalchemy import Connection, column, insert, select, table, update

from bankfiles import Account as FileAccount
from giroscope.features.banks.account_aliases import (
    KnownAs,
    add_names,
    known_as,
    same_as,
)
from giroscope.features.banks.account_identity import choose
from giroscope.features.banks.account_names import (
    AccountName,
    name_of,
    normalised,
    valid_iban,
)
from giroscope.features.banks.tables import (
    UNKNOWN_CURRENCY,
    Account,
    AccountAlias,
    Learned,
)

# The room of statements stands above this one, so its tables are named, not imported.
_ENTRIES = [
    table(name, column("account_id"), column("currency"))
    for name in ("transactions", "report_entries")
]
_NAMELESS = "?"
_LONGEST_NUMBER = 70


def account_of_file(
    connection: Connection, account: FileAccount, currency: str | None
) -> int:
    """The id of the account the file names; made on first sight.

    It is known by its IBAN and by its national number alike, where one tells the
    other (see `account_identity`). A file that leaves the currency out means the
    account's only one, if it is known by one; else the account is kept under the
    unknown currency XXX, until the first file that states one.
    """
    said = name_of(account.number or _NAMELESS, account.servicer)
    stated = account.currency or currency
    known = _chosen(connection, known_as(connection, said), stated)
    if known is None and said.text != _NAMELESS:
        known = _chosen(connection, same_as(connection, said), stated)
        if known is not None:
            _call(connection, known, said, account)
    if known is None:
        return _made(connection, account, said, stated or UNKNOWN_CURRENCY)
    if said.is_iban and known.number != said.iban:
        _list_by_iban(connection, known, said.text)
    return known.candidate.id


def _chosen(
    connection: Connection, found: list[KnownAs], stated: str | None
) -> KnownAs | None:
    """The account that is meant, with its currency if the file is the first to tell."""
    choice = choose([known.candidate for known in found], stated)
    if choice is None:
        return None
    known = next(one for one in found if one.candidate.id == choice.id)
    if stated is None or not choice.takes_currency:
        return known
    if known.number.endswith(_NAMELESS) or not _take(connection, known, stated):
        return None
    return known._replace(candidate=known.candidate._replace(currency=stated))


def _take(connection: Connection, known: KnownAs, currency: str) -> bool:
    """Give the account its currency, unless one of its names has another in that."""
    account_id = known.candidate.id
    names = select(AccountAlias.name).where(AccountAlias.account_id == account_id)
    other = select(AccountAlias.id).where(
        AccountAlias.name.in_(names), AccountAlias.currency == currency,
        AccountAlias.account_id != account_id,
    )  # fmt: skip
    if connection.execute(other.limit(1)).first() is not None:
        return False
    if not _is_free(connection, known.number, currency):
        return False
    own = update(Account).where(Account.id == account_id)
    connection.execute(own.values(currency=currency))
    for entries in _ENTRIES:
        connection.execute(
            update(entries)
            .where(
                entries.c.account_id == account_id,
                entries.c.currency == UNKNOWN_CURRENCY,
            )
            .values(currency=currency)
        )
    connection.execute(
        update(AccountAlias)
        .where(
            AccountAlias.account_id == account_id,
            AccountAlias.currency == UNKNOWN_CURRENCY,
        )
        .values(currency=currency)
    )
    return True


def _call(
    connection: Connection, known: KnownAs, said: AccountName, account: FileAccount
) -> None:
    """Call a known account by the name it was found to have, with bank and IBAN."""
    names = [(name, Learned.DERIVED) for name, _ in _names(said, account)]
    add_names(connection, known.candidate.id, known.candidate.currency, names)
    if known.has_joined:
        return
    own = update(Account).where(Account.id == known.candidate.id)
    if said.iban and known.iban is None:
        connection.execute(own.values(iban=said.iban))
    if account.servicer:
        unknown = own.where(Account.servicer.is_(None))
        connection.execute(unknown.values(servicer=account.servicer))


def _list_by_iban(connection: Connection, known: KnownAs, iban: str) -> None:
    """List an account by the IBAN that a file states, if it was by another number.

    So it is the same whichever file came first.
    """
    if known.has_joined or valid_iban(known.number) or known.iban not in {iban, None}:
        return
    if _is_free(connection, iban, known.candidate.currency):
        own = update(Account).where(Account.id == known.candidate.id)
        connection.execute(own.values(number=iban, iban=iban))


def _made(
    connection: Connection, account: FileAccount, said: AccountName, currency: str
) -> int:
    number = normalised(account.number or _NAMELESS)
    if not _is_free(connection, number, currency):
        # It is another bank's as well, or of several accounts that it may mean.
        number = said.key if said.key != number else f"{_NAMELESS}/{number}"
    new = connection.execute(
        insert(Account)
        .values(
            number=number[:_LONGEST_NUMBER],
            iban=normalised(account.iban) if account.iban else said.iban,
            name=account.name,
            owner=account.owner,
            currency=currency,
            servicer=account.servicer,
        )
        .returning(Account.id)
    )
    account_id = int(new.scalar_one())
    add_names(connection, account_id, currency, _names(said, account))
    return account_id


def _names(said: AccountName, account: FileAccount) -> list[tuple[str, Learned]]:
    """The names that the file gives, and the IBAN that follows from them."""
    names = [(said.key, Learned.STATED)]
    if account.iban and account.other:
        other = name_of(account.other, account.servicer)
        names.append((other.key, Learned.STATED))
    if said.iban and not said.is_iban:
        names.append((said.iban, Learned.DERIVED))
    return names


def _is_free(connection: Connection, number: str, currency: str) -> bool:
    """Whether no account is listed by this number in this currency."""
    taken = select(Account.id).where(
        Account.number == number, Account.currency == currency
    )
    return connection.execute(taken.limit(1)).first() is None
