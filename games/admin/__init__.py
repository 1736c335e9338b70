"""Pages of moderators in Django's admin, a module for each kind of row.

An action reads its form and calls one service. It never edits a verdict or the ledger.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import (  # noqa: F401  (registered so)
    accounts,
    disputes,
    games,
    moderation,
    players,
    uploads,
)

admin.site.site_header = _("Imhotep moderators")
admin.site.site_title = _("Imhotep moderators")
admin.site.index_title = _("Records")
admin.site.site_url = "/"
