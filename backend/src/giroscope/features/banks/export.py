"""The list of bank accounts as a file."""

from giroscope.features.banks import queries
from giroscope.features.banks.graph import ORDER
from giroscope.kernel.export import Asked, Column, Export, Reader, in_portions

COLUMNS = (
    Column("number", "Account", "Konto", lambda r: r.number),
    Column("iban", "IBAN", "IBAN", lambda r: r.iban),
    Column("name", "Name", "Navn", lambda r: r.name),
    Column("owner", "Owner", "Ejer", lambda r: r.owner),
    Column("currency", "Currency", "Valuta", lambda r: r.currency),
    Column("servicer", "Bank", "Bank", lambda r: r.servicer),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)


def reader(asked: Asked) -> Reader:
    """All accounts, by number."""
    del asked
    return in_portions(queries.accounts(), ORDER)


EXPORT = Export(("Accounts", "Konti"), COLUMNS, reader)
