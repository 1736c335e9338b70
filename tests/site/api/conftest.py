import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from games.intake.verify import verify_submissions
from games.models import Submission
from tests.worlds.api_world import make_world
from tests.worlds.modules import module_world

stored_world, world = module_world(make_world)


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """Judges what is queued, as a worker does, in a thread of this process."""
    done = threading.Event()

    def work() -> None:
        while not done.wait(0.02):
            verify_submissions(
                list(Submission.objects.filter(status="queued").values_list("pk", flat=True))
            )
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    done.set()
    thread.join()
