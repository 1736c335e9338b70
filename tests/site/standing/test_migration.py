"""What the migration of the offices leaves behind, on a fresh database."""

from importlib import import_module

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.db.migrations.loader import MigrationLoader


@pytest.mark.django_db
def test_the_offices_and_their_permissions_are_made_and_made_once() -> None:
    Group.objects.all().delete()
    Permission.objects.filter(content_type__app_label="games").delete()
    module = import_module("games.migrations.0002_offices")
    apps = MigrationLoader(connection).project_state(("games", "0002_offices")).apps
    for _ in range(2):
        module.make_offices(apps, connection.schema_editor())
    may = {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }
    assert may.keys() == {"arbiters", "moderators"}
    assert may["arbiters"] == {"arbitrate"}
    assert {"moderate", "view_game", "view_moderatoraction"} <= may["moderators"]
    assert "arbitrate" not in may["moderators"]
    assert all(name == "moderate" or name.startswith("view_") for name in may["moderators"])
