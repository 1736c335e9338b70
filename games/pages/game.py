"""The page of a game, and its log to take away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from drawing.language.words import colour_name
from drawing.text.names import SOURCES
from engine import DEFAULT_EDITION, read_log, write_json
from engine.proof import evidence
from engine.vocabulary import Colour, Source
from games.editions import newest_edition, wrong_editions
from games.editions.services.editions import Rescore, edition_choices, rescore_log
from games.intake.refusal_page import in_short
from games.models import Discrepancy, Game, Seat
from games.models.game import decided_by_sled
from games.pages.forms import DisputeForm, SeatsForm
from games.queries import discrepancies_of, games_in_full
from games.replays.views.notes import notes_tools
from games.replays.views.replay import replay_html, seat_of, table_html
from games.replays.views.share import replay_for_seat, share_tools
from games.replays.views.whatif import branch_link
from games.standing.attest import before_confirming, involvement_of
from games.standing.correct_seats import may_reseat
from games.standing.waiting_sentences import waiting_for
from web.priorities import heavy
from web.rate_limits import RESCORES, client_key

HOUR = 3600


class SourceRow(NamedTuple):
    """Points of all seats from one source."""

    source: str
    points: list[int]


@require_safe
def game_page(request: HttpRequest, game_id: str, ply: int | None = None) -> HttpResponse:
    game = get_object_or_404(games_in_full(), pk=game_id)
    if ply is not None and ply > game.entries:
        raise Http404("the game ended before that")
    return show_game(request, game, ply=ply)


def show_game(
    request: HttpRequest,
    game: Game,
    *,
    ply: int | None = None,
    dispute_form: DisputeForm | None = None,
    seats_form: SeatsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of `game`; a form as it was filled in, if it was wrong."""
    replay = replay_for_seat(game, seat_of(request))
    share = share_tools(request, replay, game, game.entries if ply is None else ply)
    seats = list(game.seats.all())
    discrepancies = discrepancies_of(game)
    context = {
        "game": game,
        "head_line": "games/partials/head_line.html",
        "share": share,
        "seats": seats,
        "result": result_sentence(seats),
        "replaced": [seat for seat in seats if seat.replaced_at],
        **_deal(game),
        "standing": waiting_for(game),
        "breakdown": breakdown(seats),
        "discrepancies": discrepancies,
        "open_discrepancies": [row for row in discrepancies if not hasattr(row, "verdict")],
        "dispute_form": dispute_form or DisputeForm(),
        "before_confirming": before_confirming(seats),
        "replay": replay_html(
            request,
            game.log,
            ply,
            reverse("game", args=[game.pk]),
            share=share,
            whatif=branch_link(game, share["ply"]),
            notes=notes_tools(request, game, share["ply"]),
        ),
        "at_ply": ply,
        "newer": _newer(game),
        "wrong_edition": _wrong_edition_reason(game),
        **_permissions_of(request, game, seats_form, discrepancies),
    }
    return render(request, "games/game.html", context, status=status)


def result_sentence(seats: Sequence[Seat]) -> str:
    """The players on the first place, and their points; of two players the other's, too."""
    first = [seat for seat in seats if seat.place == 1]
    losers = [seat for seat in seats if seat.place != 1]
    words = {"name": _names(first), "points": first[0].points}
    if losers and all(seat.resigned_at is not None for seat in losers):
        return _("%(name)s wins: %(others)s resigned") % {**words, "others": _names(losers)}
    if len(first) > 1:
        return _("%(name)s share the first place with %(points)s points") % words
    if len(seats) == 2 and losers and losers[0].points < first[0].points:
        return _("%(name)s wins %(points)s : %(other)s") % {**words, "other": losers[0].points}
    if decided_by_sled(first[0], seats):
        return _("%(name)s wins with %(points)s points and more stones on the sled") % words
    return _("%(name)s wins with %(points)s points") % words


def _names(seats: Sequence[Seat]) -> str:
    """The players of `seats` in a list of words."""
    names = [seat.player or seat.name or colour_name(Colour.read(seat.colour)) for seat in seats]
    return get_text_list(list(map(str, names)), _("and"))


def _newer(game: Game) -> str:
    """The newest edition of the site, if the game is of another one; else empty."""
    name = newest_edition()
    return name if name not in (game.edition, DEFAULT_EDITION) else ""


def _wrong_edition_reason(game: Game) -> str:
    """The reason for which the game's edition is marked as wrong; else empty."""
    return "" if game.edition == DEFAULT_EDITION else wrong_editions().get(game.edition, "")


