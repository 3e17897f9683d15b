"""The ERP finance system: its configuration and what is checked of it.

Lends `Erp`, which opens the way to the books of the configuration in use.
"""
