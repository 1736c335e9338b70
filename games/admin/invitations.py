"""Invitations to sign up: who made them, what became of them. Never the link, nor its digest."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.accounts import invitations, mail
from games.admin.base import Answers, ReasonForm, ShownAdmin, action, moderator
from games.models import Account, SignUpInvitation
from web.errors import ServiceError


class InvitationForm(ReasonForm):
    """The address, and why."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        help_text=gettext_lazy("The link is mailed there. Without one it is shown to you, once."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Public reason"),
        help_text=gettext_lazy("Everybody can read it: no names, no addresses."),
        max_length=500,
        initial=gettext_lazy("a player of our club"),
    )


@admin.register(SignUpInvitation)
class SignUpInvitationAdmin(ShownAdmin):
    list_display = ("__str__", "made_by", "made_at", "expires_at", "used_at", "used_by", "email")
    fields = (
        "made_by",
        "made_at",
        "expires_at",
        "email",
        "used_at",
        "used_by",
        "withdrawn_at",
    )
    ordering = ("-made_at", "-id")
    search_fields = ("made_by",)
    search_help_text = _("a handle (@ana): the moderator who invited, or the person who came")
    related = ("made_by", "used_by")
    deferred = ("digest",)
    actions = ("withdraw",)
    change_list_template = "admin/invitations.html"

    def finds(self, word: str) -> Q:
        handle = word.removeprefix("@").lower()
        return Q(made_by__username=handle) | Q(used_by__username=handle)

    def own_affair(self, account: Account, row: SignUpInvitation) -> str:
        """Every moderator may withdraw an invitation, who made it too."""
        return ""

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(never_cache(self.make))
        return [path("make/", page, name="games_invitation_make"), *super().get_urls()]

    def make(self, request: HttpRequest) -> HttpResponse:
        """A form; then the link, or where it was mailed."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = InvitationForm(request.POST if request.method == "POST" else None)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Invite a person"),
            "opts": self.opts,
            "form": form,
        }
        if not form.is_valid():
            return TemplateResponse(request, "admin/ask.html", context)
        email, account = form.cleaned_data["email"], moderator(request)
        try:
            _invitation, plain = invitations.invite(account, form.cleaned_data["reason"], email)
        except ServiceError as refusal:
            form.add_error(None, refusal.message)
            return TemplateResponse(request, "admin/ask.html", context)
        context["mailed"] = email
        if not email:
            context["link"] = mail.absolute(reverse("sign-up-invitation", args=[plain]))
        elif not mail.send_invitation(email, plain, account):
            context["failed"] = gettext("The mail could not be sent. Withdraw the invitation.")
        return TemplateResponse(request, "admin/invited.html", context)

    @action(_("Withdraw"), form=None)
    def withdraw(self, request: HttpRequest, row: SignUpInvitation, answers: Answers) -> None:
        invitations.withdraw_invitation(moderator(request), row)
