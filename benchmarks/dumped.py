"""A dump written without a site: games, all vouched for by an arbiter, and the ledger that
``ratings.recompute`` makes of them."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from engine import Setup, deal, read_log, verify, write_text
from engine.log import Log
from engine.verdict import accepted
from ratings.recompute import recompute_ledger

ACCEPTED: Final = "2026-06-01T00:00:00.000000Z"
SHEET: Final = "0123456789abcdefghjkmnpqrstvwxyz"

Lines = dict[str, list[dict[str, Any]]]


def games(number: int, players: int = 12) -> list[str]:
    """Logs of games of chance, two to four of `players` at a time, one a day."""
    texts = []
    for seed in range(number):
        seats = 2 + seed % 3
        setup = Setup.of(" ".join(["black", "white", "gray", "brown"][:seats]), "AAAAA")
        dealt = deal(setup, seed=seed, play="random")
        names = tuple(f"@player{(seed * 5 + seat * 7) % players}" for seat in range(seats))
        day = date(2026, 1, 1) + timedelta(days=seed)
        header = replace(dealt.header, names=names, played=day)
        texts.append(write_text(Log(header, dealt.entries)))
    return texts


def lines_of(logs: Iterable[str], standings: Mapping[int, str] | None = None) -> Lines:
    """The lines of a dump of these games, in their order; `standings`: of games by their number,
    where it is not ``counted``."""
    found: Lines = defaultdict(list)
    players: dict[str, int] = {}
    for number, log in enumerate(logs):
        game = verify(read_log(log), keep_events=True)
        said = accepted(game)
        names = [players.setdefault(name, len(players) + 1) for name in said["names"].values()]
        standing = (standings or {}).get(number, "counted")
        _add(found, number, game.texts.log, dict(said), names, standing)
    for name, pk in players.items():
        found["players"].append({"id": pk, "name": name, "computer": ""})
    return found


def rate(found: Lines, books: Sequence[dict[str, Any]] = ()) -> None:
    """Add the ledger and the present ratings; `books`: entries and closings."""
    key = {game["id"]: (game["played_on"], game["accepted_at"]) for game in found["games"]}
    last: dict[tuple[str, int], dict[str, Any]] = {}
    rows = defaultdict(list)
    for one in recompute_ledger(found["games"], list(books)):  # type: ignore[arg-type]
        day, at = key[one.game]
        row = one._asdict() | {"played_on": day, "accepted_at": at, "retired": None, "id": 0}
        rows[one.game].append(row)
        who = one.pool, int(one.player)
        games = one.games_before + (-1 if one.kind == "reversal" else 1)
        was = last.get(who, {}).get("last_played", "")
        day = was if one.kind == "reversal" else max(was, one.day if not one.kind else day)
        last[who] = {"pool": one.pool, "player": one.player, "rating": one.after, "games": games}
        last[who]["last_played"] = day
    found["ledger"] = [row for game in found["games"] for row in rows[game["id"]]]
    found["ratings"] = [one for one in last.values() if one["games"]]
    found["books"] = list(books)


def write(folder: Path, found: Lines) -> None:
    """The files of a dump and its manifest."""
    folder.mkdir(parents=True)
    names = ("games", "verifications", "standings", "tables", "ledger", "books", "ratings")
    files = []
    for name in (*names, "players", "editions"):
        raw = "".join(f"{_canonical(line)}\n" for line in found.get(name, ())).encode()
        packed = gzip.compress(raw, 6, mtime=0)
        (folder / f"{name}.ndjson.gz").write_bytes(packed)
        digest = sha256(packed).hexdigest()
        said = {"name": f"{name}.ndjson.gz", "bytes": len(packed), "sha256": digest}
        files.append(said | {"lines": raw.count(b"\n"), "optional": False})
    manifest = {"form": 1, "made_at": ACCEPTED, "engine": "", "settings": {}, "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


# --- inside -------------------------------------------------------------------


def _add(
    found: Lines, number: int, log: str, said: dict[str, Any], players: list[int], standing: str
) -> None:
    fingerprint, colours = said["fingerprint"], list(said["points"])
    game = "".join(
        SHEET[int(fingerprint[:15], 16) >> 5 * place & 31] for place in range(11, -1, -1)
    )
    header = read_log(log).header
    key = {"played_on": str(header.played), "accepted_at": ACCEPTED}
    seats = [
        {
            "colour": colour,
            "player": player,
            "name": said["names"][colour],
            "points": said["points"][colour],
            "place": said["places"][colour],
            "rated_place": said["places"][colour],
            "replaced_at": None,
            "sled": said["sleds"][colour],
            "breakdown": said["breakdown"][colour],
        }
        for colour, player in zip(colours, players, strict=True)
    ]
    same = ("fingerprint", "digest", "edition", "profile")
    found["games"].append(
        {
            **key,
            **{name: said[name] for name in (*same, "sites", "modules")},
            "id": game,
            "log": log,
            "submission": number,
            "standing": standing,
            "chance": header.chance,
            "entries": said["actions"],
            "seats": seats,
        }
    )
    run = {"id": number, "submission": number, "game": game, "at": ACCEPTED, "refusal": None}
    found["verifications"].append(
        {**key, **run, "verdict": "verified", **{name: said[name] for name in same}}
    )
    wanted = ("player", "place", "rated_place")
    sits = [{**{name: seat[name] for name in wanted}, "since": 0} for seat in seats]
    found["standings"].append(
        {
            **key,
            "game": game,
            "fingerprint": fingerprint,
            "standing": standing,
            "confirmed": [],
            "seats": [{**seat, "has_account": True} for seat in sits],
            "arbiter": {"seat": None, "may_sit": False} if standing == "counted" else None,
            "disputed_by": [],
            "contested_by": [],
            "refuted": False,
            "unrated": False,
            "void": standing == "void",
            "waits_for_address": False,
        }
    )


def _canonical(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
