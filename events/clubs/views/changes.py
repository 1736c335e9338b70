"""Forms of clubs: start one, join, leave, organise, hand over, close, report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from events.clubs import founding, invitations, members
from events.clubs.forms import ClubForm, ClubTextForm
from events.clubs.games import add_game, take_game_out
from events.clubs.locks import can_organise, is_trusted_founder
from events.clubs.queries import members_of
from events.clubs.views.pages import club_at
from events.clubs.words import VouchedGames, vouch_for_games
from events.limits import CLUBS_OWNED, INVITATION_DAYS
from events.models import Club, ClubMember
from games.accounts import return_after_verification, typed_handle
from games.current_account import account_of
from games.models import Game
from web.errors import NotThere
from web.form_actions import carried_out, form_accepted, row_key

FORM: Final = ["GET", "HEAD", "POST"]


@require_http_methods(FORM)
@login_required
@never_cache
def new_club(request: HttpRequest) -> HttpResponse:
    """The form of a new club."""
    account = account_of(request)
    form = ClubForm(request.POST if request.method == "POST" else None)
    clubs: list[Club] = []

    def create() -> None:
        fields = form.cleaned_data
        clubs.append(founding.create_club(account, fields["name"], fields["text"]))

    if form_accepted(form, create):
        messages.success(request, _("Your club is open. Invite people to it."))
        return redirect("club-manage", clubs[0].slug)
    if not (verified := is_trusted_founder(account)):
        return_after_verification(request)
    context = {
        "form": form,
        "verified": verified,
        "most": CLUBS_OWNED,
    }
    return render(request, "events/club_new.html", context, status=400 if form.is_bound else 200)


@require_http_methods(FORM)
@never_cache
def join_page(request: HttpRequest, token: str) -> HttpResponse:
    """The club that a link invites to, and a button to join it."""
    try:
        club = invitations.club_of_token(token)
    except NotThere as refusal:
        return render(request, "events/join.html", {"refusal": refusal.message}, status=404)
    if request.method != "POST":
        return render(request, "events/join.html", {"club": club, "token": token})
    if not request.user.is_authenticated:
        raise PermissionDenied
    account = account_of(request)
    welcome = _("Welcome to %(club)s.") % {"club": club.public_name}
    carried_out(request, lambda: invitations.join_by_token(account, token), welcome)
    return redirect("club", club.slug)


@require_POST
@login_required
def accept_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a club by an invitation of one's handle."""
    club, account = club_at(slug), account_of(request)
    welcome = _("Welcome to %(club)s.") % {"club": club.public_name}
    carried_out(request, lambda: invitations.accept_invitation(account, club), welcome)
    return redirect("club", club.slug)


@require_POST
@login_required
def leave_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a club, or (`role`) lay a role down and stay."""
    club, account = club_at(slug), account_of(request)
    if "role" in request.POST:
        done = _("You have given up your role, and are still a member.")
        carried_out(request, lambda: members.lay_down_role(account, club), done)
    else:
        done = _("You have left the club.")
        carried_out(request, lambda: founding.leave_club(account, club), done)
    return redirect("club", club.slug)


@require_http_methods(FORM)
@login_required
@never_cache
def manage_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club for its officers: text, invitations, roles, the end of the club."""
    club, account = club_at(slug), account_of(request)
    if not can_organise(account, club):
        raise PermissionDenied
    form = ClubTextForm(request.POST or None, initial={"text": club.text})
    if form_accepted(
        form, lambda: founding.describe_club(account, club, form.cleaned_data["text"])
    ):
        messages.success(request, _("The text is saved."))
        return redirect("club-manage", club.slug)
    usable = list(invitations.usable_invitations(club).select_related("inviter", "account"))
    context = {
        "club": club,
        "form": form,
        "links": [
            (row, request.build_absolute_uri(f"/clubs/join/{invitations.token_of(row)}/"))
            for row in usable
            if row.account_id is None
        ],
        "invited": [row for row in usable if row.account_id is not None],
        "days": INVITATION_DAYS,
        "members": list(members_of(club)),
        "roles": list(ClubMember.Role),
        "owns": club.owner_id == account.pk,
    }
    return render(request, "events/manage.html", context, status=400 if form.is_bound else 200)


@require_POST
@login_required
def change_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a link, withdraw an invitation (`withdraw`), or invite one account (`handle`)."""
    club, account = club_at(slug), account_of(request)
    if "withdraw" in request.POST:
        key = row_key(request.POST["withdraw"])
        act: Callable[[], object] = lambda: invitations.withdraw_club_invitation(  # noqa: E731
            account, club, key
        )
        done = _("The invitation is withdrawn.")
    elif "handle" in request.POST:
        handle = typed_handle(request.POST["handle"])
        act = lambda: invitations.invite_to_club(account, club, handle)  # noqa: E731
        done = _("@%(handle)s is invited.") % {"handle": handle}
    else:
        act = lambda: invitations.make_invitation(account, club)  # noqa: E731
        done = _("Here is a new link.")
    carried_out(request, act, done)
    return redirect("club-manage", club.slug)


@require_POST
@login_required
def change_member(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a member (`handle`) a `role`, or `remove` them."""
    club, account = club_at(slug), account_of(request)
    handle = typed_handle(request.POST.get("handle", ""))
    if "remove" in request.POST:
        done = _("@%(handle)s is no longer a member.") % {"handle": handle}
        carried_out(request, lambda: members.remove_member(account, club, handle), done)
    else:
        role = request.POST.get("role", "")
        done = _("The role of @%(handle)s is changed.") % {"handle": handle}
        carried_out(request, lambda: members.give_club_role(account, club, handle, role), done)
    return redirect("club-manage", club.slug)


@require_POST
@login_required
def end_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand a club over to a member (`handle`), or `close` it."""
    club, account = club_at(slug), account_of(request)
    if "close" in request.POST:
        done = _("The club is closed. Its page stays.")
        carried_out(request, lambda: founding.close_club(account, club), done)
    else:
        handle = typed_handle(request.POST.get("handle", ""))
        done = _("@%(handle)s owns the club now.") % {"handle": handle}
        carried_out(request, lambda: founding.hand_over_club(account, club, handle), done)
    return redirect("club", club.slug)


@require_POST
@login_required
def change_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Add a game to a club (`club`), or take it `out`."""
    game = get_object_or_404(Game.objects.defer("log"), pk=game_id)
    club, account = club_at(request.POST.get("club", "")), account_of(request)
    if "out" in request.POST:
        done = _("The game no longer belongs to the club.")
        carried_out(request, lambda: take_game_out(account, club, game), done)
    else:
        done = _("The game belongs to %(club)s.") % {"club": club.public_name}
        carried_out(request, lambda: add_game(account, club, game), done)
    return redirect("game", game.pk)


@require_POST
@login_required
def vouch_page(request: HttpRequest, slug: str) -> HttpResponse:
    """An arbiter of the club vouches for games (`game`) of it."""
    club, account = club_at(slug), account_of(request)
    outcomes: list[VouchedGames] = []
    ids = request.POST.getlist("game")
    carried_out(request, lambda: outcomes.append(vouch_for_games(account, club, ids)))
    for vouched in outcomes:
        for game, refusal in vouched.refusals.items():
            messages.error(request, f"{game}: {refusal}")
        if count := len(vouched.games):
            text = ngettext(
                "You have confirmed %(n)d game.", "You have confirmed %(n)d games.", count
            )
            messages.success(request, text % {"n": count})
    return redirect("club-games", club.slug)
