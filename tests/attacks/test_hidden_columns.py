"""A moderator asks the admin for what it does not show: by a lookup in the address of a list, by
naming a row by another column than its key, by the order of a list, or by looking at every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.options import IS_POPUP_VAR, TO_FIELD_VAR
from django.contrib.admin.utils import flatten, flatten_fieldsets
from django.contrib.admin.views.main import ORDER_VAR
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.admin.base import ShownAdmin
from games.models import Account, ApiToken, Game
from games.queries import count_waiting_for
from tables.models import Deal, Table
from tests.cast import PASSWORD, client_of
from tests.worlds.admin_scene import Scene, every_page, list_of, page_of, registered, scene

pytestmark = pytest.mark.django_db

LOOKUPS = (
    "",
    *(f"__{word}" for word in ("exact", "iexact", "startswith", "istartswith", "endswith")),
    *(f"__{word}" for word in ("contains", "icontains", "regex", "iregex", "gt", "gte", "lt")),
    *(f"__{word}" for word in ("lte", "in", "isnull", "range", "year__gt", "pk", "id__exact")),
)
OFFERED = {"exact", "isnull", "isempty", "gte", "lt"}
"""What the filters of a list are made of: a choice, yes or no, empty or not, days."""


@pytest.fixture(scope="module")
def module_scene(keep: Callable[[Callable[[], Scene]], Scene]) -> Scene:
    return keep(scene)


@pytest.fixture
def scene_of_test(module_scene: Scene, db: None) -> Scene:
    """One scene for the tests of this module; each finds it as it was made."""
    return deepcopy(module_scene)


def roles() -> list[Account]:
    return [
        Account.objects.get(username="judge"),
        Account.objects.create_superuser("root-1", "", PASSWORD),
    ]


def columns(model: type[Model], depth: int = 1) -> Iterator[str]:
    """Every column of the model, and those of every model that it leads to, both ways."""
    for field in model._meta.get_fields():
        if field.concrete:
            yield field.name
            yield getattr(field, "attname", field.name)
        if depth and field.is_relation and field.related_model:
            name = field.name if field.concrete else field.get_accessor_name() or field.name
            for further in columns(field.related_model, depth - 1):
                yield f"{name}__{further}"
                yield f"{field.name}__{further}"


def filtered(pages: ShownAdmin) -> set[str]:
    """The columns that the list says it is filtered by."""
    lookups = set()
    for column in pages.list_filter:
        path = column[0] if isinstance(column, tuple) else column
        lookups.add(path if isinstance(path, str) else path.parameter_name)
    return lookups


def list_request(account: Account, pages: Any, **query: str) -> HttpRequest:
    request = RequestFactory().get(list_of(pages.model), query)
    request.user = account
    return request


def test_every_page_of_the_admin_is_one_that_only_shows() -> None:
    """A page that derives from anything else could be asked for every column of its model."""
    for model, pages in registered():
        assert isinstance(pages, ShownAdmin), f"{model} has an admin that is no ShownAdmin"
        ours = type(pages)
        for name in ("lookup_allowed", "to_field_allowed"):
            assert getattr(ours, name) is getattr(ShownAdmin, name), f"{ours} has its own {name}"
    with pytest.raises(ImproperlyConfigured):
        admin.site.register(Game, admin.ModelAdmin)
    with pytest.raises(ImproperlyConfigured):
        admin.site.register(Game)


def test_a_list_looks_up_nothing_but_its_filters(scene_of_test: Scene) -> None:
    """Every model, every column, and every column a step away; as moderator and as superuser."""
    tried = 0
    for role in roles():
        for _, pages in registered():
            assert isinstance(pages, ShownAdmin)
            offered = filtered(pages)
            request = list_request(role, pages)
            for column in set(columns(pages.model)):
                for lookup in LOOKUPS:
                    key = column + lookup
                    tried += 1
                    if pages.lookup_allowed(key, "x", request):
                        path, _, word = key.rpartition("__")
                        assert key in offered or (path in offered and word in OFFERED), key
                        assert path not in ("password", "digest", "secret"), key
    assert tried > 10_000


@pytest.mark.parametrize("handle", ["judge", "root-1"])
def test_a_hidden_column_is_refused_in_the_address_of_a_list(
    handle: str, scene_of_test: Scene
) -> None:
    """Through the whole site: refused, and before the database is asked."""
    people = {role.username: role for role in roles()}
    client = client_of(people[handle])
    with CaptureQueriesContext(connection) as head:
        count_waiting_for(people[handle])  # stands in the head of every page, a refusal's too
    own_queries = {query["sql"] for query in head}
    for _, pages in registered():
        assert isinstance(pages, ShownAdmin)
        offered = filtered(pages)
        for field in pages.model._meta.concrete_fields:
            lookup = f"{field.name}__startswith"
            if lookup in offered:
                continue
            with CaptureQueriesContext(connection) as queries:
                response = client.get(list_of(pages.model), {lookup: "a"})
            assert response.status_code == 400, lookup
            table = f'FROM "{pages.model._meta.db_table}"'
            new_queries = {query["sql"] for query in queries} - own_queries
            queries_of_table = [sql for sql in new_queries if table in sql]
            assert pages.model is Account or not queries_of_table, lookup


def test_the_secret_of_a_table_is_not_found_letter_by_letter(scene_of_test: Scene) -> None:
    table = Table.objects.get()
    for role in roles():
        client = client_of(role)
        for lookup, value in (
            ("commitment__startswith", table.commitment[:1]),
            ("secret__startswith", "a"),
            ("secret__regex", "."),
            ("secret", "a"),
            ("places__share__startswith", ""),
            ("host__password__startswith", ""),
        ):
            assert client.get(list_of(Table), {"id": table.pk, lookup: value}).status_code == 400
            assert client.get(list_of(Table), {lookup: value}).status_code == 400


def test_a_row_is_named_by_its_key_alone(scene_of_test: Scene) -> None:
    """``_to_field`` would find an account by its password’s hash."""
    for role in roles():
        client = client_of(role)
        for model, value in (
            (Account, scene_of_test.ana.username),
            (ApiToken, ApiToken.objects.get().digest),
            (Game, scene_of_test.game.fingerprint),
        ):
            page = page_of(model._default_manager.first() or scene_of_test.game)
            for field in model._meta.concrete_fields:
                if not field.primary_key:
                    query = {TO_FIELD_VAR: field.name, IS_POPUP_VAR: "1"}
                    assert client.get(page, query).status_code == 400, field
                    assert client.get(list_of(model), query).status_code == 400, field
            other = page.replace(f"/{page.split('/')[-3]}/", f"/{value}/")
            assert client.get(other).status_code in (302, 404)


def test_a_list_is_ordered_by_nothing_that_it_hides(scene_of_test: Scene) -> None:
    client = client_of(scene_of_test.judge)
    for model, pages in registered():
        hidden = ["password", "digest", "secret", "raw", "source", "share"]
        hidden += ["email"] * (model is Account)
        for number in range(1, len(pages.list_display) + 3):
            with CaptureQueriesContext(connection) as queries:
                client.get(list_of(model), {ORDER_VAR: str(number)})
            for query in queries:
                order = query["sql"].partition("ORDER BY")[2]
                assert not any(f'"{name}"' in order for name in hidden), (model, number, order)
        assert set(flatten(pages.list_display)).isdisjoint(hidden), model


def test_autocompletion_tells_keys_and_names(scene_of_test: Scene) -> None:
    """Nobody uses it here, but Django answers: never by another column, never another's note."""
    client = client_of(scene_of_test.judge)
    address = reverse("admin:autocomplete")
    for model, _ in registered():
        for field in model._meta.concrete_fields:
            if not field.is_relation:
                continue
            query = {
                "app_label": model._meta.app_label,
                "model_name": model._meta.model_name or "",
                "field_name": field.name,
                "term": scene_of_test.ana.password[:8],
            }
            response = client.get(address, query)
            assert response.status_code in (200, 403, 404)
            if response.status_code == 200:
                assert response.json()["results"] == [], field


