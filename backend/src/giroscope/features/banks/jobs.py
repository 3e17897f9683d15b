"""What a worker does for banks: activate, renew, fetch, test."""

from collections.abc import Mapping
from functools import partial

from giroscope.features.banks import activate, diagnose, fetch, renew
from giroscope.features.banks.channels import Banks
from giroscope.features.documents import Vault
from giroscope.kernel.jobs import Work


def bank_works(banks: Banks, vault: Vault) -> Mapping[str, Work]:
    """Every verb of this room, and what does it."""
    return {
        activate.VERB: partial(activate.run_activation, banks),
        renew.VERB: partial(renew.run_renewal, banks),
        fetch.VERB: partial(fetch.run_fetch, banks, vault),
        diagnose.VERB: partial(diagnose.run_test, banks),
    }
