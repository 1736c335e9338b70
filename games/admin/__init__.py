"""Pages of moderators, a module a model."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import (  # noqa: F401  (registered so)
    accounts,
    attestations,
    claims,
    discrepancies,
    disputes,
    games,
    invitations,
    moderator_actions,
    notes,
    patterns,
    players,
    reports,
    seat_claims,
    submissions,
    tokens,
    uploads,
    verifications,
)

admin.site.site_header = _("Imhotep moderators")
admin.site.site_title = _("Imhotep moderators")
admin.site.index_title = _("Records")
admin.site.site_url = "/"
