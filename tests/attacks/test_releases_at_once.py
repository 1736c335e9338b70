"""Two moderators decide at the same moment."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connection

from archive.releases.models import Decision, ImpactState
from archive.releases.services import impact, working
from archive.releases.services.decisions import ReleaseChoice, decide_release
from games.models import Account, ModeratorAction
from tests.cast import account, finished_log, submit
from tests.worlds.engines import another_number
from web.errors import Conflict, ServiceError


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_at_once_one_does():
    mo, otto = account("mo", moderator=True), account("otto", moderator=True)
    account("ana"), account("ben")
    submit(account("cleo", arbiter=True), finished_log())
    with another_number():
        found = impact.begin_impact(mo)
        working.work_on_impacts()
        found.refresh_from_db()
        assert found.state == ImpactState.DONE
        assert found.differing
        ready, refused = Barrier(2), list[ServiceError]()

        def one(who: Account, what: ReleaseChoice) -> None:
            ready.wait()
            try:
                decide_release(who, found, what, "my mind is made up")
            except Conflict as refusal:
                refused.append(refusal)
            finally:
                connection.close()

        both = [
            Thread(target=one, args=(mo, ReleaseChoice.ADOPT)),
            Thread(target=one, args=(otto, ReleaseChoice.PIN)),
        ]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
    assert (len(refused), Decision.objects.count()) == (1, 1)
    assert ModeratorAction.objects.count() == 1
