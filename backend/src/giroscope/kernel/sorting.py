"""How lists are sorted: one word for the direction, whatever the list."""

from enum import Enum

import strawberry


@strawberry.enum
class SortDirection(Enum):
    """Smallest or greatest first."""

    ASC = "ASC"
    DESC = "DESC"
