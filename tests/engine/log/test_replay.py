"""From a log to its game: the verdict, the place of a refusal, steps, digests, fingerprints."""

import json
from dataclasses import replace
from datetime import date
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest

from engine import COMPILED, replay
from engine.apply import apply, start
from engine.digest import digest, game_digest, text_digest
from engine.errors import IllegalAction, ReplayError, ResultMismatch, Rule
from engine.events import (
    Passed,
    RoundBegan,
    Scored,
    ShipSailed,
    StoneSent,
    StonesReturned,
    StonesTaken,
)
from engine.log import Header, Log, parse_entry, read_log, to_json, write_json, write_text
from engine.log.entries import entry_texts
from engine.log.envelope import from_json
from engine.replay import legal_texts, play, steps, verify
from engine.setup import Setup
from engine.vocabulary import BANK, Card, Origin, Site, Source
from tests.engine.log.games import HEADER, KINDS, OPENING, PAIR, finished, finished_text

BEGUN = HEADER + OPENING


def refusal_of(log):
    with pytest.raises(ReplayError) as refusal:
        verify(log)
    return refusal.value


# ------------------------------------------------------------------------------ the verdict


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_finished_game_is_legal(kind):
    log = finished(kind)
    game = verify(log)
    assert game.log is log
    assert game.entries == log.entries
    assert game.state.over
    assert game.result.points == log.header.result


def test_a_log_without_a_claim_is_as_good():
    log = finished()
    silent = replace(log, header=replace(log.header, result=None))
    assert verify(silent).result == verify(log).result


def test_another_result_is_a_refusal_of_its_own_kind():
    log = finished()
    points = log.header.result
    text = write_text(replace(log, header=replace(log.header, result=(points[0] + 1, points[1]))))
    with pytest.raises(ResultMismatch) as refusal:
        verify(read_log(text))
    assert refusal.value.claimed == {"black": points[0] + 1, "white": points[1]}
    assert refusal.value.computed == {"black": points[0], "white": points[1]}
    assert refusal.value.line == 7
    assert text.splitlines()[6].startswith("result:")
    assert str(refusal.value).startswith(f"line 7: the log claims black={points[0] + 1} white=")


def test_another_result_without_a_line():
    log = finished()
    with pytest.raises(ResultMismatch) as refusal:
        verify(replace(log, header=replace(log.header, result=(0, -1))))
    assert refusal.value.line == 0
    assert str(refusal.value).startswith(
        "the log claims black=0 white=-1, but its entries give black="
    )


# --------------------------------------------------------------------- the place of a refusal


def test_a_refusal_says_where_who_what_why_and_what_would_have_been_legal():
    """[R2.4, refusal SHIP_TOO_LIGHT] Every field of it."""
    refusal = refusal_of(read_log(BEGUN + "\n# hm\nblack   sail 1 temple # no\nwhite take\n"))
    assert (refusal.line, refusal.ply, refusal.actor) == (11, 5, "black")
    assert refusal.rule is Rule.SHIP_TOO_LIGHT
    assert (refusal.detail, refusal.tried) == ("0 of 3", "black sail 1 temple")
    assert refusal.legal[:2] == ("black load 1.1", "black load 1.2")
    assert "black sail 3 temple" in refusal.legal
    assert str(refusal) == (
        'line 11, ply 5, black: "black sail 1 temple" is not allowed: '
        "the ship has too few stones to sail (0 of 3) [R2.4]"
    )


def test_a_refusal_in_json_has_no_line():
    body = to_json(read_log(BEGUN))
    body["entries"].append("black sail 1 temple")
    refusal = refusal_of(from_json(body))
    assert (refusal.line, refusal.ply) == (0, 5)
    assert str(refusal).startswith("ply 5, black:")


def test_the_bank_is_refused_as_the_bank():
    """[R13.4, refusal CARD_IMPOSSIBLE] What is legal is one pattern."""
    refusal = refusal_of(read_log(BEGUN.replace("statue entrance", "lever lever")))
    assert (refusal.line, refusal.ply, refusal.actor) == (6, 2, "bank")
    assert refusal.rule is Rule.CARD_IMPOSSIBLE
    assert (refusal.detail, refusal.tried) == ("lever", "market lever lever lever sail")
    assert len(refusal.legal) == 1
    assert refusal.legal[0].startswith("market CARD CARD CARD CARD, of: entrance sarcophagus")


