"""A token that may not play, in the hands of somebody else: it must not see what its owner's seat
sees, at whatever address of the API."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from archive.releases.services import impact
from events.clubs.founding import create_club
from events.entrants.entering import enter_people
from events.models import Event
from events.organising.making import EventTerms, make_event
from events.results.slips import Slip, report_slip
from events.round_tables.tables import seat_by_hand
from games.accounts.tokens import TokenScope
from games.models import Account
from tables.chat import post_chat_line
from tables.locks import read_table
from tables.models import Block, ChatLine, Phase, Table, TableEntry
from tests.cast import finished_log, game_of, slips, submit
from tests.worlds.api_world import Asker, token
from tests.worlds.seasons import season_of
from tests.worlds.tables import act_once, awaited, everything, opened, people

pytestmark = pytest.mark.django_db

WEAK = [(scope,) for scope in TokenScope if scope != TokenScope.PLAY]
WEAK.append(tuple(scope for scope in TokenScope if scope != TokenScope.PLAY))
OWN = {"uploads_list", "upload_show", "submissions_list", "upload_raw", "notes_list", "blocks_list"}
OWN |= {
    "turns_stream",
    "drafts_list",
    "draft_show",
    "occasions_list",
    "handles_complete",
    "reports_list",
}
OWN |= {
    "notices_list",
    "notices_mail",
    "confirmations_list",
    "agreements_list",
    "puzzle_streak",
    "account_read",
}
"""These show what an account brought, wrote or has to do, and nothing that a seat sees; which scope
they need is tested with the rest of the API."""
OWN.add("event_codes")  # for arbiters: below
OWN.add("puzzle_today")  # the same for everybody: see test_puzzles.py
OWN.add("event_deal_compare")  # of duplicate events alone: see test_duplicate.py
MOVING = re.compile(rb'"(now|clock)": ?("[^"]*"|\d+)')


@dataclass
class Stage:
    """ana and ben play at `watched` and at `private`, which nobody may watch; ana has looked at a
    card at both, is to act, and has blocked ben, who has said something. `waiting` is for those
    whom ana invites. cat sits nowhere."""

    ana: Account
    cat: Account
    watched: Table
    private: Table
    waiting: Table
    places: dict[str, Any]


def with_a_secret(ana: Account, ben: Account, **terms: Any) -> Table:
    """A table at which ana knows what others do not, and is to act."""
    for seed in range(20):
        table = everything([ana, ben], **terms)
        turn = table.places.get(account=ana).turn
        secrets = TableEntry.objects.filter(table=table, only_for=turn)
        chance = random.Random(seed)
        while read_table(table.pk).phase == Phase.PLAYING:
            if secrets.exists() and awaited(table).account == ana:
                return read_table(table.pk)
            act_once(table.pk, chance)
    raise AssertionError("nobody looked at a card")


def with_hidden_results(ana: Account) -> Event:
    """An event of ana with a result that she alone sees now."""
    terms = EventTerms("Thursday", timezone.now(), rounds_planned=2, hides_end=True)
    event = make_event(ana, terms)
    enter_people(event.pk, ana, ["Mia", "Tom"])
    report_slip(event.pk, seat_by_hand(event.pk, ana, [1, 2]).pk, ana, Slip((371, 372)))
    return event


def made_stage() -> Stage:
    ana, ben, cat = people("ana", "ben", "cat")
    upload = submit(ana, finished_log())
    submit(ana, slips(finished_log())[0])
    watched, private = with_a_secret(ana, ben), with_a_secret(ana, ben, watchable=False)
    for table in (watched, private):
        post_chat_line(table.pk, ben, "hello")
    Block.objects.create(account=ana, blocked=ben)
    begun = impact.begin_impact(None)
    ids = {
        "game_id": game_of(upload).pk,
        "upload_id": upload.pk,
        "player_id": ben.player.pk,
        "note_id": 1,
        "pool": "overall",
        "kind": "refused",
        "handle": "ben",
        "number": 1,
        "colour": "white",
        "line_id": ChatLine.objects.earliest("pk").pk,
        "dimension": "side",
        "name": "2026.1",
        "impact_id": begun.pk,
        "release_id": begun.release_id,
        "event_id": with_hidden_results(ana).pk,
        "year": 2026,
        "week": 1,
        "series_id": season_of(ana).pk,
        "slug": create_club(ana, "Thursday Club").slug,
    }
    waiting = opened([ana], seats=3, access="invited", invited=("ben",))
    return Stage(ana, cat, watched, private, waiting, ids)


@pytest.fixture(scope="module")
def kept_stage(keep: Callable[[Callable[[], Stage]], Stage]) -> Stage:
    return keep(made_stage)


@pytest.fixture
def stage(kept_stage: Stage, db: None) -> Stage:
    """One stage for the tests of this module; each finds it as it was made."""
    return deepcopy(kept_stage)


def looks() -> list[tuple[str, str]]:
    """Every address that is read: operation and path."""
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    return [(one["get"]["operationId"], path) for path, one in paths.items() if "get" in one]


def answered(plain: str, path: str) -> tuple[int, bytes]:
    answer = Asker(plain).ask("GET", path, headers={"Accept": "*/*"})
    raw = b"".join(answer) if answer.streaming else answer.content
    return answer.status_code, MOVING.sub(b"", raw)


NOT_YET = ("week_deal_current", "week_deal_show")
"""Operations that answer 404 here: no deal of a week has begun."""


def test_it_sees_what_a_stranger_s_token_sees_at_every_address(stage: Stage):
    """And at three kinds of tables, whatever its scopes are."""
    addresses = [(name, path) for name, path in looks() if name not in OWN]
    for scopes in WEAK:
        hers, theirs = token(stage.ana, *scopes), token(stage.cat, *scopes)
        seen = 0
        for name, path in addresses:
            for table in (stage.watched, stage.private, stage.waiting)[: 3 if "{t" in path else 1]:
                where = path.format(**stage.places, table_id=table.pk)
                answer = answered(hers, where)
                assert answer == answered(theirs, where), (scopes, name, table.pk)
                seen += answer[0] == 200
        assert seen >= len([name for name, _ in addresses if name not in NOT_YET])


def test_at_a_table_that_nobody_watches_it_is_turned_away(stage: Stage):
    for scopes in WEAK:
        plain = token(stage.ana, *scopes)
        for part in ("", "/entries", "/legal", "/moments", "/talk", "/stream"):
            for table in (stage.private, stage.waiting):
                assert answered(plain, f"tables/{table.pk}{part}")[0] == 403, (scopes, part)


def test_a_secret_is_read_by_the_token_that_plays_and_by_no_other(stage: Stage):
    turn = stage.watched.places.get(account=stage.ana).turn
    secret = TableEntry.objects.filter(table=stage.watched, only_for=turn).first()
    assert secret is not None
    for part in ("entries", "stream"):
        path = f"tables/{stage.watched.pk}/{part}"
        for scopes in [*WEAK, (TokenScope.PLAY,)]:
            read = secret.text.encode() in answered(token(stage.ana, *scopes), path)[1]
            assert read == (scopes == (TokenScope.PLAY,)), (part, scopes)
    assert b'"legal":null' in answered(token(stage.ana, "read"), f"tables/{stage.watched.pk}")[1]
    assert (
        b'"legal":null' not in answered(token(stage.ana, "play"), f"tables/{stage.watched.pk}")[1]
    )


def test_the_list_of_one_s_own_tables_needs_play(stage: Stage):
    lists = Asker(token(stage.ana, *WEAK[-1])).ask("GET", "tables").json()
    assert not any(lists[name] for name in ("turn", "others", "waiting", "invited"))
    assert stage.private.pk not in str(lists)
    lists = Asker(token(stage.ana, "play")).ask("GET", "tables").json()
    assert {one["id"] for one in lists["turn"]} == {stage.watched.pk, stage.private.pk}


def test_nor_does_a_token_of_an_invited_player_show_anything(stage: Stage):
    ben = Account.objects.get(username="ben")
    path = f"tables/{stage.waiting.pk}"
    assert answered(token(ben, *WEAK[-1]), path)[0] == 403
    assert answered(token(ben, "play"), path)[0] == 200
    assert answered(token(stage.cat, "play"), path)[0] == 403


def test_hidden_results_and_codes_need_play(stage: Stage):
    event = f"events/{stage.places['event_id']}"
    for scopes in WEAK:
        plain = token(stage.ana, *scopes)
        assert b"372" not in answered(plain, event)[1], scopes
        assert b'"points":"5"' not in answered(plain, f"{event}/standings")[1], scopes
        assert answered(plain, f"{event}/codes")[0] == 403, scopes
    plays = token(stage.ana, "play")
    assert b"372" in answered(plays, event)[1]
    assert b'"points":"5"' in answered(plays, f"{event}/standings")[1]
    assert answered(plays, f"{event}/codes")[0] == 200
