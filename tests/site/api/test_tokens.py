from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import tokens
from games.accounts.tokens import find_token, make_token, revoke_own_token
from games.models import ApiToken
from tests.cast import account
from tests.worlds.api_world import Asker, World, assert_problem, make_world, token
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def test_a_token_is_shown_once_and_only_its_digest_is_kept():
    stored_token, plain = make_token(account("ana"), "laptop", ["upload", "read"])
    assert plain.startswith("imh_")
    assert len(plain) > 40
    api_token = ApiToken.objects.values().get(pk=stored_token.pk)
    assert plain not in str(api_token)
    assert plain.startswith(api_token["beginning"])
    assert api_token["scopes"] == "read upload"
    token = find_token(plain)
    assert token is not None
    assert token.account.username == "ana"


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\0b", "two\nlines"])
def test_a_token_has_a_printable_name(name):
    with pytest.raises(Invalid):
        make_token(account("ana"), name, ["read"])


def test_as_long_as_a_name_and_a_token_may_be(ana):
    stored_token, _ = make_token(ana, "x" * 60, ["read"])
    for plain, expected in [("imh_" + "x" * 196, stored_token), ("imh_" + "x" * 197, None)]:
        ApiToken.objects.update(digest=tokens.token_digest(plain))
        assert find_token(plain) == expected


@pytest.mark.parametrize("scopes", [[], ["admin"], ["read", "x y"]])
def test_a_token_has_known_scopes(scopes):
    with pytest.raises(Invalid):
        make_token(account("ana"), "laptop", scopes)


def test_a_token_does_not_begin_expired():
    with pytest.raises(Invalid):
        make_token(account("ana"), "laptop", ["read"], timezone.now() - timedelta(seconds=1))


def test_an_account_has_so_many_tokens_and_no_more(monkeypatch):
    monkeypatch.setattr(tokens, "MAX_TOKENS", 2)
    ana = account("ana")
    first, _ = make_token(ana, "one", ["read"])
    make_token(ana, "two", ["read"])
    with pytest.raises(Conflict):
        make_token(ana, "three", ["read"])
    revoke_own_token(ana, first)
    make_token(ana, "three", ["read"])


def test_a_revoked_token_does_not_work_and_revoking_again_changes_nothing(ana):
    stored_token, plain = make_token(ana, "laptop", ["read"])
    revoke_own_token(ana, stored_token)
    when = stored_token.revoked_at
    revoke_own_token(ana, stored_token)
    assert stored_token.revoked_at == when
    assert find_token(plain) is None


def test_a_token_of_another_account_cannot_be_revoked():
    stored_token, plain = make_token(account("ana"), "laptop", ["read"])
    with pytest.raises(NotAllowed):
        revoke_own_token(account("ben"), stored_token)
    assert find_token(plain) is not None


def test_an_expired_token_does_not_work():
    assert find_token(token(account("ana"), expired=True)) is None


def test_the_tokens_of_a_closed_account_do_not_work(ana):
    plain = token(ana)
    ana.is_active = False
    ana.save()
    assert find_token(plain) is None


@pytest.mark.parametrize("plain", ["", "imh_", "imh_" + "x" * 5000, "nonsense", "imh_é\udc80"])
def test_what_is_no_token_finds_nothing(plain):
    assert find_token(plain) is None


def test_its_last_use_is_noted_once_a_minute(django_assert_num_queries):
    plain = token(account("ana"))
    with django_assert_num_queries(2):
        first = find_token(plain)
    with django_assert_num_queries(1):
        reread = find_token(plain)
    assert first is not None
    assert reread is not None
    assert reread.last_used_at == first.last_used_at
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    with django_assert_num_queries(2):
        find_token(plain)


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer imh_wrong", "bearer a b c", "Bearer \xe9"]
)
def test_a_token_that_does_not_work_is_refused_even_where_none_is_needed(world: World, header):
    answer = Asker().ask("GET", "games", headers={"Authorization": header})
    assert_problem(answer, 401)
    assert answer["WWW-Authenticate"] == 'Bearer realm="api"'


def test_other_ways_to_authenticate_are_left_alone(world: World):
    assert Asker().ask("GET", "games", headers={"Authorization": "Basic eA=="}).status_code == 200


@pytest.mark.parametrize("kind", ["expired", "revoked"])
def test_expired_and_revoked_tokens_open_nothing(world: World, kind):
    plain = token(world["ana"], **{kind: True})
    assert_problem(Asker(plain).ask("GET", "uploads"), 401)
