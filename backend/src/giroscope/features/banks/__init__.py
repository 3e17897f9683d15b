"""Bank accounts. Lends the accounts other rooms hang their figures on."""

from giroscope.features.banks.actions import account_of_file, normalised
from giroscope.features.banks.tables import Account

__all__ = ["Account", "account_of_file", "normalised"]
