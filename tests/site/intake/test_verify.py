"""From a queued log to its verdict."""

import gc
import re
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from types import ModuleType

import pytest
from django.core.exceptions import FieldError
from django.db import OperationalError
from django.utils import timezone

from engine import read_log
from engine import verify as judge_log
from engine.build import VERSION, engine_version
from games.intake.receive import receive
from games.intake.split import split
from games.intake.store_verdicts import store_verdicts
from games.intake.verify import reverify, verify_submissions
from games.judging import judge as judging
from games.judging.queue import lease_logs, return_logs
from games.models import (
    Attestation,
    Channel,
    Game,
    Player,
    Seat,
    Standing,
    Status,
    Submission,
    Verification,
)
from games.standing.standing import settle
from tests.cast import account, broken_log, finished_log, game_of, submit
from tests.engine.cli.shell import GOLDEN
from tests.site.intake.files import log, zipped
from tests.worlds.engines import another_number
from web.errors import Conflict
from web.public_id import game_id

pytestmark = pytest.mark.django_db


def submission_of(upload, number=1):
    return upload.submissions.get(number=number)


def test_a_legal_log_becomes_a_game(ana, ben):
    text = finished_log("black=@ana white=@ben", "ABCDA", "private_ships new_dynasty_cards", seed=4)
    upload = submit(ana, f"# typed at night\n{text}")
    game, verdict = game_of(upload), judge_log(read_log(text))
    assert game.id == game_id(verdict.fingerprint)
    assert (game.fingerprint, game.digest) == (verdict.fingerprint, verdict.digest)
    assert game.log == text
    assert game.sides == "ABCDA"
    assert game.modules == " private_ships new_dynasty_cards "
    assert (game.edition, game.profile, game.players) == ("2026.1", "official", 2)
    assert game.entries == len(verdict.entries)
    assert game.played_on.isoformat() == "2026-01-02"
    points = verdict.result.points
    assert (game.winning_points, game.margin) == (max(points), abs(points[0] - points[1]))
    assert (game.standing, game.arbiter) == (Standing.WAITING, None)


def test_its_seats(ana, ben):
    game = game_of(submit(ana, log(3, "white=@ben gray=@ana black=Cleo")))
    verdict = judge_log(read_log(log(3, "white=@ben gray=@ana black=Cleo"))).result
    seats = list(Seat.objects.filter(game=game))
    assert [seat.number for seat in seats] == [0, 1, 2]
    assert [seat.colour for seat in seats] == ["white", "gray", "black"]
    assert [seat.name for seat in seats] == ["@ben", "@ana", "Cleo"]
    assert [seat.points for seat in seats] == list(verdict.points)
    assert [seat.place for seat in seats] == list(verdict.places)
    assert [seat.sled for seat in seats] == list(verdict.sleds)
    assert [seat.breakdown for seat in seats] == [verdict.breakdown(n) for n in range(3)]
    assert {seat.played_on for seat in seats} == {game.played_on}
    assert [seat.player.account for seat in seats] == [ben, ana, None]
    assert seats[2].player.known_to == ana


def test_its_submission_and_verification(ana, ben):
    submission = submission_of(submit(ana, log()))
    assert (submission.status, submission.attempts) == (Status.VERIFIED, 1)
    assert submission.judged_at is not None
    assert submission.refusal is None
    run = submission.verifications.get()
    assert (run.game, run.verdict, run.edition) == (submission.game, "verified", "2026.1")
    assert (run.fingerprint, run.digest) == (submission.game.fingerprint, submission.game.digest)
    assert run.engine == engine_version()
    assert run.duration > 0


def test_the_version_of_the_engine():
    import tomllib
    from pathlib import Path

    project = Path(__file__).resolve().parents[3] / "pyproject.toml"
    assert tomllib.loads(project.read_text())["project"]["version"] == VERSION
    assert engine_version().startswith(f"{VERSION}+")
    assert len(engine_version()) <= 40


def test_the_uploaders_seat_confirms_by_uploading(ana, ben):
    game = game_of(submit(ana, log()))
    attestation = Attestation.objects.get()
    assert (attestation.game, attestation.account) == (game, ana)
    assert attestation.by_uploading
    assert attestation.fingerprint == game.fingerprint


def test_an_uploader_who_did_not_play_confirms_nothing(ana, ben):
    submit(account("cleo"), log())
    assert not Attestation.objects.exists()


