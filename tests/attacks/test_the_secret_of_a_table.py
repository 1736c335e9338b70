"""The secret of a running table is in no answer to anybody, and no way leads to it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.exceptions import FieldError
from django.db import models
from django.urls import reverse
from django.views.debug import ExceptionReporter
from rest_framework.serializers import ModelSerializer

from games.models import Account, Player
from tables import deals
from tables.locks import read_table
from tables.models import Deal, Table
from tables.play.reading import entries_since, playing_state
from tests.cast import account, client_of
from tests.worlds.tables import dealt, people, secret_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db: None) -> Table:
    return dealt(people("ana", "ben"), shares=True)


def forms_of(secret: bytes) -> list[bytes]:
    """How a page, an answer or a report might write it."""
    return [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        base64.b64encode(secret),
        base64.urlsafe_b64encode(secret),
        repr(secret)[2:-1].encode(),
    ]


def pages_of_moderators() -> Iterator[str]:
    yield reverse("admin:index")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for row in model._default_manager.all()[:10]:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])


def pages_of_the_table(table: Table) -> Iterator[str]:
    yield reverse("table", args=[table.pk])
    for name in ("api-table", "api-table-entries", "api-table-legal", "api-table-moments"):
        yield reverse(name, args=[table.pk])
    yield reverse("api-tables")
    yield reverse("lobby")
    for player in Player.objects.all():
        yield reverse("player", args=[player.pk])
        yield reverse("api-player", args=[player.pk])


def test_no_page_and_no_answer_shows_it(table: Table) -> None:
    root = account("root", moderator=True)
    root.is_superuser = root.is_staff = True
    root.save()
    looked = 0
    for viewer in (None, Account.objects.get(username="ana"), account("mo", moderator=True), root):
        client = client_of(viewer)
        for page in [*pages_of_the_table(table), *pages_of_moderators()]:
            content = client.get(page).content
            looked += 1
            for form in forms_of(secret_of(table)):
                assert form not in content, (viewer, page)
    assert looked > 60


def test_no_stream_tells_it(table: Table) -> None:
    """A stream tells what these two say, as text."""
    for viewer in (None, 0, 1):
        table_row = read_table(table.pk)
        payload = json.dumps(
            [playing_state(table_row, viewer), entries_since(table_row, viewer)]
        ).encode()
        assert not [form for form in forms_of(secret_of(table)) if form in payload]


def test_no_list_of_moderators_and_no_serializer_knows_it() -> None:
    assert Deal not in admin.site._registry
    for pages in admin.site._registry.values():
        assert Deal not in [inline.model for inline in pages.inlines]
    waiting = list(ModelSerializer.__subclasses__())
    while waiting:
        entry = waiting.pop()
        waiting += entry.__subclasses__()
        assert getattr(getattr(entry, "Meta", None), "model", None) is not Deal


def test_no_relation_leads_to_it() -> None:
    """Also no hidden one: Django finds a relation by the name "+"."""
    assert not [field for field in Deal._meta.get_fields(include_hidden=True) if field.is_relation]
    for model in apps.get_models():
        for field in model._meta.get_fields(include_hidden=True):
            assert field.related_model is not Deal
    for lookup in ("+__secret", "deal__secret", "secret", "secret__startswith", "deal"):
        with pytest.raises(FieldError):
            Table.objects.filter(**{lookup: b"a"})


def test_the_tables_have_no_column_of_it_any_more() -> None:
    for model in apps.get_app_config("tables").get_models():
        names = {field.name for field in model._meta.get_fields()}
        if model is not Deal:
            assert not names & {"secret", "share", "shares", "entropy"}
            assert not any(
                isinstance(model_field, models.BinaryField)
                for model_field in model._meta.get_fields()
            )


def test_a_report_of_an_error_leaves_it_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = secret_of(table)

    def break_down(*_args: object) -> None:
        raise RuntimeError("the shuffler is broken")

    monkeypatch.setattr(deals, "CommittedShuffler", break_down)
    try:
        deals.shuffler_of(table, table.setup("black white"), table.places.all())
    except RuntimeError as error:
        reporter = ExceptionReporter(None, type(error), error, error.__traceback__)
        report = f"{reporter.get_traceback_text()}{reporter.get_traceback_html()}"
        frames = [
            frame for frame in reporter.get_traceback_frames() if "deals" in frame["filename"]
        ]
        assert frames
    assert "the shuffler is broken" in report
    named = [dict(frame["vars"]) for frame in frames if frame["function"] == "shuffler_of"]
    assert named
    assert all(
        "Deal" not in value or "********" in value
        for variables in named
        for value in variables.values()
    )
    for form in (secret.hex(), repr(secret)[2:-1]):
        assert form not in report.replace("&#x27;", "'")
