"""The last look before a signed file leaves: whoever decided does not stand behind it.

Asked by the process that sends, of what is kept and not of what somebody claimed: what
was released past the rules leaves no more than what was never signed.
"""

from collections.abc import Mapping

from sqlalchemy import Connection

from giroscope.features.payments.approvals import errors
from giroscope.features.payments.behind import behind_files
from giroscope.features.users.hands import hands_now
from giroscope.features.users.policy import are_independent


def ensure_second_person(
    connection: Connection, document_id: int, deciders: Mapping[str, str]
) -> None:
    """Pass silently, or refuse; `deciders` are who approved and signed, with names.

    Raises:
        DecidedBehind: One of them, or somebody they could be, stands behind the file.
    """
    behind = behind_files(connection, [document_id]).get(document_id, ())
    actors = {one.person_id for one in behind if one.is_known}
    hands = hands_now(connection, actors | deciders.keys())
    for person, name in deciders.items():
        if any(not are_independent(hands[person], hands[one]) for one in actors):
            raise errors.DecidedBehind(
                f"{name} stands behind the payment file and decided about it."
            )
