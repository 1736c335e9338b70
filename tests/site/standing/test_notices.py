"""Who is told what, in which words; what is kept of it, and what is mailed."""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format

from games import limits, notices
from games.limits import SMALL
from games.models import Account, Game, Notice, NoticeWishes, Player
from games.models.notice import Kind
from games.moderation import actions
from games.notices import PendingNotice, mark_read, notify_accounts
from games.notifications import mail_digest
from games.notifications.messages import game_words, notice_address, notice_sentence
from games.standing import attest, correct_seats
from ratings.services.fold import fold_pending
from tables.notifications import turns
from tests.cast import account, broken_log, client_of, finished_log, game_of, submit

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class World(NamedTuple):
    """ana brought a game of hers with ben, which waits for him; cleo and mo look on."""

    ana: Account
    ben: Account
    cleo: Account
    mo: Account
    game: Game


def build_world() -> World:
    people = [account(name) for name in ("ana", "ben", "cleo")]
    return World(*people, account("mo", moderator=True), game_of(submit(people[0], finished_log())))


@pytest.fixture(scope="module")
def stored_world(keep: Callable[[Callable[[], World]], World]) -> World:
    return keep(build_world)


@pytest.fixture
def world(stored_world: World, db: None) -> World:
    cache.clear()
    return deepcopy(stored_world)


def notice_texts(account: Account, *kinds: Notice.Kind) -> list[str]:
    """What `account` is told, the latest last; of `kinds`, or of all but uploads."""
    rows = Notice.objects.filter(account=account).select_related("by").order_by("id")
    rows = rows.filter(kind__in=kinds) if kinds else rows.exclude(kind=Kind.UPLOAD)
    return [notice_sentence(row) for row in rows]


def notice_accounts(kind: Notice.Kind, **filters: object) -> list[int]:
    """The accounts that are told of it."""
    rows = Notice.objects.filter(kind=kind, **filters).order_by("account")
    return list(rows.values_list("account", flat=True))


def test_a_game_that_names_me_asks_me(world: World):
    assert notice_texts(world.ben) == [
        f"@ana uploaded a game with you: {game_words(world.game)}. Is it right?"
    ]
    assert notice_texts(world.ana) == []
    (row,) = Notice.objects.filter(account=world.ben)
    assert notice_address(row) == f"/games/{world.game.pk}/"


def test_a_notice_says_the_game_by_its_people_day_and_result(world: World):
    (sentence,) = notice_texts(world.ben)
    assert world.game.pk not in sentence
    for seat in world.game.seats.all():
        assert f"@{seat.player.account.username} {seat.points}" in sentence
    assert date_format(world.game.played_on, "SHORT_DATE_FORMAT") in sentence


def test_many_games_at_once_are_one_notice_and_lead_to_their_page(world: World):
    Notice.objects.all().delete()
    logs = [finished_log(seed=seed) for seed in range(2, 5)]
    submit(world.ana, "\n".join(logs))
    assert notice_texts(world.ben) == ["@ana uploaded 3 games with you. Are they right?"]
    submit(world.ana, finished_log(seed=5))
    (row,) = Notice.objects.filter(account=world.ben)
    assert (row.n, notice_address(row)) == (4, "/confirm/")


def test_who_has_confirmed_is_asked_no_more_and_the_others_learn_that_it_counts(world: World):
    attest.attest(world.ben, world.game)
    assert notice_texts(world.ana) == [
        f"Your game is confirmed and rated: {game_words(world.game)}."
    ]
    (notice,) = Notice.objects.filter(account=world.ben)
    assert notice.read_at is not None


def test_a_confirmation_of_several_is_told_to_who_brought_the_game(world: World):
    game = game_of(submit(world.ana, finished_log("black=@ana white=@ben brown=@cleo", seed=7)))
    attest.attest(world.ben, game)
    assert notice_texts(world.ana) == [f"@ben confirmed a game: {game_words(game)}."]


