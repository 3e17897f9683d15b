"""Keeps who stands behind a payment file, and reads it again.

Uploads and rules keep their own people: they are read where they stand.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from giroscope.features.payments.behind.tables import Part, PaymentActor
from giroscope.features.rules import rule_authors
from giroscope.features.uploads import Upload, UploadRestart

_NOBODY = frozenset({"system", ""})


class BehindFile(NamedTuple):
    """Somebody who stands behind a payment file, and by which part."""

    part: Part
    person_id: str
    """Empty where the person has no account here."""
    name: str
    at: datetime

    @property
    def is_known(self) -> bool:
        """Whether it is a person who could decide something here."""
        return self.person_id not in _NOBODY


def keep_behind(
    connection: Connection, document_id: int, people: Iterable[BehindFile]
) -> None:
    """Note who stands behind the document; whoever is noted already stays so."""
    rows = connection.execute(
        select(
            PaymentActor.part, PaymentActor.person_id, PaymentActor.person_name
        ).where(PaymentActor.document_id == document_id)
    )
    known = {tuple(row) for row in rows}
    for one in people:
        key = (one.part.value, one.person_id, one.name[:200])
        if one.person_id == "system" or key in known:
            continue
        known.add(key)
        connection.execute(
            insert(PaymentActor).values(
                document_id=document_id, part=key[0], person_id=key[1],
                person_name=key[2], at=one.at,
            )
        )  # fmt: skip


def behind_names(people: Iterable[BehindFile]) -> list[str]:
    """What people are called that stand behind a file, each once."""
    return sorted({one.name for one in people if one.person_id != "system"})


def behind_files(
    connection: Connection, document_ids: Collection[int]
) -> dict[int, tuple[BehindFile, ...]]:
    """Everybody who stands behind each document, each part once, the earliest first."""
    kept = connection.execute(
        select(
            PaymentActor.document_id, PaymentActor.part, PaymentActor.person_id,
            PaymentActor.person_name, PaymentActor.at,
        )
        .where(PaymentActor.document_id.in_(document_ids))
        .order_by(PaymentActor.id)
    )  # fmt: skip
    everybody = list(_of_uploads(connection, document_ids))
    everybody += [
        (row[0], BehindFile(Part(row[1]), row[2], row[3], row[4])) for row in kept
    ]
    everybody += [
        (one.document_id, BehindFile(Part.RULE, one.person_id, one.name, one.at))
        for one in rule_authors(connection, document_ids)
    ]
    found: dict[int, dict[tuple[Part, str, str], BehindFile]] = {}
    for document_id, one in everybody:
        if one.is_known or (one.person_id == "" and one.name):
            people = found.setdefault(document_id, {})
            name = "" if one.person_id else one.name
            people.setdefault((one.part, one.person_id, name), one)
    return {
        document_id: tuple(people.values()) for document_id, people in found.items()
    }


def _of_uploads(
    connection: Connection, document_ids: Collection[int]
) -> Iterator[tuple[int, BehindFile]]:
    """Whoever handed the documents in, and whoever brought back what was not kept."""
    uploads = connection.execute(
        select(
            Upload.document_id, Upload.created_by, Upload.created_by_name,
            Upload.created,
        )
        .where(Upload.document_id.in_(document_ids))
        .order_by(Upload.id)
    )  # fmt: skip
    for row in uploads:
        yield row[0], BehindFile(Part.UPLOADED, *row[1:])
    restarts = connection.execute(
        select(
            Upload.document_id, UploadRestart.person_id, UploadRestart.person_name,
            UploadRestart.at,
        )
        .join(UploadRestart, UploadRestart.upload_id == Upload.id)
        .where(Upload.document_id.in_(document_ids))
        .order_by(UploadRestart.id)
    )  # fmt: skip
    for row in restarts:
        yield row[0], BehindFile(Part.RESTARTED, *row[1:])
