"""What a changed engine would change is known before anything is written."""

import tomllib
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

import engine
from archive.releases.models import (
    Decision,
    DifferenceKind,
    Impact,
    ImpactChunk,
    ImpactDifference,
    ImpactRating,
    ImpactState,
    Pin,
    Release,
)
from archive.releases.services import builds, impact, working
from archive.releases.services.decisions import ReleaseChoice, decide_release
from engine import editions
from engine.rules import rules_for
from games.intake.verify import reverify
from games.models import Account, Game, Notice, Seat, Standing, Verification
from ratings.models import Closing, Entry, Fold, Rating, RatingChange, Reason
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.engines import BUILD, another_build, another_number
from tests.worlds.modules import module_world
from web.errors import Conflict

SEEDS = range(1, 9)


def make_world() -> tuple[Account, list[Game]]:
    """Eight rated games; those with pyramid B do not have the number that the tests change."""
    mo, cleo = account("mo", moderator=True), account("cleo", arbiter=True)
    account("ana")
    account("ben")
    games = []
    for seed in SEEDS:
        sites = "AAAAA" if seed % 2 else "ABAAA"
        games.append(game_of(submit(cleo, finished_log(sites=sites, seed=seed))))
    fold_pending()
    builds.present()
    return mo, games


stored_world, world = module_world(make_world)


@pytest.fixture
def mo(world: tuple[Account, list[Game]]) -> Account:
    return world[0]


def database_rows() -> list[object]:
    """All of the record that a release could change."""
    return [
        list(Game.objects.order_by("pk").values_list("pk", "digest", "standing", "margin")),
        list(Seat.objects.order_by("pk").values_list("pk", "points", "place", "rated_place")),
        list(Verification.objects.order_by("pk").values_list("pk", flat=True)),
        list(Rating.objects.order_by("pk").values_list("player", "pool", "rating")),
        list(RatingChange.objects.order_by("pk").values_list("pk", "retired_by")),
        list(Notice.objects.order_by("pk").values_list("pk", flat=True)),
    ]


def done(account: Account | None = None, edition: str | None = None) -> Impact:
    impact_row = impact.begin_impact(account, edition)
    working.work_on_impacts()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.DONE
    return impact_row


def test_the_engine_that_judged_the_games_agrees(mo: Account):
    before = database_rows()
    impact_row = done(mo)
    assert (impact_row.games, impact_row.differing, impact_row.ratings, impact_row.crashes) == (
        8,
        0,
        0,
        0,
    )
    assert database_rows() == before
    assert not ImpactChunk.objects.exists()


def test_exactly_the_games_with_the_number_differ_and_nothing_is_written(mo: Account):
    before = database_rows()
    with another_number():
        impact_row = done(mo)
        rows = {row.game_id: row for row in impact_row.differences.all()}
        scored = set()
        for game in Game.objects.filter(pyramid="A"):
            now = working.judge_difference(next(iter(records(game))))
            if now is not None:
                scored.add(game.pk)
    assert database_rows() == before
    assert set(rows) == scored
    assert 0 < len(scored) <= 4
    assert {row.where for row in rows.values()} == {"pyramid"}
    assert impact_row.differing == len(rows)
    for row in rows.values():
        assert row.kind in (DifferenceKind.PLACES, DifferenceKind.POINTS)
        grown = [b - a for a, b in zip(row.before["points"], row.after["points"], strict=True)]
        assert sorted(grown) == [0, 5]
        seat = grown.index(5)
        was, now = (facts["breakdown"][seat]["pyramid"] for facts in (row.before, row.after))
        assert now - was == 5
        assert row.entry is not None
        entry = Game.objects.get(pk=row.game_id).log.splitlines()
        assert row.entry <= len(entry)


def records(game: Game) -> list[working.OnRecord]:
    chunk = ImpactChunk(first=game.pk, until="", impact=Impact(chosen=[game.pk]))
    return list(working._records(chunk))


@pytest.mark.parametrize("closed", [False, True])
def test_ratings_that_would_change_are_those_that_adoption_brings(mo: Account, closed: bool):
    """Also where books are closed, so that games are taken back and rated again."""
    if closed:
        Closing.objects.create(through=timezone.now().date(), changes=0, digest="")
    before_all = database_rows()
    with another_number(points=40):
        impact_row = done(mo)
        assert impact_row.places
        assert database_rows() == before_all
        foretold = {
            (row.player_id, row.pool): row.after
            for row in ImpactRating.objects.filter(impact=impact_row)
        }
        assert impact_row.ratings == len(foretold) > 0
        before = {(row.player_id, row.pool): row.rating for row in Rating.objects.all()}
        decide_release(mo, impact_row, ReleaseChoice.ADOPT, "the box says so")
        working.work_on_impacts()
        folds = Fold.objects.count()
        fold_pending()
        assert Fold.objects.count() == folds + 1
        assert set(
            Reason.objects.filter(fold=Fold.objects.latest("pk")).values_list("cause", "ref")
        ) == {("release", f"release:{impact_row.release_id}")}
    after = {(row.player_id, row.pool): row.rating for row in Rating.objects.all()}
    moved = {place: after[place] for place in after if after[place] != before[place]}
    assert moved == foretold
    assert Entry.objects.filter(kind="reversal").exists() is closed