def test_a_dispute_and_what_comes_of_it(world: World):
    attest.dispute(world.ben, world.game, "It was another evening.")
    assert notice_accounts(Kind.DISPUTED) == [world.ana.pk]
    assert notice_texts(world.ana) == [f"@ben disputes a game of yours: {game_words(world.game)}."]
    actions.settle_dispute(world.mo, world.game.disputes.get(), True, "So it was.")
    assert notice_accounts(Kind.VOID) == [world.ana.pk, world.ben.pk]


def test_mended_seats_are_told_to_who_sat_there_and_who_sits_there(world: World):
    correct_seats.reseat(world.ana, world.game, ["@ana", "@cleo"], "It was Cleo.")
    assert notice_texts(world.ben)[1:] == [
        f"@ana corrected the players of a game: {game_words(world.game)}."
    ]
    assert notice_texts(world.cleo) == [
        f"@ana uploaded a game with you: {game_words(world.game)}. Is it right?"
    ]
    assert notice_texts(world.ana) == []


def test_another_log_of_the_game_is_told(world: World):
    submit(world.cleo, finished_log("black=@ana white=@cleo"))
    assert world.game.pk in of_games(Kind.CONTESTED)
    assert notice_accounts(Kind.CONTESTED) == [world.ana.pk, world.ben.pk]


def of_games(kind: Notice.Kind) -> set[str | None]:
    return set(Notice.objects.filter(kind=kind).values_list("game", flat=True))


def test_the_verdicts_on_an_upload_are_told_once(world: World):
    upload = submit(world.cleo, finished_log(seed=8) + "\n" + broken_log(seed=9)[0])
    sentence = "Your upload game.imh of 2 logs has been checked: 1 verified, 1 refused."
    assert notice_texts(world.cleo, Kind.UPLOAD) == [sentence]
    notices.notify_uploaders({upload.pk})
    assert notice_texts(world.cleo, Kind.UPLOAD) == [sentence]


def test_a_refused_log_is_named_with_its_line_until_its_page_was_seen(world: World):
    text, line = broken_log(seed=9)
    upload = submit(world.cleo, text)
    assert notice_texts(world.cleo, Kind.UPLOAD) == [
        f"Your log game.imh was refused at line {line}."
    ]
    client_of(world.cleo).get(f"/uploads/{upload.pk}/")
    assert not Notice.objects.filter(account=world.cleo, read_at=None).exists()


def test_of_a_few_logs_with_nothing_wrong_there_is_nothing_to_tell(world: World):
    submit(world.cleo, finished_log(seed=8))
    assert notice_texts(world.cleo, Kind.UPLOAD) == []
    logs = [finished_log(seed=1, played=f"2026-03-{day:02}") for day in range(1, SMALL + 2)]
    submit(world.cleo, "\n".join(logs))
    assert notice_texts(world.cleo, Kind.UPLOAD) == [
        f"Your upload game.imh of {SMALL + 1} logs has been checked: {SMALL + 1} already here."
    ]


def test_a_rating_that_an_earlier_game_changes_is_told(world: World):
    attest.attest(world.ben, world.game)
    fold_pending()
    assert notice_accounts(Kind.RATING) == []
    earlier = finished_log("black=@ben white=@ana", seed=11, played="2025-01-01")
    attest.attest(world.ana, game_of(submit(world.ben, earlier)))
    fold_pending()
    assert notice_accounts(Kind.RATING) == [world.ana.pk, world.ben.pk]
    (row,) = Notice.objects.filter(account=world.ana, kind=Kind.RATING)
    overall = Player.objects.get(account=world.ana).ratings.get(pool="overall")
    assert row.facts["after"] == overall.rating != row.facts["before"]
    assert str(round(overall.rating / 1000)) in notice_sentence(row)
    assert notice_address(row) == f"/players/{overall.player_id}/why/"


