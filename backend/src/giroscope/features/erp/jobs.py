"""What a worker does for the ERP: run its checks, and mail what they say."""

from collections.abc import Mapping
from functools import partial

from giroscope.features.erp.checking import running, telling
from giroscope.features.erp.checking.catalogue import looks
from giroscope.features.erp.checking.mapping_seam import MappingChecks
from giroscope.features.erp.checking.standing import VERB
from giroscope.features.erp.connecting import Erp
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
        VERB: partial(running.run_checks, erp, looks(mapping)),
        telling.MAIL_JOB: telling.mail_verdict(erp, settings, way),
    }
