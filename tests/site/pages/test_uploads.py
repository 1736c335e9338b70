"""From a log to its verdict, with whole pages and with the script's questions."""

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.formats import date_format

from engine import Setup, deal, write_text
from games.intake.verify import verify_submissions
from games.limits import LAPSES_AFTER
from games.models import Game, Submission, Upload
from tests.cast import account, broken_log, client_of, finished_log, game_of, submit
from tests.worlds.pages_world import make_world

JSON = {"accept": "application/json"}


def file(text: str, name: str = "game.imh") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def judge_all() -> None:
    verify_submissions(
        list(Submission.objects.filter(status="queued").values_list("pk", flat=True))
    )


def test_a_pasted_log_leads_to_its_upload_which_follows_it(db: None):
    client = client_of(account("ana"))
    account("ben")
    answer = client.post("/upload/", {"log": finished_log()})
    upload = Upload.objects.get()
    assert answer["Location"] == f"/uploads/{upload.pk}/"
    before = client.get(answer["Location"]).content.decode()
    assert "queued" in before
    assert '<noscript><meta http-equiv="refresh"' in before
    judge_all()
    after = client.get(answer["Location"]).content.decode()
    assert "refresh" not in after
    assert f"/games/{game_of(upload).pk}/" in after


def test_several_files_at_once_lead_to_the_list(db: None):
    client = client_of(account("ana"))
    logs = [file(finished_log("black=@ana white=B", seed=n), f"{n}.imh") for n in (1, 2)]
    answer = client.post("/upload/", {"logs": logs}, follow=True)
    text = answer.content.decode()
    assert answer.redirect_chain[-1][0] == "/uploads/"
    assert "2 files received." in text
    assert "1.imh" in text
    assert 'http-equiv="refresh"' in text


def test_a_row_of_the_list_names_the_players_of_its_game(db: None):
    ana = account("ana")
    client = client_of(ana)
    client.post("/upload/", {"log": finished_log("black=@ana white=Grandma")})
    judge_all()
    row = client.get("/uploads/").content.decode().partition("<tbody>")[2]
    for seat in game_of(Upload.objects.get()).seats.all():
        assert str(seat.points) in row
    assert "@ana" in row
    assert "Grandma" in row


def test_refused_uploads_stand_above_the_settings_of_the_account(db: None):
    world = make_world()
    page = client_of(world.people["ana"]).get("/accounts/me/").content.decode()
    above = page.partition("Settings</h2>")[0]
    assert f"/uploads/{world.refused.pk}/1/" in above
    assert page.count(f"/uploads/{world.refused.pk}/1/") == 1


def test_one_bad_file_does_not_keep_out_the_good_one(db: None):
    client = client_of(account("ana"))
    logs = [file(finished_log(), "good.imh"), file(" ", "empty.imh")]
    answer = client.post("/upload/", {"logs": logs})
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "<strong>empty.imh</strong>: the file is empty" in text
    assert f"/uploads/{Upload.objects.get().pk}/" in text


def test_nothing_chosen_is_said(db: None):
    answer = client_of(account("ana")).post("/upload/", {"log": "  "})
    assert answer.status_code == 400
    assert "Choose a file, or paste a log." in answer.content.decode()


def test_a_stranger_keeps_what_was_pasted_and_is_asked_to_log_in(db: None):
    answer = Client().post("/upload/", {"log": "imhotep 1\nmine"})
    text = answer.content.decode()
    assert answer.status_code == 403
    assert "imhotep 1\nmine</textarea>" in text
    assert "Log in to upload" in text
    assert not Upload.objects.exists()


def test_the_example_can_be_put_in_and_is_legal(db: None):
    text = Client().get("/upload/?example").content.decode()
    example = re.search(r"<textarea[^>]*>(.*?)</textarea>", text, re.S)
    assert example is not None
    answer = Client().post("/upload/dry-run/", {"log": example[1]})
    assert "Every move is legal" in answer.content.decode()