def test_of_a_rating_the_latest_is_told_and_of_others_when_it_began(world: World):
    """An unread row goes on: of a rating it says when that is so, of the rest since when."""
    Notice.objects.all().delete()
    begun = timezone.now() - timedelta(minutes=30)
    for kind, facts in ((Kind.RATING, {"before": 1, "after": 2}), (Kind.COUNTS, {})):
        notify_accounts([PendingNotice(world.ana.pk, kind, world.game.pk, facts=facts)])
        Notice.objects.filter(kind=kind).update(at=begun)
        notify_accounts(
            [PendingNotice(world.ana.pk, kind, world.game.pk, facts=facts and facts | {"after": 3})]
        )
    rows = {row.kind: row for row in Notice.objects.filter(account=world.ana)}
    assert rows[Kind.RATING].at > begun + timedelta(minutes=29)
    assert rows[Kind.RATING].facts == {"before": 1, "after": 3}
    assert (rows[Kind.COUNTS].at, rows[Kind.COUNTS].n) == (begun, 2)


def test_computer_players_and_closed_accounts_are_told_nothing(world: World):
    Account.objects.filter(pk=world.ben.pk).update(is_active=False)
    Account.objects.filter(pk=world.cleo.pk).update(computer="greedy")
    before = Notice.objects.count()
    notify_accounts(
        PendingNotice(account.pk, Kind.VOID, world.game.pk) for account in (world.ben, world.cleo)
    )
    assert Notice.objects.count() == before


def test_every_kind_has_a_sentence_in_every_number_and_a_page(world: World):
    facts = {"before": 1_500_000, "after": 1_501_000}
    for kind in Kind:
        for n in (1, 2):
            row = Notice(account=world.ben, by=world.ana, kind=kind, game=world.game, n=n)
            row.facts = facts if kind is Kind.RATING else {}
            assert "%(" not in notice_sentence(row)
            assert len(notice_sentence(row)) > 20
            assert notice_address(row).startswith("/")


def test_the_page_counts_shows_and_marks(world: World):
    client = client_of(world.ben)
    page = client.get("/notices/").content.decode()
    assert "Is it right?" in page
    (row,) = Notice.objects.filter(account=world.ben)
    waits = client.get("/play/turns.json").json()["waits"]
    assert (waits["notices"]["n"], waits["confirm"]["n"]) == (1, 1)
    answer = client.post("/notices/", {"open": row.pk})
    assert answer["Location"] == f"/games/{world.game.pk}/"
    assert client.get("/play/turns.json").json()["waits"]["notices"]["n"] == 0
    read = client.get("/notices/").content.decode()
    assert "notices--read" in read
    assert "Is it right?" not in read
    assert "Mark all as read" not in read


def test_others_notices_are_not_there(world: World):
    (row,) = Notice.objects.filter(account=world.ben)
    client = client_of(world.cleo)
    assert client.post("/notices/", {"open": row.pk}).status_code == 404
    client.post("/notices/", {"until": row.pk})
    assert mark_read(world.cleo, [row.pk]) == 0
    row.refresh_from_db()
    assert row.read_at is None


