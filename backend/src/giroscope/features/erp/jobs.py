"""What a worker does for the ERP: run its checks, and mail what they say."""

from collections.abc import Mapping
from functools import partial

from giroscope.features.erp.checking import notify, run
from giroscope.features.erp.checking.catalogue import looks
from giroscope.features.erp.checking.mapping_seam import MappingChecks
from giroscope.features.erp.checking.status import VERB
from giroscope.features.erp.open_connection import Erp
from giroscope.kernel.jobs import Work
from giroscope.kernel.mail import Mailer, mailer_of
from giroscope.settings import Settings


def erp_works(
    erp: Erp,
    settings: Settings,
    mapping: MappingChecks | None = None,
    mailer: Mailer | None = None,
) -> Mapping[str, Work]:
    """Every verb of this room, and what does it."""
    way = mailer or mailer_of(settings)
    return {
        VERB: partial(run.run_checks, erp, looks(mapping)),
        notify.MAIL_JOB: notify.mail_verdict(erp, settings, way),
    }
