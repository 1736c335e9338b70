"""Events, their acts and members of clubs as lines of the public record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from audit.event_acts import salted
from events.entrants.entering import team_numbers
from events.models import (
    ClubMember,
    ClubWord,
    Entrant,
    Event,
    EventAct,
    EventAnnouncement,
    EventArbiter,
    EventTable,
    Round,
    SeriesAct,
)
from events.organising.making import terms_as_json
from events.results.standings import EventBook, read_book, visible_rounds
from games.lines import Line, canonical_json_line, timestamp_text
from games.models import Account, Player
from games.pseudonyms import pseudonymise
from ratings.standings import rank_teams, standings_as_json


def members_of_vouched_games() -> QuerySet[ClubMember]:
    """Rows of members who sit in a game for which an arbiter of their club vouched, who vouched
    themselves, or who acted in an event or a series of the club."""
    words = ClubWord.objects.filter(club=OuterRef("club"))
    sits = words.filter(game__seats__player__account=OuterRef("account"))
    acts = EventAct.objects.filter(event__club=OuterRef("club"), account=OuterRef("account"))
    series = SeriesAct.objects.filter(series__club=OuterRef("club"), account=OuterRef("account"))
    return ClubMember.objects.filter(
        Q(Exists(words.filter(account=OuterRef("account"))))
        | Q(Exists(sits))
        | Q(Exists(acts))
        | Q(Exists(series))
    )


def club_member_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these rows, by id; one query."""
    rows = ClubMember.objects.filter(pk__in=pks).order_by("pk").select_related("account__player")
    return map(club_member_line, rows)


def club_member_line(member: ClubMember) -> Line:
    """A member of a club in one role, from `since` until `until` (null: still). `joined_at`: since
    when they are a member, whatever their roles. Its leaf changes once: when it has ended."""
    return {
        "id": member.pk,
        "club": member.club_id,
        "player": member.account.player.pk,
        "role": member.role,
        "joined_at": timestamp_text(member.joined_at),
        "since": timestamp_text(member.since),
        "until": timestamp_text(member.until) if member.until else None,
        "salt": member.salt,
    }


# --- events -------------------------------------------------------------------


def event_pieces(pks: Sequence[int]) -> Iterator[tuple[str, Iterable[Line]]]:
    """Lines of these events as they stand, under the names of their files; a fixed number of
    queries an event. Hidden results are left out."""
    for event in Event.objects.filter(pk__in=pks).order_by("pk").select_related("founder__player"):
        book = read_book(event)
        yield "events", [event_line(event, book)]
        yield "event_rounds", [round_line(round_, book) for round_ in book.rounds]
        yield "event_tables", [event_table_line(table, book) for table in book.tables]


def event_line(event: Event, book: EventBook) -> Line:
    """An event, its people and its standings, as everybody may see them. `name`: null while a
    moderator hides it. `visible_rounds`: results of later ones are hidden; null: none are."""
    arbiters = event.arbiters.select_related("account__player")
    entrants = sorted(book.entrants.values(), key=lambda entrant: entrant.number)
    has_teams = any(entrant.team for entrant in entrants)
    teams = team_numbers(event) if has_teams else {}
    return {
        "id": event.pk,
        "name": None if event.hidden_at else pseudonymise(event.name),
        "club": event.club_id,
        "announced_at": timestamp_text(event.announced_at),
        "ended_at": timestamp_text(event.ended_at) if event.ended_at else None,
        "terms": terms_as_json(event),
        "visible_rounds": book.visible_rounds,
        "arbiters": [{"player": _player_key(row.account)} for row in arbiters],
        "entrants": [
            {
                "number": entrant.number,
                "player": _player_key(entrant.account),
                "guest": None if entrant.account or entrant.hidden_at else entrant.guest,
                "present": entrant.is_present,
                "team": teams.get(entrant.team),
                "seed": entrant.seed,
                "group": entrant.group,
            }
            for entrant in entrants
        ],
        "plan": event.plan,
        "standings": standings_as_json(book.rows()),
        "teams": _teams_as_json(event, book, teams) if teams else [],
        "acts": event.acts.count(),
    }


def round_line(round_: Round, book: EventBook) -> Line:
    """A round of an event, and the entrants without a table in it, by their numbers."""
    byes = sorted(book.entrants[bye.entrant_id].number for bye in round_.byes.all())
    return {
        "event": round_.event_id,
        "round": round_.number,
        "opened_at": timestamp_text(round_.opened_at),
        "deadline": timestamp_text(round_.deadline) if round_.deadline else None,
        "on_site": round_.on_site,
        "byes": byes,
    }