def test_adopted_games_have_the_points_of_the_new_engine(mo: Account):
    with another_number():
        impact_row = done(mo)
        rows = list(impact_row.differences.all())
        decide_release(mo, impact_row, ReleaseChoice.ADOPT, "the box says so")
        working.work_on_impacts()
        for row in rows:
            game = Game.objects.get(pk=row.game_id)
            seats = list(game.seats.order_by("number"))
            assert [seat.points for seat in seats] == row.after["points"]
            assert [seat.breakdown for seat in seats] == row.after["breakdown"]
            assert game.winning_points == max(row.after["points"])
            assert game.digest == row.after["digest"]
            assert game.standing == Standing.COUNTED
            run = game.verifications.order_by("-pk").first()
            assert run is not None
            assert (run.engine, run.verdict, run.digest) == (BUILD, "verified", game.digest)
        notices = Notice.objects.filter(kind="judged")
        assert set(notices.values_list("account__username", flat=True)) == {"ana", "ben"}
        second_impact = done(mo)
        assert second_impact.differing == 0
    assert Decision.objects.get().done_at is not None


def test_a_log_that_claims_the_former_result_is_counted_anew(mo: Account):
    """Its entries are legal: it is not refused for the count of a former engine."""
    cleo = Account.objects.get(username="cleo")
    text = finished_log(seed=11)
    points = engine.verify(engine.read_log(text)).result.points
    claim = f"result: black={points[0]} white={points[1]}\nchance:"
    game = game_of(submit(cleo, text.replace("chance:", claim, 1)))
    assert "result: black=" in game.log
    with another_number():
        impact_row = done(mo)
        row = impact_row.differences.get(game=game)
        assert row.kind in (DifferenceKind.PLACES, DifferenceKind.POINTS)
        decide_release(mo, impact_row, ReleaseChoice.ADOPT, "the box says so")
        working.work_on_impacts()
        fingerprint = game.fingerprint
        game.refresh_from_db()
        assert game.standing == Standing.COUNTED
        played = engine.verify(engine.read_log(game.log))
        assert list(played.result.points) == row.after["points"]
        assert (played.fingerprint, played.digest) == (fingerprint, game.digest)
        assert reverify(game.submission).verdict == "verified"
        assert done(mo).differing == 0


def test_pinned_games_keep_everything(mo: Account):
    before = database_rows()
    with another_number():
        impact_row = done(mo)
        decide_release(mo, impact_row, ReleaseChoice.PIN, "they were played by the old numbers")
        working.work_on_impacts()
        pinned = set(Pin.objects.values_list("game", flat=True))
        assert pinned == set(impact_row.differences.values_list("game", flat=True))
        assert database_rows() == before
        assert {pin.engine for pin in Pin.objects.all()} != {BUILD}
        second_impact = done(mo)
        decide_release(mo, second_impact, ReleaseChoice.ADOPT, "no: the box says so")
        working.work_on_impacts()
    assert not Pin.objects.filter(ended_by=None).exists()


def test_nothing_is_judged_again_silently(world: tuple[Account, list[Game]]):
    before = database_rows()
    with another_number():
        impact_row = done(world[0])
        row = impact_row.differences.first()
        assert row is not None
        with pytest.raises(Conflict, match="different result"):
            reverify(row.game.submission)
    assert database_rows() == before


def test_a_refused_game_is_refuted_when_that_is_adopted(mo: Account, monkeypatch):
    from archive.releases.services import judging
    from engine import EngineError

    victim = Game.objects.order_by("pk")[3]
    really = judging.engine.verify

    def verify(log: object, **how: object) -> object:
        if victim.log.startswith(_head(log)):
            raise EngineError("no")
        return really(log, **how)  # type: ignore[arg-type]

    def _head(log: object) -> str:
        from engine import write_text

        return write_text(log)  # type: ignore[arg-type]

    with another_build():
        monkeypatch.setattr(judging.engine, "verify", verify)
        impact_row = done(mo)
        row = impact_row.differences.get()
        assert (row.game_id, row.kind, row.after["verdict"]) == (victim.pk, "verdict", "refused")
        assert impact_row.verdicts == 1
        assert impact_row.ratings > 0
        decide_release(mo, impact_row, ReleaseChoice.ADOPT, "it cannot have been so")
        working.work_on_impacts()
        victim.refresh_from_db()
        assert victim.standing == Standing.REFUTED
        monkeypatch.setattr(judging.engine, "verify", really)
    with another_build("0.2.0+third0000000"):
        back = done(mo)
        assert back.verdicts == 1
        decide_release(mo, back, ReleaseChoice.ADOPT, "it was a bug")
        working.work_on_impacts()
    victim.refresh_from_db()
    assert victim.standing == Standing.COUNTED


