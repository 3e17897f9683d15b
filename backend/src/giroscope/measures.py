"""What is measured of tenants for monitoring: what each room brings."""

from giroscope.features.audit.measures import AUDIT_MEASURE
from giroscope.features.banks.measures import CONNECTION_MEASURE
from giroscope.features.messages.measures import ALARM_MEASURE
from giroscope.features.payments.sending.measures import SEND_MEASURE
from giroscope.features.statements.measures import ENTRY_MEASURE
from giroscope.features.uploads.measures import UPLOAD_MEASURE
from giroscope.kernel.job_measures import JOB_MEASURE

MEASURES = (
    JOB_MEASURE,
    UPLOAD_MEASURE,
    SEND_MEASURE,
    ENTRY_MEASURE,
    CONNECTION_MEASURE,
    ALARM_MEASURE,
    AUDIT_MEASURE,
)