def test_an_arbiter_vouches_by_uploading(ana, ben):
    cleo = account("cleo", arbiter=True)
    game = game_of(submit(cleo, log()))
    assert (game.arbiter, game.standing) == (cleo, Standing.COUNTED)


def test_without_a_day_it_was_played_when_it_was_accepted(ana, ben):
    game = game_of(submit(ana, finished_log(played=None)))
    assert game.played_on == timezone.now().date()


def test_modules_and_names_may_be_empty(ana):
    game = game_of(submit(ana, finished_log("black= white=")))
    assert game.modules == ""
    assert [seat.player for seat in game.seats.all()] == [None, None]
    assert game.standing == Standing.WAITING


def test_several_logs_have_a_verdict_each(ana, ben):
    broken, line = broken_log(seed=5)
    upload = submit(ana, f"{log(1)}{broken}{log(2)}")
    first, bad, last = upload.submissions.all()
    assert [s.status for s in (first, bad, last)] == ["verified", "refused", "verified"]
    assert bad.refusal["line"] == log(1).count("\n") + line
    assert Game.objects.count() == 2


def test_an_illegal_entry_is_refused_at_its_place(ana, ben):
    text, line = broken_log()
    submission = submission_of(submit(ana, text))
    assert submission.status == Status.REFUSED
    assert submission.game is None
    refusal = submission.refusal
    assert (refusal["kind"], refusal["rule"], refusal["line"]) == ("illegal", "NO_SUCH_SHIP", line)
    assert refusal["legal"]
    run = submission.verifications.get()
    short = {key: value for key, value in refusal.items() if key != "legal"}
    assert (run.verdict, run.refusal, run.game) == ("refused", short, None)


REVEALED = f"chance: committed sha256:{'0' * 64}\nsecret: {'1' * 64}\nentropy: black= white="


@pytest.mark.parametrize(
    ("change", "kind", "line"),
    [
        (lambda t: t.replace("imhotep 1", "imhotep 9"), "syntax", 1),
        (lambda t: t.replace("edition: 2026.1", "edition: 1066.1"), "syntax", 2),
        (lambda t: t.replace("market=A", "market=Z"), "syntax", 4),
        (lambda t: t.replace("black=@ana", "black=\x01"), "syntax", 5),
        (lambda t: t.replace("chance: observed", "chance: \0"), "syntax", 6),
        (lambda t: t.replace("\n\n", "\nresult: black=1 white=1\n\n", 1), "result", 8),
        (lambda t: t.replace("chance: observed", REVEALED), "deal", 7),
        (lambda t: t[: t.rindex("\n", 0, -1) + 1], "illegal", None),
        (lambda t: "not a log at all", "syntax", 1),
        (lambda t: "{", "syntax", 1),
        (lambda t: '{"imhotep": 1, "\\ud800\\u0000": 2}', "syntax", 0),
        (lambda t: t + "\0", "syntax", None),
        (lambda t: t + "black take\n", "illegal", None),
        (lambda t: t.replace("played: 2026-01-02", "played: 2999-01-02"), "date", 7),
        (lambda t: t.replace("@ben", "@zed"), "account", 5),
        (lambda t: t.replace("@ben", "@"), "account", 5),
    ],
)
def test_kinds_of_refusals(ana, ben, change, kind, line):
    text = change(log())
    submission = submission_of(submit(ana, text))
    assert submission.status == Status.REFUSED
    assert submission.refusal["kind"] == kind
    assert submission.refusal["message"]
    if line is not None:
        assert submission.refusal["line"] == line
    assert not Game.objects.exists()
    assert not Player.objects.filter(account=None).exists()


def test_a_committed_deal_is_proved_and_the_record_keeps_its_proof():
    text = (GOLDEN / "committed-deal.imh").read_text("utf-8")
    verdict = judging.judge_log(text.encode())
    assert (verdict.fields["deal"], verdict.log) == ("proved", text)
    bare = judging.judge_log(re.sub(r"(?m)^(secret|entropy|replaced): .*\n", "", text).encode())
    assert bare.fields["deal"] == "not revealed"
    assert bare.fields["fingerprint"] == verdict.fields["fingerprint"]


def test_a_verdict_keeps_neither_positions_nor_events():
    """A batch of them would be a heap that Python's collector goes through again and again."""
    verdict = judging.judge_log(log().encode())
    met, pending = set(), [verdict.header, verdict.entries, verdict.accepted]
    while pending:
        node = pending.pop()
        if id(node) not in met and not isinstance(node, type | ModuleType):
            met.add(id(node))
            assert type(node).__module__ not in ("engine.state", "engine.events"), node
            pending += gc.get_referents(node)
    assert len(verdict.entries) == verdict.fields["actions"] > 0


