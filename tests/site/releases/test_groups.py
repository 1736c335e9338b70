"""Impacts by an edition: their differences are summed up while chunks come."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from archive.releases.models import Candidate, Impact, ImpactDifference, ImpactGroup, ImpactState
from archive.releases.services import groups, impact, working
from engine.editions import registered
from games.editions.services import editions
from games.editions.services.proposals import Version
from games.models import Account
from ratings.services.fold import fold_pending
from tests.cast import PASSWORD, account, finished_log, game_of, submit
from tests.worlds.engines import another_number
from tests.worlds.owners import agreed, made_by, owner

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edition of a site is known to this process yet."""
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    monkeypatch.setattr(editions._Look, "seconds", float("-inf"))


@pytest.fixture
def judge() -> Account:
    return account("judge", moderator=True)


@pytest.fixture
def version() -> Version:
    """What two owners say of pyramid D; games are here that were played on it."""
    ana, ben = owner("ana"), owner("ben")
    cleo = account("cleo", arbiter=True)
    for seed in range(1, 5):
        game_of(submit(cleo, finished_log(sites="ADAAA", seed=seed)))
    fold_pending()
    return agreed(ana, ben, top=9)


def client(account: Account) -> Client:
    logged_in = Client()
    assert logged_in.login(username=account.username, password=PASSWORD)
    return logged_in


def by_edition(judge: Account, version: Version) -> Impact:
    impact_row = impact.begin_impact(judge, made_by(judge, version).name)
    working.work_on_impacts()
    impact_row.refresh_from_db()
    return impact_row


def test_an_impact_by_an_edition_shows_its_changes(judge: Account, version: Version):
    impact_row = by_edition(judge, version)
    assert (impact_row.state, impact_row.differing > 0) == (ImpactState.DONE, True)
    page = Client().get(reverse("impact", args=[impact_row.pk])).content.decode()
    assert impact_row.edition in page
    assert "were not yet published as an edition" not in page


def test_an_impact_of_candidate_numbers_stays_readable(judge: Account, version: Version):
    """Earlier builds compared numbers before they were an edition."""
    impact_row = by_edition(judge, version)
    assert Client().get(reverse("api-impact", args=[impact_row.pk])).json()["candidate"] is False
    Candidate.objects.create(impact=impact_row, toml='edition = "tried"', numbers="0" * 64)
    page = Client().get(reverse("impact", args=[impact_row.pk])).content.decode()
    assert "were not yet published as an edition" in page
    assert Client().get(reverse("api-impact", args=[impact_row.pk])).json()["candidate"] is True
    in_admin = client(judge).get(reverse("admin:releases_impact_change", args=[impact_row.pk]))
    assert "edition = &quot;tried&quot;" in in_admin.content.decode()
    assert client(judge).post("/releases/impacts/candidate/").status_code == 404


def test_moderators_find_the_page(judge: Account):
    path = reverse("numbers-make")
    assert path in client(judge).get(reverse("moderation")).content.decode()
    assert path not in Client().get(reverse("moderation")).content.decode()


# ------------------------------------------------------------------------------ groups


def sums(impact_row: Impact) -> list[tuple[Any, ...]]:
    columns = ("edition", "kind", "where", "games", "first_entry")
    return sorted(impact_row.groups.values_list(*columns), key=str)


def test_what_was_found_is_summed_up_while_chunks_come(
    judge: Account, version: Version, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(impact, "CHUNK", 1)
    impact_row = by_edition(judge, version)
    rows = list(impact_row.differences.all())
    assert sum(row.games for row in impact_row.groups.all()) == len(rows) == impact_row.differing
    for group in impact_row.groups.all():
        matching = [row for row in rows if (row.kind, row.where) == (group.kind, group.where)]
        assert group.games == len(matching)
        entries = [row.entry for row in matching if row.entry is not None]
        assert group.first_entry == min(entries, default=None)


def test_impacts_of_before_are_summed_up_by_the_migration(judge: Account, version: Version):
    impact_row = by_edition(judge, version)
    before = sums(impact_row)
    ImpactGroup.objects.all().delete()
    import_module("archive.releases.migrations.0002_candidates").sum_up(apps, None)
    assert sums(impact_row) == before != []
    assert groups.differences_by_kind(impact_row)["places"] == impact_row.places


def test_a_page_costs_the_same_however_many_games_differ(judge: Account, ana, ben):
    """And asks for no sum over the games that differ."""
    cleo = account("cleo", arbiter=True)

    def cost() -> list[str]:
        with another_number():
            impact_row = impact.begin_impact(judge)
            working.work_on_impacts()
            impact_row.refresh_from_db()
            path = reverse("impact", args=[impact_row.pk])
            Client().get(path)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert Client().get(path).status_code == 200
        return [captured_query["sql"] for captured_query in queries.captured_queries]

    game_of(submit(cleo, finished_log(seed=1)))
    queries_before = cost()
    for seed in range(2, 12):
        game_of(submit(cleo, finished_log(seed=seed)))
    queries_after = cost()
    assert ImpactDifference.objects.count() > 3
    assert len(queries_before) == len(queries_after)
    assert not [query for query in queries_after if "GROUP BY" in query or "COUNT(" in query]