def test_open_pages_are_told_when_something_is_written(
    world: World, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    heard: list[str] = []
    monkeypatch.setattr(
        turns, "publish_messages", lambda messages: heard.extend(name for name, _ in messages)
    )
    with django_capture_on_commit_callbacks(execute=True):
        attest.dispute(world.ben, world.game, "No.")
    assert heard == [f"turns:{world.ana.pk}"]


def test_what_was_read_long_ago_goes_and_of_many_the_oldest(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    old = timezone.now() - timedelta(days=limits.NOTICE_DAYS + 1)
    notify_accounts(PendingNotice(world.cleo.pk, Kind.VOID, world.game.pk) for _ in range(5))
    notice_ids = list(
        Notice.objects.filter(account=world.cleo).order_by("id").values_list("pk", flat=True)
    )
    Notice.objects.filter(pk=notice_ids[4]).update(read_at=old)
    Notice.objects.filter(pk=notice_ids[3]).update(at=old)
    assert notices.delete_old_notices() == 1
    monkeypatch.setattr(notices, "MAX_NOTICES", 2)
    assert notices.delete_old_notices() == 2
    left = Notice.objects.filter(account=world.cleo).values_list("pk", flat=True)
    assert set(left) == {notice_ids[2], notice_ids[3]}


def aged(minutes: int = 30) -> None:
    Notice.objects.update(at=timezone.now() - timedelta(minutes=minutes))


def test_a_day_is_one_mail_with_a_link_that_confirms_and_one_that_stops(world: World):
    assert mail_digest.send_mail_digests() == 0  # they may be on the site
    aged()
    mail_digest.wish(world.ana, set())
    assert mail_digest.send_mail_digests() == 1
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ben@example.org"], "1 notice · Imhotep")
    assert f"/games/{world.game.pk}/" in sent.body
    assert sent.body.count("/confirm/by-mail/") == 1
    points = {seat.colour: seat.points for seat in world.game.seats.all()}
    assert f"@ana {points['black']}" in sent.body
    assert f"@ben {points['white']}" in sent.body
    stop = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop in sent.body
    assert mail_digest.send_mail_digests() == 0
    notify_accounts([PendingNotice(world.ben.pk, Kind.VOID, world.game.pk)])
    aged()
    assert mail_digest.send_mail_digests() == 0
    day = timezone.now() - timedelta(hours=25)
    NoticeWishes.objects.filter(account=world.ben).update(mailed_at=day)
    assert mail_digest.send_mail_digests() == 1
    path = stop.removeprefix(mail_digest.settings.SITE_URL)
    program = Client(enforce_csrf_checks=True)
    assert program.get(path).status_code == 200
    assert mail_digest.wishes_of(world.ben).games
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert mail_digest.wishes_of(world.ben).kinds == []


def test_who_is_asked_by_mail_reads_there_who_left(world: World):
    lines = finished_log(seed=12).splitlines()
    index = next(n for n, line in enumerate(lines) if line.startswith("seats:"))
    lines.insert(index + 1, "replaced: black=20")
    submit(world.ana, "\n".join(lines) + "\n")
    aged()
    mail_digest.send_mail_digests()
    (sent,) = [message for message in mail.outbox if message.to == ["ben@example.org"]]
    assert sent.body.count("The log says that @ana left at move 20") == 1


def test_what_is_not_wanted_or_was_read_is_not_mailed(world: World):
    mail_digest.wish(world.ben, {"rating"})
    aged()
    assert mail_digest.send_mail_digests() == 0
    mail_digest.wish(world.ben, {"confirming"})
    assert mail_digest.send_mail_digests() == 0  # what was not wanted then is not sent later
    notify_accounts([PendingNotice(world.ben.pk, Kind.NAMED, world.game.pk, world.ana.pk)])
    aged()
    mark_read(world.ben, until=2**60)
    assert mail_digest.send_mail_digests() == 0


def test_who_wants_no_mail_about_tables_gets_none_of_notices_unless_they_say_so(world: World):
    Account.objects.update(reminders=False)
    aged()
    assert mail_digest.send_mail_digests() == 0
    assert not mail_digest.wishes_of(Account.objects.get(username="ben")).confirming


def test_a_mail_server_that_is_away_loses_nothing(world: World, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> int:
        raise ConnectionRefusedError

    mail_digest.wish(world.ana, set())
    aged()
    with monkeypatch.context() as patched:
        patched.setattr("games.notifications.mail_digest.EmailMessage.send", refuse)
        assert mail_digest.send_mail_digests() == 0
    assert mail_digest.send_mail_digests() == 1


def test_the_mail_is_in_the_language_of_its_reader(world: World):
    Account.objects.filter(pk=world.ben.pk).update(language="de")
    aged()
    with translation.override("en"):
        mail_digest.send_mail_digests()
    (sent,) = [message for message in mail.outbox if message.to == ["ben@example.org"]]
    assert "Hallo @ben" in sent.body


def test_the_page_keeps_the_categories(world: World):
    client = client_of(world.ben)
    client.post("/notices/mail/", {"category": ["rating", "nonsense"]})
    assert mail_digest.wishes_of(world.ben).kinds == [Kind.RATING, Kind.PATTERN]
