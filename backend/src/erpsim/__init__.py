"""A small honest ERP for a laptop, with payables, a ledger and an interface of its own.

Knows nothing of the product, which meets it over HTTP like any other ERP.
"""
