"""What moderators see and do, a module a model."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

from games.admin import (
    accounts,
    attestations,
    claims,
    deeds,
    disputes,
    games,
    notes,
    players,
    submissions,
    tokens,
    uploads,
    verifications,
)

__all__ = [
    "accounts",
    "attestations",
    "claims",
    "deeds",
    "disputes",
    "games",
    "notes",
    "players",
    "submissions",
    "tokens",
    "uploads",
    "verifications",
]

admin.site.site_header = _("Imhotep moderators")
admin.site.site_title = _("Imhotep moderators")
admin.site.index_title = _("Records")
admin.site.site_url = "/"
admin.site.unregister(Group)  # offices are given through accounts, on the record
admin.site.unregister([EmailAddress, Authenticator, UserSession])  # their owners' business
