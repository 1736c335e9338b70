"""The admin as this site has it. Named in INSTALLED_APPS: no models here."""

from django.contrib.admin.apps import AdminConfig


class ModeratorsConfig(AdminConfig):
    default_site = "games.admin_site.ModeratorsSite"