def test_the_script_gets_the_address_to_ask(db: None):
    client = client_of(account("ana"))
    account("ben")
    answer = client.post("/upload/", {"logs": file(finished_log())}, headers=JSON)
    assert answer.status_code == 201
    (stored,) = answer.json()["uploads"]
    status = client.get(stored["status"]).json()
    assert status["done"] is False
    assert status["submissions"][0]["status"] == "queued"
    judge_all()
    status = client.get(stored["status"]).json()
    assert (status["done"], status["verified"]) == (True, 1)
    log = status["submissions"][0]
    assert log["url"] == f"/games/{game_of(Upload.objects.get()).pk}/"
    assert {seat.split()[0] for seat in log["seats"]} == {"@ana", "@ben"}


def test_the_script_gets_a_refusal_with_its_line(db: None, ana, ben):
    text, line = broken_log()
    upload = submit(ana, text)
    (log,) = client_of(ana).get(f"/uploads/{upload.pk}/status.json").json()["submissions"]
    assert (log["status"], log["line"]) == ("refused", line)
    assert log["url"] == f"/uploads/{upload.pk}/1/"
    assert log["message"]


@pytest.mark.parametrize(
    ("text", "status", "phrase"), [(" ", 400, "empty"), ("#" * (9 << 20), 413, "more than")]
)
def test_the_script_gets_what_is_wrong_with_a_file(db: None, text: str, status: int, phrase: str):
    client = client_of(account("ana"))
    answer = client.post("/upload/", {"logs": file(text)}, headers=JSON)
    assert answer.status_code == status
    assert phrase in answer.json()["uploads"][0]["error"]


def test_the_script_is_asked_to_log_in(db: None):
    answer = Client().post("/upload/", {"logs": file(finished_log())}, headers=JSON)
    assert answer.status_code == 401
    assert answer.json()["login"] == "/accounts/login/?next=/upload/"


def test_a_file_of_several_games_has_a_verdict_for_each(db: None, ana, ben):
    logs = [finished_log(seed=1), broken_log(seed=2)[0], finished_log(seed=1)]
    upload = submit(ana, "\n".join(logs), "evening.imh")
    client = client_of(ana)
    status = client.get(f"/uploads/{upload.pk}/status.json").json()
    assert [log["status"] for log in status["submissions"]] == ["refused", "verified", "duplicate"]
    text = client.get(f"/uploads/{upload.pk}/").content.decode()
    assert all(word in text for word in ("verified", "refused", "already here"))


def test_a_dry_run_shows_verdict_and_replay_and_keeps_nothing(db: None):
    answer = Client().post("/upload/dry-run/", {"log": finished_log()})
    text = answer.content.decode()
    assert "Every move is legal" in text
    assert "data-replay" in text
    assert "@ana" in text
    assert not Upload.objects.exists()


def test_a_dry_run_of_several_logs_has_a_verdict_for_each(db: None):
    logs = "\n".join([finished_log(seed=1), broken_log(seed=2)[0], finished_log(seed=3)])
    text = Client().post("/upload/dry-run/", {"logs": file(logs)}).content.decode()
    assert text.count('<article class="dry"') == 3
    assert text.count('<section class="replay"') == 1
    assert "cannot stand" not in text
    assert text.count("data-bad-line") == 1


def test_a_dry_run_shows_a_refusal_with_line_rule_and_what_was_legal(db: None):
    text, line = broken_log()
    page = Client().post("/upload/dry-run/", {"log": text}).content.decode()
    assert f"Line {line}" in page
    assert "This round has no such ship." in page
    assert "Ruling R2.3" in page
    assert 'data-legal="' in page
    assert "The table at that point" in page


def test_dry_runs_without_an_account_are_slowed_down(db: None):
    client = Client()
    statuses = [client.post("/upload/dry-run/", {"log": "x"}).status_code for _ in range(61)]
    assert statuses[-1] == 429
    assert 429 not in statuses[:60]
    assert client_of(account("ana")).post("/upload/dry-run/", {"log": "x"}).status_code != 429


def test_the_page_of_a_refusal_says_all_that_is_needed(db: None):
    world = make_world()
    text = client_of(world.people["ana"]).get(f"/uploads/{world.refused.pk}/1/").content.decode()
    source, line = broken_log(seed=2)
    assert f'class="log__number">{line}</th>' in text
    assert text.count("data-bad-line") == 1
    assert "This round has no such ship." in text
    assert "sail 9 temple</code>" in text
    assert "Ruling R2.3" in text
    assert "Legal moves here" in text
    assert "The table at that point" in text
    assert f"{source}</textarea>" in text