def test_a_player_who_writes_for_the_bank_and_the_bank_for_a_player():
    """[R2.8, refusal BANK_PENDING, refusal NOT_THE_BANKS_ENTRY, refusal WRONG_OUTCOME]"""
    early = refusal_of(read_log(HEADER + "black take"))
    assert (early.rule, early.actor, early.line) == (Rule.BANK_PENDING, "black", 5)
    assert early.legal[:2] == ("round 3 2 2 1", "round 3 3 2 1")
    late = refusal_of(read_log(BEGUN + "draw statue"))
    assert (late.rule, late.actor) == (Rule.NOT_THE_BANKS_ENTRY, "bank")
    bank = refusal_of(read_log(BEGUN + "bank take"))
    assert (bank.rule, bank.actor, bank.tried) == (Rule.NOT_THE_BANKS_ENTRY, "bank", "bank take")
    assert refusal_of(read_log(HEADER + "draw statue")).rule is Rule.WRONG_OUTCOME


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ("white take", Rule.NOT_YOUR_TURN),
        ("black card 1", Rule.NO_DECISION),
        ("black load 3.1", Rule.SPACE_TAKEN),
        ("black load 99.99", Rule.NO_SUCH_SHIP),
        ("black play lever 1 temple 1", Rule.CARD_NOT_OWNED),
        ("black prophecy ra", Rule.MODULE_NOT_IN_PLAY),
    ],
)
def test_rules_are_named(entry, rule):
    """[refusal NOT_YOUR_TURN, refusal NO_DECISION] What a turn cannot be."""
    refusal = refusal_of(read_log(BEGUN + entry))
    assert refusal.rule is rule
    assert refusal.line == 9
    assert "black take" in refusal.legal or "black load 1.1" in refusal.legal


def test_a_question_is_answered_by_the_seat_that_was_asked():
    """[R3.2, refusal NOT_YOUR_DECISION, refusal DECISION_PENDING, refusal NOT_AN_ANSWER]"""
    log_text = BEGUN + "black load 3.2\nwhite sail 3 market\n"
    for entry, rule in [
        ("black card 1", Rule.NOT_YOUR_DECISION),
        ("white take", Rule.DECISION_PENDING),
        ("white card 5", Rule.NOT_AN_ANSWER),
    ]:
        refusal = refusal_of(read_log(log_text + entry))
        assert refusal.rule is rule
        assert refusal.legal == tuple(f"white card {space}" for space in range(1, 5))


def test_a_log_that_stops_early():
    """[refusal GAME_UNFINISHED] Who had to go on, and with what."""
    refusal = refusal_of(read_log(BEGUN + "\n# and so on\n"))
    assert refusal.rule is Rule.GAME_UNFINISHED
    assert (refusal.line, refusal.ply, refusal.actor, refusal.tried) == (9, 5, "black", "")
    assert refusal.legal == legal_texts(play(read_log(BEGUN)).state)
    assert str(refusal).startswith("line 9, ply 5, black is to act: the log stops")


def test_a_log_that_never_begins_or_stops_at_the_bank():
    """[refusal GAME_UNFINISHED] The bank has to go on."""
    refusal = refusal_of(read_log(HEADER))
    assert (refusal.line, refusal.ply, refusal.actor) == (0, 1, "bank")
    refusal = refusal_of(read_log(HEADER + "round 4 3 2 2"))
    assert (refusal.line, refusal.ply, refusal.actor) == (6, 2, "bank")
    assert refusal.legal[0].startswith("market CARD CARD CARD CARD, of: ")


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_without_its_last_entry(kind):
    """[refusal GAME_UNFINISHED] With every mix of sites."""
    log = finished(kind)
    refusal = refusal_of(read_log(write_text(replace(log, entries=log.entries[:-1]))))
    assert refusal.rule is Rule.GAME_UNFINISHED
    assert refusal.ply == len(log.entries)
    last = write_text(log).splitlines()[-1]
    assert last in refusal.legal or refusal.actor == "bank"


@pytest.mark.parametrize("entry", ["black take", "white pass", "round 4 3 2 2", "bank take"])
def test_entries_after_the_end(entry):
    """[refusal GAME_OVER] Nothing is legal any more."""
    log = finished()
    refusal = refusal_of(read_log(finished_text() + "\n" + entry))
    assert refusal.rule is Rule.GAME_OVER
    assert (refusal.ply, refusal.legal, refusal.tried) == (len(log.entries) + 1, (), entry)


