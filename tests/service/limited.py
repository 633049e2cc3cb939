"""An application behind one limit, without a service."""

from service.http.bodies import Bodies
from service.http.middleware import RequestLimits
from service.settings import Settings

PATIENT = Settings(body_s=60, silence_s=60, grace_s=60, body_bytes_per_s=1)


def limited(app, *limits):
    """Return the application with these limits, and with bodies of up to a megabyte."""
    bodies = Bodies(2**30)
    return RequestLimits(app, limits, lambda _method, _path: (10**6, bodies), PATIENT)
