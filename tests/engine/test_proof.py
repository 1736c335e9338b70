"""A committed deal is dealt again; a log that tells another is refused, with the place."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine import (
    DealMismatch,
    DealtGame,
    IllegalAction,
    ReplayError,
    ResultMismatch,
    Rule,
    deal,
    prove,
    read_log,
    steps,
    verify,
    write_json,
    write_text,
)
from engine.fairness import (
    TERMS,
    CommittedShuffler,
    commitment,
    committed_to,
    revealed,
    shuffled_seats,
)
from engine.log import Entry, Header, Log
from engine.players import random_player
from engine.proof import Proof
from engine.scoring import result
from engine.setup import Setup
from engine.vocabulary import BANK, Card, Colour
from tests.engine.invariants import random_setup
from tests.engine.log.games import HEADER, KINDS, OPENING, finished

SECRET = bytes(range(32))


def committed(kind: int = 0, seed: int = 1) -> Log:
    """A finished game that reveals its secret, with its result."""
    return deal(Setup.of(*KINDS[kind]), seed, "random", committed=True)


def hidden(log: Log) -> Log:
    """The same game before it is revealed."""
    return replace(log, header=log.header.unrevealed())


def reading(log: Log, **changes: str) -> Log:
    """The log read from its text with other values in its header."""
    text = write_text(log)
    for field in changes:
        (line,) = (line for line in text.splitlines() if line.startswith(f"{field}: "))
        text = text.replace(line, f"{field}: {changes[field]}", 1)
    return read_log(text)


def line_of(log: Log, field: str) -> int:
    lines = write_text(log).splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.startswith(f"{field}: "))


def played(
    agreed: Setup,
    secret: bytes,
    entropy: dict[Colour, bytes],
    promises: dict[Colour, str] | None = None,
    terms: int = TERMS,
) -> Log:
    """A game dealt from these shares and promises, seats in the order drawn."""
    shuffler = CommittedShuffler(agreed, secret, entropy, promises, terms)
    setup = replace(agreed, seats=shuffled_seats(agreed.seats, shuffler))
    game, chance = DealtGame(setup, shuffler), random.Random(1)
    while not game.state.over:
        game.act(random_player(game.state, chance))
    header = revealed(Header(setup), secret, entropy, promises, terms)
    return Log(replace(header, result=result(game.state).points), tuple(game.entries))


# ------------------------------------------------------------------------------ what is said


def test_what_a_log_shows_about_its_deal() -> None:
    log = committed()
    assert prove(log) is verify(log).deal is Proof.PROVED
    assert prove(hidden(log)) is verify(hidden(log)).deal is Proof.NOT_REVEALED
    dealt = finished()
    assert prove(dealt) is verify(dealt).deal is Proof.DEALT
    assert prove(replace(dealt, header=Header(dealt.setup))) is Proof.OBSERVED


def test_a_log_need_not_be_finished_to_be_proved() -> None:
    log = committed()
    silent = replace(log, header=replace(log.header, result=None))
    for number in (0, 1, 2, 40):
        assert prove(replace(silent, entries=silent.entries[:number])) is Proof.PROVED


def test_an_entry_that_cannot_stand_is_no_question_of_the_deal() -> None:
    log = committed()
    broken = replace(log, entries=(*log.entries[:5], log.entries[0], *log.entries[5:]))
    for judge in (prove, verify):
        with pytest.raises(ReplayError) as refusal:
            judge(broken)
        assert (refusal.value.ply, refusal.value.rule) == (6, Rule.NOT_THE_BANKS_ENTRY)


def test_a_proved_game_has_the_fingerprint_of_the_same_game_written_down() -> None:
    log = committed()
    bare = replace(log, header=Header(log.setup))
    assert verify(log).fingerprint == verify(bare).fingerprint
    assert verify(log).digest == verify(bare).digest


def test_a_deal_that_does_not_follow_is_found_before_a_wrong_result() -> None:
    log = committed()
    points = tuple(point + 1 for point in log.header.result or ())
    claims = replace(log, header=replace(log.header, result=points))
    with pytest.raises(ResultMismatch):
        verify(claims)
    with pytest.raises(DealMismatch):
        verify(replace(claims, header=replace(claims.header, secret=SECRET.hex())))


# -------------------------------------------------------------------------------- properties


@pytest.mark.parametrize("seed", range(24))
def test_any_game_can_be_proved(seed: int) -> None:
    """All boards, modules and numbers of players; some shares missing; text and JSON."""
    chance = random.Random(seed)
    setup = random_setup(chance)
    entropy = {c: chance.randbytes(32) for c in setup.seats if chance.random() < 0.7}
    log = played(setup, chance.randbytes(32), entropy)
    assert prove(log) is Proof.PROVED
    assert read_log(write_text(log)) == log == read_log(write_json(log))
    assert verify(read_log(write_text(log))).deal is Proof.PROVED


@pytest.mark.parametrize("seed", range(8))
def test_any_game_can_be_taken_up_after_any_entry(seed: int) -> None:
    setup = random_setup(random.Random(seed))
    log = played(setup, SECRET, {})
    shuffler = CommittedShuffler.from_header(log.header)
    positions = [step.state.key() for step in steps(log)]
    for number in range(0, len(log.entries), 5):
        game = DealtGame.resume(log.setup, shuffler, log.entries[:number])
        assert tuple(game.entries) == log.entries[: len(game.entries)]
        assert all(entry.seat == BANK for entry in game.entries[number:])
        assert game.state.key() == positions[len(game.entries) - 1]
    resumed = DealtGame.resume(log.setup, shuffler, log.entries)
    assert (tuple(resumed.entries), resumed.state.over) == (log.entries, True)


def test_a_game_goes_on_where_it_was_taken_up() -> None:
    setup = Setup.of("black white brown", "DBCCD", "private_ships god_prophecies")
    shuffler = CommittedShuffler(setup, SECRET, {})
    first_game, chance = DealtGame(setup, shuffler), random.Random(4)
    while not first_game.state.over:
        before = tuple(first_game.entries)
        first_game.act(random_player(first_game.state, chance))
        other = DealtGame.resume(setup, shuffler, before)
        other.act(first_game.entries[len(before)].action)
        assert other.entries == first_game.entries


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_another_share_is_another_deal(kind: int) -> None:
    """Every player's share, down to its last bit, and the secret."""
    log = committed(kind)
    header = log.header
    for seat, share in enumerate(header.entropy):
        for other in (f"{share[:-1]}{int(share[-1], 16) ^ 1:x}", ""):
            entropy = (*header.entropy[:seat], other, *header.entropy[seat + 1 :])
            with pytest.raises(DealMismatch):
                verify(replace(log, header=replace(header, entropy=entropy)))
    swapped = replace(header, entropy=header.entropy[::-1])
    with pytest.raises(DealMismatch):
        verify(replace(log, header=swapped))
    other_secret = replace(header, chance=committed_to(SECRET), secret=SECRET.hex())
    with pytest.raises(DealMismatch):
        verify(replace(log, header=other_secret))


