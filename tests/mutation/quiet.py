"""A pytest plug-in, for tests that run without that of the services: what it says to Hypothesis."""

from hypothesis import HealthCheck, settings

settings.register_profile("mutants", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mutants")
