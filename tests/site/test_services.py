"""The servers that the tests themselves run on are those that were asked for."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
def test_the_database_is_the_one_that_was_asked_for(pytestconfig):
    assert connection.vendor == ("sqlite" if pytestconfig.option.embedded else "postgresql")


def test_redis_answers():
    cache.set("stone", "white")
    assert cache.get("stone") == "white"
    assert settings.REDIS_URL.startswith(("unix://", "redis://"))


def test_redis_is_empty_at_the_start_of_a_test():
    assert cache.get("stone") is None