def secrets_of_the_scene() -> dict[str, bytes]:
    secrets = {f"password of {row}": row.password.encode() for row in Account.objects.all()}
    secrets |= {f"token {row}": row.digest.encode() for row in ApiToken.objects.all()}
    for deal in Deal.objects.all():
        secrets[f"secret of {deal}"] = bytes(deal.secret).hex().encode()
        for colour, share in deal.shares.items():
            secrets[f"share of {deal} {colour}"] = share.encode()
    return {name: value for name, value in secrets.items() if len(value) > 8}


def every_row(client: Client) -> Iterator[tuple[str, bytes]]:
    for page in every_page():
        yield page, client.get(page).content
    for model, _ in registered():
        for row in model._default_manager.all()[:20]:
            yield page_of(row), client.get(page_of(row)).content
            history = page_of(row).replace("/change/", "/history/")
            yield history, client.get(history).content


def test_no_hash_and_no_secret_is_on_any_page(scene_of_test: Scene) -> None:
    hidden = secrets_of_the_scene()
    assert any(name.startswith("password") for name in hidden)
    assert any(name.startswith("token") for name in hidden)
    for role in roles():
        for page, content in every_row(client_of(role)):
            for name, value in hidden.items():
                assert value not in content, (page, name)
    assert scene_of_test.ana.password


def test_no_page_has_a_field_that_is_a_secret() -> None:
    """By name, for whatever comes later."""
    words = ("password", "digest", "secret", "share", "key", "seed", "session")
    harmless = {"fingerprint", "digest", "its_digest", "digests", "state", "commitment"}
    """Of logs, positions and closings, public; and numbers of games."""
    for model, pages in registered():
        request = list_request(Account(is_superuser=True, is_active=True), pages)
        names = set(flatten_fieldsets(pages.get_fieldsets(request)))
        names |= set(flatten(pages.list_display))
        for inline in pages.inlines:
            names |= set(flatten(inline.fields or ()))
        bad = {name for name in names if any(word in str(name) for word in words)}
        if model is ApiToken:
            harmless_columns: set[str] = set()
        else:
            harmless_columns = harmless
        assert bad <= harmless_columns, (model, bad)


def test_what_packages_register_stays_out() -> None:
    """Addresses, second factors and sessions are their owners' business; groups are roles."""
    names = {f"{model._meta.app_label}.{model._meta.model_name}" for model, _ in registered()}
    assert {name.partition(".")[0] for name in names} <= {
        "events",
        "games",
        "puzzles",
        "ratings",
        "releases",
        "reviews",
        "tables",
    }
