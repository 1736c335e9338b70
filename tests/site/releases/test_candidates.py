"""What an edition would change is known before it is made; what was found is summed up once."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from archive.releases.models import Candidate, Impact, ImpactDifference, ImpactGroup, ImpactState
from archive.releases.services import candidates, groups, impact, working
from engine import DEFAULT_EDITION, EngineError, read_log, verify
from engine.editions import edition_exists, edition_names, load, load_edition, registered, trying
from engine.errors import SetupError
from engine.setup import Setup
from games.editions.services import editions
from games.editions.services.proposals import Version
from games.models import Account, Edition, ModeratorAction
from ratings.services.fold import fold_pending
from tests.cast import PASSWORD, account, finished_log, game_of, submit
from tests.worlds.engines import another_build, another_number
from tests.worlds.owners import CORRIDOR, agreed, made_by, owner, said
from web.errors import Invalid

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


def form_of(version: Version) -> dict[str, str]:
    return {"base": DEFAULT_EDITION, "word": "box", f"board.{CORRIDOR}": version.digest}


def named(version: Version) -> str:
    return editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text.name


def begun(judge: Account, version: Version) -> Impact:
    candidate = impact.begin_candidate(
        judge, DEFAULT_EDITION, "box", [version.digest], named(version)
    )
    working.work_on_impacts()
    candidate.refresh_from_db()
    return candidate


def test_what_an_edition_would_change_is_found_before_it_is_made(judge: Account, version: Version):
    candidate = begun(judge, version)
    assert candidate.state == ImpactState.DONE
    assert candidate.edition == named(version)
    assert candidate.differing > 0
    assert not Edition.objects.exists()
    assert edition_names() == {DEFAULT_EDITION}
    assert not edition_exists(candidate.edition)
    before = {(row.game_id, row.kind, row.where, row.entry) for row in candidate.differences.all()}
    edition = made_by(judge, version)
    assert edition.name == candidate.edition
    after = impact.begin_impact(judge, edition.name)
    working.work_on_impacts()
    assert before == {
        (row.game_id, row.kind, row.where, row.entry) for row in after.differences.all()
    }


def test_numbers_that_are_tried_are_known_to_nobody_else(version: Version):
    text = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text
    log = finished_log(sites="ADAAA")
    with trying(text) as name:
        assert load_edition(name)["pyramid"]["D"]["corridor"][-1] == 9
        assert edition_names() == {DEFAULT_EDITION}
        Setup.of("black white", edition=name)
        for other in (name.strip(), text.name):
            with pytest.raises(EngineError, match="unknown edition"):
                verify(read_log(log.replace("edition: 2026.1", f"edition: {other}")))
    with pytest.raises(SetupError, match="unknown edition"):
        Setup.of("black white", edition=name)


def test_numbers_are_the_same_of_more_owners_too(version: Version):
    first = load(
        editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text.text
    ).tables
    said(owner("dora"), box="Polski")
    text = editions.preview_edition(DEFAULT_EDITION, "other", [version.digest]).text
    assert text.tables != first
    assert candidates.numbers_of(text.tables) == candidates.numbers_of(first)
    changed: dict[str, Any] = {**first, "pyramid": load_edition(DEFAULT_EDITION)["pyramid"]}
    assert candidates.numbers_of(changed) != candidates.numbers_of(first)


def test_an_edition_is_made_with_its_impact_or_with_a_reason(judge: Account, version: Version):
    def make(unweighed: str = "") -> Edition:
        chosen = [version.digest]
        return editions.make_edition(
            judge, DEFAULT_EDITION, "box", chosen, named(version), "Two boxes.", unweighed
        )

    with pytest.raises(Invalid, match="Work out"):
        make("  ")
    assert not Edition.objects.exists()
    begun(judge, version)
    assert make().reason == "Two boxes."


def test_a_reason_to_make_it_without_is_public(judge: Account, version: Version):
    new_edition = made_by(judge, version)
    assert new_edition.reason.endswith("Made without its impact: There are no games yet.")
    assert "Made without its impact" in ModeratorAction.objects.get().why


def test_a_moderator_sees_the_impact_of_exactly_these_numbers(judge: Account, version: Version):
    by_judge, make = client(judge), reverse("numbers-make")
    page = by_judge.get(make, form_of(version)).content.decode()
    assert "It was not worked out" in page
    assert 'name="unweighed"' in page
    tried = form_of(version) | {"name": named(version)}
    answer = by_judge.post(reverse("impact-candidate"), tried)
    assert answer.status_code == 302
    path = answer["Location"]
    page = by_judge.get(path).content.decode()
    assert "Being worked out" in page
    working.work_on_impacts()
    page = by_judge.get(path).content.decode()
    assert "Impact of exactly these numbers" in page
    assert 'name="unweighed"' not in page
    impact = Impact.objects.get()
    assert reverse("impact", args=[impact.pk]) in page
    text = Client().get(reverse("impact", args=[impact.pk])).content.decode()
    assert "no edition yet" in text
    answer = by_judge.post(make, tried | {"reason": "Two boxes."})
    assert answer.status_code == 302
    page = Client().get(answer["Location"]).content.decode()
    assert reverse("impact", args=[impact.pk]) in page
    assert "without its impact" not in page


def test_an_impact_of_other_numbers_or_another_engine_does_not_count(
    judge: Account, version: Version
):
    begun(judge, version)
    text = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text
    assert editions.has_impact(text)
    other = agreed(owner("dora"), owner("emil"), top=3)
    assert not editions.has_impact(
        editions.preview_edition(DEFAULT_EDITION, "box", [other.digest]).text
    )
    with another_build():
        assert not candidates.has_impact(text.tables)
    Impact.objects.update(state=ImpactState.CANCELLED)
    assert not editions.has_impact(text)


def test_a_program_reads_that_it_was_no_edition(judge: Account, version: Version):
    candidate = begun(judge, version)
    body = Client().get(reverse("api-impact", args=[candidate.pk])).json()
    assert (body["candidate"], body["edition"]) == (True, candidate.edition)
    plain = impact.begin_impact(judge)
    assert Client().get(reverse("api-impact", args=[plain.pk])).json()["candidate"] is False


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
    impact_row = begun(judge, version)
    rows = list(impact_row.differences.all())
    assert sum(row.games for row in impact_row.groups.all()) == len(rows) == impact_row.differing
    for group in impact_row.groups.all():
        matching = [row for row in rows if (row.kind, row.where) == (group.kind, group.where)]
        assert group.games == len(matching)
        entries = [row.entry for row in matching if row.entry is not None]
        assert group.first_entry == min(entries, default=None)


def test_impacts_of_before_are_summed_up_by_the_migration(judge: Account, version: Version):
    impact_row = begun(judge, version)
    before = sums(impact_row)
    ImpactGroup.objects.all().delete()
    import_module("archive.releases.migrations.0002_candidates").sum_up(apps, None)
    assert sums(impact_row) == before != []
    assert groups.differences_by_kind(impact_row)["places"] == impact_row.places


def test_a_page_costs_the_same_however_many_games_differ(judge: Account):
    """And asks for no sum over the games that differ."""
    account("ana"), account("ben")
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


@pytest.mark.both_databases
def test_a_candidate_is_written_once(judge: Account, version: Version):
    begun(judge, version)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE releases_candidate SET toml = 'x'")
    assert Candidate.objects.get().toml != "x"


def test_the_name_is_of_what_was_seen(judge: Account, version: Version):
    page = client(judge).get(reverse("numbers-make"), form_of(version)).content.decode()
    names = set(re.findall(r'name="name" value="([^"]+)"', page))
    assert names == {named(version)}
