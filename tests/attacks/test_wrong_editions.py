"""An edition with wrong numbers is on the site: a slip, or owners who agreed on a lie. A moderator
marks it, no other game begins by it, and an operator cannot hide the mark."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from archive.log.models import Leaf
from archive.log.services.append import append
from audit.__main__ import main
from audit.runner import Audit
from engine import DEFAULT_EDITION
from engine.editions import registered
from games.editions import edition_choices, newest_edition, offered_editions
from games.editions.services import editions
from games.editions.services.wrong_editions import mark_edition_wrong
from games.intake.dry_run import dry_run
from games.intake.verify import reverify, verify_submissions
from games.log_outbox import DECISION, LOG, STANDING, queue_leaves
from games.models import Account, Edition, Game, ModeratorAction, StandingDecision, Submission
from games.models.append_only import AppendOnlyError, locks
from games.standing.attest import attest
from games.written_once import lifted
from tables.errors import InvalidTerms
from tables.lobby.opening import open_table, play_on
from tables.lobby.rematch import open_rematch
from tables.lobby.seats import leave_seat, sit_down
from tables.queries import read_lobby
from tables.recorder.drafts import write_draft
from tables.terms import Terms
from tests.attacks.test_rewritten import published, signer, sql
from tests.audit.conftest import Copy
from tests.cast import account, client_of, finished_log, game_of, slips, standing_of, submit
from tests.worlds.owners import agreed, made_by, owner
from tests.worlds.tables import dealt, play_out
from web.errors import Conflict, Invalid, NotAllowed

__all__ = ["published", "signer"]

pytestmark = pytest.mark.django_db

REASON = "The last space says 8, we read 9."


@pytest.fixture(autouse=True)
def empty_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edition of a site is known to this process yet."""
    monkeypatch.setattr(registered.__self__, "_known", {})
    monkeypatch.setattr(editions._Look, "seconds", float("-inf"))


@pytest.fixture
def mo() -> Account:
    return account("mo", moderator=True)


@pytest.fixture
def edition(mo: Account) -> Edition:
    return made_by(mo, agreed(owner("ana"), owner("ben")))


def log_by(edition: Edition, seed: int = 1) -> str:
    """A game that no number of the edition changes."""
    log = finished_log(seed=seed)
    assert f"edition: {DEFAULT_EDITION}\n" in log
    return log.replace(f"edition: {DEFAULT_EDITION}", f"edition: {edition.name}")


# ------------------------------------------------------------------------ who marks, and how


@pytest.mark.both_databases
def test_a_moderator_alone_marks_an_edition_of_the_site_once_with_a_reason(mo, edition) -> None:
    with pytest.raises(NotAllowed):
        mark_edition_wrong(owner("eve"), edition.name, REASON)
    with pytest.raises(Invalid):
        mark_edition_wrong(mo, edition.name, "  ")
    with pytest.raises(Invalid, match="Only an edition made on this site"):
        mark_edition_wrong(mo, DEFAULT_EDITION, REASON)
    assert newest_edition() == edition.name
    mark_edition_wrong(mo, edition.name, REASON)
    with pytest.raises(Conflict):
        mark_edition_wrong(mo, edition.name, "Another reason.")
    decision = StandingDecision.objects.get(kind="wrong-edition")
    assert (decision.game, decision.subject, decision.role) == (None, edition.name, "moderator")
    assert decision.reason == REASON
    action = ModeratorAction.objects.get(kind="mark_edition")
    assert action.why == f"{edition.name}: {REASON}"
    assert (newest_edition(), offered_editions()) == (DEFAULT_EDITION, [DEFAULT_EDITION])
    assert edition_choices() == [DEFAULT_EDITION, edition.name]


@pytest.mark.both_databases
def test_the_mark_is_not_taken_off(mo, edition) -> None:
    row = mark_edition_wrong(mo, edition.name, REASON)
    with pytest.raises(AppendOnlyError):
        Edition.objects.filter(pk=row.pk).update(wrong_decision=None)
    for change in ("NULL", "wrong_decision_id + 1"):
        with pytest.raises(IntegrityError), transaction.atomic():
            sql(f"UPDATE games_edition SET wrong_decision_id = {change}")
    assert Edition.objects.get().wrong_decision is not None


@pytest.mark.both_databases
def test_the_form_asks_for_the_form_token_and_the_role(mo, edition) -> None:
    path = reverse("numbers-wrong", args=[edition.name])
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(mo)
    assert strict.post(path, {"reason": REASON}).status_code == 403
    assert client_of(owner("eve")).post(path, {"reason": REASON}).status_code == 403
    assert Client().post(path, {"reason": REASON}).status_code == 302
    assert not StandingDecision.objects.filter(kind="wrong-edition").exists()
    page = client_of(mo).get(reverse("numbers"), {"edition": edition.name}).content.decode()
    assert path in page
    answer = client_of(mo).post(path, {"reason": REASON}, follow=True)
    assert REASON in answer.content.decode()
    assert path not in answer.content.decode()


# ------------------------------------------------------------------------ nothing new takes it


