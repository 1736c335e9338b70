"""Resigning: when, what it changes, how the game ends and who is placed where (R2.10)."""

from __future__ import annotations

import random

import pytest

from engine.apply import apply, start
from engine.dealer import DealtGame
from engine.digest import digest
from engine.entries import Entry, Resign, Take
from engine.errors import IllegalAction, ReplayError, ResultMismatch, Rule
from engine.events import GameEnded, Resigned
from engine.facts import facts_of
from engine.fairness import CommittedShuffler, commitment, committed_to, revealed, shuffled_seats
from engine.legal import legal_actions, may_resign
from engine.log import Header, Log, read_log, write_json, write_text
from engine.outlook import outlook
from engine.players import PLAYERS
from engine.replay import play, steps, verify
from engine.scoring import result
from engine.setup import Setup
from engine.view import EVERYTHING, ViewFeed, view
from engine.vocabulary import BANK, Colour
from tests.table import Table

CARDS = "statue lever sail chisel"
TWO = """\
imhotep 1
edition: 2026.1
sites: market=A pyramid=A temple=A burial_chamber=A obelisks=A
seats: black=Ana white=Ben

round 4 3 2 2
market statue lever sail chisel
black load 1.1
white load 1.2
black load 1.3
white sail 1 pyramid
black take
white resign
"""


def opened(seats: str = "black white", **options: str) -> Table:
    ships = "4 3 2 2" if len(seats.split()) == 2 else "4 3 3 2"
    return Table(seats, **options).opened(ships, CARDS)


def resigned_game(seats: str, seed: int, *leavers: int) -> Log:
    """A dealt game in which these seats resign one after the other from round 2 on."""
    game, chance = DealtGame(Setup.of(seats), random.Random(seed)), random.Random(seed)
    left = list(leavers)
    while not game.state.over:
        if left and game.state.round > 1:
            game.enter(Entry(left.pop(0), Resign()))
        else:
            game.act(PLAYERS["random"](game.state, chance))
    return Log(Header(game.state.rules.setup, chance="dealt"), tuple(game.entries))


# ---------------------------------------------------------------------------------- when


@pytest.mark.parametrize("colour", ["black", "white"])
def test_with_two_the_game_ends_at_once(colour: str) -> None:
    """[R2.10] It is black's turn; white may resign as well."""
    table = opened()
    seat = ["black", "white"].index(colour)
    assert table.play(f"{colour} resign") == [Resigned(seat), GameEnded()]
    assert table.state.over
    assert result(table.state).places == ((2, 1), (1, 2))[seat]
    assert legal_actions(table.state) == ()


def test_it_needs_no_legal_turn_and_no_answer() -> None:
    """[R2.10] In the middle of a turn, while another is asked."""
    table = opened().after("black load 3.1", "white load 3.2", "black sail 3 market")
    assert table.state.agenda
    assert table.play("white resign")[0] == Resigned(1)
    assert (table.state.over, table.state.agenda) == (True, [])


def test_the_bank_writes_first_and_never_resigns() -> None:
    """[R2.10, R2.8] Nothing is there to be given up before the first cards lie."""
    table = Table("black white")
    assert table.refused("black resign") is Rule.BANK_PENDING
    table.open("4 3 2 2", CARDS)
    assert table.refused("bank resign") is Rule.NOT_THE_BANKS_ENTRY


def test_nobody_resigns_twice_or_after_the_end() -> None:
    """[refusal ALREADY_RESIGNED, R2.10] Once, and before the end."""
    table = opened("black white gray").after("white resign")
    assert table.refused("white resign") is Rule.ALREADY_RESIGNED
    table.play("gray resign")
    assert table.state.over
    assert table.refused("black resign") is Rule.GAME_OVER
    assert table.refused("black take") is Rule.GAME_OVER


def test_who_may_resign_is_said() -> None:
    """[R2.10] Every seat that has not, while a player is to write."""
    table = Table("black white gray")
    assert not any(may_resign(table.state, seat) for seat in range(3))
    table.open("4 3 3 2", CARDS)
    table.play("white resign")
    assert [may_resign(table.state, seat) for seat in range(3)] == [True, False, True]
    table.play("black resign")
    assert not any(may_resign(table.state, seat) for seat in range(3))


