"""What the service counts, for Prometheus; no label identifies a person or a game."""

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)

Gauges = Mapping[str, tuple[str, Callable[[], float]]]


class Metrics:
    """The metrics of one application; `gauges` are measured when they are read."""

    def __init__(self, gauges: Gauges) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._registry.register(_Gauges(gauges))
        self.requests = Counter(
            "tableside_requests_total",
            "Requests answered",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self.request_seconds = Histogram(
            "tableside_request_seconds",
            "From the first byte of a request to the last of its answer; streams left out",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self.readings = Counter(
            "tableside_readings_total",
            "Photographed hands taken in, by outcome",
            ("outcome",),
            registry=self._registry,
        )
        self.reading_seconds = Histogram(
            "tableside_reading_seconds",
            "Recognition of one hand, the wait for its turn included",
            buckets=SECONDS,
            registry=self._registry,
        )
        self.events = Counter(
            "tableside_events_total",
            "Events added to games",
            ("kind",),
            registry=self._registry,
        )

        self.ends = Counter(
            "tableside_thread_ends_total",
            "Times that a thread of the service ended by a failure and was begun again",
            ("thread",),
            registry=self._registry,
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class _Gauges(Collector):
    def __init__(self, gauges: Gauges) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield each gauge with its current value."""
        for name, (text, measure) in self._gauges.items():
            yield GaugeMetricFamily(name, text, value=measure())
