"""An operator rewrites a game and pins it, so that an audit by a newer engine takes the difference
for a moderator's decision."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.db import connection
from django.utils import timezone

from archive.log.models import Leaf, Log
from archive.log.services.append import append
from archive.releases.models import Decision, Impact, Pin, Release
from archive.releases.services import builds, impact, working
from archive.releases.services.decisions import ReleaseChoice, decide_release
from audit import pins
from audit.runner import Audit
from games.log_outbox import PIN, STANDING, VERIFICATION, queue_leaves
from games.models import Account, Game, Seat, Verification
from games.written_once import unlock
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tests.attacks.test_rewritten import Published, owner_unlocks, published, signer, sql
from tests.cast import account, finished_log, submit
from tests.worlds.engines import BUILD, another_number

__all__ = ["published", "signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

INVENTED = "0.1.9+feedfacebeef"


@pytest.fixture
def mo(signer: object) -> Account:
    """A moderator; two rated games, all in the log."""
    mo, cleo = account("mo", moderator=True), account("cleo", arbiter=True)
    account("ana")
    account("ben")
    for seed in (1, 3):
        submit(cleo, finished_log(seed=seed))
    fold_pending()
    builds.present()
    append()
    return mo


@pytest.fixture
def newer(mo: Account, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The engine at hand, also that of the audit, has another number."""
    with another_number():
        monkeypatch.setattr(pins, "build", lambda: BUILD.partition("+")[2])
        yield


@pytest.fixture
def kept(mo: Account, tmp_path) -> str:
    """The checkpoint that a visitor kept before."""
    path = tmp_path / "checkpoint"
    path.write_text(Log.objects.get().note, "utf-8")
    return str(path)


def audited(published: Published, since: str | None = None) -> tuple[list[str], list[str]]:
    """What differs, and which games it tells are pinned."""
    told: list[pins.PinnedGame] = []
    audit = Audit(published.folder(), since=since, tell=told.append)
    return [str(difference) for difference in audit.differences()], [
        difference.game for difference in told
    ]


def honestly_pinned(mo: Account) -> Impact:
    found = impact.begin_impact(mo)
    working.work_on_impacts()
    found.refresh_from_db()
    decide_release(mo, found, ReleaseChoice.PIN, "by the old numbers")
    working.work_on_impacts()
    append()
    return found


def rewritten(game: Game) -> None:
    """The loser wins, in all that says so: seats, sources, digests, verification."""
    first, second = game.seats.order_by("number")
    for seat, points, place in ((first, 80, 1), (second, 20, 2)):
        Seat.objects.filter(pk=seat.pk).update(
            points=points, place=place, rated_place=place, breakdown={"temple": points}
        )
    Game.objects.filter(pk=game.pk).update(digest="0" * 64, winning_points=80, margin=60)
    owner_unlocks()
    sql(
        "UPDATE games_verification SET digest = %s, engine = %s WHERE game_id = %s",
        *("0" * 64, INVENTED, game.pk),
    )


def pinned_by_hand(mo: Account, game: Game) -> Pin:
    release = Release.objects.get_or_create(build=INVENTED, sources={}, numbers={})[0]
    impact = Impact.objects.create(release=release, expected=1, state="done", by=mo)
    now = timezone.now()
    decision = Decision.objects.create(
        impact=impact, what=ReleaseChoice.PIN, by=mo, reason="an old engine", done_at=now
    )
    return Pin.objects.create(game=game, engine=INVENTED, decision=decision)


def test_an_honest_pin_has_a_leaf_and_nothing_to_tell(mo, newer, kept, published):
    found = honestly_pinned(mo)
    assert Leaf.objects.filter(kind=PIN).count() == found.differing == 2
    said, told = audited(published, kept)
    assert (said, len(told)) == ([], 2)


def test_the_file_of_pins_is_left_out(mo, newer, kept, published):
    """The games differ then, and leaves name the pins."""
    honestly_pinned(mo)
    folder = published.folder()
    manifest = folder / "manifest.json"
    document = json.loads(manifest.read_text("utf-8"))
    document["files"] = [row for row in document["files"] if row["name"] != "pins.ndjson.gz"]
    manifest.write_text(json.dumps(document), "utf-8")
    sentences = [str(difference) for difference in Audit(folder, since=kept).differences()]
    for pin in Pin.objects.all():
        assert any(f"pin {pin.pk}: leaf" in line for line in sentences), sentences
        assert any(f"{pin.game_id} points of" in line for line in sentences)


