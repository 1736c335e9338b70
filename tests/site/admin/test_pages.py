"""What moderators see."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from events.models import NameReport
from games.models import ApiToken, Dispute, Game, Player, Status, Submission, Upload
from games.standing.resolve_players import ensure_player
from ratings.models import Closing, Entry, RatingChange
from ratings.services.fold import fold_pending
from tests.cast import account, broken_log, client_of, finished_log, submit
from tests.worlds.admin_scene import Scene, every_page, list_of, page_of, registered

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_refusal_is_shown_with_its_line_in_the_log(scene: Scene) -> None:
    page = client_of(scene.judge).get(page_of(scene.refused.submissions.get())).content.decode()
    line = broken_log()[1]
    assert f'<li id="line-{line}" class="bad">' in page
    assert "<dt>message</dt>" in page
    assert page.count('class="bad"') == 1


def test_what_waits_comes_before_the_lists(scene: Scene) -> None:
    page = client_of(scene.judge).get(reverse("admin:index")).content.decode()
    main = page.index('id="content-main"')
    assert main < page.index("Open disputes", main) < page.index('class="app-games')
    assert "viewlink" not in page, "the name of a list is its link"


def test_the_lists_say_who_and_what(scene: Scene) -> None:
    client = client_of(scene.judge)
    logs = client.get(list_of(Submission)).content.decode()
    assert "refused" in logs
    assert "bad.imh" in client.get(list_of(Upload)).content.decode()
    games = client.get(list_of(Game)).content.decode()
    assert scene.game.pk in games
    assert "verified and rated" in games


def test_the_filters_of_a_list_stand_above_it_and_say_what_is_chosen(scene: Scene) -> None:
    page = client_of(scene.judge).get(list_of(Game), {"players": "2"}).content.decode()
    assert page.index('class="filter-menus"') < page.index('id="changelist-form"')
    assert "Number of players: <b>2</b>" in page
    assert "Standing<b>" not in page
    assert "Clear all filters" in page


def test_the_page_of_a_game_shows_what_is_said_for_and_against_it(scene: Scene) -> None:
    page = client_of(scene.judge).get(page_of(scene.dispute.game)).content.decode()
    assert "I was not there" in page
    assert "disputed by @ben" in page
    page = client_of(scene.judge).get(page_of(scene.game)).content.decode()
    assert "to see it run" in page


def test_no_digest_of_a_token_and_no_password_is_shown(scene: Scene) -> None:
    client = client_of(scene.judge)
    token = ApiToken.objects.get()
    for page in every_page():
        content = client.get(page).content
        assert token.digest.encode() not in content
        assert scene.ana.password.encode() not in content


def test_no_list_has_a_link_within_the_link_to_the_page_of_a_row(scene: Scene) -> None:
    """A browser ends the outer one before the inner one begins: it is empty."""
    client = client_of(scene.judge)
    for model, _pages in registered():
        text = client.get(list_of(model)).content.decode()
        rows = text.partition("<tbody>")[2].partition("</tbody>")[0]
        assert not re.search(r"<a [^>]*>\s*<(/a>|a )", rows), model


def test_a_report_of_an_announcement_shows_its_words(scene: Scene) -> None:
    report = NameReport.objects.exclude(announcement=None).select_related("announcement").first()
    assert report is not None
    assert report.announcement is not None
    text = client_of(scene.judge).get(list_of(NameReport)).content.decode()
    assert f">{report.announcement.text[:40]}" in text


def test_nothing_is_inline(scene: Scene) -> None:
    """A strict content security policy holds: no script, style or handler in a page."""
    client = client_of(scene.judge)
    for page in every_page():
        if "/raw/" in page:
            continue
        text = client.get(page).content.decode()
        for script in re.findall(r"<script\b[^>]*>", text):
            assert "src=" in script or "application/json" in script, (page, script)
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=\"|javascript:", text), page


def test_the_site_has_a_name_and_its_sheet(scene: Scene) -> None:
    page = client_of(scene.judge).get(reverse("admin:index")).content.decode()
    assert "Imhotep moderators" in page
    assert "css/moderators.css" in page
    assert reverse("admin:games_queue") in page


def test_what_is_to_do_is_counted(scene: Scene) -> None:
    client, index = client_of(scene.judge), reverse("admin:index")
    before = client.get(index).content.decode()
    failed = Submission.objects.filter(status=Status.FAILED).count()
    assert f"Failed logs</a> ({failed})" in before
    for name in ("Open disputes", "Open claims", "Open reports of chat messages"):
        assert re.search(rf"{name}</a> \(\d+\)", before)
    row = scene.refused.submissions.get()
    Submission.objects.filter(pk=row.pk).update(status=Status.FAILED)
    assert f"Failed logs</a> ({failed + 1})" in client.get(index).content.decode()


def test_contested_games_are_named_among_what_is_to_do(scene: Scene) -> None:
    client, index = client_of(scene.judge), reverse("admin:index")
    (contested,) = Game.objects.filter(seat_claims__isnull=False)
    page = client.get(index).content.decode()
    assert "Contested games: who sat where?</a> (1)" in page
    address = reverse("admin:games_game_change", args=[contested.pk])
    link = re.search(rf'<a href="{address}">(.*?)</a>', page)
    assert link
    assert "@ana" in link[1]
    assert "@ben" in link[1]


@pytest.mark.parametrize("model", ["game", "dispute", "seatclaim", "discrepancy"])
def test_lists_about_games_have_a_column_of_the_standing(scene: Scene, model: str) -> None:
    page = client_of(scene.judge).get(reverse(f"admin:games_{model}_changelist"))
    assert 'class="field-standing' in page.content.decode()


def test_cells_name_their_columns_for_phones(scene: Scene) -> None:
    page = client_of(scene.judge).get(list_of(Game)).content.decode()
    assert 'data-label="Standing" class="field-standing_badge"><span class="badge badge' in page
    assert 'class="action-checkbox"><input' in page


def test_an_open_dispute_has_a_button_to_its_decision(scene: Scene) -> None:
    client, address = client_of(scene.judge), list_of(Dispute)
    button = f'<a href="{page_of(scene.dispute)}">Decide</a>'
    assert button in client.get(address).content.decode()
    Dispute.objects.update(closed_at=timezone.now(), upheld=False)
    assert button not in client.get(address).content.decode()
    page = client.get(page_of(scene.dispute)).content.decode()
    assert 'name="action" value="uphold"' not in page


def test_a_page_has_no_button_of_an_action_that_would_be_refused(scene: Scene) -> None:
    client = client_of(scene.judge)
    page = client.get(page_of(scene.game)).content.decode()
    assert 'name="action" value="void"' in page
    assert 'name="action" value="restore"' not in page
    Game.objects.filter(pk=scene.game.pk).update(standing="void")
    page = client.get(page_of(scene.game)).content.decode()
    assert 'name="action" value="void"' not in page
    assert 'name="action" value="restore"' in page


def test_the_queue(scene: Scene) -> None:
    failed = scene.refused.submissions.get()
    Submission.objects.filter(pk=failed.pk).update(
        status=Status.FAILED, refusal={"kind": "crash", "message": "the engine fell over"}
    )
    copy = submit(scene.ana, finished_log(seed=9)).submissions.get()
    Submission.objects.filter(pk=copy.pk).update(status=Status.QUEUED)
    client = client_of(scene.judge)
    page = client.get(reverse("admin:games_queue")).content.decode()
    assert "the engine fell over" in page
    assert page_of(copy) in page
    assert "worker" in page.lower()
    assert "automatically" not in page
    assert "the clock of a worker was wrong" not in page
    Game.objects.filter(pk=scene.game.pk).update(accepted_at=timezone.now() + timedelta(days=1))
    page = client.get(reverse("admin:games_queue")).content.decode()
    assert "the clock of a worker was wrong" in page
    assert page_of(scene.game) in page
    sentence = "it could not be judged: a moderator will look at it"
    Submission.objects.filter(pk=failed.pk).update(refusal={"kind": "failed", "message": sentence})
    later = timezone.now() + timedelta(minutes=1)
    Submission.objects.filter(pk=copy.pk).update(resumes_at=later)
    page = client.get(reverse("admin:games_queue")).content.decode()
    assert "could not be stored: 1" in page
    assert "reasons other than the engine: 1" in page
    data = {"action": "queue_again", "_selected_action": failed.pk}
    text = client.post(list_of(Submission), data).content.decode()
    assert "Public reason" in text


def search(address: str, word: str) -> str:
    judge = account("judge-2", moderator=True)
    response = client_of(judge).get(address, {"q": word})
    judge.delete()
    assert response.status_code == 200
    return str(response.content.decode())


def test_searching(scene: Scene) -> None:
    game, upload = scene.game, scene.refused
    other = Game.objects.exclude(pk=game.pk).get()
    for word in (game.pk, game.pk.upper(), game.fingerprint):
        results_page = search(list_of(Game), word)
        assert page_of(game) in results_page
        assert page_of(other) not in results_page
    for word in ("@ana", "@ANA", "ana", f"#{ensure_player(scene.ana).pk}"):
        assert page_of(game) in search(list_of(Game), word)
    for word in ("@eve", "#0", "#", "#x", "#" + "9" * 50, "é" * 500, "nobody", f"{game.pk} @eve"):
        assert page_of(game) not in search(list_of(Game), word)
    assert page_of(upload) in search(list_of(Upload), "bad.im")
    assert page_of(upload) in search(list_of(Upload), upload.sha256.upper())
    assert page_of(upload) not in search(list_of(Upload), "@ben")


def test_searching_the_ledger(scene: Scene) -> None:
    row = RatingChange.objects.filter(game=scene.game, player__name="ana").first()
    assert row is not None
    Player.objects.filter(pk=row.player_id).update(name="other")
    number = row.player_id
    for word in (f"#{number}", f"#{number:011}", "@ANA", "other", scene.game.pk.upper()):
        assert page_of(row) in search(list_of(RatingChange), word), word
    for word in (f"#{number + 1}", f"#x{number}", f"#1{number}", f"#²{number}", "@ben", "ana"):
        assert page_of(row) not in search(list_of(RatingChange), word), word


def test_a_line_of_the_ledger_shows_its_pairs(scene: Scene) -> None:
    row = RatingChange.objects.filter(game=scene.game, player__name="ana").latest("pk")
    text = client_of(scene.judge).get(page_of(row)).content.decode()
    assert row.pairs
    for pair in row.pairs:
        assert ", ".join(f"{name} {value}" for name, value in pair.items()) in text


def test_the_books_are_there_to_read(scene: Scene) -> None:
    entry, closing = Entry.objects.get(), Closing.objects.get()
    assert page_of(entry) in search(list_of(Entry), scene.game.pk.upper())
    assert page_of(entry) not in search(list_of(Entry), "0" * 12)
    for word in ("1999-12-31", closing.digest, closing.digest[:9].upper()):
        assert page_of(closing) in search(list_of(Closing), word), word
    for word in ("1999-12-30", closing.digest[1:], "1999-12", "-", "²"):
        assert page_of(closing) not in search(list_of(Closing), word), word
    client = client_of(scene.judge)
    text = client.get(page_of(entry)).content.decode()
    for seat in scene.game.seats.select_related("player"):
        assert f'{seat.place}. <a href="{page_of(seat.player)}">{seat.player}</a>' in text
    assert closing.digest in client.get(page_of(closing)).content.decode()
    for row in (entry, closing):
        assert (
            client.post(page_of(row), {"digest": "0" * 64, "day": "2000-01-01"}).status_code == 403
        )
        assert client.post(page_of(row).replace("change", "delete")).status_code == 403
    assert (Entry.objects.get().day, Closing.objects.get().digest) == (entry.day, closing.digest)


def test_no_word_breaks_a_search(scene: Scene) -> None:
    client = client_of(scene.judge)
    for word in ("@", "#", "\x00", "a\x00", "%", "'", "@ana", "ana", "9" * 100):
        for model, _ in registered():
            assert client.get(list_of(model), {"q": word}).status_code in (200, 302), (word, model)


def test_every_filter_answers(scene: Scene) -> None:
    client = client_of(scene.judge)
    for model, _ in registered():
        page = client.get(list_of(model)).content.decode()
        sidebar = page.partition('id="changelist-filter"')[2]
        for address in re.findall(r'href="(\?[^"]+)"', sidebar):
            response = client.get(list_of(model) + address.replace("&amp;", "&"))
            assert response.status_code == 200, (model, address)


def test_lists_take_as_many_queries_for_many_rows_as_for_few(scene: Scene) -> None:
    client = client_of(scene.judge)

    def queries() -> dict[str, int]:
        query_counts = {}
        for model, _ in registered():
            with CaptureQueriesContext(connection) as queries:
                assert client.get(list_of(model)).status_code == 200
            query_counts[model.__name__] = len(queries)
        return query_counts

    count_before = queries()
    club = account("club", arbiter=True)
    for seed in range(10, 20):
        submit(club, finished_log("black=@ana white=Ida", seed=seed))
        submit(club, broken_log(seed=seed)[0])
        account(f"player-{seed}")
    fold_pending()
    count_after = queries()
    assert count_after == count_before
    assert max(count_after.values()) <= 8


def test_lists_do_not_read_logs_and_raw_files(scene: Scene) -> None:
    client = client_of(scene.judge)
    for model, _ in registered():
        with CaptureQueriesContext(connection) as queries:
            client.get(list_of(model))
        for query in queries:
            assert not re.search(r'"raw"|"source"|games_game"\."log"', query["sql"]), model
