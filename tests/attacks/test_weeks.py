"""Attacks on the deal of the week: a second try, a friend, a moderator, an account that closes, a
site that knows the number of the beacon before it fixes its secret."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from archive.dumps.services.publish import dump
from audit.dump import read_dump
from audit.shared_deals import SharedDeals
from benchmarks.site_addresses import drawn_values, site_addresses
from engine.shared_deal import beacon_name
from events.weeks.results import week_results
from events.weeks.weekly import play_week_deal, sweep_week_deals
from games.accounts.closing import close
from games.models import Game
from ratings.models import RatingChange
from tables.ending.ending import agree_to_cancel, close_table, leave_game
from tables.locks import read_table
from tables.models import Phase, SharedDeal, Table
from tables.play.computers import computer_account
from tables.play.take_back import wish_to_take_back
from tests.attacks.test_duplicate import OUTSIDE, texts_of
from tests.cast import account, client_of
from tests.worlds.tables import act_once, people
from tests.worlds.weeks import end_week, played, week_deal
from web.errors import NotAllowed

pytestmark = pytest.mark.django_db


def test_no_address_shows_a_game_of_the_week() -> None:
    """To a stranger, to a friend who plays the same deal, to a moderator who plays it."""
    row = week_deal()
    ana, ben = people("ana", "ben")
    table = played(ana, seed=3)
    play_week_deal(ben)
    moderator = account("mo", moderator=True)
    play_week_deal(moderator)
    secrets, checked = texts_of(read_table(table.pk)), 0
    assert len(secrets) == 6
    values = drawn_values([table.pk], [1, 2, 3], [table.pk], ["none"], [1])
    week = {"year": [str(row.year)], "week": [str(row.week)], "object_id": [table.pk]}
    for reader in (client_of(None), client_of(ben), client_of(moderator)):
        for address in site_addresses():
            names = address.parameters & {"table_id", "year", "object_id"}
            if "stream" in address.route or not (names or "week" in address.route):
                continue
            answer = reader.get(address.draw(random.Random(1), {**values, **week}))
            body = b"".join(answer) if answer.streaming else answer.content
            assert not [secret for secret in secrets if secret.encode() in body], address
            if "table_id" in names:
                assert answer.status_code in OUTSIDE, address
                checked += 1
    assert checked > 30
    assert not Game.objects.exists()


@pytest.mark.both_databases
def test_nobody_tries_again() -> None:
    """By resigning, leaving, cancelling, taking back, or past the code."""
    row = week_deal()
    ana = account("ana")
    table = play_week_deal(ana)
    act_once(table.pk)
    with pytest.raises(NotAllowed, match="resign"):
        agree_to_cancel(table.pk, ana, yes=True)
    with pytest.raises(NotAllowed, match="other tables"):
        wish_to_take_back(table.pk, ana)
    assert "hint" not in client_of(ana).get(reverse("table", args=[table.pk])).context
    leave_game(table.pk, ana)
    assert read_table(table.pk).phase == Phase.ABANDONED
    assert play_week_deal(ana).pk == table.pk
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(id="another-one1", host=ana, shared_deal=row.deal)
    assert Table.objects.count() == 1
    played(account("ben"))
    end_week(row)
    assert [line.account.username for line in week_results(row)] == ["ben", "ana"]


def test_an_account_that_may_not_play_gets_no_table() -> None:
    week_deal()
    suspended = account("gus")
    suspended.is_active = False
    for refused in (suspended, computer_account("greedy")):
        with pytest.raises(NotAllowed):
            play_week_deal(refused)
    assert not Table.objects.exists()


def test_a_second_account_wins_no_rating() -> None:
    """It is an account, so it plays the deal, and may know the cards: no rating depends on it."""
    row = week_deal()
    for seed, handle in enumerate(("ana", "ana2")):
        played(account(handle), seed=seed)
    end_week(row)
    assert Game.objects.filter(unrated=True).count() == 2
    assert not RatingChange.objects.exists()


def test_a_moderator_who_plays_closes_no_table_of_the_deal() -> None:
    week_deal()
    moderator = account("mo", moderator=True)
    table = play_week_deal(account("ana"))
    play_week_deal(moderator)
    with pytest.raises(NotAllowed, match="same cards"):
        close_table(moderator, table, "too good")
    close_table(account("mia", moderator=True), table, "a bot")


def test_a_closed_account_keeps_its_result_under_a_number() -> None:
    row = week_deal()
    ana, ben = people("ana", "ben")
    played(ana, seed=1)
    act_once(play_week_deal(ben).pk)
    for person in (ana, ben):
        close(person)
    end_week(row)
    lines = week_results(row)
    assert [bool(line.game) for line in lines] == [True, False]
    assert "ana" not in Game.objects.get().log
    page = client_of(None).get(reverse("week-results", args=week_of(row))).content.decode()
    assert "@ana" not in page
    assert "@ben" not in page


def week_of(row: Any) -> list[int]:
    row.refresh_from_db()
    return [row.year, row.week]


def test_the_deal_cannot_end_early_or_begin_late() -> None:
    row = week_deal()
    played(account("ana"))
    sweep_week_deals()
    row.deal.refresh_from_db()
    assert row.deal.revealed_at is None  # all tables have ended, and others may still begin
    end_week(row)
    sweep_week_deals()
    assert play_week_deal(account("ben")).shared_deal_id != row.deal_id  # that of the next week


# --- a site that chooses ------------------------------------------------------------


def lied(folder: Path, lie: Callable[[dict[str, Any], dict[str, Any]], object]) -> str:
    """Differences of the dump in `folder` after its deal of the week was written otherwise."""
    path = folder / "deals.ndjson.gz"
    honest = path.read_bytes()
    lines = [json.loads(line) for line in gzip.decompress(honest).splitlines()]
    by_record = {line["record"]: line for line in lines}
    lie(by_record["shared-deal"], by_record["bound-deal"])
    texts = (json.dumps(line, sort_keys=True, separators=(",", ":")) for line in lines)
    path.write_bytes(gzip.compress("".join(f"{text}\n" for text in texts).encode()))
    differences = " ".join(map(str, SharedDeals(read_dump(folder)).differences()))
    path.write_bytes(honest)
    return differences


def test_the_audit_names_a_beacon_that_was_chosen(tmp_path: Path, settings: Any) -> None:
    settings.WEEKLY_DEAL_BEACON = "http://127.0.0.1:1"  # away
    sweep_week_deals()
    round_time = timezone.now() - timedelta(seconds=30)
    SharedDeal.objects.update(
        closed_at=round_time - timedelta(minutes=1),
        promised_at=round_time - timedelta(minutes=2),
        beacon=beacon_name(round_time.timestamp()),
        share_deadline=round_time,
    )
    sweep_week_deals()
    dump(tmp_path)
    assert lied(tmp_path, lambda deal, bound: None) == ""
    late, early = (moment.isoformat().replace("+00:00", "Z") for moment in moments(round_time))
    assert "closed_at" in lied(tmp_path, lambda deal, bound: deal.update(closed_at=late))
    digits = "0" * 64
    assert "share" in lied(tmp_path, lambda deal, bound: bound.update(beacon_digits=digits))
    assert "bound_at" in lied(
        tmp_path, lambda deal, bound: bound.update(bound_at=early, beacon_digits=digits)
    )
    assert "beacon_digits" in lied(
        tmp_path, lambda deal, bound: (deal.update(beacon=None), bound.update(beacon_digits=digits))
    )


def moments(round_time: Any) -> tuple[Any, Any]:
    """After the round was drawn, and before it."""
    return round_time + timedelta(seconds=6), round_time - timedelta(seconds=50)
