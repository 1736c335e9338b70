"""Pages of players as people: follow, the switch that shows who is here, one's profile."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import typed_handle
from games.current_account import account_of
from games.standing import ensure_player
from tables.limits import PROFILES_CHANGED
from tables.models import FaceColour, PlayerFace
from tables.people.follows import follow_player, unfollow_player
from tables.people.presence import show_presence, shows_presence
from tables.people.profiles import LONGEST_TEXT, change_profile, read_profile
from tables.views.request_fields import typed_field
from web.errors import ServiceError


class ProfileForm(forms.Form):
    """Picture and text of a player."""

    face = forms.ChoiceField(
        label=gettext_lazy("Picture"), choices=PlayerFace, widget=forms.RadioSelect
    )
    colour = forms.ChoiceField(
        label=gettext_lazy("Colour"), choices=FaceColour, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=gettext_lazy("About you"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@require_POST
def change_follow(request: HttpRequest) -> HttpResponse:
    """Follow a player by handle, or no longer (`unfollow`); back to their page."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("my-tables"))
    account, handle = account_of(request), typed_handle(typed_field(request, "handle"))
    try:
        if "unfollow" in request.POST:
            unfollow_player(account, handle)
        else:
            player = ensure_player(follow_player(account, handle))
            return redirect("player", player.pk)
    except ServiceError as refusal:
        messages.error(request, refusal.message)
    return redirect(f"{reverse('my-tables')}#followed")


@require_POST
def change_presence(request: HttpRequest) -> HttpResponse:
    """Show others that the account is here, or (`shown` is ``no``) no longer."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby"))
    account = account_of(request)
    if PROFILES_CHANGED.allows(str(account.pk)):
        show_presence(account, visible=request.POST.get("shown") != "no")
    else:
        messages.error(request, _("You have made too many changes. Try again later."))
    return redirect(f"{reverse('lobby')}#present-title")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile_page(request: HttpRequest) -> HttpResponse:
    """The form of one's own profile."""
    account = account_of(request)
    profile = read_profile(account)
    begin = {"face": profile.face, "colour": profile.face_colour, "text": profile.text}
    form = ProfileForm(request.POST or None, initial=begin)
    if form.is_valid():
        chosen = form.cleaned_data
        try:
            change_profile(account, chosen["face"], chosen["colour"], chosen["text"])
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("Your profile is saved."))
            return redirect("player", ensure_player(account).pk)
    context = {
        "form": form,
        "profile": profile,
        "faces": list(PlayerFace),
        "colours": list(FaceColour),
        "shows_presence": shows_presence(account),
        "player": ensure_player(account),
    }
    status = 400 if form.is_bound else 200
    return render(request, "tables/profile.html", context, status=status)