# ------------------------------------------------------------------------------ forced answers


def test_a_forced_answer_need_not_be_written():
    """[R2.8] Two equal cards: which one is kept is not asked."""
    silent = play(read_log(PAIR + "white load 1.1"))
    assert silent.error is None
    assert silent.state.players[0].cards.count(1) == 1


def test_a_forced_answer_may_be_written_and_is_left_out():
    """[R2.8, R14.8] The same game, the same position."""
    silent = play(read_log(PAIR + "white load 1.1"))
    replayed = play(read_log(PAIR + "black keep statue\nwhite load 1.1"))
    assert replayed.error is None
    assert replayed.entries == silent.entries
    assert digest(replayed.state) == digest(silent.state)


@pytest.mark.parametrize("wrong", ["black keep lever", "white keep statue", "black card 4"])
def test_a_wrong_forced_answer_is_refused(wrong):
    """[R2.8] What is not asked cannot be answered otherwise."""
    refusal = refusal_of(read_log(PAIR + wrong))
    assert (refusal.line, refusal.ply) == (12, 8)


@pytest.mark.parametrize("late", ["", "white load 1.1\n"])
def test_a_forced_answer_is_written_once_and_in_its_place(late):
    """[R2.8, R14.8] Neither twice nor later."""
    answer = "black keep statue\n"
    lines = PAIR + (late + answer if late else answer * 2)
    played = play(read_log(lines))
    assert (played.error.line, played.error.tried) == (13, "black keep statue")
    assert len(played.entries) == (8 if late else 7)


def with_forced_answers(log):
    """`log` with every forced answer written out; and how many there were."""
    entries, count, state = [], 0, start(log.setup)
    for entry in log.entries:
        apply(state, *entry)
        entries += [entry, *state.forced]
        count += len(state.forced)
    return replace(log, entries=tuple(entries)), count


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_a_game_with_every_forced_answer_written_out(kind):
    """[R2.8, R14.8] The same game, with the same canonical form and fingerprint."""
    log = finished(kind)
    longer, count = with_forced_answers(log)
    assert count
    game = verify(read_log(write_text(longer)))
    assert (game.entries, game.canonical) == (log.entries, log)
    assert (game.fingerprint, game.digest) == (verify(log).fingerprint, verify(log).digest)
    assert len(list(steps(longer))) == len(log.entries)


def test_steps_refuse_a_wrong_forced_answer():
    """[R2.8] At its place."""
    with pytest.raises(ReplayError) as refusal:
        list(steps(read_log(PAIR + "black keep lever")))
    assert refusal.value.line == 12


# ----------------------------------------------------------------------------- play, and steps


def test_play_goes_as_far_as_it_can():
    log = read_log(BEGUN + "black sail 1 temple\nblack take\n")
    played = play(log)
    assert (played.entries, played.error.ply) == (log.entries[:4], 5)
    assert digest(played.state) == digest(play(read_log(BEGUN)).state)
    assert play(read_log(BEGUN)).error is None


def test_play_leaves_the_events_alone():
    assert play(finished()).state.events is None


def test_steps_tell_what_happened():
    game_steps = list(steps(read_log("# hello\n" + BEGUN)))
    assert [step.ply for step in game_steps] == [1, 2, 3, 4]
    assert [step.line for step in game_steps] == [6, 7, 8, 9]
    assert [step.entry.seat for step in game_steps] == [BANK, BANK, 0, 1]
    assert game_steps[0].events == (RoundBegan(1, (4, 3, 2, 2), 0),)
    assert game_steps[2].events == (StonesTaken(0, 3),)


def test_the_numbers_of_steps_are_those_of_the_entries():
    game_steps = list(steps(read_log(PAIR + "black keep statue\nwhite load 1.1")))
    assert [(step.ply, step.line) for step in game_steps[-2:]] == [(7, 11), (9, 13)]


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_points_are_the_sum_of_what_the_steps_scored(kind):
    log = finished(kind)
    points = [0] * len(log.setup.seats)
    for step in steps(log):
        for event in step.events:
            if isinstance(event, Scored):
                points[event.seat] += event.points
    assert tuple(points) == log.header.result


def test_steps_stop_at_a_refusal():
    game_steps = steps(read_log(BEGUN + "black sail 1 temple\n"))
    assert [next(game_steps).ply for _ in range(4)] == [1, 2, 3, 4]
    with pytest.raises(ReplayError) as refusal:
        next(game_steps)
    assert (refusal.value.ply, refusal.value.line) == (5, 9)


