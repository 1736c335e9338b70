"""The web process stands still while a player's time runs out, and the workers go on."""

from __future__ import annotations

import os
import signal
import time
from datetime import timedelta

import pytest

from tables.clocks.clock import database_time
from tables.ending.deadlines import sweep_tables
from tables.locks import read_table
from tables.models import Place, Pulse, Table
from tables.play.position import legal_in_position, read_position
from tests.attacks.live.test_full_disk import Browser
from tests.services import processes
from tests.worlds.api_world import token
from tests.worlds.tables import awaited, dealt, people

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

LEFT = 20
"""Seconds that the player has when the pause begins."""


def test_nobody_loses_on_time_while_the_web_process_is_paused() -> None:
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    sweep_tables()
    with processes.web(DATABASE_POOL="4") as (site, process):
        processes.wait_until(
            lambda: Pulse.objects.filter(served_at__gt=database_time() - timedelta(seconds=4))
        )
        place = awaited(table)
        bot = Browser(site, plain=token(place.account))
        deadline = database_time() + timedelta(seconds=LEFT)
        Table.objects.filter(pk=table.pk).update(deadline=deadline)
        os.kill(process.pid, signal.SIGSTOP)
        try:
            while database_time() < deadline + timedelta(seconds=2):
                assert sweep_tables() == 0
                time.sleep(1)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        row = read_table(table.pk)
        text = legal_in_position(read_position(row), place.turn)[0]
        body = {"ply": row.plies + 1, "text": text}
        status, _headers, answer = bot.send(f"/api/v1/tables/{table.pk}/entries", body)
        assert status == 201, answer
        processes.wait_until(lambda: Pulse.objects.get().jumped_by >= LEFT)
        sweep_tables()
        assert not Place.objects.filter(replaced_at__isnull=False).exists()
