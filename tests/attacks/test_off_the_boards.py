"""Puppets who lose on paper take their winner off the leaderboards; nobody takes another off."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from archive.dumps.services.publish import dump
from audit.runner import Audit
from games.models import Account, Game, Notice, Pattern, Player
from games.moderation.patterns import answer_pattern, set_aside, update_alerts
from games.moderation.reporting import report_player
from ratings.listing import update_all_listings
from ratings.models import Rating
from ratings.queries import leaderboard
from ratings.services.fold import fold_pending
from tests.cast import account, client_of, finished_log, submit
from tests.worlds.league import DAY, played, players
from web.errors import Conflict, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def lately() -> int:
    return (timezone.now().date() - DAY).days


@pytest.fixture
def star() -> Player:
    """One person's, with four puppets: twelve invented games of four, the star first in each."""
    star, *puppets = players("star", "p1", "p2", "p3", "p4")
    for number in range(12):
        losers = [puppet for place, puppet in enumerate(puppets) if place != number % 4]
        played(star, *losers, day=lately() - 2 * number)
    fold_pending()
    return star


def is_listed(player: Player) -> bool:
    return leaderboard("overall").filter(player=player).exists()


def test_a_player_who_is_fed_on_paper_is_off_the_boards(star: Player) -> None:
    assert is_listed(star)
    update_alerts()
    (row,) = Pattern.objects.filter(kind="feeders")
    assert (row.player, len(row.games), len(row.facts["players"])) == (star, 12, 5)
    assert not is_listed(star)
    assert Rating.objects.get(player=star, pool="overall").rating > 1_640_000
    assert Notice.objects.get().account == star.account
    update_alerts()
    update_all_listings()
    assert (is_listed(star), Notice.objects.count()) == (False, 1)


def test_the_audit_lists_the_same_players(star: Player, tmp_path: Path) -> None:
    for number, (name, boards) in enumerate({"before": {"@star"}, "after": set()}.items()):
        if number:
            update_alerts()
        dump(tmp_path / name)
        audit = Audit(tmp_path / name, quick=True)
        assert len(list(audit.differences())) > 0  # these games have no logs
        rows = {row[0] for _pool, board in audit.boards for row in board}
        assert rows & {"@star"} == boards


def test_they_are_told_and_answer(star: Player, mo: Account) -> None:
    update_alerts()
    assert star.account
    browser = client_of(star.account)
    assert "look made up" in browser.get("/notices/").content.decode()
    page = browser.get("/accounts/pattern/").content.decode()
    assert "@star won 12 of 12 uploaded games" in page
    assert (
        browser.post("/accounts/pattern/", {"answer": "They are my children."}).status_code == 302
    )
    patterns_page = client_of(mo).get("/moderation/patterns/").content.decode()
    assert "They are my children." in patterns_page
    other = account("other")
    assert (
        "You are not excluded from" in client_of(other).get("/accounts/pattern/").content.decode()
    )
    with pytest.raises(NotAllowed):
        answer_pattern(other, Pattern.objects.get(kind="feeders"), "It was me.")


def test_they_are_back_after_14_days_without_a_word(star: Player) -> None:
    update_alerts()
    ago = timezone.now() - timedelta(days=14, seconds=1)
    Pattern.objects.update(found_at=ago + timedelta(minutes=1))
    update_all_listings()
    assert not is_listed(star)
    Pattern.objects.update(found_at=ago)
    update_all_listings()
    assert is_listed(star)
    update_alerts()
    update_all_listings()
    assert is_listed(star)


def test_a_moderator_who_sets_it_aside_brings_them_back_at_once(star: Player, mo: Account) -> None:
    update_alerts()
    row = Pattern.objects.get(kind="feeders")
    set_aside(mo, row)
    assert is_listed(star)
    assert star.account
    with pytest.raises(Conflict):
        answer_pattern(star.account, row, "Thank you.")


# --- nobody takes another off -----------------------------------------------------


@pytest.fixture
def victim() -> Player:
    """Played ten games here, with four people."""
    victim, *people = players("victim", "q1", "q2", "q3", "q4")
    for number in range(10):
        game = played(victim, people[number % 4], places=(1, 2), day=lately() - 2 * number)
        Game.objects.filter(pk=game.pk).update(played_here=True)
    fold_pending()
    return victim


def test_losing_to_them_on_purpose_takes_nobody_off(victim: Player) -> None:
    """At tables: ten puppets, three games each, and nobody else."""
    for puppet in players(*(f"p{n}" for n in range(10))):
        for day in range(3):
            game = played(victim, puppet, places=(1, 2), day=lately() - day)
            Game.objects.filter(pk=game.pk).update(played_here=True)
    fold_pending()
    update_alerts()
    assert is_listed(victim)
    assert not Pattern.objects.exclude(player=None).exists()


def test_logs_in_which_they_win_take_nobody_off(victim: Player) -> None:
    """Brought by puppets: they count only when the victim confirms them."""
    assert victim.account
    puppets = [account("p1"), account("p2")]
    for number in range(12):
        puppet = puppets[number % 2]
        submit(puppet, finished_log(f"black=@victim white=@{puppet.username}", seed=number))
    update_alerts()
    assert is_listed(victim)
    assert not Pattern.objects.exclude(player=None).exists()


def test_meeting_them_ten_times_takes_nobody_off(victim: Player) -> None:
    """One who loses all of ten games at tables, which moderators see as a pattern."""
    (puppet,) = players("puppet")
    for day in range(10):
        game = played(victim, puppet, places=(1, 2), day=lately() - day)
        Game.objects.filter(pk=game.pk).update(played_here=True)
    fold_pending()
    update_alerts()
    assert Pattern.objects.get(kind="farming").player is None
    assert is_listed(victim)


def test_reports_take_nobody_off(victim: Player) -> None:
    for number in range(5):
        report_player(account(f"r{number}"), victim, "They cheat.")
    update_alerts()
    assert is_listed(victim)


def test_a_champion_of_a_club_stays(victim: Player) -> None:
    """Who wins on paper against people who play others as well."""
    champion, *people = players("champion", "c1", "c2", "c3", "c4")
    for number in range(12):
        played(champion, people[number % 4], places=(1, 2), day=lately() - 2 * number)
        played(people[number % 4], people[(number + 1) % 4], day=lately() - 2 * number)
    fold_pending()
    update_alerts()
    assert is_listed(champion)