def test_what_is_legal_at_the_end_is_nothing():
    assert legal_texts(verify(finished()).state) == ()


# ------------------------------------------------------------------------------------- digests


def test_the_digest_of_a_position_depends_on_the_position_only():
    with_events = [digest(step.state) for step in steps(finished())]
    state, without_events = start(finished().setup), []
    for entry in finished().entries:
        apply(state, *entry)
        without_events.append(digest(state))
    assert (with_events, len(set(with_events))) == (without_events, len(with_events))
    assert digest(state.copy()) == digest(state)


def test_the_digest_knows_the_set_up():
    seats = "black white"
    setups = [
        Setup.of(seats),
        Setup.of("white black"),
        Setup.of(seats, "AAAAB"),
        Setup.of(seats, "AAAAA", "private_ships"),
        Setup.of(seats, "AAAAA", "", "yucata"),
    ]
    assert len({digest(start(setup)) for setup in setups}) == len(setups)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_digest_of_a_game_is_of_what_happened_and_of_its_end(kind):
    game = verify(finished(kind))
    happened = [event for step in steps(game.log) for event in step.events]
    assert game.digest == game_digest(happened, game.state)
    assert game.digest == verify(read_log(finished_text(kind))).digest
    assert len(game.digest) == 64


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_verified_with_its_events_is_the_same(kind):
    """The digest is ready, and nothing else differs from a game without its events."""
    log = finished(kind)
    with_events, unkept = verify(log, keep_events=True), verify(log)
    assert with_events.state.events == [event for step in steps(log) for event in step.events]
    assert unkept.state.events is None
    assert with_events.digest == unkept.digest
    assert (with_events.result, with_events.entries) == (unkept.result, unkept.entries)
    assert digest(with_events.state) == digest(unkept.state)


def test_the_digest_of_a_game_notices_each_event():
    """An engine that reaches the same end by another way has another digest."""
    game = verify(finished(1), keep_events=True)
    happened = game.state.events
    index = next(n for n, event in enumerate(happened) if type(event) is StonesTaken)
    stones = happened[index]
    another_number = stones._replace(number=stones.number + 1)
    changes = [
        [another_number],
        [],
        [stones, stones],
        [Passed(stones.seat)],
        [happened[index + 1], stones],
    ]
    altered = [[*happened[:index], *change, *happened[index + 1 :]] for change in changes]
    assert (
        len({game_digest(events, game.state) for events in [happened, *altered]})
        == len(altered) + 1
    )


def test_the_digest_of_a_game_notices_its_end():
    game = verify(finished(1), keep_events=True)
    assert game_digest(game.state.events, start(game.log.setup)) != game.digest


def test_the_digest_of_a_game_is_the_same_on_every_machine():
    """Whoever changes it makes every record look as if the engine had changed.

    The layout is typed; of the numbers of cards and of points only how many there are is asked.
    """
    s = start(Setup.of("black white"))
    cards, sources, sites = [0] * len(Card), [0] * len(Source), [[], [], [], [], []]
    market, others = [[], [-1, -1, -1, -1], []], [[[], []], [[], []], [[], []], [[0, 0]]]
    turned = ["Chance", ["Chance", "RevealRoundCard", 1, None, []]]
    agreed = ["2026.1", "official", [0, 1], [0, 0, 0, 0, 0], []]
    position = [
        *(1, 0, 0, -1, 0),
        [[cards, 0, False, 27, sources, 2], [cards, 0, False, 26, sources, 3]],
        *([], sites, [-1, -1, -1, -1, -1], [cards, 34, cards, 0], []),
        *([market, *others], [], sites, [], []),
        [["LayOut", ["LayOut", 0]], turned],
    ]
    assert digest(s) == sha256_of([agreed, position])
    events = [Passed(1), StonesTaken(0, 3), ShipSailed(1, 2, Site.TEMPLE, (0, 1), (1, 2))]
    happened = [["Passed", [1]], ["StonesTaken", [0, 3]], ["ShipSailed", [1, 2, 2, [0, 1]]]]
    assert game_digest(events, s) == sha256_of([happened, digest(s)])


def sha256_of(layout):
    return sha256(json.dumps(layout, separators=(",", ":")).encode()).hexdigest()


