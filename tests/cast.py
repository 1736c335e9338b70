"""The cast of the site's tests, and games for them to bring."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from functools import cache
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.test import Client

from engine import EngineError, Entry, Setup, deal, read_log, write_text
from engine import verify as check
from engine.log import Header, Log
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.models import Account, Channel, Game, Submission, Upload

PASSWORD = "seven-stones-on-a-sled"


def account(handle: str, *, arbiter: bool = False, moderator: bool = False) -> Account:
    """An account that can log in with ``PASSWORD``, with a verified address; a moderator may enter
    the admin."""
    user = Account.objects.create_user(handle, f"{handle}@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    names = ["arbitrate"] * arbiter + ["moderate"] * moderator
    user.user_permissions.add(
        *Permission.objects.filter(content_type__app_label="games", codename__in=names)
    )
    if moderator:
        user.is_staff = True
        user.save()
    return Account.objects.get(pk=user.pk)  # with no permissions remembered


def client_of(account: Account | None, **options: Any) -> Client:
    """A browser in which `account` is logged in; of a visitor, where there is none."""
    client = Client(**options)
    if account is not None:
        client.force_login(account)
    return client


@cache
def finished_log(
    seats: str = "black=@ana white=@ben",
    sites: str = "AAAAA",
    modules: str = "",
    *,
    seed: int = 1,
    played: str | None = "2026-01-02",
    profile: str = "official",
) -> str:
    """The text of a legal, finished game; another seed is another game."""
    pairs = [word.partition("=") for word in seats.split()]
    setup = Setup.of(" ".join(colour for colour, _, _ in pairs), sites, modules, profile)
    names = tuple(name for _, _, name in pairs)
    day = date.fromisoformat(played) if played else None
    return write_text(Log(Header(setup, names, "observed", day), _played(setup, seed)))


@cache
def _played(setup: Setup, seed: int) -> tuple[Entry, ...]:
    """The entries of a game, for whatever names and day: to play well takes longer than most
    tests."""
    return deal(setup, seed=seed, play="greedy").entries


def log_of_two(
    black: str = "@ana", white: str = "@ben", seed: int = 1, sites: str = "AAAAA"
) -> str:
    """The text of a game of two: for a seed the same one but for its players."""
    return finished_log(f"black={black} white={white}", sites, seed=seed)


@cache
def slips(text: str, most: int = 9) -> tuple[str, ...]:
    """Legal logs that differ from `text` in one entry: a stone lies on another place of its ship.
    They claim no result."""
    lines = [line for line in text.splitlines() if not line.startswith("result")]
    variants: list[str] = []
    for index, line in enumerate(lines):
        seat, *remainder = line.split() or [""]
        if remainder[:1] != ["load"] or len(variants) >= most:
            continue
        ship, _, place = remainder[1].partition(".")
        for other in sorted({"1", "2", "3", "4"} - {place}):
            slip = f"{seat} load {ship}.{other}"
            edited = "\n".join([*lines[:index], slip, *lines[index + 1 :]]) + "\n"
            with suppress(EngineError):
                check(read_log(edited))
                variants.append(edited)
    return tuple(variants[:most])


def broken_log(seats: str = "black=@ana white=@ben", *, seed: int = 1) -> tuple[str, int]:
    """A log with one illegal entry, and the line of it."""
    lines = finished_log(seats, seed=seed).splitlines()
    number = next(n for n, line in enumerate(lines) if line.split()[1:2] == ["sail"])
    lines[number] = f"{lines[number].split()[0]} sail 9 temple"
    return "\n".join(lines) + "\n", number + 1


def submit(uploader: Account, text: str | bytes, name: str = "game.imh") -> Upload:
    """Upload and judge at once, without a worker."""
    raw = text.encode() if isinstance(text, str) else text
    upload = receive(uploader, raw, name, Channel.PAGE)
    verify_submissions([submission.pk for submission in upload.submissions.all()])
    return upload


def game_of(upload: Upload) -> Game:
    """The game that the first log of `upload` became, or led to."""
    submission: Submission = upload.submissions.get(number=1)
    assert submission.game is not None, submission.refusal
    return submission.game


def standing_of(game: Game) -> str:
    """The standing that is stored now; `game` is read again."""
    game.refresh_from_db()
    return game.standing