def _deal(game: Game) -> dict[str, object]:
    """Deal of a game that was played here, as its log reveals it."""
    header = read_log(game.log.encode()).header if game.played_here else None
    if header is None or not header.secret:
        return {"deal_proved": False}
    terms, shares, withheld = evidence(header)
    terms_in_words = {"shares": _words(shares), "withheld": _words(withheld)}
    return {"deal_proved": True, "deal_shown": {"terms": terms, **terms_in_words}}


def _words(colours: Iterable[Colour]) -> str:
    return ", ".join(map(colour_name, colours))


def _permissions_of(
    request: HttpRequest,
    game: Game,
    seats_form: SeatsForm | None,
    discrepancies: Sequence[Discrepancy],
) -> dict[str, object]:
    account = request.user
    if not account.is_authenticated:
        return {}
    uploader = game.submission.upload.account_id
    return {
        "part": involvement_of(account, game),
        "brought_another_log": any(
            row.account_id == account.pk and not hasattr(row, "verdict") for row in discrepancies
        ),
        "sees_upload": account.pk == uploader or account.is_moderator,
        "seats_form": (seats_form or SeatsForm(table=game.seats.all()))
        if may_reseat(account, game)
        else None,
    }


def breakdown(seats: list[Seat]) -> list[SourceRow]:
    """Points by source, in the order of the rulebook, without sources that gave none."""
    rows = [
        SourceRow(
            str(SOURCES[source]),
            [int(seat.breakdown.get(source.word, 0)) for seat in seats],
        )
        for source in Source
    ]
    return [row for row in rows if any(row.points)]


# ------------------------------------------------------------------------------ the log


def _log_of(game_id: str) -> str:
    return get_object_or_404(Game.objects.only("log"), pk=game_id).log


def _etag(request: HttpRequest, game_id: str) -> str:
    return f'"{sha256(_log_of(game_id).encode()).hexdigest()[:32]}"'


@require_safe
@cache_control(public=True, max_age=HOUR)
@condition(etag_func=_etag)
def log_text(request: HttpRequest, game_id: str) -> HttpResponse:
    return _file(_log_of(game_id), "text/plain; charset=utf-8", f"imhotep-{game_id}.imh")


@require_safe
@cache_control(public=True, max_age=HOUR)
@condition(etag_func=_etag)
def log_json(request: HttpRequest, game_id: str) -> HttpResponse:
    text = write_json(read_log(_log_of(game_id).encode()))
    return _file(text, "application/json", f"imhotep-{game_id}.json")


def _file(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Content-Language": "zxx"}
    return HttpResponse(text, content_type=kind, headers=headers)  # zxx: no language (RFC 5646)


class PointsPair(NamedTuple):
    """Points of a seat: on record, and by the other edition."""

    as_is: int
    other: int

    @property
    def differs(self) -> bool:
        return self.as_is != self.other


@heavy
@require_safe
def rescored_game(request: HttpRequest, game_id: str, edition: str) -> HttpResponse:
    """The same entries by the numbers of `edition`, side by side with the record."""
    game = get_object_or_404(games_in_full(), pk=game_id)
    if edition == game.edition or edition not in edition_choices():
        raise Http404("no other edition has this name")
    if not RESCORES.allows(client_key(request)):
        busy = {"game": game, "message": _("Too fast. Try again in a minute.")}
        return render(request, "games/counted.html", busy, status=429)
    rescore, seats = rescore_log(game.log, edition), list(game.seats.all())
    context: dict[str, object] = {"game": game, "edition": edition, "seats": seats}
    if rescore.refusal is None:
        pairs = zip((seat.points for seat in seats), rescore.points, strict=True)
        context |= {
            "rows": _rows(seats, rescore),
            "totals": [PointsPair(*pair) for pair in pairs],
            "replay": replay_html(request, rescore.log),
        }
    else:
        context |= {
            "why": in_short(rescore.refusal),
            "tried": rescore.refusal.get("tried", ""),
            "ply": rescore.ply,
            "before": max(rescore.ply - 1, 0),
            "there": table_html(request, rescore.log, rescore.ply),
        }
    answer = render(request, "games/counted.html", context)
    patch_cache_control(answer, private=True, max_age=HOUR)
    return answer


def _rows(seats: list[Seat], rescore: Rescore) -> list[tuple[str, list[PointsPair]]]:
    """By source, in the order of the rulebook, without sources of no points."""
    rows = []
    for source in Source:
        other = rescore.by_source.get(source.word, (0,) * len(seats))
        on_record = [int(seat.breakdown.get(source.word, 0)) for seat in seats]
        if any(on_record) or any(other):
            cells = [PointsPair(*pair) for pair in zip(on_record, other, strict=True)]
            rows.append((str(SOURCES[source]), cells))
    return rows