@pytest.mark.both_databases
def test_a_new_log_is_refused_and_games_on_record_stay(mo, edition) -> None:
    ana, ben = Account.objects.get(username="ana"), Account.objects.get(username="ben")
    game = game_of(submit(ana, log_by(edition)))
    mark_edition_wrong(mo, edition.name, REASON)
    refused = submit(ana, log_by(edition, seed=2)).submissions.get()
    assert (refused.status, refused.game, refused.refusal["kind"]) == ("refused", None, "edition")
    assert f"{edition.name} is marked as wrong" in refused.refusal["message"]
    assert log_by(edition).splitlines()[refused.refusal["line"] - 1].startswith("edition:")
    attest(ben, game)
    assert standing_of(game) == "counted"
    repeat = submit(ben, log_by(edition)).submissions.get()
    assert (repeat.status, repeat.game) == ("duplicate", game)
    assert reverify(game.submission).verdict == "verified"
    right = submit(ana, finished_log(seed=2)).submissions.get()
    assert right.status == "verified"


@pytest.mark.both_databases
def test_a_slip_of_a_game_on_record_is_no_way_in(mo, edition) -> None:
    """A log that is nearly another one opens no question, and becomes no game by it."""
    ana = Account.objects.get(username="ana")
    log = log_by(edition)
    game_of(submit(ana, log))
    mark_edition_wrong(mo, edition.name, REASON)
    upload = submit(Account.objects.get(username="ben"), slips(log)[0])
    submission = upload.submissions.get()
    assert (submission.status, submission.refusal["kind"]) == ("refused", "edition")
    assert Game.objects.count() == 1


@pytest.mark.both_databases
def test_a_dry_run_says_what_an_upload_would(mo, edition) -> None:
    log = log_by(edition).encode()
    assert dry_run(log, "game.imh")[0].verdict == "ok"
    mark_edition_wrong(mo, edition.name, REASON)
    verdict = dry_run(log, "game.imh")[0]
    assert (verdict.verdict, verdict.fields["kind"]) == ("refused", "edition")


@pytest.mark.both_databases
def test_no_table_is_opened_by_it_and_none_that_waits_begins(mo, edition) -> None:
    ana, ben, cat = (account(handle) for handle in ("ana1", "ben1", "cat1"))
    waiting = open_table(ana, Terms(seats=2, edition=edition.name))
    assert waiting.pk in {table.pk for table in read_lobby(ben).open}
    mark_edition_wrong(mo, edition.name, REASON)
    with pytest.raises(InvalidTerms, match="marked as wrong"):
        open_table(cat, Terms(seats=2, edition=edition.name))
    assert waiting.pk not in {table.pk for table in read_lobby(ben).open}
    with pytest.raises(Conflict, match="marked as wrong"):
        sit_down(waiting.pk, ben)
    leave_seat(waiting.pk, ana)
    page = client_of(cat).get(reverse("table-new")).content.decode()
    assert edition.name not in page


@pytest.mark.both_databases
def test_a_game_that_has_begun_is_played_to_its_end_and_none_after_it(
    mo, edition, published, signer
) -> None:
    ana, ben = account("ana1"), account("ben1")
    table = dealt([ana, ben], seats=2, edition=edition.name, shares=True)
    mark_edition_wrong(mo, edition.name, REASON)
    played = play_out(table.pk)
    rows = Submission.objects.filter(upload=played.upload)
    verify_submissions(list(rows.values_list("pk", flat=True)))
    game = Game.objects.get()
    assert (game.edition, game.standing) == (edition.name, "counted")
    for begin in (open_rematch, lambda pk, host: play_on(host, game, 40, [], "black")):
        with pytest.raises(InvalidTerms, match="marked as wrong"):
            begin(table.pk, ana)
    assert list(Audit(published.folder()).differences()) == []


@pytest.mark.both_databases
def test_a_recording_is_not_begun_by_it_and_one_that_has_begun_goes_on(mo, edition) -> None:
    ana = Account.objects.get(username="ana")
    head = f"imhotep 1\nedition: {edition.name}  # ours\nseats: black=@ana white=Bo\n"
    draft = uuid4()
    write_draft(ana, draft, head, 0, "")
    mark_edition_wrong(mo, edition.name, REASON)
    with pytest.raises(Invalid, match="marked as wrong"):
        write_draft(ana, uuid4(), head, 0, "")
    assert write_draft(ana, draft, f"{head}\n", 1, "").version == 2
    page = Client().get(reverse("record")).content.decode()
    assert f"<option>{edition.name}" not in page
    assert "<option selected>" in page


# ------------------------------------------------------------------------ all are told


