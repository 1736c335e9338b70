"""The cast before every page of moderators."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.models import Account, Game, ModeratorAction, Upload
from tests.cast import PASSWORD, account, client_of
from tests.worlds.admin_scene import Scene, do, every_page, list_of, page_of, registered

pytestmark = pytest.mark.django_db


def test_moderators_and_superusers_see_every_page(scene: Scene) -> None:
    judge = scene.judge
    root = Account.objects.create_superuser("root-1", "", PASSWORD)
    for reader in (judge, root):
        client = client_of(reader)
        for page in every_page():
            assert client.get(page).status_code == 200, page


def test_nobody_else_sees_any(scene: Scene) -> None:
    clerk = account("clerk")  # staff, but no moderator
    clerk.is_staff = True
    clerk.save()
    clerk.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    cast = {
        "nobody": None,
        "owner": scene.ana,
        "other player": scene.ben,
        "stranger": account("eve"),
        "arbiter": account("club", arbiter=True),
        "clerk": clerk,
    }
    pages = every_page()
    for name, person in cast.items():
        client = client_of(person)
        for page in pages[1:] if name == "clerk" else pages:
            for response in (client.get(page), client.post(page, {"reason": "mine"})):
                assert response.status_code in (302, 403, 404), (name, page)
                if response.status_code == 302:
                    assert reverse("admin:login") in response["Location"], (name, page)
    assert ModeratorAction.objects.count() == 1


def test_a_moderator_who_was_suspended_is_out(scene: Scene) -> None:
    judge = scene.judge
    client = client_of(judge)
    judge.is_active = False
    judge.save()
    assert client.get(reverse("admin:index")).status_code == 302


def test_a_player_cannot_void_by_posting(client: Client, scene: Scene) -> None:
    client.force_login(scene.ana)
    data = {"action": "void", "_selected_action": scene.game.pk, "answered": "1", "reason": "mine"}
    client.post(list_of(Game), data)
    scene.game.refresh_from_db()
    assert scene.game.void_reason == ""


def test_moderators_are_not_offered_what_superusers_do(scene: Scene) -> None:
    client = client_of(scene.judge)
    assert "Make moderators" not in client.get(list_of(Account)).content.decode()
    do(client, "make_moderator", scene.ana, answers={"reason": "me too"})
    assert not Account.objects.get(pk=scene.ana.pk).is_moderator


def test_nothing_is_added_changed_or_deleted_by_hand(scene: Scene) -> None:
    """Every model, every way that the admin has, a moderator and a superuser."""
    judge = scene.judge
    root = Account.objects.create_superuser("root-1", "", PASSWORD)
    for client in (client_of(judge), client_of(root)):
        for model, _ in registered():
            before = list(model._default_manager.order_by("pk").values())
            row = model._default_manager.first()
            assert row is not None
            fields = {f.name: "1" for f in model._meta.concrete_fields} | {"_save": "Save"}
            add = list_of(model) + "add/"
            delete = page_of(row).replace("/change/", "/delete/")
            for page in (add, page_of(row), delete):
                assert client.post(page, fields | {"post": "yes"}).status_code == 403, page
            chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
            client.post(list_of(model), chosen)
            formset = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "_save": "Save"}
            client.post(list_of(model), formset | {"form-0-id": str(row.pk)})
            after = list(model._default_manager.order_by("pk").values())
            if model is Account:
                before, after = (
                    [{**r, "last_login": None} for r in them] for them in (before, after)
                )
            assert after == before, model


def test_a_password_of_another_account_cannot_be_changed(scene: Scene) -> None:
    client = client_of(scene.judge)
    address = page_of(scene.ana).replace("/change/", "/password/")
    data = {"password1": "another-long-one", "password2": "another-long-one"}
    client.post(address, data)
    assert Account.objects.get(pk=scene.ana.pk).check_password(PASSWORD)


def test_a_raw_file_is_given_as_received_and_never_shown(scene: Scene) -> None:
    upload = Upload.objects.get(pk=scene.refused.pk)
    response = client_of(scene.judge).get(reverse("admin:games_upload_raw", args=[upload.pk]))
    assert response.content == bytes(upload.raw)
    assert response["Content-Disposition"].startswith("attachment")
    assert response["Content-Type"] == "application/octet-stream"
    assert response["X-Content-Type-Options"] == "nosniff"