# -------------------------------------------------------------------------------- tampering


def test_the_secret_has_to_be_the_one_that_was_committed_to() -> None:
    log = committed()
    other = "0" + log.header.secret[1:] if log.header.secret[0] != "0" else "1" * 64
    with pytest.raises(DealMismatch) as refusal:
        verify(reading(log, secret=other))
    broken_rule = refusal.value
    assert (broken_rule.part, broken_rule.line, broken_rule.ply) == (
        "secret",
        line_of(log, "secret"),
        0,
    )
    assert broken_rule.written == log.header.chance
    assert broken_rule.dealt == f"committed sha256:{commitment(bytes.fromhex(other))}"
    assert broken_rule.sentence == "the published digest does not match the secret"


def test_the_digest_has_to_be_that_of_the_secret() -> None:
    with pytest.raises(DealMismatch, match=r"^line 9: the published digest does not match the"):
        verify(reading(committed(), chance="committed sha256:" + "0" * 64))


def test_the_starting_player_is_drawn() -> None:
    """The same game with the same shares, the other way round."""
    log = played(Setup.of("black white"), SECRET, {})
    seats = tuple(reversed(log.setup.seats))
    chance = random.Random(2)
    game = DealtGame(replace(log.setup, seats=seats), CommittedShuffler.from_header(log.header))
    while not game.state.over:
        game.act(random_player(game.state, chance))
    header = revealed(Header(game.state.rules.setup), SECRET, {})
    with pytest.raises(DealMismatch) as refusal:
        verify(read_log(write_text(Log(header, tuple(game.entries)))))
    broken_rule = refusal.value
    assert (broken_rule.part, broken_rule.line, broken_rule.ply) == (
        "seats",
        line_of(log, "seats"),
        0,
    )
    words = [colour.word for colour in log.setup.seats]
    assert (broken_rule.written, broken_rule.dealt) == (" ".join(words[::-1]), " ".join(words))


def dealt_otherwise(log: Log, index: int) -> Log | None:
    """`log` up to entry `index`, an outcome of the bank, its cards in another order."""
    action = log.entries[index].action
    cards = getattr(action, "cards", ())
    other = (*cards[1:], *cards[:1])
    if other == cards:
        return None
    entry = Entry(BANK, type(action)(other))  # type: ignore[call-arg]
    return replace(
        log,
        header=replace(log.header, result=None),
        entries=(*log.entries[:index], entry),
    )


