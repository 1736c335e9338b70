"""An operator changes what counts and writes a later leaf: the audit says which decision each
change follows from, and names a change without one."""

from __future__ import annotations

import gzip
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection

from archive.log.models import Leaf, Log
from archive.log.services.append import append
from archive.releases.models import Impact, Release
from archive.releases.services.decisions import ReleaseChoice, _decided
from audit.history import LogHistory
from audit.runner import Audit
from audit.signed import VerifierKey
from engine.build import engine_version
from games.log_outbox import DECISION, STANDING, queue_leaves
from games.models import Account, Game, Player, StandingDecision
from games.models.append_only import locks
from games.moderation import actions
from games.standing import attest, standing
from games.standing.correct_seats import reseat_by_moderator
from games.standing.players import claim, decide_claim, merge_players, undo_merge
from games.written_once import lifted
from ratings.services.fold import fold_pending
from tests.attacks.test_rewritten import Published, make_games, published, signer, sql
from tests.cast import account, finished_log, game_of, submit

__all__ = ["published", "signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def games(signer: VerifierKey) -> list[Game]:
    """Made for each test: some of them begin with an empty record."""
    return make_games()


@pytest.fixture
def checkpoint(games, tmp_path) -> str:
    """Signed before anything is changed."""
    path = tmp_path / "checkpoint"
    path.write_text(Log.objects.get().note, "utf-8")
    return str(path)


COUNTS, WAITS = 0, 3
"""Games of the fixture: one that counts, one that waits."""

LIES = {
    "a game is voided": (COUNTS, "standing = 'void', void_reason = 'x'"),
    "a lost game is said to be unrated": (COUNTS, "standing = 'unrated', unrated = true"),
    "a day is moved": (COUNTS, "played_on = '2026-01-01'"),
    "games of a day change places": (COUNTS, "accepted_at = '2026-01-01 00:00:00+00'"),
    "an arbiter's word is invented": (WAITS, "standing = 'counted', arbiter_id = {arbiter}"),
}


def lie(game: Game, text: str, *values: object) -> None:
    """By the owner of the database, with a later leaf."""
    sql(text, *values)
    queue_leaves(STANDING, [game.pk])
    append()


def assert_named(game: Game, published: Published, checkpoint: str, signer: VerifierKey) -> None:
    """As a difference without a checkpoint, and as a change without a decision since it."""
    last, first = Leaf.objects.filter(kind=STANDING, record=game.pk).order_by("-pk")[:2]
    sentence = f"standing {game.pk}: leaf {first.pk} → {last.pk}"
    folder = published.folder()
    assert f"{sentence}, and no decision says so" in list(LogHistory(folder).differences())
    history = LogHistory(folder, checkpoint, signer.text)
    assert f"{sentence}, and no decision says so" in list(history.differences())
    assert history.later == [f"{sentence}: no decision"]


@pytest.mark.parametrize("name", LIES)
def test_a_game_is_changed_with_a_later_leaf(games, checkpoint, published, signer, name):
    number, change = LIES[name]
    change = change.format(arbiter=account("ida", arbiter=True).pk)
    lie(games[number], f"UPDATE games_game SET {change} WHERE id = %s", games[number].pk)
    assert_named(games[number], published, checkpoint, signer)


@pytest.mark.parametrize("emptied", [True, False], ids=["and_is_nobody's", "of_another_player"])
def test_a_seat_is_given_away_with_a_later_leaf(games, checkpoint, published, signer, emptied):
    submit(account("cat"), finished_log("black=@cat white=@ben", seed=9))
    player = None if emptied else Player.objects.get(account__username="cat").pk
    change = "UPDATE games_seat SET player_id = %s WHERE game_id = %s AND number = 0"
    lie(games[WAITS], change, player, games[WAITS].pk)
    assert_named(games[WAITS], published, checkpoint, signer)


def test_a_void_game_counts_again_with_a_later_leaf(games, tmp_path, published, signer):
    actions.void(account("mo", moderator=True), games[0], "It was never played.")
    append()
    change = "UPDATE games_game SET standing = 'counted', void_reason = '' WHERE id = %s"
    lie(games[0], change, games[0].pk)
    audit = Audit(published.folder())
    sentences = [str(difference) for difference in audit.differences()]
    assert any("and no decision says so" in sentence for sentence in sentences)
    label = f"{games[0].pk} standing after its last decision: written void, follows counted"
    assert any(label in sentence for sentence in sentences)


def test_a_dispute_ends_with_a_later_leaf(games, published):
    attest.dispute(Account.objects.get(username="ben"), games[WAITS], "It was not so.")
    append()
    sql("UPDATE games_dispute SET closed_at = '2026-11-23 00:00:00+00', upheld = false")
    lie(games[WAITS], "UPDATE games_game SET standing = 'waiting' WHERE id = %s", games[WAITS].pk)
    assert any("and no decision says so" in sentence for sentence in published.said())


def test_a_decision_of_another_kind_voids_no_game(games, published):
    """A decision is invented, so that the leaf has one: it has to say in public what it did."""
    row = StandingDecision(game=games[0], kind="confirmed", role="player")
    row.before, row.after = "counted", "void"
    row.save()
    queue_leaves(DECISION, [row.pk])
    change = "UPDATE games_game SET standing = 'void', void_reason = 'x' WHERE id = %s"
    lie(games[0], change, games[0].pk)
    sentences = [str(difference) for difference in Audit(published.folder()).differences()]
    assert any(f"{games[0].pk} kind of a decision: written confirmed" in x for x in sentences)


def test_decisions_of_a_game_that_do_not_continue_each_other_are_named(games, published):
    row = StandingDecision(game=games[0], kind="restored", role="moderator")
    row.before, row.after = "void", "counted"
    row.save()
    queue_leaves(DECISION, [row.pk])
    append()
    (sentence,) = map(str, Audit(published.folder()).differences())
    assert f"{games[0].pk} standing before a decision: written void, follows counted" in sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DELETE FROM games_standingdecision WHERE id = %s", "the dump no longer has it"),
        ("UPDATE games_standingdecision SET role = 'player' WHERE id = %s", "rewritten"),
        ("UPDATE games_standingdecision SET kind = 'upheld' WHERE id = %s", "rewritten"),
    ],
)
@pytest.mark.parametrize("is_requeued", [False, True], ids=["", "with_a_later_leaf"])
def test_a_decision_is_rewritten(games, published, change, sentence, is_requeued):
    actions.void(account("mo", moderator=True), games[0], "It was never played.")
    append()
    row = StandingDecision.objects.get(kind="void")
    with lifted(connection, locks([StandingDecision])):
        sql(change, row.pk)
    if is_requeued:
        queue_leaves(DECISION, [row.pk])
        append()
        sentence = sentence if change.startswith("DELETE") else "says otherwise than leaf"
    assert any(f"decision {row.pk}: " in x and sentence in x for x in published.said())


