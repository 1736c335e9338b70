"""Everything that people do about a game reaches the log: after each act the last leaf of every
standing is that of the line that a dump would have."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from allauth.account.models import EmailAddress

from archive.log.models import Leaf
from archive.log.services.append import append
from games.accounts.closing import close
from games.duplicates import decide
from games.intake.verify import reverify
from games.lines import line_digest, standing_lines
from games.models import Account, Game, Player
from games.moderation import actions
from games.standing import attest, correct_seats, players
from games.standing.disputing import lapse
from games.standing.standing import address_verified
from tests.cast import account, finished_log, game_of, slips, submit

pytestmark = pytest.mark.django_db


@contextmanager
def told(game: Game, *, changes: bool = True) -> Iterator[None]:
    """What is done inside is in the log afterwards. `changes`: it is a new leaf."""
    append()
    before = Leaf.objects.filter(kind="standing", record=game.pk).count()
    yield
    append()
    for line in standing_lines(list(Game.objects.values_list("pk", flat=True))):
        leaves = Leaf.objects.filter(kind="standing", record=line["game"]).order_by("pk")
        last = leaves.last()
        assert last is not None
        assert last.digest == line_digest(line), line
    after = Leaf.objects.filter(kind="standing", record=game.pk).count()
    assert (after > before) is changes


@pytest.fixture
def game(ana: Account, ben: Account) -> Game:
    return game_of(submit(ana, finished_log()))


def test_players_confirm_dispute_and_take_back(game, ana, ben):
    with told(game):
        attest.attest(ben, game)
    with told(game):
        attest.dispute(ben, game, "It was another evening.")
    with told(game):
        attest.take_back_dispute(ben, game)
    assert Game.objects.get().standing == "counted"


def test_moderators_void_restore_decide_and_verify_again(game, ana, ben, judge):
    attest.attest(ben, game)
    with told(game):
        actions.void(judge, game, "Twice the same evening.")
    with told(game):
        actions.restore(judge, game, "It was not.")
    dispute = attest.dispute(ben, game, "Those were not my stones.")
    with told(game):
        actions.settle_dispute(judge, dispute, True, "They were not.")
    with told(game, changes=False):
        reverify(game.submission)


def test_seats_are_mended(game, ana, ben, judge, cat):
    attest.attest(ben, game)
    with told(game):
        correct_seats.reseat_by_moderator(judge, game, ["@ana", "@cat"], "It was Cat.")
    with told(game):
        attest.attest(Account.objects.get(username="cat"), game)


def test_guests_become_accounts_and_guests_again(ana, ben, judge):
    game = game_of(submit(ana, finished_log("black=@ana white=Zoe", seed=3)))
    guest = Player.objects.get(name="Zoe")
    with told(game):
        players.decide_claim(ana, players.claim(ben, guest, "It was me."), True)
    with told(game):
        attest.attest(ben, game)
    with told(game):
        players.undo_merge(judge, guest, "It was not.")


def test_another_log_of_the_game_comes(game, ana, ben, judge):
    with told(game):
        submit(ben, finished_log())  # which confirms it
    submit(ben, slips(finished_log())[0])
    (slip,) = game.discrepancies.all()
    with told(game, changes=False):
        decide.choose_right_log(ben, slip, "first")
    with told(game, changes=False):
        decide.decide_discrepancy(judge, slip, "first", "A slip.")


def test_addresses_are_verified_and_accounts_closed(settings, ana):
    settings.RATED_NEEDS_VERIFIED_EMAIL = True
    ben, cat = account("ben"), account("cat")
    EmailAddress.objects.filter(user__in=[ben, cat]).delete()
    game = game_of(submit(ana, finished_log()))
    other = game_of(submit(ana, finished_log("black=@ana white=@cat", seed=2)))
    with told(game):
        attest.attest(ben, game)
    with told(other):
        attest.attest(cat, other)
    assert not Game.objects.filter(standing="counted").exists()
    with told(game):
        EmailAddress.objects.create(user=ben, email=ben.email, primary=True, verified=True)
        address_verified(ben)
    with told(other, changes=False):
        close(cat)  # which shows nothing about the address: the game waits on
    other.refresh_from_db()
    assert other.standing == "waiting"


def test_nothing_is_told_of_what_did_not_change(game):
    with told(game, changes=False):
        lapse()
