"""Reports as a weapon: floods of them, whose they are, and moderators in their own affair."""

from __future__ import annotations

import pytest

from games.limits import REPORTS_A_DAY, REPORTS_DISMISSED
from games.models import Account, Game, ModeratorAction, Player, Report, Standing
from games.moderation.reporting import answer_report, report_game, report_player
from games.standing.resolve_players import ensure_player
from tests.cast import account, client_of, finished_log, game_of, standing_of, submit
from tests.tampering import tampering
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ana: Account) -> Game:
    account("ben")
    return game_of(submit(ana, finished_log()))


def page(account: Account, path: str) -> str:
    return client_of(account).get(path).content.decode()


def test_a_report_does_nothing_until_a_moderator_answers_it(
    ana: Account, mo: Account, game: Game
) -> None:
    cat = account("cat")
    row = report_game(cat, game, "They were on a journey that day.")
    assert standing_of(game) == Standing.WAITING
    assert "on a journey" in page(mo, "/moderation/reports/")
    assert "on a journey" not in page(ana, f"/games/{game.pk}/")
    answer_report(mo, row, True, "Thank you, I asked them.")
    assert "Thank you, I asked them." in page(cat, "/reports/")
    assert "on a journey" not in page(mo, "/moderation/reports/")
    public = page(ana, "/moderation/")
    assert "answered a report" in public
    assert "cat" not in public
    assert "Thank you" not in public
    with pytest.raises(Conflict):
        answer_report(mo, row, False, "Again.")


def test_reports_are_few(mo: Account, game: Game) -> None:
    cat = account("cat")
    report_game(cat, game, "No.")
    with pytest.raises(Conflict):
        report_game(cat, game, "No, no.")
    players = [ensure_player(account(f"other{n}")) for n in range(REPORTS_A_DAY)]
    for player in players[:-1]:
        report_player(cat, player, "No.")
    with pytest.raises(Conflict):
        report_player(cat, players[-1], "No.")


def test_who_reports_in_vain_again_and_again_is_not_heard(mo: Account) -> None:
    cat = account("cat")
    for number in range(REPORTS_DISMISSED):
        player = Player.objects.create(known_to=mo, name=f"guest {number}")
        answer_report(mo, report_player(cat, player, "No."), False, "There is nothing.")
        with tampering(Report) as rows:
            rows.update(at="2026-01-01T00:00:00Z")
    with pytest.raises(Conflict, match="dismissed many"):
        report_player(cat, ensure_player(mo), "No.")


def test_no_moderator_answers_in_their_own_affair(ana: Account, mo: Account, game: Game) -> None:
    max_ = account("max", moderator=True)
    about_mo = report_player(ana, ensure_player(mo), "They void what they like.")
    own_report = report_game(mo, game, "Odd.")
    for row in (about_mo, own_report):
        with pytest.raises(NotAllowed):
            answer_report(mo, row, False, "No.")
        answer_report(max_, row, False, "No.")
    with pytest.raises(NotAllowed):
        report_player(ana, ensure_player(ana), "Me.")
    with pytest.raises(NotAllowed):
        answer_report(ana, report_game(ana, game, "x"), True, "x")
    assert ModeratorAction.objects.filter(kind="answer_report").count() == 2


def test_no_moderator_reads_who_reported_them(ana: Account, mo: Account) -> None:
    report_player(ana, ensure_player(mo), "They void what they like.")
    ben = account("ben", moderator=True)
    game = game_of(submit(ana, finished_log()))
    report_game(account("cat"), game, "Nobody saw @ben there.")
    assert "void what they like" not in page(mo, "/moderation/reports/")
    assert "void what they like" not in page(mo, "/admin/games/report/")
    assert "Nobody saw" in page(mo, "/moderation/reports/")
    assert "Nobody saw" not in page(ben, "/moderation/reports/")
    row = Report.objects.latest("pk")
    assert client_of(ben).get(f"/admin/games/report/{row.pk}/change/").status_code == 302
    assert "void what they like" in page(ben, "/moderation/reports/")