def test_a_log_that_stops_early_is_marked_at_its_end(db: None, ana, ben):
    lines = finished_log().splitlines()[:-5]
    upload = submit(ana, "\n".join(lines) + "\n")
    text = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "<mark>the log stops here</mark>" in text


def test_a_wrong_claim_shows_both_tallies(db: None, ana, ben):
    text = finished_log().replace("chance: observed", "chance: observed\nresult: black=1 white=2")
    upload = submit(ana, text)
    page = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "Counted from the moves" in page


def test_a_deal_that_does_not_follow_shows_what_should_stand_there(db: None, ana, ben):
    log = deal(Setup.of("black white"), 1, "random", committed=True)
    names = tuple(f"@{handle}" for handle in ("ana", "ben"))
    text = write_text(replace(log, header=replace(log.header, names=names)))
    dealt = next(line for line in text.splitlines() if line.startswith("market "))
    market = " ".join(["market", *reversed(dealt.split()[1:])])
    upload = submit(ana, text.replace(dealt, market, 1))
    page = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "An outcome in the log differs from the deal." in page
    assert f"<code>{market}</code>" in page
    assert f"According to the shuffle: <code>{dealt}</code>" in page
    assert f"<mark>{market}</mark>" in page


def test_an_upload_of_one_refused_log_leads_to_its_line(db: None):
    world = make_world()
    ana_client = client_of(world.people["ana"])
    answer = ana_client.get(f"/uploads/{world.refused.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/uploads/{world.refused.pk}/1/")
    text = ana_client.get(answer["Location"]).content.decode()
    head = text.partition("page-head")[2].partition("</header>")[0]
    assert 'href="/uploads/"' in head
    assert f"/uploads/{world.refused.pk}/" not in head  # which would lead here again
    two = submit(world.people["ana"], f"{finished_log(seed=8)}\n{broken_log(seed=2)[0]}")
    assert ana_client.get(f"/uploads/{two.pk}/").status_code == 200
    assert f"/uploads/{two.pk}/" in ana_client.get(f"/uploads/{two.pk}/2/").content.decode()


def test_a_refused_log_in_json_is_shown_as_text_with_its_line(db: None):
    from engine import read_log, write_json

    ana = account("ana")
    account("ben")
    fields = json.loads(write_json(read_log(finished_log())))
    at = next(n for n, entry in enumerate(fields["entries"]) if " sail " in entry)
    fields["entries"][at] = fields["entries"][at].split()[0] + " sail 9 temple"
    upload = submit(ana, json.dumps(fields), "game.json")
    text = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "The log was uploaded as JSON" in text
    assert re.search(r"<mark>\w+ sail 9 temple</mark>", text)


def test_a_log_further_down_a_file_keeps_the_line_numbers_of_the_file(db: None, ana, ben):
    first = finished_log()
    second, line = broken_log(seed=2)
    upload = submit(ana, first + second, "two.imh")
    text = client_of(ana).get(f"/uploads/{upload.pk}/2/").content.decode()
    assert f'class="log__number">{first.count(chr(10)) + line}</th>' in text
    assert re.search(r"<mark>\w+ sail 9 temple</mark>", text)


def test_what_is_refused_comes_first_and_a_game_says_whom_it_waits_for(db: None, ana, ben):
    logs = [finished_log(seed=seed) for seed in range(1, 4)]
    upload = submit(ana, "\n".join([*logs, broken_log(seed=4)[0]]), "four.imh")
    client = client_of(ana)
    page = client.get(f"/uploads/{upload.pk}/").content.decode()
    assert re.findall(r'data-log="(\d)"', page) == ["4", "1", "2", "3"]
    assert page.count("Waiting for @ben to confirm it.") == 3
    rows = client.get(f"/uploads/{upload.pk}/status.json").json()["submissions"]
    assert [row["number"] for row in rows] == [4, 1, 2, 3]
    assert [row["waits"] for row in rows] == ["", *["Waiting for @ben to confirm it."] * 3]
    ben_client = client_of(ben)
    ben_client.post("/confirm/", {"game": [rows[1]["url"].split("/")[2]]})
    page = client.get(f"/uploads/{upload.pk}/").content.decode()
    assert page.count("Waiting for @ben to confirm it.") == 2


