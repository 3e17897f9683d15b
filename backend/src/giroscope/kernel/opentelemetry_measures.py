"""What `/metrics` tells, sent to OpenTelemetry's collector every minute as well."""

from collections.abc import Callable, Iterable, Iterator

from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.metrics import CallbackOptions, Observation
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader

from giroscope import __version__
from giroscope.kernel.measures import Family, Sample
from giroscope.kernel.opentelemetry_spans import resource_of

Samples = Callable[[], Iterable[Sample]]


class Pushed:
    """Hands measures on until it is closed."""

    def __init__(self, part: str, families: Iterable[Family], samples: Samples) -> None:
        reader = PeriodicExportingMetricReader(OTLPMetricExporter())
        self._provider = MeterProvider([reader], resource_of(part))
        meter = self._provider.get_meter("giroscope", __version__)
        for family in families:
            observed = [_observing(family, samples)]
            if family.kind == "counter":
                meter.create_observable_counter(family.name, observed, "", family.says)
            else:
                meter.create_observable_gauge(family.name, observed, "", family.says)

    def close(self) -> None:
        """Hand on once more, and end."""
        self._provider.shutdown()


def _observing(
    family: Family, samples: Samples
) -> Callable[[CallbackOptions], Iterator[Observation]]:
    def observe(_options: CallbackOptions) -> Iterator[Observation]:
        for sample in samples():
            if sample.family == family:
                yield Observation(sample.value, dict(sample.labels))

    return observe
