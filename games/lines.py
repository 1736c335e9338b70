"""The public record as lines of canonical JSON: what a dump has, and what a log of the record
keeps digests of.

A line is an object with sorted keys and no blanks, in UTF-8; moments are in UTC with microseconds
(``2026-11-23T00:20:00.123456Z``). The line of a record that did not change does not change, and
the digest of it is kept elsewhere: a field is never renamed, and a new one is left out of old
records. People are their players' ids: what is said of the standing of a game names none.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from django.db.models import QuerySet

from games.models import (
    Attestation,
    Dispute,
    Edition,
    Game,
    Merge,
    Player,
    Seat,
    SeatClaim,
    Standing,
    StandingDecision,
    Verification,
)
from games.pseudonyms import pseudonymise
from games.standing.standing import NEEDED, StandingInputs, derive_standing, standing_inputs

Line = dict[str, object]

Effect = Dispute.Effect


def canonical_json_line(line: Line) -> bytes:
    """`line` as canonical JSON, without a line feed."""
    return CANONICAL.encode(line).encode()


CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def line_digest(line: Line) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return sha256(canonical_json_line(line)).hexdigest()


def timestamp_text(instant: datetime) -> str:
    """``2026-11-23T00:20:00.123456Z``: in order of time as texts, too."""
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


# --- games --------------------------------------------------------------------


def game_lines(games: Sequence[Game]) -> Iterator[Line]:
    """A line each; one query for any number of games."""
    seats: dict[str, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=[game.pk for game in games]).order_by("number"):
        seats[seat.game_id].append(seat)
    return (game_line(game, seats[game.pk]) for game in games)


def game_line(game: Game, seats: Iterable[Seat]) -> Line:
    """A game and what is on record of it; `seats` in turn order. `submission`: of which
    verifications the record is."""
    return {
        "id": game.pk,
        "fingerprint": game.fingerprint,
        "digest": game.digest,
        "log": game.log,
        "submission": game.submission_id,
        "played_on": game.played_on.isoformat(),
        "accepted_at": timestamp_text(game.accepted_at),
        "standing": game.standing,
        "edition": game.edition,
        "profile": game.profile,
        "sites": game.sides,
        "modules": game.module_words,
        "chance": game.chance,
        "entries": game.entries,
        "played_here": game.played_here,
        "seats": [
            {
                "colour": seat.colour,
                "player": seat.player_id,
                "name": seat.name,
                "points": seat.points,
                "place": seat.place,
                "rated_place": seat.rated_place,
                "replaced_at": seat.replaced_at,
                "sled": seat.sled,
                "breakdown": seat.breakdown,
                **({"resigned_at": seat.resigned_at} if seat.resigned_at else {}),
            }
            for seat in seats
        ],
    }


# --- verifications ------------------------------------------------------------

REFUSAL: Final = ("kind", "rule", "place", "line", "ply")
"""Public fields of a refusal. The entry tried and the message are the uploader's texts."""

VERIFICATION: Final = (
    *("id", "submission", "game", "engine", "edition", "verdict"),
    *("fingerprint", "digest", "refusal", "at"),
    *("game__profile", "game__played_on", "game__accepted_at"),
)


