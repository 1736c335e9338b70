import pytest

from tests.pipeline.site import broker_of_its_own, people


@pytest.fixture
def stage(transactional_db):
    """Accounts in an empty database that other processes see."""
    people()


@pytest.fixture
def broker(pytestconfig):
    with broker_of_its_own(embedded=pytestconfig.option.embedded) as broker:
        yield broker
