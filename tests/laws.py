"""How much property tests try: the usual number of examples, or a fifth of it in `make fast`.

They take the time they need: a busy machine is no failure of ours.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", settings.get_profile("patient"), max_examples=20)
settings.load_profile("fast" if os.environ.get("TABLESIDE_FAST") == "1" else "patient")
