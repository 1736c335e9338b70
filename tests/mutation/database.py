"""A pytest plug-in: the tests of the site find a database that has its tables already."""

import os

import pytest
from django.conf import settings

VARIABLE = "MUTANTS_DATABASE"


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    settings.DATABASES["default"]["TEST"]["NAME"] = os.environ[VARIABLE]
