"""Files that a bank has given and nobody has imported yet, without the bank."""

from datetime import UTC, datetime

from sqlalchemy import insert

from giroscope.features.banks import BankConnection, BankFile
from giroscope.features.documents import Vault, note_document
from giroscope.features.journals import collector
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def connection_row(
    database: Database, realm: str, name: str = "Nordea", *, is_demo: bool = False
) -> int:
    """A connection that files may come by; tells its id."""
    with database.job_connection(realm) as connection:
        made = connection.execute(
            insert(BankConnection)
            .values(
                name=name, sort_name=name.lower(), type="FOLDER", profile="folder",
                environment="PRODUCTION", country="DK", parameters={}, state="ACTIVE",
                created=NOW, created_by="anna", created_by_name="Anna",
                is_demo=is_demo,
            )
            .returning(BankConnection.id)
        ).scalar_one()  # fmt: skip
        connection.commit()
        return int(made)


def bank_file(
    database: Database, vault: Vault, realm: str, bank: int, name: str, data: bytes
) -> int:
    """A file in the inbox; tells its id."""
    stored = vault.keep_now(realm, [data])
    with database.job_connection(realm) as connection:
        document = note_document(connection, stored, name, "BANK", NOW)
        made = connection.execute(
            insert(BankFile)
            .values(
                connection_id=bank, kind="STATEMENT", sha256=stored.sha256,
                document_id=document, name=name, received=NOW,
            )
            .returning(BankFile.id)
        ).scalar_one()  # fmt: skip
        connection.commit()
        return int(made)


def collect(database: Database, realm: str, bank: int) -> None:
    """Do the job that hands on what a connection has brought."""
    collector(lambda: NOW)(JobRun(database, realm, 1, bank))