def test_it_is_no_legal_action_of_a_turn() -> None:
    """[R2.10] Neither computers nor refusals list it."""
    assert Resign() not in legal_actions(opened().state)


# ------------------------------------------------------------------------- what goes on


def test_with_three_the_same_player_is_to_act_and_the_seat_plays_on() -> None:
    """[R2.10] It is an entry and no turn."""
    table = opened("black white gray")
    assert table.play("white resign") == [Resigned(1)]
    assert (table.state.turn, table.state.over) == (0, False)
    table.play("black take", "white take", "gray take")
    assert table.player("white").sled > 3


def test_resigned_seats_share_the_last_place() -> None:
    """[R2.10] Whatever their points, and in whichever order they went."""
    table = opened("black white brown gray")
    for player, points in zip(table.state.players, (5, 40, 7, 60), strict=True):
        player.scored[0] = points
    assert result(table.state).places == (4, 2, 3, 1)
    table.play("gray resign", "white resign")
    assert result(table.state).places == (2, 3, 1, 3)
    table.play("brown resign")
    assert result(table.state).places == (1, 2, 2, 2)
    assert result(table.state).points == (5, 40, 7, 60)


def test_nothing_more_is_counted() -> None:
    """[R2.10, R10.1] Points as they are written down: no temple, no final tally."""
    game = verify(read_log(TWO))
    assert game.result.points == (5, 1)
    assert game.result.points == tuple(player.points for player in game.state.players)
    assert outlook(game.state).ended == outlook(game.state).scored
    assert (game.result.places, game.entries[-1]) == ((1, 2), Entry(1, Resign()))


@pytest.mark.parametrize("leavers", [(0,), (2, 1), (3,)])
def test_a_log_survives_both_ways(leavers: tuple[int, ...]) -> None:
    """[R2.10] Text, JSON, verdict, fingerprint, digest, steps."""
    log = resigned_game("black white brown gray", 7, *leavers)
    assert read_log(write_text(log)) == read_log(write_json(log)) == log
    game = verify(log, keep_events=True)
    assert game.state.resigned == list(leavers)
    assert game.digest == verify(log).digest
    last = 0
    for step in steps(log):
        last = step.ply
    assert last == len(log.entries)


def test_a_claim_is_compared_with_the_points_as_they_stood() -> None:
    """[R2.10] A log may claim them, and no black_game."""
    points = verify(read_log(TWO)).result.points
    claim = "seats: black=Ana white=Ben\nresult: black={} white={}"
    good = TWO.replace("seats: black=Ana white=Ben", claim.format(*points))
    assert verify(read_log(good)).result.points == points
    with pytest.raises(ResultMismatch):
        verify(read_log(good.replace(f"white={points[1]}", f"white={points[1] + 1}")))


def test_without_the_line_the_game_is_unfinished() -> None:
    """[R2.10] A resignation is in the log, or it was none."""
    with pytest.raises(ReplayError) as refusal:
        verify(read_log(TWO.replace("white resign\n", "")))
    assert refusal.value.rule is Rule.GAME_UNFINISHED
    assert not any("resign" in text for text in refusal.value.legal)


def test_nothing_follows_the_last_line() -> None:
    """[R2.10] The game is over."""
    with pytest.raises(ReplayError) as refusal:
        verify(read_log(TWO + "white take\n"))
    assert refusal.value.rule is Rule.GAME_OVER


# -------------------------------------------------------------------- digests, identity


def test_a_position_in_which_nobody_resigned_has_the_key_that_it_had() -> None:
    """[R2.10] Digests of before stay; a resigned seat changes a position."""
    table = opened("black white gray")
    key, before = table.state.key(), digest(table.state)
    assert len(key) == 13
    copy = table.state.copy()
    table.play("white resign")
    assert len(table.state.key()) == 14
    assert (copy.key(), digest(copy)) == (key, before)
    assert digest(table.state) != before
    assert table.state.copy().key() == table.state.sharing().key() == table.state.key()


