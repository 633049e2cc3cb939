"""The HTTP service: what holds for every call, and the calls themselves."""
