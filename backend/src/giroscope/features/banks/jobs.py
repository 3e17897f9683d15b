"""What a worker does for banks: activate, renew, fetch, test."""

from collections.abc import Mapping
from functools import partial

from giroscope.features.banks import activating, fetching, renewing, testing
from giroscope.features.banks.channels import Banks
from giroscope.features.documents import Vault
from giroscope.kernel.jobs import Work


def bank_works(banks: Banks, vault: Vault) -> Mapping[str, Work]:
    """Every verb of this room, and what does it."""
    return {
        activating.VERB: partial(activating.run_activation, banks),
        renewing.VERB: partial(renewing.run_renewal, banks),
        fetching.VERB: partial(fetching.run_fetch, banks, vault),
        testing.VERB: partial(testing.run_test, banks),
    }
