"""Who the names in a log are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Account, Player
from games.standing.players import merge_players
from games.standing.resolve_players import (
    UnknownAccount,
    ensure_player,
    resolve_many_players,
    resolve_players,
)
from tests.cast import account
from web.errors import Invalid

pytestmark = pytest.mark.django_db


def test_an_account_has_one_player(ana: Account) -> None:
    assert ensure_player(ana) == ensure_player(ana)
    assert ensure_player(ana).account == ana
    assert str(ensure_player(ana)) == "@ana"


def test_a_handle_is_the_player_of_the_account(ana: Account, ben: Account) -> None:
    assert resolve_players(ana, ["@ana", "@ben"]) == [ensure_player(ana), ensure_player(ben)]


def test_capital_letters_in_a_handle_do_not_matter(ana: Account) -> None:
    assert resolve_players(ana, ["@Ana"]) == [ensure_player(ana)]


def test_an_unknown_handle_is_refused_by_name_and_makes_nothing(ana: Account) -> None:
    with pytest.raises(UnknownAccount, match="there is no account @nobody here") as refusal:
        resolve_players(ana, ["@ana", "Guest", "@nobody"])
    assert refusal.value.handle == "nobody"
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["@", "@@ana", "@ ana", "@ana\x00", "@\ud800", "@é"])
def test_what_only_looks_like_a_handle_is_refused(name: str, ana: Account) -> None:
    with pytest.raises(Invalid) as refusal:
        resolve_players(ana, [name])
    refusal.value.message.encode()


def test_an_inactive_account_is_unknown(ana: Account, ben: Account) -> None:
    ben.is_active = False
    ben.save()
    with pytest.raises(UnknownAccount, match="@ben"):
        resolve_players(ana, ["@ana", "@ben"])


def test_a_plain_name_is_a_guest_known_to_the_uploader(ana: Account, ben: Account) -> None:
    (seat_player,) = resolve_players(ana, ["Ida"])
    (his,) = resolve_players(ben, ["Ida"])
    assert seat_player is not None
    assert his is not None
    assert seat_player != his
    assert (seat_player.known_to, seat_player.name, seat_player.is_guest) == (ana, "Ida", True)
    assert resolve_players(ana, ["Ida"]) == [seat_player]


def test_a_guest_called_like_a_handle_is_no_account(ana: Account) -> None:
    (guest,) = resolve_players(ana, ["ana"])
    assert guest is not None
    assert guest.is_guest


def test_names_are_compared_exactly_after_composition(ana: Account) -> None:
    composed, decomposed, other = resolve_players(ana, ["Zo\u00eb", "Zoe\u0308", "zo\u00eb"])
    assert composed == decomposed
    assert composed != other


def test_an_empty_name_is_no_player() -> None:
    assert resolve_players(account("ana"), ["", "@ana", ""])[0::2] == [None, None]


def test_a_name_that_cannot_be_kept_is_refused(ana: Account) -> None:
    for name in ("x" * 81, "a\x00b", "a\u202eb", "\ud800"):
        with pytest.raises(Invalid) as refusal:
            resolve_players(ana, [name])
        refusal.value.message.encode()
    assert resolve_players(ana, ["x" * 80])[0] is not None


def test_a_merged_guest_is_the_last_of_the_chain(ana: Account, judge: Account) -> None:
    first, second = resolve_players(ana, ["Ida", "Ida M."])
    assert first is not None
    assert second is not None
    merge_players(judge, first, second, "one person")
    merge_players(judge, second, ensure_player(ana), "and that is Ana")
    assert resolve_players(ana, ["Ida", "Ida M."]) == [ensure_player(ana)] * 2


def test_many_logs_at_once_each_with_its_own_answer(ana: Account, ben: Account) -> None:
    good, bad, guests = resolve_many_players(ana, [["@ana", "@ben"], ["@ana", "@no"], ["Ida", ""]])
    assert good == [ensure_player(ana), ensure_player(ben)]
    assert isinstance(bad, UnknownAccount)
    assert guests == [Player.objects.get(name="Ida"), None]


def test_queries_do_not_grow_with_the_logs(ana: Account) -> None:
    for n in range(20):
        account(f"player-{n}")

    def queries(logs: list[list[str]]) -> int:
        with CaptureQueriesContext(connection) as queries:
            resolve_many_players(ana, logs)
        return len(queries)

    def logs(begin: int, end: int) -> list[list[str]]:
        return [[f"@player-{n % 20}", f"Guest {n}", ""] for n in range(begin, end)]

    assert queries(logs(0, 1)) == queries(logs(1, 20))
    assert queries(logs(0, 1)) == queries(logs(0, 20))
    assert queries(logs(0, 20)) <= 5
