"""Every operation of the API, and what each of the cast is answered."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.utils import timezone

from archive.releases.models import Impact
from archive.releases.services import impact
from events.clubs.founding import create_club
from events.entrants.entering import enter_people
from events.limits import NEW_EVENTS, NEW_SERIES
from events.models import Club
from events.organising.making import EventTerms, make_event
from events.results.rulings import give_penalty
from events.results.slips import Slip, report_slip
from events.round_tables.tables import seat_by_hand
from events.series.guests import name_guest
from events.series.league import add_division, place_players
from events.series.organising import SeriesTerms, add_event_to_series, make_series
from games.models import Draft, Game, Note, Standing
from insights.puzzles.models import Puzzle
from tables.recorder.drafts import code_digest
from tests.cast import finished_log
from tests.worlds.api_world import World
from tests.worlds.puzzles import puzzle_of

PEOPLE = ("anonymous", "ana", "ben", "cat", "mo", "ida")
TOKENS = ("read", "upload", "attest", "note", "play", "expired", "revoked")
"""Tokens of ana, by scope."""

CAST = (*PEOPLE, *TOKENS)
KINDS = {400: "invalid", 409: "conflict"}
CODE = "0000-0000"
NO_TOKEN = {"expired": 401, "revoked": 401}


def everybody(status: int, **exceptions: int) -> dict[str, int]:
    return dict.fromkeys(CAST, status) | NO_TOKEN | exceptions


def path_of(text: str) -> Callable[[World], str]:
    return lambda world: text.format(
        game=world.game.pk,
        upload=world.upload.pk,
        player=world["ana"].player.pk,
        table=world.table.pk,
        playing=world.playing.pk,
        line=world.line.pk,
        ben=world["ben"].player.pk,
    )


def a_note_of_ana(world: World) -> str:
    """Another one each time."""
    note = Note.objects.create(game=world.game, account=world["ana"], ply=2, kind="idea", text="!")
    return f"games/{world.game.pk}/notes/{note.pk}"


def a_draft_of_ana(path: str = "") -> Callable[[World], str]:
    """Another one each time."""

    def address(world: World) -> str:
        log = b"imhotep 1\n"
        draft = Draft.objects.create(account=world["ana"], log=log, size=len(log))
        return f"drafts/{draft.pk}{path}"

    return address


def a_puzzle(path: str) -> Callable[[World], str]:
    """A puzzle of the game, which counts then."""

    def address(world: World) -> str:
        Game.objects.filter(pk=world.game.pk).update(standing=Standing.COUNTED)
        if not Puzzle.objects.exists():
            puzzle_of(world.game)
        return f"puzzles/today{path}"

    return address


def a_code_of_a_draft(world: World) -> str:
    """``CODE`` works, whether it was used or not."""
    log = b"imhotep 1\n"
    works = {"account": world["ana"], "log": log, "size": len(log)}
    ends = timezone.now() + timedelta(minutes=1)
    Draft.objects.update_or_create(
        code=code_digest(CODE),
        defaults={"code_ends_at": ends},
        create_defaults=works | {"code_ends_at": ends},
    )
    return "drafts/by-code"


def a_club(path: str) -> Callable[[World], str]:
    """A club of ana."""

    def address(world: World) -> str:
        club = Club.objects.filter(owner=world["ana"]).first()
        return path.format(slug=(club or create_club(world["ana"], "Thursday Club")).slug)

    return address


def an_event(path: str) -> Callable[[World], str]:
    """Another one each time, of ana: ben has played Mia and reported it, two sit without a result,
    two are free, and Mia has a penalty."""

    def address(world: World) -> str:
        ana, ben = world["ana"], world["ben"]
        terms = EventTerms("Thursday", timezone.now(), open_entry=True)
        event = make_event(ana, terms)
        NEW_EVENTS.forget(str(ana.pk))
        enter_people(event.pk, ana, ["@ben", "Mia", "Tom", "Uwe", "Vic", "Wil"])
        played = seat_by_hand(event.pk, ana, [1, 2])
        report_slip(event.pk, played.pk, ben, Slip((40, 30)))
        return path.format(
            event=event.pk,
            played=played.pk,
            seated=seat_by_hand(event.pk, ana, [3, 4]).pk,
            penalty=give_penalty(event.pk, ana, 2, "1", "late").pk,
        )

    return address


def a_series(path: str) -> Callable[[World], str]:
    """Another one each time, of ana: a league of two divisions. ben and Mia are in an event of the
    first; Mia is said to be cat."""

    def address(world: World) -> str:
        ana = world["ana"]
        today = timezone.localdate()
        series = make_series(ana, SeriesTerms("Winter", today, today))
        NEW_SERIES.forget(str(ana.pk))
        for number in (1, 2):
            add_division(series.pk, ana, f"Division {number}", 1)
        ben, _mia = place_players(series.pk, ana, 1, ["@ben", "Mia"])
        tom, _uwe = place_players(series.pk, ana, 2, ["Tom", "Uwe"])
        event = make_event(ana, EventTerms("Thursday", timezone.now()))
        NEW_EVENTS.forget(str(ana.pk))
        add_event_to_series(series.pk, ana, event.pk, 1)
        guest = name_guest(series.pk, ana, "Mia", "@cat")
        ids = {"ben": ben.pk, "tom": tom.pk, "guest": guest.pk}
        return path.format(series=series.pk, event=event.pk, **ids)

    return address


def an_impact(path: str) -> Callable[[World], str]:
    """One that there is."""

    def address(world: World) -> str:
        if not Impact.objects.exists():
            impact.begin_impact(None)
        row = Impact.objects.get()
        return path.format(impact=row.pk, release=row.release_id)

    return address


class Operation(NamedTuple):
    method: str
    path: Callable[[World], str]
    answers: dict[str, int]
    body: Any = b""
    type: str = "application/json"
    unknown: str = ""
    """The same with an id that nobody has; empty if there is no id in it."""
    accept: str = "application/json"
    stale: bool = False
    """409 means that the game has gone on."""

    def kind(self, status: int) -> str:
        """The type of the problem that an answer of this status is."""
        return "stale" if self.stale and status == 409 else KINDS.get(status, "")


def of_impact(path: str) -> Operation:
    unknown = path.format(impact=987654321, release=987654321)
    return Operation("GET", an_impact(path), everybody(200), unknown=unknown)


OTHER_SCOPES = {"attest": 403, "note": 403, "play": 403}
STRANGERS = {"anonymous": 401, "cat": 403, "mo": 403, "ida": 403}
PERSONAL = everybody(200, anonymous=401, **OTHER_SCOPES)
OWNER = everybody(404, anonymous=401, ana=200, mo=200, read=200, upload=200, **OTHER_SCOPES)
PLAYER = everybody(201, **STRANGERS, read=403, upload=403, note=403, play=403)
RECORDS = {"read": 403, "attest": 403, "note": 403, "play": 403}
RECORDER = everybody(404, anonymous=401, ana=200, upload=200) | RECORDS
NOBODY = "000000000000"
NO_DRAFT = "drafts/00000000-0000-4000-8000-000000000000"
UNKNOWN = {
    **dict.fromkeys(("game", "table", "playing"), NOBODY),
    **dict.fromkeys(("player", "ben"), 987654321),
    "upload": "00000000-0000-4000-8000-000000000000",
    "line": 1,
}


def playing(status: int, **exceptions: int) -> dict[str, int]:
    """With the scope play, or a session; the token is that of ana."""
    row = everybody(status, anonymous=401, read=403, upload=403, attest=403, note=403) | exceptions
    return row | {"play": exceptions.get("play", row["ana"])}


def change(
    method: str, path: str, answers: dict[str, int], body: Any = b"", **options: Any
) -> Operation:
    """An operation at a path with names in it; unless `unknown` is said, with ids of nobody."""
    unknown = path.format(**UNKNOWN)
    options.setdefault("unknown", "" if unknown == path else unknown)
    return Operation(method, path_of(path), answers, body, **options)


def get(path: str, answers: dict[str, int] | None = None, **options: Any) -> Operation:
    return change("GET", path, answers or everybody(200), **options)


def of_event(
    method: str, path: str, answers: dict[str, int], body: Any = b"", **options: Any
) -> Operation:
    """An operation of an event; unless `unknown` is said, with ids of nobody."""
    nobody = dict.fromkeys(("event", "played", "seated", "penalty"), 987654321)
    path = "events/{event}" + path
    options.setdefault("unknown", path.format(**nobody))
    return Operation(method, an_event(path), answers, body, **options)


def of_series(
    method: str, path: str, answers: dict[str, int], body: Any = b"", **options: Any
) -> Operation:
    """An operation of a series, or with ids of nobody."""
    nobody = dict.fromkeys(("series", "event", "guest", "ben", "tom"), 987654321)
    path = "series/{series}" + path
    return Operation(
        method, a_series(path), answers, body, unknown=path.format(**nobody), **options
    )


ARBITER = {"reason": "miscounted"}
SEASON = {"name": "Spring", "first_day": "2027-01-01", "last_day": "2027-03-31"}
SERIES = {
    "series_list": get("series"),
    "series_make": change("POST", "series", playing(201), SEASON),
    "series_show": of_series("GET", "", everybody(200)),
    "series_change": of_series("PATCH", "", playing(403, ana=200), {"name": "Spring"}),
    "series_event_add": of_series("POST", "/events", playing(403, ana=404), {"event": 987654321}),
    "series_event_remove": of_series(
        "POST", "/events/{event}/removal", playing(403, ana=200), ARBITER
    ),
    "series_division_add": of_series(
        "POST", "/divisions", playing(403, ana=201), {"name": "Third"}
    ),
    "series_players_add": of_series(
        "POST", "/divisions/2/players", playing(403, ana=201), {"names": ["Vic"]}
    ),
    "series_player_remove": of_series("DELETE", "/players/{tom}", playing(403, ana=200)),
    "series_player_leave": of_series(
        "POST", "/players/{ben}/leaving", playing(403, ana=200, ben=200)
    ),
    "series_player_stay": of_series(
        "DELETE", "/players/{ben}/leaving", playing(403, ana=200, ben=200)
    ),
    "series_guest_name": of_series(
        "POST", "/guests", playing(403, ana=409), {"guest": "Mia", "handle": "@mo"}
    ),
    "series_guest_answer": of_series(
        "POST", "/guests/{guest}/answer", playing(403, cat=200), {"agrees": True}
    ),
    "series_promotion": of_series("POST", "/promotion", playing(403, ana=409), {}),
    "series_next_begin": of_series(
        "POST", "/next", playing(403, ana=409), SEASON | {"digest": "0" * 16}
    ),
}
EVENTS = {
    "events_list": get("events"),
    "event_make": change(
        "POST", "events", playing(201), {"name": "Friday", "starts_at": "2026-11-27T18:00:00Z"}
    ),
    "event_show": of_event("GET", "", everybody(200)),
    "event_standings": of_event("GET", "/standings", everybody(200)),
    "event_codes": of_event("GET", "/codes", playing(403, ana=200)),
    "event_change": of_event("PATCH", "", playing(403, ana=200), {"name": "Friday"}),
    "event_enter": of_event("POST", "/entry", playing(201)),
    "event_leave": of_event("DELETE", "/entry", playing(409, ben=200)),
    "event_entrants_add": of_event("POST", "/entrants", playing(403, ana=201), {"names": ["Zed"]}),
    "event_entrant_withdraw": of_event("POST", "/entrants/5/withdrawal", playing(403, ana=200), {}),
    "event_entrant_readmit": of_event("DELETE", "/entrants/5/withdrawal", playing(403, ana=409)),
    "event_round_open": of_event("POST", "/rounds", playing(403, ana=201), {}),
    "event_rounds_open_all": of_event("POST", "/rounds/all", playing(403, ana=409), {}),
    "event_seed": of_event("POST", "/seeds", playing(403, ana=409), {"order": "lot"}),
    "event_groups_deal": of_event(
        "POST", "/groups", playing(403, ana=409), {"count": 1, "order": "lot"}
    ),
    "event_plan_write": of_event(
        "POST",
        "/plan",
        playing(403, ana=200),
        {"rounds": [{"tables": [[5, 6]]}], "reason": "by lot"},
    ),
    "event_timer_start": of_event("POST", "/timer", playing(403, ana=200), {"minutes": 50}),
    "event_timer_stop": of_event("DELETE", "/timer", playing(403, ana=200)),
    "event_entrant_team": of_event(
        "POST", "/entrants/5/team", playing(403, ana=200), {"team": "Reds"}
    ),
    "event_deals": of_event("GET", "/deals", everybody(200)),
    "event_deal_compare": of_event("GET", "/deals/1", everybody(404)),
    "event_deal_begin": of_event("POST", "/deals", playing(403, ana=409)),
    "event_deal_tables": of_event("POST", "/deals/tables", playing(403, ana=409)),
    "event_table_seat": of_event("POST", "/tables", playing(403, ana=201), {"entrants": [5, 6]}),
    "event_table_report": of_event(
        "POST", "/tables/{played}/slip", playing(403, ana=200, ben=200), {"scores": [40, 30]}
    ),
    "event_table_confirm": of_event("POST", "/tables/{played}/confirmation", playing(403, ana=200)),
    "event_table_dispute": of_event(
        "POST", "/tables/{played}/dispute", playing(403, ben=200), {"reason": "41, not 40"}
    ),
    "event_table_attach": of_event("POST", "/tables/{played}/game", playing(400), {"game": NOBODY}),
    "event_table_rule": of_event(
        "POST", "/tables/{played}/ruling", playing(403, ana=201), ARBITER | {"scores": [41, 30]}
    ),
    "event_table_dissolve": of_event(
        "POST", "/tables/{seated}/dissolution", playing(403, ana=201), ARBITER
    ),
    "event_penalise": of_event(
        "POST", "/penalties", playing(403, ana=201), ARBITER | {"entrant": 2, "points": "0.5"}
    ),
    "event_penalty_lift": of_event(
        "POST", "/penalties/{penalty}/lifting", playing(403, ana=201), ARBITER
    ),
    "event_announce": of_event(
        "POST", "/announcements", playing(403, ana=201), {"text": "Tea at eight."}
    ),
    "event_end": of_event("POST", "/end", playing(403, ana=409)),
    "event_reopen": of_event("DELETE", "/end", playing(403, ana=200)),
    "event_arbiter_add": of_event("POST", "/arbiters", playing(403, ana=200), {"handle": "@cat"}),
    "event_arbiter_remove": of_event("DELETE", "/arbiters/ana", playing(403, ana=409)),
}

STREAM = "text/event-stream"
WATCHED_TABLE = "tables/{table}"
PLAYING_TABLE = "tables/{playing}"
TABLES = {
    "tables_list": get("tables"),
    "table_open": change("POST", "tables", playing(201), {}),
    "table_show": get(WATCHED_TABLE),
    "table_sit": change("POST", f"{WATCHED_TABLE}/places", playing(409, ben=201, cat=201), {}),
    "table_leave": change("DELETE", f"{PLAYING_TABLE}/places", playing(403, ana=200, ben=200)),
    "table_unseat_computer": change(
        "DELETE", f"{WATCHED_TABLE}/places/white", playing(403, ana=200, play=400)
    ),
    "table_invite": change(
        "POST", f"{WATCHED_TABLE}/invitations", playing(403, ana=201), {"handle": "@ben"}
    ),
    "table_decline": change("DELETE", f"{WATCHED_TABLE}/invitations", playing(403, cat=200)),
    "table_promise": change(
        "POST", f"{WATCHED_TABLE}/promise", playing(403, ana=200), {"promise": "0" * 64}
    ),
    "table_share": change(
        "POST", f"{WATCHED_TABLE}/share", playing(403, ana=400), {"share": "0" * 64}
    ),
    "table_entries": get(f"{PLAYING_TABLE}/entries"),
    "table_act": change(
        "POST",
        f"{PLAYING_TABLE}/entries",
        playing(403, ana=409, ben=409),
        {"ply": 1, "text": "take"},
        stale=True,
    ),
    "table_legal": get(f"{PLAYING_TABLE}/legal"),
    "table_moments": get(f"{PLAYING_TABLE}/moments"),
    "table_cancel": change(
        "POST", f"{PLAYING_TABLE}/cancellation", playing(403, ana=200, ben=200), {"agree": False}
    ),
    "table_take_back": change("POST", f"{PLAYING_TABLE}/take-back", playing(403)),
    "table_resign": change("POST", f"{PLAYING_TABLE}/resignation", playing(403, ana=200, ben=200)),
    "table_rematch": change("POST", f"{PLAYING_TABLE}/rematch", playing(403, ana=409, ben=409)),
    "table_stream": get(f"{PLAYING_TABLE}/stream", accept=STREAM),
    "lobby_stream": get("lobby/stream", accept=STREAM),
    "turns_stream": get("turns/stream", playing(200), accept=STREAM),
    "table_talk": get(f"{PLAYING_TABLE}/talk"),
    "table_say": change(
        "POST", f"{PLAYING_TABLE}/talk", playing(403, ana=201, ben=201), {"text": "good luck"}
    ),
    "table_talk_report": change(
        "POST", f"{PLAYING_TABLE}/talk/{{line}}/report", playing(204, ben=400), {"reason": "rude"}
    ),
    "blocks_list": get("blocks", playing(200)),
    "block": change("POST", "blocks", playing(204, cat=400), {"handle": "@cat"}),
    "unblock": change("DELETE", "blocks/cat", playing(204)),
}
"""Those of the tables: one waits for players, at the other ana and ben play."""

NOT_WITHOUT = {"anonymous": 401, "upload": 403, "note": 403, "play": 403}
PERSONAL_HEARING = everybody(200, **NOT_WITHOUT)
PERSONAL_SAYING = everybody(200, **NOT_WITHOUT, read=403)

OPERATIONS: dict[str, Operation] = {
    "root": get(""),
    "account_read": get("account", everybody(200, anonymous=401)),
    "editions": get("editions"),
    "edition": get("editions/2026.1", unknown="editions/2099.1"),
    "moderation_list": get("moderation"),
    "offices_list": get("moderation/offices"),
    "problems_list": get("problems"),
    "problem_show": get("problems/refused", unknown="problems/nonsense"),
    "uploads_list": get("uploads", PERSONAL),
    "upload": change(
        "POST",
        "uploads",
        everybody(202, anonymous=401, read=403, **OTHER_SCOPES),
        finished_log(seed=9).encode(),
        type="text/plain",
    ),
    "upload_show": get("uploads/{upload}", OWNER),
    "submissions_list": get("uploads/{upload}/submissions", OWNER),
    "upload_raw": get("uploads/{upload}/raw", OWNER, accept="application/octet-stream"),
    "notices_list": get("notices", PERSONAL_HEARING),
    "notices_read": change("POST", "notices/read", PERSONAL_HEARING, {"until": 1}),
    "notices_mail": get("notices/mail", PERSONAL_HEARING),
    "notices_mail_set": change(
        "PUT",
        "notices/mail",
        PERSONAL_SAYING,
        {"confirming": True, "games": True, "rating": False, "uploads": False},
    ),
    "confirmations_list": get("confirmations", PERSONAL_HEARING),
    "confirm": change("POST", "confirmations", PERSONAL_SAYING, {"games": []}),
    "agreements_list": get("confirmations/always", PERSONAL_HEARING),
    "agree": change(
        "POST",
        "confirmations/always",
        PERSONAL_SAYING | dict.fromkeys(("ana", "ben", "mo", "ida", "attest"), 201) | {"cat": 400},
        {"handle": "@cat"},
    ),
    "agreement_end": change(
        "DELETE",
        "confirmations/always/nobody-here",
        PERSONAL_SAYING | dict.fromkeys((*PEOPLE[1:], "attest"), 404),
        unknown="confirmations/always/nobody-here",
    ),
    "drafts_list": get("drafts", everybody(200, anonymous=401) | RECORDS),
    "draft_show": Operation("GET", a_draft_of_ana(), RECORDER, unknown=NO_DRAFT),
    "draft_write": Operation(
        "PUT", a_draft_of_ana(), RECORDER, {"log": "imhotep 1\n", "version": 1}, unknown=NO_DRAFT
    ),
    "draft_delete": Operation(
        "DELETE", a_draft_of_ana(), RECORDER | {"ana": 204, "upload": 204}, unknown=NO_DRAFT
    ),
    "draft_code": Operation(
        "POST",
        a_draft_of_ana("/code"),
        RECORDER | {"ana": 201, "upload": 201},
        unknown=f"{NO_DRAFT}/code",
    ),
    "draft_by_code": Operation("POST", a_code_of_a_draft, everybody(200), {"code": CODE}),
    "occasions_list": get("occasions", everybody(200, anonymous=401) | RECORDS),
    "handles_complete": get("handles?begun=an", PERSONAL),
    "games_list": get("games"),
    "games_export": get("games.ndjson", accept="application/x-ndjson"),
    "game_show": get("games/{game}"),
    "game_log": get("games/{game}/log", accept="text/plain"),
    "game_attest": change("POST", "games/{game}/attestations", PLAYER),
    "game_dispute": change(
        "POST", "games/{game}/disputes", PLAYER, {"reason": "we played another one"}
    ),
    "game_dispute_withdraw": change(
        "POST",
        "games/{game}/disputes/withdrawal",
        everybody(409, anonymous=401, read=403, upload=403, note=403, play=403),
    ),
    "game_discrepancy_show": get("games/{game}/discrepancies/1"),
    "game_discrepancy_choose": change(
        "POST", "games/{game}/discrepancies/1/choices", PLAYER, {"which": "both"}
    ),
    "game_reseat": change(
        "POST",
        "games/{game}/seats",
        everybody(403, anonymous=401, ana=200, upload=409),  # ana has just done it
        {"names": {"white": "@cat"}, "reason": "It was Cat."},
    ),
    "game_seat_claim_withdraw": change(
        "POST",
        "games/{game}/seat-claims/withdrawal",
        everybody(409, anonymous=401, read=403, upload=403, note=403, play=403),
    ),
    "game_analysis_show": get("games/{game}/analysis"),
    "game_analysis_ask": change(
        "POST",
        "games/{game}/analysis",
        everybody(202, anonymous=401, read=403, attest=403, note=403, play=403),
    ),
    "releases_list": get("releases"),
    "release_show": of_impact("releases/{release}"),
    "impact_show": of_impact("impacts/{impact}"),
    "impact_differences": of_impact("impacts/{impact}/differences"),
    "impact_ratings": of_impact("impacts/{impact}/ratings"),
    "game_judged": get("games/{game}/judged"),
    "reports_list": get("reports", PERSONAL_HEARING),
    "game_report": change(
        "POST",
        "games/{game}/reports",
        PERSONAL_SAYING | dict.fromkeys(PEOPLE[1:], 201) | {"attest": 409},  # ana has just done it
        {"reason": "It was never played."},
    ),
    "player_report": change(
        "POST",
        "players/{ben}/reports",
        PERSONAL_SAYING | dict.fromkeys(PEOPLE[1:], 201) | {"ben": 403, "attest": 409},
        {"reason": "They play for both sides."},
    ),
    "notes_list": get("games/{game}/notes"),
    "note_write": change(
        "POST",
        "games/{game}/notes",
        everybody(201, anonymous=401, read=403, upload=403, attest=403, play=403),
        {"ply": 3, "kind": "idea", "text": "Sail!"},
    ),
    "note_delete": Operation(
        "DELETE",
        a_note_of_ana,
        everybody(
            404, anonymous=401, ana=204, note=204, read=403, upload=403, attest=403, play=403
        ),
        unknown=f"games/{NOBODY}/notes/1",
    ),
    "players_list": get("players"),
    "week_deal_current": get("week-deal", everybody(404)),
    "week_deal_show": get("week-deal/2026/1", everybody(404)),
    "clubs_list": get("clubs"),
    "club_show": Operation("GET", a_club("clubs/{slug}"), everybody(200), unknown="clubs/none"),
    "club_members": Operation(
        "GET", a_club("clubs/{slug}/members"), everybody(200), unknown="clubs/none/members"
    ),
    "club_join": change("POST", "clubs/join", playing(404), {"token": "1-0"}),
    "player_show": get("players/{player}"),
    "player_games": get("players/{player}/games"),
    "player_rating_events": get("players/{player}/rating-events"),
    "leaderboards_list": get("leaderboards"),
    "leaderboard": get("leaderboards/overall", unknown="leaderboards/5"),
    "books_entries": get("books/entries"),
    "books_closings": get("books/closings"),
    "ledger": get("ledger"),
    "stats_list": get("stats"),
    "stats_forecasts": get("stats/forecasts?pool=overall"),
    "stats_table": get("stats/side?players=2", unknown="stats/sphinx"),
    **EVENTS,
    **SERIES,
    **TABLES,
    "puzzle_today": Operation("GET", a_puzzle(""), everybody(200)),
    "puzzle_try": Operation("POST", a_puzzle("/attempts"), playing(200), {"text": "take"}),
    "puzzle_streak": get("puzzles/streak", PERSONAL),
}