def test_an_engine_that_fails_is_counted_and_changes_nothing(mo: Account, monkeypatch):
    from archive.releases.services import judging

    def verify(log: object, **how: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(judging.engine, "verify", verify)
    impact_row = done(mo)
    assert (impact_row.games, impact_row.crashes, impact_row.differing) == (8, 8, 0)


def test_a_dead_worker_is_followed(mo: Account, monkeypatch):
    monkeypatch.setattr(impact, "CHUNK", 2)
    impact_row = impact.begin_impact(mo)
    assert impact_row.parts.count() == 4
    really, game_ids = working.judge_difference, []

    class Killed(BaseException):
        pass

    def dies(record: working.OnRecord, edition: str = "") -> object:
        game_ids.append(record.game)
        if len(game_ids) == 4:
            raise Killed
        return really(record, edition)

    monkeypatch.setattr(working, "judge_difference", dies)
    with pytest.raises(Killed):
        working.work_on_impacts()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.JUDGING
    working.work_on_impacts()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.JUDGING  # its chunk is still held
    ImpactChunk.objects.update(claimed_at=timezone.now() - timedelta(hours=1))
    working.work_on_impacts()
    impact_row.refresh_from_db()
    assert (impact_row.state, impact_row.games) == (ImpactState.DONE, 8)


def test_a_chunk_that_kills_every_worker_ends_the_impact(mo: Account):
    impact_row = impact.begin_impact(mo)
    ImpactChunk.objects.update(attempts=3)
    working.work_on_impacts()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.FAILED


def test_a_chunk_that_is_delivered_twice_counts_once(mo: Account):
    impact_row = impact.begin_impact(mo)
    chunk = ImpactChunk.objects.select_related("impact").get()
    assert working._judge(chunk) == 8
    assert working._judge(chunk) == 0
    impact_row.refresh_from_db()
    assert impact_row.games == 8


def test_games_that_were_chosen(world: tuple[Account, list[Game]]):
    mo, games = world
    chosen = [game.pk for game in games[:3]]
    impact_row = impact.begin_impact(mo, games=chosen)
    working.work_on_impacts()
    impact_row.refresh_from_db()
    assert (impact_row.games, impact_row.expected) == (3, 3)


def test_spans_of_ids_hold_each_game_once(mo: Account, monkeypatch):
    monkeypatch.setattr(impact, "CHUNK", 1)
    impact_row = impact.begin_impact(mo)
    assert impact_row.parts.count() == 8
    games = [record.game for part in impact_row.parts.all() for record in working._records(part)]
    assert sorted(games) == sorted(Game.objects.values_list("pk", flat=True))


def test_a_new_engine_begins_an_impact_by_itself_once(mo: Account, settings):
    working.notice_engine()
    assert not Impact.objects.exists()
    with another_number():
        working.notice_engine()
        working.notice_engine()
        impact = Impact.objects.get()
        assert (impact.by, impact.release.build) == (None, BUILD)
        new, old = Release.objects.all()
        comparison = builds.compare_releases(old, new)
        assert [
            (number.key, number.before[0], number.after[0]) for number in comparison.numbers
        ] == [("pyramid.A.points", 2, 7)]
        assert builds.previous_release(new) == old
    settings.RELEASE_IMPACTS = False
    with another_build("0.2.0+third0000000"):
        working.notice_engine()
    assert Impact.objects.count() == 1
    assert Release.objects.count() == 3


def test_an_impact_that_no_engine_is_left_for_is_outdated(mo: Account):
    with another_build():
        impact_row = impact.begin_impact(mo)
    working.work_on_impacts()
    working.notice_engine()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.JUDGING  # workers of it may be there still
    Impact.objects.update(worked_at=timezone.now() - timedelta(hours=1))
    working.notice_engine()
    impact_row.refresh_from_db()
    assert impact_row.state == ImpactState.OUTDATED


@pytest.fixture
def edition_of_the_site() -> Iterator[str]:
    """The numbers of the box, but for the first space of pyramid A."""
    text = (editions.FOLDER / "2026.1.toml").read_text("utf-8")
    text = text.replace("points = [2, 1, 3, 2,", "points = [7, 1, 3, 2,")
    tables = tomllib.loads(text)
    name = editions.edition_name("2026.1", "box", tables)
    new_edition = editions.load(text.replace('edition = "2026.1"', f'edition = "{name}"'))
    editions.register(new_edition)
    yield new_edition.name
    del editions._registry._known[new_edition.name]
    rules_for.cache_clear()


def test_another_edition_is_compared_entry_by_entry(mo: Account, edition_of_the_site: str):
    impact_row = done(mo, edition_of_the_site)
    rows = list(impact_row.differences.all())
    assert rows
    assert {row.where for row in rows} == {"pyramid"}
    assert all(row.entry for row in rows)
    assert impact_row.ratings == 0
    with pytest.raises(Conflict, match="keep their own edition"):
        decide_release(mo, impact_row, ReleaseChoice.ADOPT, "why not")


def test_the_command_says_what_would_change(world: tuple[Account, list[Game]]):
    out = StringIO()
    with another_number():
        call_command("release_impact", stdout=out)
    output = out.getvalue()
    assert "8 games: 0 other verdicts" in output
    row = ImpactDifference.objects.first()
    assert row is not None
    assert f"  {row.game_id} {row.kind} pyramid entry {row.entry}" in output