def test_the_digest_of_a_game_leaves_out_values_that_events_got_later():
    """Where a stone came from and on which spaces it lay follows from the entries."""
    s = start(Setup.of("black white"))
    events = [ShipSailed(1, 2, Site.MARKET, (0, 1), (1, 2)), StonesReturned(0, 1)]
    alternatives = [
        StoneSent(0, Origin.SLED, Site.MARKET),
        ShipSailed(1, 2, Site.MARKET, (0, 1), (3, 2)),
        StonesReturned(0, 1, Origin.SHIP),
    ]
    assert game_digest(alternatives, s) == game_digest(events, s)
    other = [events[0], StonesReturned(0, 2)]
    assert game_digest(other, s) != game_digest(events, s)


def test_a_fingerprint_never_changes():
    """Whoever changes it breaks records that others hold."""
    path = Path(__file__).resolve().parents[2] / "golden" / "hand-typed-two-players.imh"
    assert verify(read_log(path.read_bytes())).fingerprint == (
        "ec7fa21c28f5f9e851b909225658a377dd70c80ea1e2672b37422efaf2d2f41e"
    )


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_refusal_leaves_the_position_as_it_was(kind):
    log = finished(kind)
    tries = [parse_entry(log.setup, line) for line in write_text(log).splitlines()[-40::5]]
    state = start(log.setup)
    for entry in log.entries[:60]:
        before = digest(state)
        for seat, action in tries:
            copy = state.copy()
            try:
                apply(copy, seat, action)
            except IllegalAction:
                assert digest(copy) == before
        apply(state, *entry)


# -------------------------------------------------------------------------------- fingerprints


def fingerprint(text):
    return verify(read_log(text)).fingerprint


def test_names_spaces_comments_and_days_are_not_in_the_fingerprint():
    """[R14.5] Nor is what was said about chance."""
    text = finished_text()
    equal_games = [
        text.replace("seats: black= white=", "seats: black=Ana white=Ben Li"),
        text.replace("\n", "  \r\n").replace(" ", "   "),
        text.replace("\n", "\n# a remark\n"),
        text.replace("chance: dealt", "chance: observed"),
        text.replace("chance: dealt", "played: 2026-11-14"),
        "\n".join(line for line in text.splitlines() if not line.startswith("result")),
        text.replace("round", "bank round"),
        write_json(read_log(text)),
        "\ufeff" + text,
    ]
    assert {fingerprint(other) for other in equal_games} == {fingerprint(text)}
    assert all(other != text for other in equal_games)


def test_the_fingerprint_is_that_of_the_bare_canonical_text():
    log = finished()
    header = Header(log.setup)
    assert verify(log).fingerprint == text_digest(write_text(Log(header, log.entries)))
    assert header == Header(log.setup, ("", ""), "observed", None, None)
    dressed = replace(log.header, names=("a", "b"), played=date(2020, 1, 1))
    assert verify(replace(log, header=dressed)).fingerprint == verify(log).fingerprint


@pytest.mark.skipif(COMPILED, reason="a function of a compiled module cannot be replaced")
def test_each_digest_of_the_text_is_made_alone(monkeypatch):
    """And all of them at once write the entries once."""
    game, digests, outputs = verify(finished()), [], []

    def counting(function, calls):
        return lambda *arguments: calls.append(function) or function(*arguments)

    for module in ("replay", "identity"):
        module_called = import_module(f"engine.{module}")
        monkeypatch.setattr(module_called, "text_digest", counting(text_digest, digests))
    monkeypatch.setattr(replay, "entry_texts", counting(entry_texts, outputs))
    alone = (write_text(game.canonical), game.fingerprint, game.identity)
    assert ((len(digests), len(outputs)), game.texts[:3]) == ((2, 2), alone)
    assert (len(digests), len(outputs)) == (4, 3)


def test_seats_sides_profile_and_entries_are_in_the_fingerprint():
    """[R14.5] All that was agreed and done."""
    text = finished_text()
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("result"))
    variants = [
        bare.replace("black", "gray"),
        bare.replace("black", "?").replace("white", "black").replace("?", "white"),
        bare.replace("official", "yucata"),
        bare.replace("pyramid=A", "pyramid=D"),
        bare.replace("burial_chamber=A", "burial_chamber=B"),
        bare.replace("profile", "modules: wrath_of_the_pharaoh\nprofile"),
        finished_text(0, 2),
    ]
    prints = {fingerprint(other) for other in variants}
    assert len(prints) == len(variants)
    assert fingerprint(text) not in prints