def test_decisions_are_left_out_of_the_dump(games, published):
    """Their leaves stay."""
    folder = published.folder()
    (folder / "decisions.ndjson.gz").unlink()
    manifest = folder / "manifest.json"
    text = manifest.read_text("utf-8").replace("decisions.ndjson.gz", "absent.ndjson.gz")
    manifest.write_text(text, "utf-8")
    assert any(
        "the dump no longer has it" in sentence for sentence in LogHistory(folder).differences()
    )


def test_a_record_from_before_there_were_decisions(signer, published, monkeypatch):
    """Nothing is asked of what came before; what comes afterwards has a decision."""
    ana, ben, mo = account("ana"), account("ben"), account("mo", moderator=True)
    with monkeypatch.context() as before:
        before.setattr(standing, "log_standings", lambda *_arguments: [])
        game, other = (game_of(submit(ana, finished_log(seed=seed))) for seed in (1, 2))
        append()
        attest.attest(ben, game)
        append()
    assert not StandingDecision.objects.exists()
    note_beginning()
    (began,) = StandingDecision.objects.all()
    assert (began.kind, began.role, began.game) == ("began", "system", None)
    append()
    actions.void(mo, game, "It was never played.")
    append()
    assert published.said() == []
    lie(other, "UPDATE games_game SET played_on = '2026-01-01' WHERE id = %s", other.pk)
    (sentence,) = published.said()
    assert f"standing {other.pk}: leaf" in sentence


