"""Banks: accounts, the connections that fetch for them and pay from them, their inbox.

Lends the accounts other rooms hang their figures on with all their names, `Banks`,
which opens the way to a bank, `sending_connection`, which says over which connection
an account pays, and the inbox of files that came.
"""

from giroscope.features.banks.account_aliases import (
    OtherName,
    account_names,
    accounts_called,
    could_be_one,
    every_name,
    is_called,
    learn_payer,
    other_names,
    other_names_by_account,
)
from giroscope.features.banks.account_identity import strangers
from giroscope.features.banks.account_joins import join as join_accounts
from giroscope.features.banks.account_joins import (
    kept_accounts,
    named_account,
    undo_join,
)
from giroscope.features.banks.account_names import normalised
from giroscope.features.banks.actions import account_of_file
from giroscope.features.banks.availability import listening_of
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.due import due
from giroscope.features.banks.jobs import bank_works
from giroscope.features.banks.outcomes import note_sent
from giroscope.features.banks.served_accounts import (
    SendingConnection,
    all_paused,
    sending_connection,
    signatory_of,
)
from giroscope.features.banks.tables import (
    Account,
    AccountAlias,
    AccountJoin,
    BankConnection,
    BankFile,
    ConnectionState,
    called,
)

__all__ = [
    "Account",
    "AccountAlias",
    "AccountJoin",
    "BankConnection",
    "BankFile",
    "Banks",
    "ConnectionState",
    "OtherName",
    "SendingConnection",
    "account_names",
    "account_of_file",
    "accounts_called",
    "all_paused",
    "bank_works",
    "called",
    "could_be_one",
    "due",
    "every_name",
    "is_called",
    "join_accounts",
    "kept_accounts",
    "learn_payer",
    "listening_of",
    "named_account",
    "normalised",
    "note_sent",
    "other_names",
    "other_names_by_account",
    "sending_connection",
    "signatory_of",
    "strangers",
    "undo_join",
]
