"""Numbers equal entries of one statement, so that each keeps a name of its own."""

from sqlalchemy import Connection, text


def number_equal(connection: Connection, staged: str) -> None:
    """Equal entries of one statement are different payments: count them."""
    equal = f"""SELECT entry_key FROM {staged} WHERE entry_key IS NOT NULL
                GROUP BY entry_key, statement_no HAVING count(*) > 1"""
    if connection.execute(text(f"{equal} LIMIT 1")).first() is None:
        return
    connection.execute(
        text(
            f"""UPDATE {staged} SET occurrence = numbered.n FROM (
                  SELECT id AS numbered_id, row_number() OVER (
                    PARTITION BY statement_no, entry_key ORDER BY position) AS n
                  FROM {staged} WHERE entry_key IN ({equal})
                ) AS numbered
                WHERE id = numbered_id AND n > 1"""
        )
    )