def event_table_line(table: EventTable, book: EventBook) -> Line:
    """A table of a round: its seats in turn order, its result. The code by which a phone finds it
    is in no line."""
    visible = book.shows(table.round.number)
    has_result = visible and table.has_result
    return {
        "event": table.round.event_id,
        "round": table.round.number,
        "table": table.number,
        "hidden": not visible,
        "state": table.state if has_result else "",
        "game": table.game_id if has_result else None,
        "seats": [
            {
                "entrant": seat.entrant.number,
                "score": seat.score if has_result else None,
                "place": seat.place if has_result else None,
                "came": seat.came if has_result else True,
            }
            for seat in sorted(table.seats.all(), key=lambda seat: seat.turn)
        ],
    }


def act_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these acts, by id; four queries at most."""
    rows = EventAct.objects.filter(pk__in=pks).order_by("pk")
    acts = list(rows.select_related("event", "account__player"))
    reasons = pseudonymise("\n".join(act.text for act in acts)).split("\n")
    events = {act.event_id for act in acts}
    entrants = Entrant.objects.filter(event__in=events).exclude(hidden_at=None)
    guests, teams = set(), set()
    for event, number, team in entrants.values_list("event", "number", "team"):
        guests.add((event, number))
        teams.add((event, team))
    rows = EventAnnouncement.objects.filter(event__in=events).exclude(hidden_at=None)
    announcements = set(rows.values_list("event", "pk"))
    for act, text in zip(acts, reasons, strict=True):
        content, event = act.content, act.event_id
        hides_text: dict[str, bool] = {
            EventAct.Kind.ENTERED: (event, content.get("entrant")) in guests,
            EventAct.Kind.TEAM: (event, act.text) in teams
            or (event, content.get("entrant")) in guests,
            EventAct.Kind.ANNOUNCED: (event, content.get("announcement")) in announcements,
        }
        yield act_line(act, text, hides_text=hides_text.get(act.kind, False))


def act_line(act: EventAct, text: str, *, hides_text: bool = False) -> Line:
    """An act of an event. `text`: as it may be read: without handles of closed accounts;
    `hides_text`: a moderator hides it, the name of a guest or a team, or an announcement.

    The leaf has `content` and `text` by their digests. Content about hidden results is null; text
    that is not as it was written has no salt, so that nobody can try out what it was.
    """
    event, hidden = act.event, _is_hidden(act)
    names_event = act.kind in (EventAct.Kind.CREATED, EventAct.Kind.CHANGED)
    withheld = (
        hides_text
        or (hidden and act.kind == EventAct.Kind.DISPUTED)
        or (names_event and event.hidden_at is not None)
    )
    content_salt, text_salt = salted(act.salt, "content"), salted(act.salt, "text")
    return {
        "id": act.pk,
        "event": act.event_id,
        "number": act.number,
        "kind": act.kind,
        "at": timestamp_text(act.acted_at),
        "round": act.round_number,
        "by": _player_key(act.account),
        "as_arbiter": act.as_arbiter,
        "content": None if hidden else act.content,
        "content_digest": salted(content_salt, canonical_json_line(act.content).decode()),
        "content_salt": None if hidden else content_salt,
        "text": None if withheld else text,
        "text_digest": salted(text_salt, act.text),
        "text_salt": text_salt if not withheld and text == act.text else None,
    }


def players_of_events() -> QuerySet[Player]:
    """Players whom lines of events name."""
    acts = EventAct.objects.filter(account__player=OuterRef("pk"))
    entries = Entrant.objects.filter(account__player=OuterRef("pk"))
    arbiters = EventArbiter.objects.filter(account__player=OuterRef("pk"))
    return Player.objects.filter(Exists(acts) | Exists(entries) | Exists(arbiters))


# --- inside -------------------------------------------------------------------


def _teams_as_json(event: Event, book: EventBook, numbers: Mapping[str, int]) -> list[Line]:
    """Teams from the first, by their numbers; the name of one with a member whom a moderator hides
    is null."""
    entrants = book.entrants.values()
    teams = {row.number: numbers[row.team] for row in entrants if row.team in numbers}
    hidden = {row.team for row in entrants if row.hidden_at}
    names = {number: None if name in hidden else name for name, number in numbers.items()}
    rows = rank_teams(book.all_rows(), teams, event.team_best or None)
    return [
        {
            "rank": row.rank,
            "team": row.team,
            "name": names[row.team],
            "points": str(row.points),
            "members": list(row.members),
        }
        for row in rows
    ]


def _player_key(account: Account | None) -> int | None:
    player = getattr(account, "player", None)
    return player.pk if player else None


def _is_hidden(act: EventAct) -> bool:
    """True while nobody but players of the table and arbiters may know the content."""
    last_visible = visible_rounds(act.event)
    if last_visible is None or act.round_number is None:
        return False
    return act.kind in EventAct.ABOUT_RESULTS and act.round_number > last_visible
