"""What the service counts, for Prometheus; no label identifies a person or a game."""

from collections.abc import Callable, Mapping

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)

Gauges = Mapping[str, tuple[str, Callable[[], float]]]


class Metrics:
    """The metrics of one application; `gauges` are measured when they are read."""

    def __init__(self, gauges: Gauges) -> None:
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        for name, (text, measure) in gauges.items():
            Gauge(name, text, registry=registry).set_function(measure)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"tableside_{name}_total", text, labels, registry=registry)

        def seconds(name: str, text: str, *labels: str) -> Histogram:
            name = f"tableside_{name}_seconds"
            return Histogram(name, text, labels, buckets=SECONDS, registry=registry)

        self.requests = counter("requests", "Requests answered", "method", "route", "status")
        self.request_seconds = seconds(
            "request",
            "From the first byte of a request to the last of its answer, without streams",
            "route",
        )
        self.readings = counter("readings", "Readings of photographed hands, by outcome", "outcome")
        self.reading_seconds = seconds(
            "reading", "Reading of one hand, including the wait for its turn"
        )
        self.events = counter("events", "Events added to games", "kind")
        self.ends = counter(
            "thread_ends",
            "Failures of background threads, after each of which the thread was restarted",
            "thread",
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)