@pytest.mark.both_databases
def test_pages_and_the_api_say_so(mo, edition) -> None:
    game = game_of(submit(Account.objects.get(username="ana"), log_by(edition)))
    path, api = reverse("game", args=[game.pk]), f"/api/v1/editions/{edition.name}"
    assert "The edition of this game has errors" not in Client().get(path).content.decode()
    assert Client().get(api).json()["wrong"] is None
    mark_edition_wrong(mo, edition.name, REASON)
    assert REASON in Client().get(path).content.decode()
    numbers = Client().get(reverse("numbers"), {"edition": edition.name}).content.decode()
    assert "This edition has errors" in numbers
    assert REASON in numbers
    usual = Client().get(reverse("numbers")).content.decode()
    assert f"<code>{edition.name}</code></a> <span" in usual
    assert "This edition has errors" not in usual
    document = Client().get(api).json()
    assert document["wrong"]["reason"] == REASON
    assert document["toml"] == edition.toml
    listed = Client().get("/api/v1/editions").json()
    assert (listed["editions"], listed["wrong"]) == ([DEFAULT_EDITION], [edition.name])


# ------------------------------------------------------------------------ an operator lies


@pytest.mark.both_databases
def test_an_honest_record_has_a_leaf_and_the_audit_names_the_edition(
    mo, edition, published, signer, capsys
) -> None:
    game_of(submit(Account.objects.get(username="ana"), log_by(edition)))
    mark_edition_wrong(mo, edition.name, REASON)
    append()
    decision = StandingDecision.objects.get(kind="wrong-edition")
    assert Leaf.objects.filter(kind=DECISION, record=str(decision.pk)).count() == 1
    folder = published.folder()
    assert main([str(folder), "--jobs", "1"]) == 0
    text = capsys.readouterr().out
    assert f"edition {edition.name} is marked as wrong at" in text
    assert REASON in text
    assert main([str(folder), "--jobs", "1", "--json"]) == 0
    assert f'"wrong_edition": "{edition.name}"' in capsys.readouterr().out


@pytest.mark.both_databases
def test_a_game_that_began_after_the_mark_is_named(mo, edition, published, signer) -> None:
    ana = Account.objects.get(username="ana")
    mark_edition_wrong(mo, edition.name, REASON)
    with pytest.MonkeyPatch.context() as lying:
        lying.setattr("games.intake.store_verdicts.wrong_editions", dict)
        game = game_of(submit(ana, log_by(edition)))
    later = StandingDecision.objects.get(kind="wrong-edition").decided_at + timedelta(minutes=2)
    moment = connection.ops.adapt_datetimefield_value(later)
    sql("UPDATE games_game SET accepted_at = %s WHERE id = %s", moment, game.pk)
    for kind in (STANDING, LOG):
        queue_leaves(kind, [game.pk])
    append()
    sentences = [str(difference) for difference in Audit(published.folder()).differences()]
    assert any(f"{game.pk} begun by its edition: written" in sentence for sentence in sentences)
    assert any(f"marked as wrong at {later.year}" in sentence for sentence in sentences)


@pytest.mark.both_databases
def test_a_table_that_was_dealt_after_the_mark_is_named(mo, edition, published, signer) -> None:
    """Its game may say that it was accepted when it likes: the deal has a leaf with its moment."""
    people = [account("ana1"), account("ben1")]
    played = play_out(dealt(people, seats=2, edition=edition.name, shares=True).pk)
    rows = Submission.objects.filter(upload=played.upload)
    verify_submissions(list(rows.values_list("pk", flat=True)))
    mark_edition_wrong(mo, edition.name, REASON)
    assert list(Audit(published.folder()).differences()) == []
    copy = Copy(published.folder())
    copy.change(
        "decisions",
        lambda line: (
            line | {"at": "2026-01-01T00:00:00.000000Z"}
            if line["kind"] == "wrong-edition"
            else line
        ),
    )
    sentences = [str(difference) for difference in Audit(copy.folder).differences()]
    assert any("begun by its edition: written" in sentence for sentence in sentences)
    assert any("decision" in sentence and "rewritten" in sentence for sentence in sentences)


@pytest.mark.both_databases
def test_a_mark_on_no_edition_is_named(mo, edition, published, signer) -> None:
    row = StandingDecision(kind="wrong-edition", role="moderator", subject="2026.1-none-000000")
    row.reason = "x"
    row.save()
    queue_leaves(DECISION, [row.pk])
    append()
    (sentence,) = map(str, Audit(published.folder()).differences())
    assert "edition that is wrong: written 2026.1-none-000000" in sentence


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE games_standingdecision SET subject = 'x' WHERE id = %s", "rewritten"),
        ("UPDATE games_standingdecision SET kind = 'other' WHERE id = %s", "rewritten"),
        ("DELETE FROM games_standingdecision WHERE id = %s", "the dump no longer has it"),
    ],
)
def test_a_mark_is_rewritten_or_taken_away(
    mo, edition, published, signer, change: str, sentence: str
) -> None:
    mark_edition_wrong(mo, edition.name, REASON)
    append()
    row = StandingDecision.objects.get(kind="wrong-edition")
    with lifted(connection, locks([StandingDecision, Edition])):
        sql("UPDATE games_edition SET wrong_decision_id = NULL")
        sql(change, row.pk)
    sentences = [str(difference) for difference in Audit(published.folder()).differences()]
    assert any(f"decision {row.pk}" in named and sentence in named for named in sentences)
