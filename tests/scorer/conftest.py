"""Property tests take the time they need: a busy machine is no failure of the engine."""

from hypothesis import HealthCheck, settings

from tests.shared_folder import shared

# A fixture, found here by name also where nothing above this folder is loaded: the scorer's tests
# need no package but pytest and hypothesis.
__all__ = ["shared"]

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