def note_beginning() -> None:
    import_module("archive.log.migrations.0007_decisions").note_beginning(apps, None)


def test_a_new_site_needs_no_beginning():
    note_beginning()
    assert not StandingDecision.objects.exists()


def test_an_honest_story_has_a_decision_for_each_change(games, checkpoint, published, signer):
    mo, cat = account("mo", moderator=True), account("cat")
    ben = Account.objects.get(username="ben")
    actions.void(mo, games[0], "It was never played.")
    actions.restore(mo, games[0], "It was played.")
    actions.verify_again(mo, [games[0]], "A doubt.")
    dispute = attest.dispute(ben, games[3], "It was not so.")
    append()
    actions.settle_dispute(mo, dispute, False, "It was so.")
    attest.attest(ben, games[3])
    attest.dispute(ben, games[1], "Another doubt.")
    attest.take_back_dispute(ben, games[1])
    reseat_by_moderator(mo, games[2], ["@cat", "@ben"], "It was cat.")
    upheld = attest.dispute(ben, games[2], "Nor was it cat.")
    append()
    actions.settle_dispute(mo, upheld, True, "It was not.")
    guests = game_of(submit(cat, finished_log("black=@ben white=Zoe", seed=23)))
    append()
    zoe = Player.objects.get(name="Zoe")
    decide_claim(mo, claim(cat, zoe, "It was me."), True)
    append()
    undo_merge(mo, zoe, "It was not.")
    append()
    merge_players(mo, zoe, Player.objects.get(account=cat), "It was.")
    append()
    fold_pending()
    audit = Audit(published.folder(), since=checkpoint, key=signer.text)
    assert list(audit.differences()) == []
    changes = {change.split()[1]: change.partition(": leaf ")[2] for change in audit.later}
    assert not any("no decision" in change for change in audit.later)
    day = StandingDecision.objects.latest("pk").decided_at.date().isoformat()
    assert f"upheld, by moderator, {day} (It was not.)" in changes[f"{games[2].pk}:"]
    assert f"reseated, by moderator, {day} (It was cat.)" in changes[f"{games[2].pk}:"]
    assert f"confirmed, by player, {day}" in changes[f"{games[3].pk}:"]
    kinds = set(guests.standing_decisions.values_list("kind", flat=True))
    assert kinds == {"merged"}
    assert "ben" not in " ".join(audit.later)


def test_a_release_that_is_adopted_leaves_a_decision(games, published, checkpoint, signer):
    mo = account("mo", moderator=True)
    release = Release.objects.create(build=engine_version(), sources={"a": "b"}, numbers={})
    impact = Impact.objects.create(release=release, by=mo, state="done", expected=1)
    _decided(mo, impact, ReleaseChoice.ADOPT, "It counts as the rules say.")
    append()
    row = StandingDecision.objects.get(kind="release")
    assert (row.game, row.subject, row.role) == (None, engine_version(), "moderator")
    assert Leaf.objects.filter(kind=DECISION, record=str(row.pk)).count() == 1
    folder = published.folder()
    assert list(LogHistory(folder, checkpoint, signer.text).differences()) == []
    assert b"It counts as the rules say." in lines_of(folder)


def lines_of(folder: Path) -> bytes:
    return gzip.decompress((folder / "decisions.ndjson.gz").read_bytes())