def test_not_utf_8_is_refused_with_its_line(ana, ben):
    raw = log().encode().replace(b"black=@ana", b"black=\xff")
    refusal = submission_of(submit(ana, raw)).refusal
    assert (refusal["message"], refusal["line"]) == ("not UTF-8 text", 5)


def test_an_account_that_is_not_here(ana):
    raw = f"# two games\n{log()}\n{log(2, 'black=Ana white=@ana')}"
    first, second = submit(ana, raw).submissions.all()
    assert first.refusal == {
        "kind": "account",
        "message": "there is no account @ben here",
        "line": 6,
    }
    assert first.verifications.get().verdict == "refused"
    assert second.status == Status.VERIFIED


def test_an_account_that_is_not_here_in_json(ana):
    from engine import write_json

    refusal = submission_of(submit(ana, write_json(read_log(log())))).refusal
    assert (refusal["kind"], refusal["line"]) == ("account", 0)


def test_tomorrow_is_today_somewhere(ana, ben):
    today = timezone.now().date()
    tomorrow = (today + timedelta(days=1)).isoformat()
    later = (today + timedelta(days=2)).isoformat()
    assert game_of(submit(ana, finished_log(played=tomorrow))).played_on.isoformat() == tomorrow
    refusal = submission_of(submit(ana, finished_log(played=later, seed=2))).refusal
    assert refusal == {"kind": "date", "message": f"played: {later} is in the future", "line": 7}


