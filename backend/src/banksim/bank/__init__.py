"""The small bank behind the protocols: accounts, orders, days and what it reports."""
