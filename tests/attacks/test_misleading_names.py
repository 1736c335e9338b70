"""Names by which a person would pass for a moderator, a computer player or another account."""

from __future__ import annotations

import pytest

from games.accounts.lifecycle import InvalidField, sign_up
from games.models import Account, Player
from games.standing.resolve_players import resolve_players
from tests.cast import PASSWORD, account
from web.errors import Invalid

pytestmark = pytest.mark.django_db

ROLES = "admin bank black Gray root moderator me moderat0r rnoderator m0derat0r adm1n arb-iter"
COMPUTERS = "computer c0mputer computer-greedy cornputer-search greedy gr33dy random search-4"


@pytest.mark.parametrize("handle", [*ROLES.split(), *COMPUTERS.split(), "player-7"])
def test_a_misleading_handle_is_reserved(handle: str):
    with pytest.raises(InvalidField, match="reserved"):
        sign_up(handle, "", PASSWORD)
    assert not Account.objects.exists()


@pytest.mark.parametrize(
    "handle", ["benn0", "modern", "searcher", "amanda", "redrum", "computers", "computerfan"]
)
def test_other_handles_are_free(handle: str):
    assert sign_up(handle, "", PASSWORD).username == handle


@pytest.mark.parametrize("sign", ["\uff20", "\ufe6b"])
def test_a_guest_does_not_pass_for_an_account(sign: str):
    with pytest.raises(Invalid, match="looks like @"):
        resolve_players(account("ana"), [f"{sign}ben", "@ana"])
    assert not Player.objects.exists()