def test_the_largest_log_is_judged(ana, ben):
    padding = "#" * 100 + "\n"
    text = log() + padding * ((2**20 - len(log())) // len(padding))
    assert submission_of(submit(ana, text)).status == Status.VERIFIED


def test_a_log_of_very_many_entries_is_refused(ana, ben):
    text = log() + "black take\n" * 60_000
    refusal = submission_of(submit(ana, text)).refusal
    assert "at most 5000 entries" in refusal["message"]


def test_a_second_upload_leads_to_the_first(ana, ben):
    game = game_of(submit(ana, log()))
    submission = submission_of(submit(ana, f"# again\n{log()}"))
    assert (submission.status, submission.game) == (Status.DUPLICATE, game)
    assert submission.verifications.get().game == game
    assert game.submission != submission
    assert Seat.objects.count() == 2


def test_the_same_game_twice_in_a_file(ana, ben):
    first, second = submit(ana, log() + log()).submissions.all()
    assert (first.status, second.status) == (Status.VERIFIED, Status.DUPLICATE)
    assert first.game == second.game


def test_the_same_game_twice_in_a_file_of_which_the_first_is_refused(ana, ben):
    raw = log().replace("@ben", "@zed") + log()
    first, second = submit(ana, raw).submissions.all()
    assert (first.status, second.status) == (Status.REFUSED, Status.VERIFIED)


def test_a_player_who_uploads_the_game_too_confirms_it(ana, ben):
    game = game_of(submit(ana, log()))
    submit(ben, log())
    assert set(game.attestations.values_list("account__username", flat=True)) == {"ana", "ben"}
    game.refresh_from_db()
    assert game.standing == Standing.COUNTED


def test_uploading_it_three_times_confirms_once(ana, ben):
    for _ in range(3):
        submit(ana, log())
    assert Attestation.objects.count() == 1


def test_a_player_whose_log_contradicts_the_seats_on_record_confirms_nothing(ana, ben):
    """Names are no part of the fingerprint: somebody may have swapped them."""
    game = game_of(submit(ben, log(1, "black=@ben white=@ana")))
    submit(ana, log(1, "black=@ana white=@ben"))
    assert [attestation.account for attestation in game.attestations.all()] == [ben]


def test_a_log_without_names_contradicts_nothing(ana, ben):
    game = game_of(submit(ana, log()))
    submit(ben, log(1, "black= white="))
    assert game.attestations.count() == 2


def test_an_arbiter_vouches_for_a_game_that_is_here(ana, ben):
    cleo = account("cleo", arbiter=True)
    game = game_of(submit(ana, log(1, "black=@ana white=Guest")))
    submit(cleo, log(1, "black=@ana white=Guest"))
    game.refresh_from_db()
    assert (game.arbiter, game.standing) == (cleo, Standing.COUNTED)


@pytest.mark.parametrize(
    "seats",
    ["black=@ben white=Guest", "black=@ana white=Other", "black= white=", "black=@ana white="],
)
def test_an_arbiter_vouches_only_for_the_names_of_the_upload(ana, ben, seats):
    cleo = account("cleo", arbiter=True)
    game = game_of(submit(ana, log(1, "black=@ana white=Guest")))
    submit(cleo, log(1, seats))
    game.refresh_from_db()
    assert (game.arbiter, game.standing) == (None, Standing.WAITING)


def test_a_duplicate_makes_no_guests(ana, ben):
    submit(ana, log())
    submit(ben, log(1, "black=Anna white=Benjamin"))
    assert not Player.objects.filter(account=None).exists()


def test_two_games_with_one_id_are_told_apart(ana, ben, monkeypatch):
    """Sixty bits can be made to collide by somebody with patience; a game is not lost by it."""
    from games.duplicates import identity
    from games.judging import pending_result

    for module in (identity, pending_result):
        monkeypatch.setattr(module, "game_id", lambda fingerprint: "000000000000")
    game = game_of(submit(ana, log(1)))
    other = submission_of(submit(ana, log(2)))
    assert other.status == Status.FAILED
    assert game_of(game.submission.upload) == game


def queued(account, text):
    upload = receive(account, text.encode(), "a.imh", Channel.PAGE)
    return [submission.pk for submission in upload.submissions.all()]


def test_a_second_delivery_changes_nothing(ana, ben):
    ids = queued(ana, log())
    verify_submissions(ids)
    before = Submission.objects.values().get()
    verify_submissions(ids)
    verify_submissions([*ids, *ids])
    assert Submission.objects.values().get() == before
    assert Verification.objects.count() == 1


def test_unknown_ids_are_passed_over(ana):
    verify_submissions([])
    verify_submissions([999_999])


def test_what_another_worker_has_is_left_alone(ana, ben):
    ids = queued(ana, log())
    assert len(lease_logs(ids).cases) == 1
    assert lease_logs(ids).cases == []
    verify_submissions(ids)
    assert Submission.objects.get().status == Status.RUNNING


def test_what_a_dead_worker_had_is_leased_anew(ana, ben, settings):
    ids = queued(ana, log())
    lease_logs(ids)
    settings.JUDGING_LEASE_SECONDS = 0
    verify_submissions(ids)
    submission = Submission.objects.get()
    assert (submission.status, submission.attempts) == (Status.VERIFIED, 2)


def test_a_worker_thought_dead_writes_nothing(ana, ben, settings):
    """It was only slow, and another has leased its log meanwhile."""
    ids = queued(ana, log())
    slow = lease_logs(ids)
    settings.JUDGING_LEASE_SECONDS = 0
    verify_submissions(ids)
    before = Submission.objects.values().get()
    assert (
        store_verdicts(
            slow.claimed_at, [(case, judging.judge_log(case.source)) for case in slow.cases]
        )
        == []
    )
    assert Submission.objects.values().get() == before
    assert Verification.objects.count() == Game.objects.count() == 1


def test_what_was_given_back_is_no_attempt(ana, ben):
    ids = queued(ana, log())
    leased = lease_logs(ids)
    return_logs(leased.claimed_at, ids)
    submission = Submission.objects.get()
    assert (submission.status, submission.attempts) == (Status.QUEUED, 0)


def test_a_batch_that_takes_too_long_gives_the_rest_back(ana, ben, monkeypatch, messages):
    from games.intake import verify as verifying

    monkeypatch.setattr(verifying, "BATCH_SECONDS", -1.0)
    ids = queued(ana, log(1) + log(2))
    verify_submissions(ids)
    assert set(Submission.objects.values_list("status", "attempts")) == {("queued", 0)}
    assert messages == [[pk] for pk in ids]


@pytest.mark.both_databases
@pytest.mark.parametrize(("deadlocks", "status"), [(2, Status.VERIFIED), (3, Status.QUEUED)])
def test_results_are_written_again_where_two_writers_stood_in_each_others_way(
    ana, ben, monkeypatch, deadlocks, status
):
    from games.intake import verify as verifying

    left = [OperationalError("deadlock detected")] * deadlocks

    def store_conflicting(*arguments):
        if left:
            raise left.pop()
        return store_verdicts(*arguments)

    monkeypatch.setattr(verifying, "store_verdicts", store_conflicting)
    with nullcontext() if deadlocks < 3 else pytest.raises(OperationalError):
        verify_submissions(queued(ana, log()))
    assert Submission.objects.get().status == status


@pytest.fixture
def tomorrow(monkeypatch):
    """The clock of this machine is a day ahead; that of a server is right."""
    ahead = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: ahead)


