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
from engine.verdict import accepted_fields
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
    dump: Lines = defaultdict(list)
    players: dict[str, int] = {}
    for number, log in enumerate(logs):
        game = verify(read_log(log), keep_events=True)
        verdict = accepted_fields(game)
        names = [players.setdefault(name, len(players) + 1) for name in verdict["names"].values()]
        standing = (standings or {}).get(number, "counted")
        _add(dump, number, game.texts.log, dict(verdict), names, standing)
    for name, pk in players.items():
        dump["players"].append({"id": pk, "name": name, "computer": ""})
    return dump


def rate(dump: Lines, books: Sequence[dict[str, Any]] = ()) -> None:
    """Add the ledger and the present ratings; `books`: entries and closings."""
    key = {game["id"]: (game["played_on"], game["accepted_at"]) for game in dump["games"]}
    last: dict[tuple[str, int], dict[str, Any]] = {}
    rows = defaultdict(list)
    for change in recompute_ledger(dump["games"], list(books)):  # type: ignore[arg-type]
        day, accepted_at = key[change.game]
        row = change._asdict() | {
            "played_on": day,
            "accepted_at": accepted_at,
            "retired": None,
            "id": 0,
        }
        rows[change.game].append(row)
        key_of_player = change.pool, int(change.player)
        games = change.games_before + (-1 if change.kind == "reversal" else 1)
        was = last.get(key_of_player, {}).get("last_played", "")
        day = was if change.kind == "reversal" else max(was, change.day if not change.kind else day)
        last[key_of_player] = {
            "pool": change.pool,
            "player": change.player,
            "rating": change.after,
            "games": games,
        }
        last[key_of_player]["last_played"] = day
    dump["ledger"] = [row for game in dump["games"] for row in rows[game["id"]]]
    dump["ratings"] = [change for change in last.values() if change["games"]]
    dump["books"] = list(books)


def write(folder: Path, dump: Lines) -> None:
    """The files of a dump and its manifest."""
    folder.mkdir(parents=True)
    names = ("games", "verifications", "standings", "tables", "ledger", "books", "ratings")
    files = []
    for name in (*names, "players", "editions"):
        raw = "".join(f"{_canonical(line)}\n" for line in dump.get(name, ())).encode()
        packed = gzip.compress(raw, 6, mtime=0)
        (folder / f"{name}.ndjson.gz").write_bytes(packed)
        digest = sha256(packed).hexdigest()
        described = {"name": f"{name}.ndjson.gz", "bytes": len(packed), "sha256": digest}
        files.append(described | {"lines": raw.count(b"\n"), "optional": False})
    manifest = {"form": 1, "made_at": ACCEPTED, "engine": "", "settings": {}, "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


# --- inside -------------------------------------------------------------------


def _add(
    dump: Lines, number: int, log: str, verdict: dict[str, Any], players: list[int], standing: str
) -> None:
    fingerprint, colours = verdict["fingerprint"], list(verdict["points"])
    game = "".join(
        SHEET[int(fingerprint[:15], 16) >> 5 * place & 31] for place in range(11, -1, -1)
    )
    header = read_log(log).header
    key = {"played_on": str(header.played), "accepted_at": ACCEPTED}
    seats = [
        {
            "colour": colour,
            "player": player,
            "name": verdict["names"][colour],
            "points": verdict["points"][colour],
            "place": verdict["places"][colour],
            "rated_place": verdict["places"][colour],
            "replaced_at": None,
            "sled": verdict["sleds"][colour],
            "breakdown": verdict["breakdown"][colour],
        }
        for colour, player in zip(colours, players, strict=True)
    ]
    shared = ("fingerprint", "digest", "edition", "profile")
    dump["games"].append(
        {
            **key,
            **{name: verdict[name] for name in (*shared, "sites", "modules")},
            "id": game,
            "log": log,
            "submission": number,
            "standing": standing,
            "chance": header.chance,
            "entries": verdict["actions"],
            "seats": seats,
        }
    )
    run = {"id": number, "submission": number, "game": game, "at": ACCEPTED, "refusal": None}
    run |= {"engine": "0", "build": "0"}
    dump["verifications"].append(
        {**key, **run, "verdict": "verified", **{name: verdict[name] for name in shared}}
    )
    columns = ("player", "place", "rated_place")
    sits = [{**{name: seat[name] for name in columns}, "since": 0} for seat in seats]
    dump["standings"].append(
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
