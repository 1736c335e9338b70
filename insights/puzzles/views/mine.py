"""Find a better move: one's own mistakes, one after the other. Those of others are not shown."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine import Entry
from games.models import Account
from games.pages import wants_json
from insights.puzzles.services import retrying
from insights.puzzles.services.retrying import RetryOutcome
from insights.puzzles.views import showing
from insights.puzzles.views.showing import AttemptWords
from insights.reviews.models import Flaw
from tables.views import typed_field, visitor


@require_safe
@never_cache
@login_required
def next_mistake_page(request: HttpRequest) -> HttpResponse:
    """The mistake to try now; with ``game`` of that game alone."""
    account, game = _account(request), request.GET.get("game", "")[:12]
    flaw = retrying.next_mistake(account, game)
    if flaw is None:
        context = {"left": retrying.count_mistakes(account, game), "game": game}
        return render(request, "puzzles/none_mine.html", context)
    return _page(request, account, flaw, game)


@require_safe
@never_cache
@login_required
def mistake_page(request: HttpRequest, game: str, entry: int) -> HttpResponse:
    """One mistake, also before it is due."""
    account = _account(request)
    return _page(request, account, _flaw(account, game, entry), "")


@require_POST
@login_required
def mistake_attempt(request: HttpRequest, game: str, entry: int) -> HttpResponse:
    """A try, with ``text``."""
    account = _account(request)
    flaw = _flaw(account, game, entry)

    def refuse_attempt(problem: object, status: int) -> HttpResponse:
        return _page(request, account, flaw, "", problem=problem, status=status)

    tried = showing.answer_attempt(
        request,
        lambda: retrying.retry_mistake(flaw, account, typed_field(request, "text")),
        refuse_attempt,
    )
    if isinstance(tried, HttpResponse):
        return tried
    position = retrying.position(flaw)
    attempted_entry, coach = position.read(tried.chosen.text), _attempt_words(flaw, tried)
    if wants_json(request):
        return showing.steps_of_try(position, coach, attempted_entry)
    return _page(request, account, flaw, "", coach=coach, entry=attempted_entry)


# --- inside -------------------------------------------------------------------


def _account(request: HttpRequest) -> Account:
    account = visitor(request)
    assert account is not None
    return account


def _flaw(account: Account, game: str, entry: int) -> Flaw:
    flaw = retrying.find_flaw(account, game, entry)
    if flaw is None:
        raise Http404("no mistake of yours")
    return flaw


mistake_moments, mistake_hints, mistake_previews = showing.position_views(
    lambda request, game, entry: retrying.position(_flaw(_account(request), game, entry)),
    login_required,
)


def _page(
    request: HttpRequest,
    account: Account,
    flaw: Flaw,
    game: str,
    *,
    coach: AttemptWords | None = None,
    entry: Entry | None = None,
    problem: object = None,
    status: int = 200,
) -> HttpResponse:
    if not showing.may_look(request):
        return render(
            request, "puzzles/none.html", {"problem": showing.too_fast_words()}, status=429
        )
    position, args = retrying.position(flaw), [flaw.game_id, flaw.entry]
    following = reverse("puzzles-mine") + (f"?game={game}" if game else "")
    context = {
        **showing.table_context(position, *([entry] if entry else [])),
        "here": reverse("puzzle-own", args=args),
        "try_url": reverse("puzzle-own-try", args=args),
        "hints_url": reverse("puzzle-own-hints", args=args),
        "previews_url": reverse("puzzle-own-previews", args=args),
        "head_line": "puzzles/head_line.html",
        "flaw": flaw,
        "played": position.sentence(flaw.played),
        "left": retrying.count_mistakes(account, game),
        "following": following,
        "replay": showing.replay_at(flaw.game_id, flaw.entry),
        "coach": coach,
        "verdict": coach.verdict if coach else "begun",
        "problem": problem,
    }
    return render(request, "puzzles/own.html", context, status=status)


def _attempt_words(flaw: Flaw, tried: RetryOutcome) -> AttemptWords:
    """Sentences about an attempt."""
    shares = {
        "share": showing.rounded_percent(tried.chosen.share),
        "error": showing.margin(tried.chosen.error),
        "played": showing.rounded_percent(tried.played.share),
    }
    if tried.better:
        sentence = _(
            "Better: this move wins %(share)s %% (±%(error)s) of games, the move you played "
            "%(played)s %%."
        )
    elif tried.chosen.text == tried.played.text:
        return AttemptWords("other", [_("You played this move in the game.")], [])
    else:
        sentence = _(
            "Not better: this move wins %(share)s %% (±%(error)s) of games, the move you "
            "played %(played)s %%."
        )
    replay = showing.replay_at(flaw.game_id, flaw.entry) if tried.better else ""
    return AttemptWords("right" if tried.better else "other", [sentence % shares], [], replay)