def test_games_go_by_the_clock_of_the_database(ana, ben, tomorrow):
    text = "\n".join(line for line in log().splitlines() if not line.startswith("played:"))
    game = game_of(submit(ana, text + "\n"))
    current_time = datetime.now(UTC)
    row = game.submission
    for moment in (game.accepted_at, row.judged_at, row.claimed_at, row.queued_at):
        assert abs(moment - current_time) < timedelta(minutes=2)
    assert abs(game.played_on - current_time.date()) < timedelta(days=1)


@pytest.fixture
def full_disk(monkeypatch):
    """The trouble of the site while it is not empty: nothing can be stored."""
    from games.intake import verify as verifying

    trouble = [OperationalError("No space left on device")]

    def store_if_possible(*arguments):
        if trouble:
            raise trouble[0]
        return store_verdicts(*arguments)

    monkeypatch.setattr(verifying, "store_verdicts", store_if_possible)
    return trouble


@pytest.mark.both_databases
def test_a_verdict_that_cannot_be_stored_is_no_attempt_and_pauses_grow(ana, ben, full_disk):
    ids = queued(ana, log(1) + log(2))
    waits = []
    for number in range(1, 8):
        before = timezone.now()
        with pytest.raises(OperationalError):
            verify_submissions(ids)
        for row in Submission.objects.all():
            assert (row.status, row.attempts, row.pauses) == (Status.QUEUED, 0, number)
            assert row.claimed_at is None
        waits.append(int((row.resumes_at - before).total_seconds() + 0.5) // 10 * 10)
        Submission.objects.update(resumes_at=timezone.now())
    assert waits == [10, 20, 40, 80, 160, 300, 300]
    full_disk.clear()
    verify_submissions(ids)
    assert set(Submission.objects.values_list("status", "attempts")) == {("verified", 1)}


def test_a_pause_that_cannot_be_stored_is_stored_with_the_next_task(
    ana, ben, full_disk, monkeypatch
):
    from games.judging import queue

    ids = queued(ana, log(1) + log(2))
    with monkeypatch.context() as broken:
        broken.setattr(queue, "leased_submissions", lambda *_: Submission.objects.filter(nothing=1))
        with pytest.raises(FieldError):
            verify_submissions(ids)
    assert set(Submission.objects.values_list("status", "attempts")) == {("running", 1)}
    verify_submissions([])
    assert set(Submission.objects.values_list("status", "attempts", "pauses")) == {("queued", 0, 1)}


@pytest.mark.both_databases
def test_logs_whose_bytes_cannot_be_read_pause(ana, ben, monkeypatch):
    from games.judging import queue

    def fail(rows):
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(queue, "texts_of", fail)
    with pytest.raises(OperationalError):
        verify_submissions(queued(ana, log()))
    assert set(Submission.objects.values_list("status", "attempts", "pauses")) == {("queued", 0, 1)}


@pytest.fixture
def messages(monkeypatch):
    from games.judging import queue

    sent = []
    monkeypatch.setattr(queue, "_send", lambda ids, to: sent.append(list(ids)) or True)
    return sent


@pytest.fixture
def poison(monkeypatch):
    """An engine with a fault: it fails for any log with this word in a comment."""
    read = judging.read_log

    def faulty(source):
        if b"# poison" in source:
            raise ZeroDivisionError("of a fault\0")
        return read(source)

    monkeypatch.setattr(judging, "read_log", faulty)
    return "# poison\n"


def test_a_log_for_which_the_engine_fails_does_not_spoil_the_others(ana, ben, poison, messages):
    ids = queued(ana, f"{log(1)}\n{log(2)}{poison}{log(3)}")
    verify_submissions(ids)
    first, bad, last = Submission.objects.order_by("number")
    assert (first.status, last.status) == (Status.VERIFIED, Status.VERIFIED)
    assert (bad.status, bad.attempts) == (Status.QUEUED, 1)
    assert messages == [[bad.pk]]
    verify_submissions([bad.pk])
    verify_submissions([bad.pk])
    verify_submissions([bad.pk])
    bad.refresh_from_db()
    assert (bad.status, bad.attempts) == (Status.FAILED, 3)
    assert bad.refusal["kind"] == "failed"
    assert "ZeroDivisionError" in bad.refusal["message"]
    assert not bad.verifications.exists()
    assert messages == [[bad.pk]] * 2
    assert b"poison" in bad.text


def test_a_batch_takes_few_statements_however_large(ana, ben, django_assert_max_num_queries):
    """The games, their facts, what they are nearly, who is told: so many for 3 logs, and for 26.
    Two of them count what is told into a notice of before, two ask the database's clock."""
    ids = queued(ana, "".join(log(seed) for seed in range(1, 4)))
    submit(account("cleo", arbiter=True), log(99))
    with django_assert_max_num_queries(60):  # one asks if the uploads were brought for a club
        verify_submissions(ids)
    later_ids = queued(ana, "".join(log(seed) for seed in range(4, 30)))
    with django_assert_max_num_queries(60):
        verify_submissions(later_ids)
    assert Game.objects.count() == 30


def test_logs_of_several_people_in_one_batch(ana, ben):
    ids = [
        *queued(ana, log(1, "black=@ana white=Guest")),
        *queued(ben, log(2, "black=@ben white=Guest")),
    ]
    verify_submissions(ids)
    guests = Player.objects.filter(name="Guest").values_list("known_to__username", flat=True)
    assert sorted(guests) == ["ana", "ben"]


def test_a_second_verification_is_added(ana, ben):
    game = game_of(submit(ana, log()))
    run = reverify(game.submission)
    assert (run.verdict, run.digest, run.game) == ("verified", game.digest, game)
    assert game.verifications.count() == 2


@pytest.mark.parametrize("change", ["refused", "other points"])
def test_a_game_that_the_engine_judges_otherwise_now_keeps_its_verdict(
    ana, ben, monkeypatch, change
):
    game = game_of(submit(account("cleo", arbiter=True), log()))
    read, accepted, text = judging.read_log, judging.accepted_fields, broken_log()[0]
    points = {"points": {"black": 1, "white": 2}}
    name, replacement = {
        "refused": ("read_log", lambda source: read(text)),
        "other points": ("accepted_fields", lambda game, texts: accepted(game) | points),
    }[change]
    monkeypatch.setattr(judging, name, replacement)
    with pytest.raises(Conflict, match="different result"):
        reverify(game.submission)
    assert game.verifications.count() == 1
    assert Game.objects.get().standing == Standing.COUNTED


def test_an_engine_that_fails_says_nothing_about_a_game(ana, ben, poison):
    game = game_of(submit(account("cleo", arbiter=True), log()))
    submission = game.submission
    submission.game = game
    game.log = poison + game.log
    with pytest.raises(Conflict, match="failed"):
        reverify(submission)
    assert game.verifications.count() == 1
    settle([game])
    assert game.standing == Standing.COUNTED


def test_zipped_logs_are_judged_from_their_own_bytes(ana, ben):
    upload = submit(ana, zipped(("a.imh", log(1)), ("b.imh", log(2))), "a.zip")
    assert [s.status for s in upload.submissions.all()] == ["verified", "verified"]
    assert len(split(bytes(upload.raw), "a.zip")) == 2


@pytest.mark.both_databases
def test_a_log_exported_from_here_is_known_while_a_new_engine_counts_otherwise(ana, ben, client):
    """In every form of an export; the uploader stands for the game by it."""
    game = game_of(submit(ana, finished_log(seed=1)))
    names = ("log.imh", "log.json")
    exports = [client.get(f"/games/{game.pk}/{name}").content for name in names]
    with another_number():
        for raw, name in zip(exports, names, strict=True):
            upload = submit(ben, raw, name)
            (row,) = upload.submissions.all()
            assert (row.status, row.game_id) == (Status.DUPLICATE, game.pk), row.refusal
        assert Attestation.objects.filter(game=game, account=ben).exists()
        # what nobody exported is refused: another claim, and another game with a wrong claim
        for log_text in (game.log, finished_log(seed=3)):
            head, body = re.sub(r"^result: .*\n", "", log_text, flags=re.MULTILINE).split("\n\n", 1)
            (row,) = submit(ana, f"{head}\nresult: black=1 white=2\n\n{body}").submissions.all()
            assert (row.status, row.refusal["kind"]) == (Status.REFUSED, "result")