def test_a_rewritten_game_that_is_pinned_is_named_by_the_log(mo, newer, kept, published):
    honestly_pinned(mo)
    game = Game.objects.order_by("pk")[0]
    run = Verification.objects.get(game=game)
    Pin.objects.filter(game=game)._set_once(ended_by=Decision.objects.get())
    rewritten(game)
    pin = pinned_by_hand(mo, game)
    said, told = audited(published, kept)
    assert game.pk in told  # it is never passed over
    assert any(f"verification {run.pk}: not what leaf" in one for one in said), said
    assert any(f"pin {pin.pk}: no leaf of the log has it" in one for one in said), said


def test_leaves_of_later_say_that_they_are_of_later(mo, newer, kept, published):
    """Who has the new rows put into the log, as the code of the site would, leaves both there."""
    game = Game.objects.order_by("pk")[0]
    run = Verification.objects.get(game=game)
    rewritten(game)
    pin = pinned_by_hand(mo, game)
    queue_leaves(VERIFICATION, [run.pk])
    queue_leaves(STANDING, [game.pk])
    queue_leaves(PIN, [pin.pk])
    append()
    said, told = audited(published, kept)
    assert told == [game.pk]
    assert any(f"verification {run.pk}: leaf" in one and "otherwise" in one for one in said), said


def test_a_rating_is_worked_out_for_pinned_games_too(mo, newer, published):
    honestly_pinned(mo)
    change = RatingChange.objects.filter(retired_by=None).order_by("pk")[0]
    owner_unlocks()
    unlock(connection, "ratings_ratingchange")
    sql('UPDATE ratings_ratingchange SET "after" = "after" + 9000 WHERE id = %s', change.pk)
    said, told = audited(published)
    assert change.game_id in told
    assert any(f"{change.game_id} {change.pool} player" in one for one in said), said


def test_a_pin_cannot_name_an_engine_that_judged_nothing(mo, newer, published):
    game = Game.objects.order_by("pk")[0]
    pinned_by_hand(mo, game)
    said, told = audited(published)
    assert game.pk not in told
    assert any(f"{game.pk} pinned to engine: written {INVENTED}" in one for one in said), said
    assert any(f"{game.pk} points of" in one or f"{game.pk} digest" in one for one in said), said


def queue_invented_run(game: Game, digest: str) -> None:
    """A run of `game` by an engine that never was, and its leaf."""
    run = Verification.objects.get(game=game)
    invented = Verification.objects.create(
        submission=run.submission,
        game=game,
        verdict=run.verdict,
        engine=INVENTED,
        edition=run.edition,
        fingerprint=run.fingerprint,
        duration=run.duration,
        digest=digest,
    )
    queue_leaves(VERIFICATION, [invented.pk])


def test_a_pin_is_older_than_all_leaves_of_its_engine(mo, newer, published):
    """The engine is invented in a run that comes after the pin."""
    game = Game.objects.order_by("pk")[0]
    pin = pinned_by_hand(mo, game)
    queue_leaves(PIN, [pin.pk])
    append()
    queue_invented_run(game, "0" * 64)
    sentences, _pinned = audited(published)
    assert any(f"engine {INVENTED} judged no leaf before it" in line for line in sentences)


def test_a_pin_names_an_engine_that_a_kept_checkpoint_does_not_know(mo, newer, kept, published):
    """The run of the invented engine has a leaf before the pin, and the points are its own."""
    game = Game.objects.order_by("pk")[0]
    queue_invented_run(game, Verification.objects.get(game=game).digest)
    append()
    pin = pinned_by_hand(mo, game)
    queue_leaves(PIN, [pin.pk])
    append()
    audit = Audit(published.folder(), since=kept)
    sentences = list(map(str, audit.differences()))
    against = f"pin {pin.pk}: against {INVENTED}, and no decision"
    assert any(against in line for line in sentences), sentences
    event = f"pin {pin.pk}: engine {INVENTED} judged its first leaf"
    named = [line for line in audit.later if line.startswith(event)]
    assert [line.endswith("no decision") for line in named] == [True], audit.later


def test_without_a_log_a_pin_by_hand_is_told_with_what_it_hides(mo, newer, published, settings):
    settings.TRANSPARENCY_KEY = ""
    game = Game.objects.order_by("pk")[0]
    rewritten(game)
    pinned_by_hand(mo, game)
    found: list[pins.PinnedGame] = []
    audit = Audit(published.folder(), tell=found.append)
    list(audit.differences())
    [one] = [one for one in found if one.game == game.pk]
    assert one.engine == INVENTED
    assert "written 80" in str(one)
    assert audit.pinned >= 1