def verification_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these verifications, by id; one query."""
    rows = Verification.objects.filter(pk__in=pks).order_by("pk").select_related("game")
    return map(verification_line, rows.only(*VERIFICATION))


def verification_line(run: Verification) -> Line:
    """One run of a log through the engine. Of a log that is no game here, nothing else is said:
    it is its uploader's. `played_on` and `accepted_at` are those of the game, its place in the
    order of all."""
    version, _plus, build = run.engine.partition("+")
    refusal, game = run.refusal or {}, run.game
    return {
        "id": run.pk,
        "submission": run.submission_id,
        "game": run.game_id,
        "at": timestamp_text(run.at),
        "engine": version,
        "build": build,
        "edition": run.edition,
        "profile": game.profile if game else "",
        "played_on": game.played_on.isoformat() if game else None,
        "accepted_at": timestamp_text(game.accepted_at) if game else None,
        "verdict": run.verdict,
        "fingerprint": run.fingerprint if run.game_id else "",
        "digest": run.digest if run.game_id else "",
        "refusal": {key: refusal[key] for key in REFUSAL if key in refusal} or None,
    }


# --- standings ----------------------------------------------------------------


def standing_lines(ids: Sequence[str]) -> Iterator[Line]:
    """The present standing of these games, in the order of their ids; a fixed number of queries."""
    rows = Game.objects.filter(pk__in=ids).order_by("pk").only(*NEEDED)
    return standings(list(rows))


def standings(games: Sequence[Game]) -> Iterator[Line]:
    """As ``standing_lines``, of games that are read already."""
    ids = [game.pk for game in games]
    seats, sits = _seats(ids)
    confirmed = _confirmed(games, sits)
    disputed_by = _open(Dispute.objects.filter(game__in=ids), sits)
    contested_by = _open(SeatClaim.objects.filter(game__in=ids), sits)
    facts = standing_inputs(games)
    for game in games:
        yield standing_line(
            game,
            facts[game.pk],
            seats=seats[game.pk],
            confirmed=confirmed[game.pk],
            disputed_by=disputed_by[game.pk],
            contested_by=contested_by[game.pk],
        )


def standing_line(
    game: Game,
    facts: StandingInputs,
    *,
    seats: list[Line],
    confirmed: list[Line],
    disputed_by: list[Line],
    contested_by: list[Line],
) -> Line:
    """The standing of a game, all that decides it (``games.standing.standing``), and all of the
    game that ratings follow from.

    `confirmed`: who confirmed this fingerprint, and in which seating; a seat's `since` is the
    seating from which on its player has to. `arbiter`: null if none vouches, else the `seat` they
    sit in, if any, and whether they may. `club_arbiter`: only where an arbiter of a club vouches.
    `waits_for_address`: nothing else is missing.
    """
    otherwise = derive_standing(replace(facts, unverified=frozenset()))
    return {
        "game": game.pk,
        "fingerprint": game.fingerprint,
        "standing": game.standing,
        "played_on": game.played_on.isoformat(),
        "accepted_at": timestamp_text(game.accepted_at),
        "seats": seats,
        "confirmed": confirmed,
        "arbiter": _arbiter(game, facts),
        "disputed_by": disputed_by,
        "contested_by": contested_by,
        "refuted": facts.refuted,
        "void": facts.void,
        "unrated": game.unrated,
        "waits_for_address": bool(facts.unverified) and otherwise is Standing.COUNTED,
        **_club_arbiter(facts),
    }


# --- decisions ----------------------------------------------------------------


def decision_lines(decisions: QuerySet[StandingDecision]) -> Iterator[Line]:
    """Of these decisions, by id; one query."""
    rows = decisions.order_by("pk").select_related("game").defer("game__log")
    return map(decision_line, rows)


def decision_line(decision: StandingDecision) -> Line:
    """A decision about what counts: in which `role` it was made, the game's standing `before` and
    `after`. `reason`: a moderator's public words. `subject`: the build of a release. `game`: null
    if it is about none; `played_on`, `accepted_at`: of the game."""
    game = decision.game
    return {
        "id": decision.pk,
        "game": decision.game_id,
        "played_on": game.played_on.isoformat() if game else None,
        "accepted_at": timestamp_text(game.accepted_at) if game else None,
        "kind": decision.kind,
        "role": decision.role,
        "before": decision.before,
        "after": decision.after,
        "subject": decision.subject,
        "reason": pseudonymise(decision.reason),
        "at": timestamp_text(decision.decided_at),
    }


# --- players ------------------------------------------------------------------


def player_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these players, by id; two queries."""
    merges = Merge.objects.filter(guest__in=pks, accepted=True).order_by("decided_at")
    merged = dict(merges.values_list("guest_id", "decided_at"))
    rows = Player.objects.filter(pk__in=pks).order_by("pk").select_related("account")
    return (player_line(player, merged.get(player.pk)) for player in rows)