@pytest.mark.parametrize("form", ["text", "json"])
def test_any_outcome_that_was_not_dealt_is_found_where_it_stands(form: str) -> None:
    log = committed()
    tried = 0
    for index, entry in enumerate(log.entries):
        if entry.seat == BANK and (other := dealt_otherwise(log, index)) is not None:
            with pytest.raises(DealMismatch) as refusal:
                prove(read_log(write_text(other) if form == "text" else write_json(other)))
            broken_rule = refusal.value
            line = write_text(other).count("\n") if form == "text" else 0
            assert (broken_rule.part, broken_rule.ply, broken_rule.line) == (
                "entry",
                index + 1,
                line,
            )
            assert broken_rule.written == other.entries[index].action.text
            assert broken_rule.dealt == entry.action.text
            tried += 1
    assert tried > 4


def with_forced_answers(log: Log) -> Log:
    """`log` with every forced answer written out."""
    entries: list[Entry] = []
    for step in steps(log):
        entries += [step.entry, *step.state.forced]
    return replace(log, entries=tuple(entries))


def test_forced_answers_that_are_written_out_do_not_matter() -> None:
    plain = committed(1)
    log = with_forced_answers(plain)
    assert len(log.entries) > len(plain.entries)
    assert verify(log).deal is Proof.PROVED
    last = max(i for i, e in enumerate(log.entries) if e.seat == BANK and dealt_otherwise(log, i))
    other = dealt_otherwise(log, last)
    assert other is not None
    with pytest.raises(DealMismatch) as refusal:
        prove(read_log(write_text(other)))
    assert refusal.value.ply == last + 1
    assert refusal.value.line == write_text(other).count("\n")


def test_comments_and_blank_lines_move_the_place() -> None:
    log = committed()
    other = dealt_otherwise(log, 1)
    assert other is not None
    text = write_text(other).replace("\n\n", "\n\n# the opening\n\n")
    with pytest.raises(DealMismatch) as refusal:
        prove(read_log(text))
    assert (refusal.value.ply, refusal.value.line) == (2, text.count("\n"))


def test_the_bank_cannot_write_what_it_likes_in_a_game_that_is_taken_up() -> None:
    log = committed()
    shuffler = CommittedShuffler.from_header(log.header)
    other = dealt_otherwise(log, 1)
    assert other is not None
    with pytest.raises(
        DealMismatch, match=r"^ply 2: an outcome in the log differs from the deal: "
    ) as no:
        DealtGame.resume(log.setup, shuffler, other.entries)
    assert (no.value.ply, no.value.line) == (2, 0)
    passed_over: Iterable[Entry] = (log.entries[0], *log.entries[2:])
    with pytest.raises(DealMismatch):
        DealtGame.resume(log.setup, shuffler, passed_over)


def test_a_game_that_cannot_be_is_not_taken_up() -> None:
    log = committed()
    shuffler = CommittedShuffler.from_header(log.header)
    with pytest.raises(IllegalAction) as refusal:
        DealtGame.resume(log.setup, shuffler, (*log.entries, log.entries[-1]))
    assert refusal.value.rule is Rule.GAME_OVER
    other = Entry(1 - log.entries[2].seat, log.entries[2].action)
    with pytest.raises(IllegalAction):
        DealtGame.resume(log.setup, shuffler, (*log.entries[:2], other))


def test_a_game_dealt_by_this_machine_can_be_taken_up_with_its_seed() -> None:
    setup = Setup.of("black white", "BCADC")
    log = deal(setup, 5)
    game = DealtGame.resume(setup, random.Random(5), log.entries)
    assert tuple(game.entries) == log.entries


def test_a_log_that_nobody_dealt_is_not_proved_by_revealing_something() -> None:
    typed = read_log(HEADER + OPENING)
    header = revealed(typed.header, SECRET, {})
    with pytest.raises(DealMismatch):
        prove(replace(typed, header=header))


def test_a_mismatch_can_be_put_elsewhere() -> None:
    deal_mismatch = DealMismatch("entry", "draw sail", "draw lever")
    assert str(deal_mismatch).startswith("an outcome in the log differs from the deal: ")
    assert str(deal_mismatch.with_place(9, 3)) == f"line 9, ply 3: {deal_mismatch.message}"
    assert (deal_mismatch.with_place(9, 3).written, deal_mismatch.with_place(9, 3).dealt) == (
        "draw sail",
        "draw lever",
    )


def test_a_long_game_is_taken_up_in_a_moment() -> None:
    """What a table does for every move."""
    log = committed(2)
    shuffler = CommittedShuffler.from_header(log.header)
    began = time.process_time()
    for _ in range(10):
        DealtGame.resume(log.setup, shuffler, log.entries)
    assert time.process_time() - began < 0.5  # thirty times what it takes


def test_copies_of_a_card_are_alike() -> None:
    """The deck is put in order before it is shuffled, so no copy has a place of its own."""
    shuffler = CommittedShuffler(Setup.of("black white"), SECRET, {})
    deck = [Card.STATUE, Card.LEVER, Card.STATUE]
    orders = set()
    for start in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        orders.add(tuple(shuffler.choose("x", [deck[i] for i in start], 3)))
    assert len(orders) == 1
