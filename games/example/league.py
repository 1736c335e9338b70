"""Fills an empty site: accounts, a year of games, and one of everything that can go wrong."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from games.example.people import CLUB, GAMES, MODERATOR, SKILLS
from games.example.playing import GamePlan, plan, play_all
from games.intake.receive import store_upload
from games.intake.verify import verify_submissions
from games.models import Account, Channel, Game, Upload
from games.moderation import actions
from games.standing import attest
from games.standing.resolve_players import ensure_player

CONFIRMED = 24
"""Of these the last games, uploaded by a player and confirmed by the others."""
SEED = 2650
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""For a password: none that are taken for another."""


def is_site_empty() -> bool:
    return not Account.objects.exists() and not Upload.objects.exists()


def fill_league(games: int = GAMES, seed: int = SEED, today: date | None = None) -> str:
    """The example league; gives the moderator's password, which is kept nowhere.

    All or nothing, in one transaction. The same seed on the same day gives the same games.
    """
    day = today or timezone.now().date()
    waiting_games = min(CONFIRMED, games // 4)
    plans = [
        plan(number, seed, day, guests=number < games - waiting_games) for number in range(games)
    ]
    logs = list(play_all(plans))  # before the database is locked
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))
    with transaction.atomic():
        accounts, moderator, club = _accounts(password)
        evenings = list(zip(plans, logs, strict=True))
        _upload_months(club, evenings[: games - waiting_games])
        confirmed = _upload_confirmed(accounts, evenings[games - waiting_games :])
        _refused(accounts["ipuki"], [log for _, log in evenings])
        _contested(moderator, confirmed)
    return password


def _accounts(password: str) -> tuple[dict[str, Account], Account, Account]:
    """The players and the club cannot log in; the moderator can, with `password`."""
    accounts = {handle: Account.objects.create_user(handle) for handle in [*SKILLS, CLUB]}
    moderator = Account.objects.create_user(MODERATOR, "", password, is_staff=True)
    _permit(moderator, "moderate", "arbitrate")
    _permit(accounts[CLUB], "arbitrate")
    for account in [*accounts.values(), moderator]:
        ensure_player(account)
    return accounts, moderator, accounts[CLUB]


def _permit(account: Account, *names: str) -> None:
    account.user_permissions.add(
        *Permission.objects.filter(content_type__app_label="games", codename__in=names)
    )


def _upload_months(club: Account, evenings: Sequence[tuple[GamePlan, str]]) -> None:
    """A file for each month, as a club's arbiter would bring it."""
    months: dict[str, list[tuple[date, str]]] = defaultdict(list)
    for planned, log in evenings:
        months[f"{planned.played:%Y-%m}"].append((planned.played, log))
    for month in sorted(months):
        text = "\n".join(log for _, log in sorted(months[month]))
        _judge_upload(club, text, f"thursdays-{month}.imh", Channel.COMMAND)


def _upload_confirmed(
    accounts: dict[str, Account], evenings: Sequence[tuple[GamePlan, str]]
) -> list[Game]:
    """One of the players uploads, the others confirm; a few forget to. Gives the games."""
    games = []
    for number, (planned, log) in enumerate(evenings):
        players = [accounts[name.removeprefix("@")] for name in planned.names]
        channel = Channel.API if number % 3 == 0 else Channel.PAGE
        game = _game(_judge_upload(players[0], log, f"{planned.played}.imh", channel))
        for other in players[1:] if number % 6 else []:
            attest.attest(other, game)
        games.append(game)
    return games


def _refused(account: Account, logs: Sequence[str]) -> None:
    """Three uploads that are refused, made of the first game, if there is one."""
    for good in logs[:1]:
        for name, log in [
            ("a-sail-too-far.imh", _illegal(good)),
            ("as-I-remember-it.imh", _boastful(good)),
            ("typed-by-hand.imh", _mistyped(good)),
        ]:
            _judge_upload(account, log, name, Channel.PAGE)


def _contested(moderator: Account, games: Sequence[Game]) -> None:
    """The last game in dispute, the one before it void; as far as there are so many."""
    for disputed in games[-1:]:
        loser = disputed.seats.order_by("-place").first()
        assert loser is not None
        assert loser.player is not None
        assert loser.player.account is not None
        reason = "Two of my stones in the temple are missing."
        attest.dispute(loser.player.account, disputed, reason)
    for void in games[-2:-1]:
        actions.void(moderator, void, "A practice game: uploaded by mistake, as both players say.")


def _judge_upload(account: Account, text: str, name: str, channel: Channel) -> Upload:
    upload, waiting = store_upload(account, text.encode(), name, channel)
    verify_submissions(waiting)
    return upload


def _game(upload: Upload) -> Game:
    return Game.objects.get(submissions__upload=upload)


def _illegal(log: str) -> str:
    """The first ship sails to a quay that it cannot reach: there is no ship 9."""
    lines = log.splitlines()
    number = next(number for number, line in enumerate(lines) if " sail " in line)
    lines[number] = f"{lines[number].split()[0]} sail 9 temple"
    return "\n".join(lines) + "\n"


def _boastful(log: str) -> str:
    """Everybody claims a point more than the game gave."""
    lines = log.splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("result: "))
    pairs = [pair.split("=") for pair in lines[number].split()[1:]]
    claimed = " ".join(f"{colour}={int(points) + 1}" for colour, points in pairs)
    lines[number] = f"result: {claimed}"
    return "\n".join(lines) + "\n"


def _mistyped(log: str) -> str:
    """A word that is none."""
    return log.replace(" take", " tkae", 1)