def player_line(player: Player, merged_at: datetime | None) -> Line:
    """A player under the name that the site shows. `handle`: null for a guest. `computer`: the
    level of a computer player, else empty. `salt`: of the digest in the transparency log;
    empty when the account is closed. `bot_since`: only of an account that is marked as a bot."""
    return {
        "id": player.pk,
        "handle": player.name if player.account_id else None,
        "name": player.in_logs,
        "computer": player.computer,
        "merged_into": player.merged_into_id,
        "merged_at": timestamp_text(merged_at) if merged_at and player.merged_into_id else None,
        "salt": player.salt,
        **({"bot_since": timestamp_text(player.bot_since)} if player.bot_since else {}),
    }


# --- inside -------------------------------------------------------------------

Sits = dict[tuple[str, int], int]
"""By game and account: the player of it. Only of these something is said: another account may have
no player yet."""


def _seats(ids: Iterable[str]) -> tuple[dict[str, list[Line]], Sits]:
    seats: dict[str, list[Line]] = defaultdict(list)
    sits: Sits = {}
    rows = Seat.objects.filter(game__in=ids).order_by("game_id", "number")
    for game, player, account, since, place, rated in rows.values_list(
        "game_id", "player_id", "player__account_id", "since", "place", "rated_place"
    ):
        if account is not None:
            sits[game, account] = player
        seats[game].append(
            {
                "player": player,
                "has_account": account is not None,
                "since": since,
                "place": place,
                "rated_place": rated,
            }
        )
    return seats, sits


def _open(rows: QuerySet[Dispute] | QuerySet[SeatClaim], sits: Sits) -> dict[str, list[Line]]:
    """The open ones that keep a game from counting."""
    by_game: dict[str, list[Line]] = defaultdict(list)
    holding = rows.filter(closed_at=None).exclude(effect=Effect.NOTHING).order_by("pk")
    for game, account, effect in holding.values_list("game_id", "account_id", "effect"):
        by_game[game].append({"player": sits.get((game, account)), "effect": effect})
    return by_game


def _confirmed(games: Sequence[Game], sits: Sits) -> dict[str, list[Line]]:
    fingerprints = {game.pk: game.fingerprint for game in games}
    confirmations: dict[str, list[Line]] = defaultdict(list)
    rows = Attestation.objects.filter(game__in=fingerprints).order_by("pk")
    for game, account, seating, fingerprint, confirmed_at in rows.values_list(
        "game_id", "account_id", "seating", "fingerprint", "at"
    ):
        player = sits.get((game, account))
        if player is not None and fingerprint == fingerprints[game]:
            confirmations[game].append(
                {"player": player, "seating": seating, "at": timestamp_text(confirmed_at)}
            )
    return confirmations


def _arbiter(game: Game, facts: StandingInputs) -> Line | None:
    """Not who it is: an account need not have a player, and may get one later."""
    if game.arbiter_id is None:
        return None
    sits = [seat.account for seat in facts.seats]
    return {
        "seat": sits.index(game.arbiter_id) if game.arbiter_id in sits else None,
        "may_sit": game.arbiter_may_sit,
    }


def _club_arbiter(facts: StandingInputs) -> Line:
    if (club := facts.club) is None:
        return {}
    arbiter = {
        "club": club.club,
        "player": club.player,
        "seating": club.seating,
        "at": timestamp_text(club.vouched_at),
    }
    return {"club_arbiter": arbiter}


# --- editions -----------------------------------------------------------------


def edition_line(edition: Edition) -> Line:
    """An edition of the site: its text is what the engine reads. Who made it is not said: an
    account need not have a player."""
    return {
        "name": edition.name,
        "base": edition.base,
        "toml": edition.toml,
        "sha256": edition.sha256,
        "made_at": timestamp_text(edition.made_at),
        "reason": edition.reason,
    }
