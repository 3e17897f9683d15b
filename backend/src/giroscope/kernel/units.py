"""How the units of an amount lie in a database, and how SQL adds them up.

Units are whole hundred-thousandths. PostgreSQL has numbers of any length. SQLite's have
64 bits; one that takes more is kept there as bytes of one length, which keep their
digits, stand after every number and among each other in the order of what they mean.
So whatever is never below zero sorts and compares as it lies. SQLite's own arithmetic
takes bytes for zero: the functions here are the only ones that calculate with units.
"""

from typing import Any, Final

DIGITS: Final = 28
"""Of stored units: so many Python's decimals calculate with exactly as well."""
GREATEST: Final = 10**DIGITS - 1
NUMERIC: Final = f"NUMERIC({DIGITS}, 0)"
NUMBER: Final = 2**63 - 1
"""The greatest that is a number in SQLite."""
# Below zero, the digits are what is missing to nines, so that less comes first.
_BELOW, _ABOVE = b"N", b"P"
SIGNS: Final = "NP"
"""What a long one begins with, as text."""
_HALF = 10**10
"""Units are added up in two halves, of which no sum leaves 64 bits."""


def packed(units: int) -> int | bytes:
    """As SQLite keeps the units: a number where it fits, else bytes."""
    if -NUMBER <= units <= NUMBER:
        return units
    return in_order(units)


def as_kept(dialect: str, units: int | None) -> int | bytes | None:
    """As the database keeps the units."""
    return units if units is None or dialect != "sqlite" else packed(units)


def in_order(units: int) -> bytes:
    """As bytes, whatever they are: so they sort right below zero, too.

    Raises:
        OverflowError: There are more digits than are ever stored.
    """
    if not -GREATEST <= units <= GREATEST:
        raise OverflowError(f"{units} units cannot be kept")
    if units < 0:
        return b"%c%0*d" % (_BELOW, DIGITS, GREATEST + units)
    return b"%c%0*d" % (_ABOVE, DIGITS, units)


def unpacked(kept: Any) -> int:
    """The units from what a driver gives: a number, a decimal or bytes."""
    if isinstance(kept, bytes):
        units = int(kept[1:])
        return units - GREATEST if kept[:1] == _BELOW else units
    return int(kept)


def sum_of(dialect: str, units: str) -> str:
    """SQL for the exact sum of such units; None where there are none.

    Like theirs, it equals what is stored of the same amount.
    """
    if dialect != "sqlite":
        return f"sum({units})"
    long = f"CASE WHEN typeof({units}) = 'blob' THEN {units} END"
    return (
        f"units_of(sum({units} / {_HALF}), sum({units} % {_HALF}),"
        f" group_concat({long}, ''))"
    )


def plus(dialect: str, one: str, other: str) -> str:
    """SQL for two amounts together; None where one is."""
    if dialect != "sqlite":
        return f"{one} + CAST({other} AS {NUMERIC})"
    are_numbers = f"typeof({one}) = 'integer' AND typeof({other}) = 'integer'"
    return (
        f"CASE WHEN {are_numbers} AND {one} + {other} BETWEEN -{NUMBER} AND {NUMBER}"
        f" THEN {one} + {other}"
        f" WHEN {one} IS NOT NULL AND {other} IS NOT NULL"
        f" THEN units_plus({one}, {other}) END"
    )


def size_of(dialect: str, units: str) -> str:
    """SQL for units without their sign."""
    if dialect != "sqlite":
        return f"abs({units})"
    return (
        f"CASE typeof({units}) WHEN 'integer' THEN abs({units})"
        f" ELSE units_size({units}) END"
    )


def teach(connection: Any) -> None:
    """Give a connection to SQLite the functions that the SQL above calls."""
    for name, arguments, function in (
        ("units_of", 3, _units_of), ("units_plus", 2, _plus), ("units_size", 1, _size),
    ):  # fmt: skip
        connection.create_function(name, arguments, function, deterministic=True)


def _units_of(
    high: int | None, low: int | None, long: str | bytes | None
) -> int | bytes | None:
    """The sum of numbers, told in halves, and of bytes, one after the other."""
    if high is None or low is None:
        return None
    units = high * _HALF + low
    if long is not None:
        kept = long.encode() if isinstance(long, str) else long
        width = DIGITS + 1
        units += sum(
            unpacked(kept[place : place + width])
            for place in range(0, len(kept), width)
        )
    return packed(units)


def _plus(one: int | bytes, other: int | bytes) -> int | bytes:
    return packed(unpacked(one) + unpacked(other))


def _size(kept: int | bytes | None) -> int | bytes | None:
    return None if kept is None else packed(abs(unpacked(kept)))
