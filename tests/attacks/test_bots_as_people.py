"""Programs that pass for people, players who call themselves a bot when they lose, marks that an
operator moves: what a mark decides, and whether everybody can check it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.services.append import append
from audit.dump import UnreadableDump
from audit.history import log_differences
from audit.runner import Audit
from engine.bots import __main__ as bridge_program
from engine.bots.bridge import SiteClient, SiteRefusal
from games.accounts.bots import mark_account, mark_own_account
from games.accounts.tokens import TokenScope, make_token
from games.intake.verify import verify_submissions
from games.log_outbox import PLAYER, queue_leaves
from games.models import Account, Game, ModeratorAction, Player, Submission
from games.moderation.patterns import update_alerts
from games.search.find import filter_games, parse_search
from insights.stats.models import Tally
from insights.stats.services.tally import tally
from ratings.listing import listing_progress
from ratings.models import Pool, Rating, RatingChange
from ratings.queries import computer_player_ids, leaderboard
from ratings.services.fold import fold_pending
from tables.ending.ending import resign_game
from tables.locks import read_table
from tests.audit.conftest import Copy
from tests.audit.test_audit import changer_of, first
from tests.cast import account, client_of, finished_log, submit
from tests.site.log.conftest import OPERATOR
from tests.worlds.league import DAY, played, players
from tests.worlds.tables import act_once, dealt, people
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def pools() -> list[set[str]]:
    """The pools in which each game was rated, in the order in which they came on record."""
    games = Game.objects.order_by("accepted_at", "pk")
    rows = RatingChange.objects.that_stand()
    return [set(rows.filter(game=game).values_list("pool", flat=True)) for game in games]


@pytest.fixture
def copy(settings: Any, tmp_path: Path) -> Copy:
    """A signed dump: zed played as a person, was marked, and went on."""
    for name, setting in {**OPERATOR, "SECOND_RATING_TERMS_FROM": "start"}.items():
        setattr(settings, name, setting)
    arbiter, (_ana, zed) = account("ida", arbiter=True), people("ana", "zed")
    two = "black=@ana white=@zed"
    submit(arbiter, finished_log(two, seed=1, played="2026-01-02"))
    append()
    fold_pending()
    mark_own_account(zed)
    submit(arbiter, finished_log(two, seed=2, played="2026-01-01"))
    append()
    fold_pending()
    dump(tmp_path / "dump")
    return Copy(tmp_path / "dump")


def lies(copy: Copy) -> list[str]:
    return [*map(str, Audit(copy.folder).differences())]


# --- the moment of the mark decides -------------------------------------------


@pytest.mark.both_databases
def test_games_of_before_the_mark_stay_as_they_were(copy: Copy) -> None:
    """Also where the later one was played on an earlier day."""
    assert pools() == [{"overall", "2"}, {"computer"}]
    assert lies(copy) == []
    zed = first(copy, "players", handle="zed")
    assert zed["bot_since"] == f"{Account.objects.get(username='zed').bot_since:%FT%T.%fZ}"
    assert [line for line in copy.lines("players") if "bot_since" in line] == [zed]


def test_by_terms_1_a_bot_is_rated_as_computer_players_are(settings: Any) -> None:
    arbiter, (_ana, zed) = account("ida", arbiter=True), people("ana", "zed")
    mark_own_account(zed)
    submit(arbiter, finished_log("black=@ana white=@zed"))
    fold_pending()
    assert pools() == [{"overall", "2"}]


@pytest.mark.both_databases
def test_a_player_who_is_losing_does_not_become_a_bot(settings: Any) -> None:
    settings.SECOND_RATING_TERMS_FROM = "start"
    zed, ben = people("zed", "ben")
    table = dealt([zed, ben], rated=True)
    with pytest.raises(Conflict, match="Finish your rated games"):
        mark_own_account(zed)
    act_once(table.pk)
    act_once(table.pk)
    resign_game(table.pk, zed)
    with pytest.raises(Conflict):
        mark_own_account(zed)  # its log is still to be judged
    upload = read_table(table.pk).upload
    verify_submissions(list(Submission.objects.filter(upload=upload).values_list("pk", flat=True)))
    mark_own_account(zed)
    fold_pending()
    assert pools() == [{"overall", "2"}]


def test_a_game_that_runs_when_a_moderator_marks_the_bot_counts_with_computers(
    settings: Any,
) -> None:
    settings.SECOND_RATING_TERMS_FROM = "start"
    moderator, (zed, ben) = account("mo", moderator=True), people("zed", "ben")
    table = dealt([zed, ben], rated=True)
    mark_account(moderator, zed, "It moves within a tenth of a second.")
    act_once(table.pk)
    act_once(table.pk)
    resign_game(table.pk, zed)
    upload = read_table(table.pk).upload
    verify_submissions(list(Submission.objects.filter(upload=upload).values_list("pk", flat=True)))
    fold_pending()
    assert pools() == [{"computer"}]


# --- for ever -----------------------------------------------------------------


@pytest.mark.both_databases
def test_a_mark_is_made_once_and_nothing_takes_it_back() -> None:
    zed, moderator = account("zed"), account("mo", moderator=True)
    moment = mark_own_account(zed)
    with pytest.raises(Conflict, match="already"):
        mark_own_account(zed)
    with pytest.raises(Conflict, match="already"):
        mark_account(moderator, zed, "Seen again.")
    token = make_token(zed, "all", list(TokenScope))[1]
    answer = Client().get("/api/v1/account", headers={"authorization": f"Bearer {token}"})
    assert answer.json() == {"handle": "zed", "bot_since": f"{moment:%FT%T.%fZ}"}
    for way in ("post", "put", "patch", "delete"):
        call = getattr(client_of(zed), way)
        assert call(
            "/api/v1/account", {"bot_since": ""}, content_type="application/json"
        ).status_code in (403, 405)
    zed.refresh_from_db()
    assert zed.bot_since == moment


def test_moderators_mark_others_with_a_public_reason() -> None:
    zed, mo, other = account("zed"), *(account(x, moderator=True) for x in ("mo", "other"))
    with pytest.raises(NotAllowed):
        mark_account(zed, account("ana"), "A program.")
    with pytest.raises(NotAllowed, match="your own account"):
        mark_account(mo, mo, "A program.")
    with pytest.raises(NotAllowed, match="another moderator"):
        mark_account(mo, other, "A program.")
    with pytest.raises(Invalid):
        mark_account(mo, zed, " ")
    mark_account(mo, zed, "The same moves as a program, forty games long.")
    row = ModeratorAction.objects.get(kind="mark_bot")
    page = Client().get("/moderation/").content.decode()
    assert "forty games long" in page
    assert "@zed (bot)" in page
    assert (row.player, row.moderator) == (zed.player, mo)


def test_computer_players_and_guests_are_not_marked() -> None:
    robot = account("robot")
    Account.objects.filter(pk=robot.pk).update(computer="greedy")
    with pytest.raises(Conflict):
        mark_own_account(robot)


# --- where computers count apart ----------------------------------------------


@pytest.fixture
def star(settings: Any) -> Player:
    """Listed: twelve games against four people."""
    settings.SECOND_RATING_TERMS_FROM = "start"
    settings.LEADERBOARD_DEVIATION = None
    settings.LEADERBOARD_GAMES, settings.LEADERBOARD_OPPONENTS = 10, 4
    star, *opponents = players("star", "p1", "p2", "p3", "p4")
    lately = (timezone.now().date() - DAY).days
    for number in range(12):
        played(star, opponents[number % 4], day=lately - number)
    fold_pending()
    return star


def is_listed(player: Player, pool: str = "overall") -> bool:
    return leaderboard(pool).filter(player=player).exists()


@pytest.mark.both_databases
def test_a_bot_leaves_the_leaderboards_of_people_at_once(star: Player) -> None:
    assert is_listed(star)
    mark_own_account(star.account)
    assert not is_listed(star)
    assert star.pk in computer_player_ids()


@pytest.mark.both_databases
def test_opponents_count_as_people_until_their_mark(star: Player, tmp_path: Path) -> None:
    """The audit works out the same lists."""
    first_game, last_game = Game.objects.order_by("accepted_at").values_list("accepted_at")[::11]
    marked = {"p1": last_game[0] + timedelta(minutes=1), "p2": first_game[0]}
    for name, moment in marked.items():
        Account.objects.filter(username=name).update(bot_since=moment)
    progress = listing_progress(star.pk)
    assert (progress.games, progress.opponents) == (9, 3)
    update_alerts()
    dump(tmp_path / "dump")
    audit = Audit(tmp_path / "dump", quick=True)
    assert list(audit.differences())  # these games have no logs
    assert audit.boards
    assert all(name != "@star" for _pool, rows in audit.boards for name, *_ in rows)


@pytest.mark.both_databases
def test_a_search_finds_bots_in_games_since_their_mark(copy: Copy) -> None:
    before, since = Game.objects.order_by("accepted_at")
    for word, games in {
        "computer": [since], "computer=bot": [since], "-computer": [before],
        "computer=greedy": [], "computer=greedy|bot": [since],
    }.items():  # fmt: skip
        hits = filter_games(Game.objects.order_by("accepted_at"), parse_search(word))
        assert list(hits) == games, word


def test_statistics_of_people_leave_games_of_bots_out(copy: Copy) -> None:
    tally()
    totals = {row.people: row.games for row in Tally.objects.filter(dimension="players", band="")}
    assert totals == {True: 1, False: 1}


def test_lists_and_tables_say_that_it_is_a_bot(copy: Copy) -> None:
    zed, ana = (Account.objects.get(username=name) for name in ("zed", "ana"))
    rated = Rating.objects.get(player=zed.player, pool=Pool.COMPUTERS)
    game = Game.objects.order_by("accepted_at").last()
    assert game is not None
    table = dealt([zed, ana])
    for address in (
        f"/players/{rated.player_id}/", "/players/?pool=all", "/games/", f"/games/{game.pk}/",
        f"/players/{ana.player.pk}/ledger/computer/", "/players/?name=zed",
    ):  # fmt: skip
        assert "@zed (bot)" in Client().get(address).content.decode(), address
    assert '<span class="badge badge--quiet">bot</span>' in (
        client_of(ana).get(f"/tables/{table.pk}/").content.decode()
    )
    seats = Client().get(f"/api/v1/games/{game.pk}").json()["seats"]
    assert [seat["player"]["bot_since"] is not None for seat in seats] == [False, True]
    places = client_of(ana).get(f"/api/v1/tables/{table.pk}").json()["places"]
    assert {place["handle"]: place["bot"] for place in places} == {"zed": True, "ana": False}


# --- the bridge ---------------------------------------------------------------


class OneAccount(SiteClient):
    """A site that answers for one account."""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        assert (method, path) == ("GET", "account")
        client = Client()
        headers = {"authorization": f"Bearer {self.token}"}
        return client.get("/api/v1/account", headers=headers).json()


def test_the_bridge_plays_for_no_account_that_is_not_marked() -> None:
    zed = account("zed")
    site = OneAccount("https://example.org/", make_token(zed, "bot", [TokenScope.PLAY])[1])
    with pytest.raises(SiteRefusal, match=r"mark it at https://example\.org/accounts/bot/"):
        bridge_program.require_bot_account(site)
    with pytest.raises(SiteRefusal, match="token"):
        bridge_program.require_bot_account(OneAccount("https://example.org", "imh_wrong"))
    mark_own_account(zed)
    bridge_program.require_bot_account(site)


# --- an operator who moves the mark -------------------------------------------


def test_a_mark_that_vanishes_is_named(copy: Copy, tmp_path: Path) -> None:
    """In a dump, and in the database with the ratings worked out again."""
    zed = first(copy, "players", handle="zed")
    plain = {name: zed[name] for name in zed if name != "bot_since"}
    copy.change("players", lambda line: plain if line == zed else line)
    differences = lies(copy)
    assert any(line.startswith("ledger.") for line in differences)
    assert any("says otherwise than leaf" in line for line in differences)
    Account.objects.update(bot_since=None)
    dump(tmp_path / "again")
    sentences = list(log_differences(tmp_path / "again", None, None))
    assert any(f"player {zed['id']}: not what leaf" in line for line in sentences)


def test_a_mark_that_is_dated_back_is_named(copy: Copy, tmp_path: Path) -> None:
    """Its leaf comes, with the right digest, long after the moment that it names."""
    zed = Account.objects.get(username="zed")
    Account.objects.filter(pk=zed.pk).update(bot_since=timezone.now() - timedelta(days=2))
    queue_leaves(PLAYER, [zed.player.pk])
    append()
    dump(tmp_path / "again")
    sentences = list(log_differences(tmp_path / "again", None, None))
    assert any(
        "marked as a bot at" in line and "no leaf of that hour" in line for line in sentences
    )


def test_a_bot_that_is_renamed_is_named(copy: Copy, tmp_path: Path) -> None:
    """The mark is the one thing that may change."""
    zed = Account.objects.get(username="zed")
    Player.objects.filter(account=zed).update(name="hathor")
    queue_leaves(PLAYER, [zed.player.pk])
    append()
    dump(tmp_path / "again")
    sentences = list(log_differences(tmp_path / "again", None, None))
    assert any("says otherwise than leaf" in line for line in sentences)


def test_a_moment_that_is_none_ends_the_audit(copy: Copy) -> None:
    zed = first(copy, "players", handle="zed")
    copy.change("players", changer_of(zed, bot_since="yesterday"))
    with pytest.raises(UnreadableDump, match="bot_since"):
        lies(copy)
