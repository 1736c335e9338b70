"""Series and their acts as lines of the public record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from django.db.models import Exists, OuterRef, QuerySet

from audit.event_acts import salted
from events.models import Division, DivisionPlayer, GuestAccount, Series, SeriesAct
from events.results.series_boards import SeriesBoard, hidden_guests, read_board
from events.series.acts import series_terms_as_json
from games.lines import Line, canonical_json_line, timestamp_text
from games.models import Account, Player
from games.pseudonyms import pseudonymise
from ratings.standings import SeriesRow, guest_form

Kind = SeriesAct.Kind


def series_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these series, by id; a fixed number of queries a series, and one for each season before.
    Hidden results are left out of the boards, as on pages."""
    rows = Series.objects.filter(pk__in=pks).order_by("pk").select_related("club", "before")
    return map(series_line, rows)


def series_line(series: Series) -> Line:
    """A series and its boards, as everybody may see them. `name`: null while a moderator hides it;
    `guest`: the same."""
    board, hidden = read_board(series), hidden_guests(series)
    divisions = list(series.divisions.all())
    without_divisions = () if divisions else (None,)
    entries = series.entries.order_by("event_id")
    numbers = {division.pk: division.number for division in divisions}
    return {
        "id": series.pk,
        "name": None if _is_name_hidden(series) else pseudonymise(series.name),
        "club": series.club_id,
        "before": series.before_id,
        "created_at": timestamp_text(series.created_at),
        "terms": series_terms_as_json(series),
        "divisions": [
            {"number": row.number, "name": row.name, "exchanged": row.exchanged}
            for row in divisions
        ],
        "events": [
            {
                "event": entry.event_id,
                "division": numbers.get(entry.division_id or 0),
                "removed": entry.removed_at is not None,
            }
            for entry in entries
        ],
        "places": [
            {
                "place": row.pk,
                "division": numbers[row.division_id],
                "player": _player_key(row.account),
                "guest": None if guest_form(row.guest) in hidden else row.guest or None,
                "move": row.move,
                "leaving": row.leaving_at is not None,
            }
            for row in sorted(board.players, key=lambda row: row.pk)
        ],
        "board": [
            _row_as_json(board, division, row, hidden)
            for division in (*divisions, *without_divisions)
            for row in board.rows(division)
        ],
        "acts": series.acts.count(),
    }


def series_act_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these acts, by id; three queries, and some a series."""
    rows = SeriesAct.objects.filter(pk__in=pks).order_by("pk")
    acts = list(rows.select_related("series__club", "account__player"))
    texts = pseudonymise("\n".join(act.text for act in acts)).split("\n")
    series = {act.series_id: act.series for act in acts}
    hidden = {key: hidden_guests(row) for key, row in series.items()}
    for act, text in zip(acts, texts, strict=True):
        names_guest = act.kind in (Kind.PLACED, Kind.GUEST)
        names_series = act.kind in (Kind.CREATED, Kind.CHANGED)
        withheld = (names_guest and guest_form(act.text) in hidden[act.series_id]) or (
            names_series and _is_name_hidden(act.series)
        )
        yield _act_line(act, None if withheld else text)


def players_of_series() -> QuerySet[Player]:
    """Players whom lines of series name."""
    account = OuterRef("account")
    acts = SeriesAct.objects.filter(account=account)
    places = DivisionPlayer.objects.filter(account=account)
    guests = GuestAccount.objects.filter(account=account)
    founded = Series.objects.filter(founder=account)
    named = Exists(acts) | Exists(places) | Exists(guests) | Exists(founded)
    return Player.objects.filter(named, account__isnull=False)


# --- inside -------------------------------------------------------------------


def _act_line(act: SeriesAct, text: str | None) -> Line:
    """An act of a series. `text`: as it may be read; one that is not as it was written has no salt,
    so that nobody can try out what it was."""
    content_salt, text_salt = salted(act.salt, "content"), salted(act.salt, "text")
    return {
        "id": act.pk,
        "series": act.series_id,
        "number": act.number,
        "kind": act.kind,
        "at": timestamp_text(act.acted_at),
        "by": _player_key(act.account),
        "content": act.content,
        "content_digest": salted(content_salt, canonical_json_line(act.content).decode()),
        "content_salt": content_salt,
        "text": text,
        "text_digest": salted(text_salt, act.text),
        "text_salt": text_salt if text == act.text else None,
    }


def _row_as_json(
    board: SeriesBoard, division: Division | None, row: SeriesRow, hidden: Collection[str]
) -> Line:
    person = board.persons[row.person]
    return {
        "division": division.number if division else None,
        "rank": row.rank,
        "player": _player_key(person.account),
        "guest": None if person.account or person.key in hidden else person.guest,
        "points": str(row.points),
        "events": row.events,
        "wins": row.wins,
        "tie_breaks": [str(number) for number in row.tie_breaks],
        "finishes": [None if points is None else str(points) for points in row.finishes],
    }


def _is_name_hidden(series: Series) -> bool:
    hides_club = series.club is not None and series.club.hidden_at is not None
    return series.hidden_at is not None or hides_club


def _player_key(account: Account | None) -> int | None:
    player = getattr(account, "player", None)
    return player.pk if player else None