def test_who_resigned_is_in_fingerprint_and_identity() -> None:
    """[R2.10] Two games that differ in nothing else are two games."""
    white_game, black_game = (
        verify(read_log(TWO.replace("white resign", f"{c} resign"))) for c in ("white", "black")
    )
    assert white_game.fingerprint != black_game.fingerprint
    assert white_game.identity != black_game.identity
    assert white_game.digest != black_game.digest


def test_a_committed_deal_is_proved_up_to_the_resignation() -> None:
    """[R2.10] The cards after it are in no log, and nothing is refused for them."""
    terms, secret = Setup.of("black white"), bytes(32)
    shares = {Colour.BLACK: b"\x01" * 32, Colour.WHITE: b"\x02" * 32}
    promises = {colour: commitment(share) for colour, share in shares.items()}
    shuffler = CommittedShuffler(terms, secret, shares, promises)
    setup = Setup.of(list(shuffled_seats(terms.seats, shuffler)))
    game, chance = DealtGame(setup, shuffler), random.Random(3)
    while game.state.round < 2:
        game.act(PLAYERS["random"](game.state, chance))
    game.enter(Entry(1 - game.state.turn, Resign()))
    header = Header(setup, chance=committed_to(secret), result=result(game.state).points)
    log = Log(revealed(header, secret, shares, promises), tuple(game.entries))
    assert verify(log).deal.value == "proved"
    again = DealtGame.resume(setup, shuffler, game.entries)
    assert again.state.key() == game.state.key()


# ------------------------------------------------------------------------ views, facts


def test_a_viewer_sees_who_resigned_and_the_ships_as_they_lay() -> None:
    """[R2.10, R12.1] The table stays as it was."""
    table = opened("black white").after("black load 1.1", "white resign")
    table_view = view(table.state, None)
    assert [seat["resigned"] for seat in table_view["seats"]] == [False, True]
    assert table_view["over"]
    assert table_view["ships"][0]["spaces"] == [0, None, None, None]


def test_a_feed_shows_a_resignation_where_nothing_else_changed() -> None:
    """[R2.10] The parts of a view that stay are the same objects; these do not."""
    table = opened("black white gray")
    feed = ViewFeed(EVERYTHING)
    feed.look(table.state)
    table.play("white resign")
    assert feed.look(table.state) == view(table.state, EVERYTHING, options=False)


def test_between_rounds_no_ship_is_shown() -> None:
    """[R2.10] At the end of a whole game with a resigned seat there are none."""
    log = resigned_game("black white gray", 3, 2)
    assert view(play(log).state, EVERYTHING)["ships"] == []


def test_facts_say_who_resigned_and_leave_out_the_round_that_did_not_end() -> None:
    """[R2.10] Points after a round are those after a whole white_game."""
    log = resigned_game("black white", 5, 1)
    facts = facts_of(verify(log, keep_events=True))
    assert [seat["resigned"].value for seat in facts.seats] == [0, 1]
    assert [seat["won"].value for seat in facts.seats] == [1, 0]
    assert facts.seats[0]["points-round-1"].value is not None
    assert facts.seats[0]["points-round-2"].value is None


def test_facts_of_equal_points_do_not_say_that_the_sled_decided() -> None:
    """[R2.10, R10.2] The seat that resigned is no rival."""
    game = verify(read_log(TWO), keep_events=True)
    for player in game.state.players:
        player.scored[:] = game.state.players[0].scored
    equal = game._replace(result=result(game.state))
    facts = facts_of(equal)
    assert facts.seats[0]["won-by-sled"].value == 0
    assert facts.game["decided-by-sled"].value == 0


def test_a_refused_resignation_changes_nothing() -> None:
    """[R2.10] As every refused entry."""
    s = start(Setup.of("black white"))
    before = s.key()
    for seat in (BANK, 0, 1):
        with pytest.raises(IllegalAction):
            apply(s, seat, Resign())
    assert s.key() == before


def test_events_need_not_be_collected() -> None:
    """[R2.10] As when a log is verified."""
    table = opened()
    table.state.events = None
    apply(table.state, 0, Take())
    apply(table.state, 0, Resign())
    assert table.state.over