def test_what_a_game_with_a_guest_waits_for_is_on_its_page(db: None, ana):
    upload = submit(ana, finished_log("black=@ana white=Bert"))
    page = client_of(ana).get(f"/uploads/{upload.pk}/").content.decode()
    assert "Not rated yet. The game’s page says why." in page


def test_a_single_game_is_told_once_with_what_happens_next(db: None, ana, ben):
    upload = submit(ana, finished_log(), "evening.imh")
    game = game_of(upload)
    client = client_of(ana)

    def page_of_upload() -> str:
        text = client.get(f"/uploads/{upload.pk}/").content.decode()
        return re.sub(r"</?time[^>]*>", "", text)

    page = page_of_upload()
    title = page.partition("<h1")[2].partition("</h1>")[0]
    assert all(f"{seat.player} {seat.points}" in title for seat in game.seats.all())
    assert "<table" not in page
    assert page.count("Waiting for @ben to confirm it.") == 1
    last_day = date_format(game.accepted_at + LAPSES_AFTER, "SHORT_DATE_FORMAT")
    assert f"If the game is not confirmed by {last_day}, it stays unrated." in page
    assert "not rated yet" in client.get("/uploads/").content.decode()
    Game.objects.update(reminded=1, reminded_at=game.accepted_at + timedelta(days=9))
    later = date_format(game.accepted_at + timedelta(days=27), "SHORT_DATE_FORMAT")
    assert f"by {later}, it stays" in page_of_upload()
    client_of(ben).post("/confirm/", {"game": [game.pk]})
    page = page_of_upload()
    assert "it stays unrated" not in page
    assert '<span class="badge badge--good">rated</span>' in page
    assert "not rated yet" not in client.get("/uploads/").content.decode()


def test_a_player_reads_that_an_arbiter_has_confirmed_the_game(db: None, ana, ben):
    game = game_of(submit(account("ida", arbiter=True), finished_log()))
    page = client_of(ana).get(f"/games/{game.pk}/").content.decode()
    assert "An arbiter has confirmed this game, so it is already rated." in page
    assert "it is rated once every player has confirmed it" not in page
    waiting = game_of(submit(ana, finished_log(seed=2)))
    page = client_of(ben).get(f"/games/{waiting.pk}/").content.decode()
    assert "it is rated once every player has confirmed it" in page


def test_legal_moves_are_buttons_for_the_bad_line(db: None, ana):
    text, line = broken_log()
    upload = submit(ana, text)
    page = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    legal = re.findall(r'<button[^>]*data-legal="([^"]+)">([^<]+)<', page)
    assert legal
    bad = text.splitlines()[line - 1]
    assert f'data-line="{line}"' in page
    actor = bad.split()[0]
    name = {"black": "@ana", "white": "@ben"}[actor]
    assert all(entry.startswith(f"{actor} ") for entry, _ in legal), "a whole line of the log"
    assert all(words.startswith(f"{name} ") for _, words in legal), "in a sentence"
    assert page.count(f">{bad}<") == 1 + 1, "the line in the refusal, and in the log"


def test_a_refused_move_is_told_in_a_sentence(db: None, ana):
    lines = finished_log("black=@ana white=Ben").splitlines()
    number, line = next((n, line) for n, line in enumerate(lines) if " load " in line)
    lines.insert(number + 1, " ".join(["white", *line.split()[1:]]))
    upload = submit(ana, "\n".join(lines))
    page = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "This space is taken." in page
    assert re.search(r"The refused move: Ben loads ship \d, space \d", page)


def test_what_the_bank_may_write_is_shown_as_a_log_has_it(db: None, ana):
    lines = finished_log("black=@ana white=Ben").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("round "))
    lines[number] = "round 4 4 4 4"
    upload = submit(ana, "\n".join(lines))
    page = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert 'data-legal="round ' in page
    assert page.count("data-bad-line") == 1
