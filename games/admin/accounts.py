"""Accounts and their roles, API tokens and invitations; never a link, a token or a digest."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.accounts import invitations, lifecycle, mail, password_reset
from games.accounts.bots import mark_account
from games.accounts.closing import close_by
from games.accounts.handles import typed_handle
from games.admin.base import (
    Answers,
    ReasonForm,
    ShownAdmin,
    action,
    conditions_filter,
    link_column,
    moderator,
)
from games.models import Account, ApiToken, SignUpInvitation
from games.moderation import actions as moderation_actions
from games.roles import Role, give_role, take_role
from games.standing import conflicts_of_interest
from web.errors import Invalid, ServiceError

RoleFilter = conditions_filter(
    _("role"),
    "office",
    [
        (Role.ARBITERS, _("arbiters"), Q(groups__name=Role.ARBITERS)),
        (Role.MODERATORS, _("moderators"), Q(groups__name=Role.MODERATORS)),
    ],
)


class ClosingForm(ReasonForm):
    """The handle once more, and why."""

    explanation = _(
        "The account cannot be opened again. Its handle, e-mail addresses, password and second "
        "factors are deleted. So are its tokens, private notes and recordings. A computer takes "
        "its seats at tables. The account’s games, points and ratings stay, under a number instead "
        "of the handle."
    )
    handle = forms.CharField(
        label=_("Handle"),
        max_length=30,
        help_text=_("To confirm, type the handle of the account you are closing."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    field_order = ("handle", "reason")


@admin.register(Account)
class AccountAdmin(ShownAdmin):
    list_display = ("username", "arbiter", "moderator", "is_active", "date_joined", "last_login")
    list_filter = (
        RoleFilter,
        ("computer", admin.EmptyFieldListFilter),
        ("bot_since", admin.EmptyFieldListFilter),
        "is_active",
        "is_superuser",
        "date_joined",
    )
    fields = (
        "username",
        "computer",
        "bot_since",
        "email",
        "reminders",
        "previews",
        "language",
        "player_link",
        "arbiter",
        "moderator",
        "is_superuser",
        "is_active",
        "date_joined",
        "last_login",
        "uploads",
    )
    ordering = ("-pk",)
    search_fields = ("username",)
    search_help_text = _("the beginning of a handle")
    related = ("player",)
    deferred = ("password",)
    player_link = link_column(_("player"), "player")
    actions = (
        "make_arbiter",
        "unmake_arbiter",
        "make_moderator",
        "unmake_moderator",
        "suspend",
        "reinstate",
        "send_link",
        "mark_bot",
        "close",
    )

    def finds(self, word: str) -> Q:
        return Q(username__startswith=word.removeprefix("@").lower())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        members = Account.groups.through.objects.filter(account=OuterRef("pk"))
        roles = {f"among_{role}": Exists(members.filter(group__name=role.value)) for role in Role}
        accounts: QuerySet[Account] = super().get_queryset(request).filter(guest="")
        return accounts.annotate(**roles)

    def get_actions(
        self, request: HttpRequest
    ) -> dict[str, tuple[Callable[..., str], str, str] | None]:
        """Moderators are made by superusers."""
        actions = super().get_actions(request)
        if not request.user.is_superuser:
            for name in ("make_moderator", "unmake_moderator"):
                actions.pop(name, None)
        return actions

    def conflict_of_interest(self, account: Account, row: Account) -> str:
        return conflicts_of_interest.conflict_in_account(account, row)

    @action(_("Make arbiters"))
    def make_arbiter(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        give_role(moderator(request), row, Role.ARBITERS, answers["reason"])

    @action(_("Remove the arbiter role"), for_oneself=True)
    def unmake_arbiter(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        take_role(moderator(request), row, Role.ARBITERS, answers["reason"])

    @action(_("Make moderators"))
    def make_moderator(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        give_role(moderator(request), row, Role.MODERATORS, answers["reason"])

    @action(_("Remove the moderator role"), for_oneself=True)
    def unmake_moderator(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        take_role(moderator(request), row, Role.MODERATORS, answers["reason"])

    @action(_("Suspend"))
    def suspend(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        lifecycle.suspend(moderator(request), row, answers["reason"])

    @action(_("Lift the suspension"))
    def reinstate(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        lifecycle.reinstate(moderator(request), row, answers["reason"])

    @action(_("Send a link for a new password"))
    def send_link(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        password_reset.send_link(moderator(request), row, answers["reason"])

    @action(_("Mark as a bot permanently"))
    def mark_bot(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        mark_account(moderator(request), row, answers["reason"])

    @action(_("Close permanently"), ClosingForm)
    def close(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        if typed_handle(answers["handle"]) != row.username:
            raise Invalid(gettext("Type the handle of the account: @%s.") % row.username)
        close_by(moderator(request), row, answers["reason"])

    @admin.display(description=_("arbiter"), boolean=True)
    def arbiter(self, row: Account) -> bool:
        return bool(getattr(row, "among_arbiters", False))

    @admin.display(description=_("moderator"), boolean=True)
    def moderator(self, row: Account) -> bool:
        return bool(getattr(row, "among_moderators", False))

    @admin.display(description=_("uploads"))
    def uploads(self, row: Account) -> SafeString:
        address = f"{reverse('admin:games_upload_changelist')}?q=@{row.username}"
        return format_html('<a href="{}">{}</a>', address, _("the uploads of this account"))


@admin.register(ApiToken)
class ApiTokenAdmin(ShownAdmin):
    list_display = (
        "name",
        "account",
        "beginning",
        "scopes",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )
    fields = list_display
    ordering = ("-created_at", "-id")
    search_fields = ("account",)
    search_help_text = _("a handle (@ana), or the beginning of the token")
    related = ("account",)
    deferred = ("digest",)
    actions = ("revoke",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(beginning__startswith=word[:12])

    def conflict_of_interest(self, account: Account, row: ApiToken) -> str:
        return conflicts_of_interest.conflict_in_token(account, row)

    @action(_("Revoke"))
    def revoke(self, request: HttpRequest, row: ApiToken, answers: Answers) -> None:
        moderation_actions.revoke_token(moderator(request), row, answers["reason"])


class InvitationForm(ReasonForm):
    """The address, and why."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_(
            "We send the link to this address. If you leave it empty, you see the link here, once."
        ),
    )
    reason = forms.CharField(
        label=_("Public reason"),
        help_text=_("Everybody can read this. Write no names and no addresses."),
        max_length=500,
        initial=_("a player of our club"),
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
    search_help_text = _(
        "the handle (@ana) of the moderator who invited, or of the person who signed up"
    )
    related = ("made_by", "used_by")
    deferred = ("digest",)
    actions = ("withdraw",)
    change_list_template = "admin/invitations.html"

    def finds(self, word: str) -> Q:
        handle = word.removeprefix("@").lower()
        return Q(made_by__username=handle) | Q(used_by__username=handle)

    def conflict_of_interest(self, account: Account, row: SignUpInvitation) -> str:
        """None: every moderator may withdraw an invitation."""
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
