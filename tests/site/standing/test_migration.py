"""What the migration of the roles leaves behind, on a fresh database."""

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.db import IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import QuerySet
from django.test import Client, override_settings

from games.models import Account, Attestation, Game, Identity, LogMark, Standing
from games.queries import verified_address
from games.standing.attest import attest
from ratings.models import Rating, RatingChange, RatingTerms
from ratings.services.fold import fold_pending
from ratings.services.rebuild import broken_links, rebuild_ledger
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.schema import ChainLoader, chain_executor, migrated_by_chain, schema

pytestmark = pytest.mark.both_databases

VIEWED = {
    *("view_account", "view_apitoken", "view_attestation", "view_dispute", "view_game"),
    *("view_merge", "view_moderatoraction", "view_player", "view_seat", "view_submission"),
    *("view_upload", "view_verification"),
}
BEFORE_SEATINGS = [("games", "0010_space"), ("ratings", "0003_written_once")]


@pytest.mark.long
def test_new_sites_have_the_schema_of_upgraded_ones(empty_database: str) -> None:
    """They skip most of the chain of migrations: others replace it, which make the same."""
    assert migrated_by_chain(empty_database) == schema(connection)


@pytest.fixture
def empty_database(db: None, tmp_path: Path) -> Iterator[str]:
    """The address of a database beside that of the tests, on the same server."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'chain.sqlite3'}"
        return
    name = f"{connection.settings_dict['NAME']}_chain"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}"')


@pytest.mark.parametrize(
    ("loader", "name"),
    [(ChainLoader, "0002_offices"), (MigrationLoader, "0001_squashed_0004_played_here")],
)
@pytest.mark.django_db
def test_the_roles_and_their_permissions_are_made_and_made_once(
    loader: type[MigrationLoader], name: str
) -> None:
    Group.objects.all().delete()
    Permission.objects.filter(content_type__app_label="games").delete()
    module = import_module(f"games.migrations.{name}")
    apps = loader(connection).project_state(("games", name)).apps
    for _ in range(2):
        module.make_offices(apps, connection.schema_editor())
    may = {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }
    assert may.keys() == {"arbiters", "moderators"}
    assert may["arbiters"] == {"arbitrate"}
    assert may["moderators"] == {"moderate", *VIEWED}


@pytest.mark.django_db
def test_games_from_before_are_rated_by_the_places_of_their_results(ana: Account) -> None:
    game = game_of(submit(account("ben"), finished_log()))
    game.seats.update(rated_place=0)
    module = import_module("games.migrations.0004_played_here")
    apps = ChainLoader(connection).project_state(("games", "0004_played_here")).apps
    module.rate_by_place(apps, connection.schema_editor())
    assert [(seat.place, seat.rated_place) for seat in game.seats.order_by("place")] == [
        (1, 1),
        (2, 2),
    ]


@pytest.mark.django_db
def test_addresses_and_sessions_from_before_are_kept_twice_the_same_address_too() -> None:
    for handle, email in [("ana", "Ana@example.org"), ("ben", "ana@EXAMPLE.org"), ("cleo", "")]:
        Account.objects.create_user(handle, email, "stones")
    browser = client_of(Account.objects.get(username="ana"))
    Client().get("/")  # a session of nobody leaves no row
    module = import_module("games.migrations.0006_addresses_and_sessions")
    apps = ChainLoader(connection).project_state(("games", "0006_addresses_and_sessions")).apps
    for _ in range(2):
        module.keep_addresses(apps, connection.schema_editor())
        module.keep_sessions(apps, connection.schema_editor())
    addresses = EmailAddress.objects.order_by("user__username")
    assert list(addresses.values_list("user__username", "email", "primary", "verified")) == [
        ("ana", "ana@example.org", True, False),
        ("ben", "ana@example.org", True, False),
    ]
    assert {verified_address(account) for account in Account.objects.all()} == {""}
    (user_session,) = UserSession.objects.all()
    assert (user_session.user.username, user_session.session_key) == (
        "ana",
        browser.session.session_key,
    )


def record() -> tuple[object, ...]:
    """What has to be the same before and after."""
    return (
        sorted(Game.objects.values_list("pk", "fingerprint", "log", "standing", "played_on")),
        sorted(Attestation.objects.values_list("pk", "game", "account", "fingerprint", "at")),
        sorted(RatingChange.objects.values_list("pk", "game", "player", "before", "after")),
        sorted(Rating.objects.values_list("pk", "player", "pool", "rating", "games")),
    )


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_an_upgrade_keeps_games_confirmations_and_the_ledger(ana: Account, ben: Account) -> None:
    """Of a site from before seats could be mended, with a game that is here twice."""
    first = game_of(submit(ana, finished_log()))
    Identity.objects.all().delete()
    LogMark.objects.all().delete()
    other = finished_log().replace("profile: official", "profile: yucata")
    second = game_of(submit(ana, other))
    waiting = game_of(submit(ana, finished_log(seed=2)))
    for game in (first, second):
        attest(ben, game)
    fold_pending()
    before = record()
    executor = chain_executor(connection)
    leaf_nodes = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE_SEATINGS)
    tables = connection.introspection.table_names()
    chain_executor(connection).migrate(leaf_nodes)
    assert "games_identity" not in tables  # it was an old database
    assert record() == before
    assert not Attestation.objects.exclude(seating=0).exists()
    holds = dict(Identity.objects.values_list("game_id", "holds"))
    assert holds == {first.pk: True, second.pk: False, waiting.pk: True}
    assert set(Rating.objects.values_list("listed_until", flat=True)) != {None}
    assert rebuild_ledger(dry_run=True).nothing_differs
    attest(ben, waiting)
    assert waiting.standing == Standing.COUNTED


@pytest.mark.django_db(transaction=True)
def test_an_upgrade_keeps_ratings_by_terms_1(ana: Account, ben: Account) -> None:
    """Of a site from before there were terms 2: what is rated stays, and so does what comes."""
    for seed in (1, 2):
        attest(ben, game_of(submit(ana, finished_log(seed=seed))))
    fold_pending()
    before = record()
    executor = chain_executor(connection)
    leaf_nodes = executor.loader.graph.leaf_nodes()
    executor.migrate([("ratings", "0009_retired_changes")])
    tables = connection.introspection.table_names()
    chain_executor(connection).migrate(leaf_nodes)
    assert "ratings_ratingterms" not in tables  # it was an old database
    assert record() == before
    assert set(RatingChange.objects.values_list("deviation_before", "deviation")) == {(None, None)}
    with override_settings(SECOND_RATING_TERMS_FROM="start"):
        attest(ben, game_of(submit(ana, finished_log(seed=3))))
        fold_pending()
    assert not RatingTerms.objects.exists()
    assert not RatingChange.objects.exclude(deviation=None).exists()
    assert list(broken_links()) == []
    assert rebuild_ledger(dry_run=True).nothing_differs
    with pytest.raises(IntegrityError), transaction.atomic():
        QuerySet(RatingChange).update(deviation=1)
