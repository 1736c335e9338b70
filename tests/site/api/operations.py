"""Every operation of the API, and what each of the cast is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.models import Note
from tests.cast import finished_log
from tests.site.api.world import World

PEOPLE = ("anonymous", "ana", "ben", "cat", "mo", "ida")
TOKENS = ("read", "upload", "attest", "note", "expired", "revoked")
"""Tokens of ana, by scope."""

CAST = (*PEOPLE, *TOKENS)
NO_TOKEN = {"expired": 401, "revoked": 401}


def everybody(status: int, **others: int) -> dict[str, int]:
    return dict.fromkeys(CAST, status) | NO_TOKEN | others


def path_of(text: str) -> Callable[[World], str]:
    return lambda world: text.format(
        game=world.game.pk,
        upload=world.upload.pk,
        player=world["ana"].player.pk,
    )


def a_note_of_ana(world: World) -> str:
    """Another one each time."""
    note = Note.objects.create(game=world.game, account=world["ana"], ply=2, kind="idea", text="!")
    return f"games/{world.game.pk}/notes/{note.pk}"


class Operation(NamedTuple):
    method: str
    path: Callable[[World], str]
    answers: dict[str, int]
    body: Any = b""
    type: str = "application/json"
    unknown: str = ""
    """The same with an id that nobody has; empty if there is no id in it."""
    accept: str = "application/json"


def get(path: str, answers: dict[str, int] | None = None, **more: Any) -> Operation:
    return Operation("GET", path_of(path), answers or everybody(200), **more)


MINE = everybody(200, anonymous=401, attest=403, note=403)
OWNER = everybody(404, anonymous=401, ana=200, mo=200, read=200, upload=200, attest=403, note=403)
PLAYER = everybody(201, anonymous=401, cat=403, mo=403, ida=403, read=403, upload=403, note=403)
NOBODY = "000000000000"
NO_UPLOAD = "uploads/00000000-0000-4000-8000-000000000000"

OPERATIONS: dict[str, Operation] = {
    "root": get(""),
    "editions": get("editions"),
    "problems_list": get("problems"),
    "problem_show": get("problems/refused", unknown="problems/nonsense"),
    "uploads_list": get("uploads", MINE),
    "upload": Operation(
        "POST",
        path_of("uploads"),
        everybody(202, anonymous=401, read=403, attest=403, note=403),
        finished_log(seed=9).encode(),
        "text/plain",
    ),
    "upload_show": get("uploads/{upload}", OWNER, unknown=NO_UPLOAD),
    "submissions_list": get(
        "uploads/{upload}/submissions", OWNER, unknown=f"{NO_UPLOAD}/submissions"
    ),
    "upload_raw": get(
        "uploads/{upload}/raw",
        OWNER,
        unknown=f"{NO_UPLOAD}/raw",
        accept="application/octet-stream",
    ),
    "games_list": get("games"),
    "games_export": get("games.ndjson", accept="application/x-ndjson"),
    "game_show": get("games/{game}", unknown=f"games/{NOBODY}"),
    "game_log": get("games/{game}/log", unknown=f"games/{NOBODY}/log", accept="text/plain"),
    "game_attest": Operation(
        "POST", path_of("games/{game}/attestations"), PLAYER, unknown=f"games/{NOBODY}/attestations"
    ),
    "game_dispute": Operation(
        "POST",
        path_of("games/{game}/disputes"),
        PLAYER,
        {"reason": "we played another one"},
        unknown=f"games/{NOBODY}/disputes",
    ),
    "game_dispute_withdraw": Operation(
        "POST",
        path_of("games/{game}/disputes/withdrawal"),
        everybody(409, anonymous=401, read=403, upload=403, note=403),
        unknown=f"games/{NOBODY}/disputes/withdrawal",
    ),
    "notes_list": get("games/{game}/notes", unknown=f"games/{NOBODY}/notes"),
    "note_write": Operation(
        "POST",
        path_of("games/{game}/notes"),
        everybody(201, anonymous=401, read=403, upload=403, attest=403),
        {"ply": 3, "kind": "idea", "text": "Sail!"},
        unknown=f"games/{NOBODY}/notes",
    ),
    "note_delete": Operation(
        "DELETE",
        a_note_of_ana,
        everybody(404, anonymous=401, ana=204, note=204, read=403, upload=403, attest=403),
        unknown=f"games/{NOBODY}/notes/1",
    ),
    "players_list": get("players"),
    "player_show": get("players/{player}", unknown="players/987654321"),
    "player_games": get("players/{player}/games", unknown="players/987654321/games"),
    "leaderboards_list": get("leaderboards"),
    "leaderboard": get("leaderboards/overall", unknown="leaderboards/5"),
    "ledger": get("ledger"),
}
