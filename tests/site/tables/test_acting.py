"""One entry after the other: who may write what, and what is written."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.utils import timezone

import engine
from engine import Setup, State, apply, deal, start, view_entry
from engine.entries import Action
from engine.vocabulary import BANK
from games.models import Account, Upload
from tables.errors import IllegalEntry, NotPlaying, NotYourTurn, Stale, TimeOver
from tables.lobby.opening import open_table
from tables.locks import read_table
from tables.models import Pace, Table, TableEntry
from tables.play import entries as services_entries
from tables.play import position as kept
from tables.play.entries import WitnessedEntries, submit_computer_entry, submit_entry
from tables.play.position import legal_in_position, read_position
from tables.terms import Terms
from tests.worlds.api_world import logged_in
from tests.worlds.tables import EVERY_MODULE, act_once, awaited, dealt, opened, people
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

apply_module = import_module("engine.apply")


@pytest.fixture
def table() -> Table:
    return dealt(people("ana", "ben"))


def mover(table: Table) -> Account:
    return awaited(table).account


def other(table: Table) -> Account:
    return next(p.account for p in table.places.all() if p.account != mover(table))


def unchanged(table: Table) -> bool:
    """Nothing was written since `table` was read."""
    current_table = read_table(table.pk)
    rows = TableEntry.objects.filter(table=table).count()
    clocks = [[place.left_ms for place in state.places.all()] for state in (current_table, table)]
    table_is_equal = (current_table.plies, current_table.awaited, current_table.deadline) == (
        table.plies,
        table.awaited,
        table.deadline,
    )
    return table_is_equal and rows == table.plies and clocks[0] == clocks[1]


@pytest.mark.parametrize("colour", [True, False])
def test_an_entry_is_written(table: Table, colour: bool) -> None:
    mover_place = awaited(table)
    text = f"{mover_place.colour} load  1.1" if colour else " load 1.1"
    acted = submit_entry(table.pk, mover_place.account, table.plies + 1, text, "key-1")
    assert acted.ply == table.plies + 1
    row = TableEntry.objects.get(table=table, ply=acted.ply)
    assert (row.text, row.seat, row.by, row.key) == (
        f"{mover_place.colour} load 1.1",
        mover_place.turn,
        mover_place.account,
        "key-1",
    )
    current_table = read_table(table.pk)
    assert (current_table.plies, current_table.awaited) == (table.plies + 1, 1)
    assert acted.table.plies == current_table.plies


def test_the_bank_writes_what_follows(table: Table) -> None:
    chance = random.Random(1)
    acted = act_once(table.pk, chance)
    while len(acted.entries) == 1:
        acted = act_once(table.pk, chance)
    entry, *bank = acted.entries
    assert entry.seat != BANK
    assert {(row.seat, row.by, row.key) for row in bank} == {(BANK, None, None)}
    current_table = read_table(table.pk)
    assert [row.ply for row in current_table.entries.all()] == list(
        range(1, current_table.plies + 1)
    )


def test_the_clock_runs_for_the_one_who_is_to_act(table: Table) -> None:
    mover_place = awaited(table)
    since = timezone.now() - timedelta(seconds=30)
    Table.objects.update(awaited_since=since)
    submit_entry(table.pk, mover_place.account, table.plies + 1, "load 1.1")
    current_table = read_table(table.pk)
    left = {place.account_id: place.left_ms for place in current_table.places.all()}
    full = table.minutes * 60_000
    assert full - 35_000 + 10_000 <= left[mover_place.account_id] <= full - 30_000 + 10_000
    assert left[mover(current_table).pk] == full
    assert current_table.awaited_since is not None
    assert current_table.deadline == current_table.awaited_since + timedelta(milliseconds=full)


def test_a_table_of_days_has_no_clock() -> None:
    table = dealt(people("ana", "ben"), pace=Pace.DAYS, days=1)
    act_once(table.pk)
    current_table = read_table(table.pk)
    assert current_table.awaited_since is not None
    assert current_table.deadline == current_table.awaited_since + timedelta(days=1)
    assert {place.left_ms for place in current_table.places.all()} == {0}


def test_the_next_turn_has_not_been_reminded(table: Table) -> None:
    Table.objects.update(reminded=True)
    act_once(table.pk)
    assert not Table.objects.get().reminded


@pytest.mark.parametrize(
    ("reason", "error"),
    [
        ("out of turn", NotYourTurn),
        ("for another colour", NotAllowed),
        ("by a stranger", NotAllowed),
        ("suspended", NotAllowed),
    ],
)
def test_entries_that_an_account_may_not_write(
    table: Table, cleo: Account, reason: str, error: type[Exception]
) -> None:
    account = {"out of turn": other(table), "by a stranger": cleo}.get(reason, mover(table))
    account.is_active = reason != "suspended"
    theirs = next(p.colour for p in table.places.all() if p.turn != table.awaited)
    text = f"{theirs} take" if reason == "for another colour" else "take"
    with pytest.raises(error):
        submit_entry(table.pk, account, table.plies + 1, text)
    assert unchanged(table)


@pytest.mark.parametrize("off", [-1, 0, 2, 1000])
def test_another_number_than_the_next(table: Table, off: int) -> None:
    with pytest.raises(Stale) as refused:
        submit_entry(table.pk, mover(table), table.plies + off, "take")
    assert refused.value.plies == table.plies
    assert unchanged(table)


def test_what_the_rules_do_not_allow(table: Table) -> None:
    with pytest.raises(IllegalEntry) as refused:
        submit_entry(table.pk, mover(table), table.plies + 1, "sail 1 temple")
    assert refused.value.rule == "SHIP_TOO_LIGHT"
    assert refused.value.place == "R2.4"
    assert refused.value.legal == legal_in_position(read_position(table), table.awaited)
    assert "take" in refused.value.legal
    assert unchanged(table)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "load",
        "load 1",
        "bank draw statue",
        "round 4 3 2 2",
        "market statue lever sail hammer",
        "pink take",
        "load 1.1 load 1.2",
        "<script>",
    ],
)
def test_what_is_no_entry_of_a_player(table: Table, text: str) -> None:
    with pytest.raises(IllegalEntry) as refused:
        submit_entry(table.pk, mover(table), table.plies + 1, text)
    assert refused.value.sentence
    assert refused.value.legal
    assert unchanged(table)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *((text, "") for text in ("take\n", "take\0", "x" * 201, "take\u202e", "take\ud800")),
        *(("take", key) for key in ("k" * 65, "a\nb", "\0")),
    ],
)
def test_what_is_no_plain_line_or_no_key(table: Table, text: str, key: str) -> None:
    with pytest.raises(Invalid):
        submit_entry(table.pk, mover(table), table.plies + 1, text, key)
    assert unchanged(table)


def test_after_the_time_is_over(table: Table) -> None:
    Table.objects.update(deadline=timezone.now())
    table = read_table(table.pk)
    with pytest.raises(TimeOver):
        submit_entry(table.pk, mover(table), table.plies + 1, "load 1.1")
    assert unchanged(table)


def test_before_the_deal(ana: Account) -> None:
    table = open_table(ana, Terms())
    with pytest.raises(NotPlaying):
        submit_entry(table.pk, ana, 1, "take")
    with pytest.raises(NotPlaying):
        read_position(table)


def test_at_a_table_that_is_not_there(ana: Account) -> None:
    with pytest.raises(Table.DoesNotExist):
        submit_entry("000000000000", ana, 1, "take")


def test_the_same_request_again_gives_the_same_answer(table: Table) -> None:
    account, ply = mover(table), table.plies + 1
    first = submit_entry(table.pk, account, ply, "load 1.1", "abc")
    act_once(table.pk)
    repeat = submit_entry(table.pk, account, ply, "load 1.1", "abc")
    assert (repeat.ply, repeat.entries) == (first.ply, first.entries)
    assert repeat.table.plies == first.table.plies + 1
    assert TableEntry.objects.filter(key="abc").count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_request_of_a_game_again() -> None:
    table = dealt(people("ana", "ben"))
    chance = random.Random(4)
    acted = act_once(table.pk, chance)
    while acted.table.phase == "playing":
        before = read_table(table.pk)
        place = awaited(before)
        text = chance.choice(legal_in_position(read_position(before), place.turn))
        key = f"k{before.plies}"
        acted = submit_entry(table.pk, place.account, before.plies + 1, text, key)
    repeat = submit_entry(table.pk, place.account, before.plies + 1, text, key)
    assert repeat.entries == acted.entries
    assert repeat.table.phase == "finished"
    assert Upload.objects.count() == 1


def test_a_key_marks_one_request(table: Table) -> None:
    account, ply = mover(table), table.plies + 1
    submit_entry(table.pk, account, ply, "load 1.1", "abc")
    with pytest.raises(Conflict):
        submit_entry(table.pk, account, ply, "load 1.2", "abc")
    with pytest.raises(Conflict):
        submit_entry(table.pk, mover(read_table(table.pk)), ply + 1, "load 1.1", "abc")
    assert read_table(table.pk).plies == ply


def test_keys_of_other_tables_do_not_matter(table: Table) -> None:
    second = dealt([mover(table), other(table)])
    for game_table in (table, second):
        submit_entry(game_table.pk, mover(game_table), game_table.plies + 1, "load 1.1", "abc")
    assert TableEntry.objects.filter(key="abc").count() == 2


def test_a_computer_player_acts_by_the_same_way(ana: Account) -> None:
    table = opened([ana], computers=("greedy",))
    while not awaited(table).is_computer:
        act_once(table.pk)
        table = read_table(table.pk)
    place = awaited(table)
    with pytest.raises(Stale):
        submit_computer_entry(table.pk, place, table.plies, "take")
    person = next(p for p in table.places.all() if p.account == ana)
    with pytest.raises(NotAllowed):
        submit_computer_entry(table.pk, person, table.plies + 1, "take")
    text = legal_in_position(read_position(table), place.turn)[0]
    acted = submit_computer_entry(table.pk, place, table.plies + 1, text)
    assert acted.entries[0].by == place.account


@pytest.mark.both_databases
@pytest.mark.parametrize("part", ["store_progress", "await_next"])
def test_an_error_in_the_middle_leaves_nothing(table: Table, part: str) -> None:
    with (
        patch.object(services_entries, part, side_effect=OperationalError("the disk is full")),
        pytest.raises(OperationalError),
    ):
        submit_entry(table.pk, mover(table), table.plies + 1, "load 1.1")
    assert unchanged(table)
    submit_entry(table.pk, mover(table), table.plies + 1, "load 1.1")


@pytest.mark.both_databases
def test_an_error_after_the_table_moved_leaves_nothing(table: Table) -> None:
    broken = patch.object(
        services_entries.TableEntry.objects, "bulk_create", side_effect=OperationalError("no more")
    )
    with broken, pytest.raises(OperationalError):
        submit_entry(table.pk, mover(table), table.plies + 1, "load 1.1")
    assert unchanged(table)


def test_a_table_that_moved_meanwhile_is_not_written(table: Table) -> None:
    """The last guard, should a row ever not be held."""
    rows = TableEntry.objects.filter(table=table).count()
    with pytest.raises(Stale):
        services_entries.store_progress(table, [], "playing", table.plies - 1)
    with pytest.raises(Stale):
        services_entries.store_progress(table, [], "dealing", table.plies)
    assert TableEntry.objects.filter(table=table).count() == rows


def test_a_position_belongs_to_the_caller(table: Table) -> None:
    position = read_position(table)
    text = legal_in_position(position, table.awaited)[0]
    act_on = position.state
    assert act_on.turn == table.awaited
    act_on.turn = 3
    act_on.players[0].sled = 99
    assert legal_in_position(read_position(table), table.awaited)[0] == text
    assert read_position(table).state.players[0].sled != 99


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_is_what_is_replayed() -> None:
    table = dealt(people("ana", "ben"), preset="mixed")

    for _ in range(25):
        if read_table(table.pk).phase != "playing":
            break
        act_once(table.pk)
        current_table = read_table(table.pk)
        before = read_position(current_table)
        kept._cached_games.clear()
        replayed = read_position(current_table)
        assert before.entries == replayed.entries
        assert before.state.key() == replayed.state.key()
        assert before.names == replayed.names


@pytest.mark.django_db(transaction=True)
def test_what_other_processes_wrote_is_caught_up_with() -> None:
    """This process keeps an old position; the rows have gone on."""
    table = dealt(people("ana", "ben"))
    old = kept.take_cached_game(table)
    for _ in range(10):
        act_once(table.pk)
    current_table = read_table(table.pk)
    expected = read_position(current_table)
    kept._cached_games.clear()
    kept._cached_games[table.pk] = old
    assert read_position(current_table).state.key() == expected.state.key()
    assert len(old.game.entries) == current_table.plies
    kept._cached_games[table.pk] = old
    assert read_position(table).plies == table.plies  # a row that was read earlier


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_was_taken_back_is_not_kept() -> None:
    table = dealt(people("ana", "ben"))
    before = read_position(table)
    with (
        patch.object(services_entries, "wake_if_computer", side_effect=OperationalError),
        pytest.raises(OperationalError),
    ):
        submit_entry(table.pk, mover(table), table.plies + 1, "load 1.1")
    assert read_position(table).state.key() == before.state.key()
    submit_entry(table.pk, mover(table), table.plies + 1, "load 1.2")
    assert read_position(read_table(table.pk)).entries[-1].action.text == "load 1.2"


@pytest.mark.django_db(transaction=True)
def test_a_refused_entry_leaves_what_is_kept() -> None:
    """Neither an entry that cannot be read nor one against the rules costs a replay."""
    table = dealt(people("ana", "ben"))
    before = read_position(table)
    with patch.object(kept, "_replayed", side_effect=AssertionError("replayed")):
        for text in ("dance", "load 9.9", "sail 1 temple"):
            with pytest.raises(IllegalEntry) as refused:
                submit_entry(table.pk, mover(table), table.plies + 1, text)
            assert refused.value.legal == legal_in_position(before, table.awaited)
            assert read_position(table).state.key() == before.state.key()
        submit_entry(table.pk, mover(table), table.plies + 1, "load 1.1")


@dataclass
class CallCounter:
    """How often the engine applied an entry, and copied a position, while this is patched in."""

    applied: int = 0
    copied: int = 0


@pytest.fixture
def call_counter(monkeypatch: pytest.MonkeyPatch) -> CallCounter:
    counter = CallCounter()
    apply_all, copy = apply_module.apply_all, State.copy

    def counting_apply(s: State, entries: Iterable[tuple[int, Action]]) -> None:
        def iterate_singly() -> Iterator[tuple[int, Action]]:
            for entry in entries:
                counter.applied += 1
                yield entry

        apply_all(s, iterate_singly())

    def counting_copy(s: State) -> State:
        counter.copied += 1
        return copy(s)

    monkeypatch.setattr(apply_module, "apply_all", counting_apply)
    monkeypatch.setattr(State, "copy", counting_copy)
    return counter


@pytest.mark.skipif(engine.COMPILED, reason="compiled code calls what it was compiled with")
@pytest.mark.django_db(transaction=True)
def test_a_move_is_applied_once_and_nothing_is_copied(call_counter: CallCounter) -> None:
    """Each entry, the bank's included; and what it shows to each viewer is noted on the way."""
    table = dealt(people("ana", "ben"), preset="mixed")
    chance = random.Random(3)
    for _ in range(40):
        current_table = read_table(table.pk)
        if current_table.awaited is None:
            break
        text = chance.choice(legal_in_position(read_position(current_table), current_table.awaited))
        call_counter.applied = call_counter.copied = 0
        acted = submit_entry(table.pk, mover(current_table), current_table.plies + 1, text)
        assert (call_counter.applied, call_counter.copied) == (len(acted.entries), 0)


@pytest.mark.skipif(engine.COMPILED, reason="compiled code calls what it was compiled with")
@pytest.mark.django_db(transaction=True)
def test_a_request_that_moves_copies_the_position_once_at_most(call_counter: CallCounter) -> None:
    """The answer lists what is legal where the same player goes on."""
    ana, ben = people("ana", "ben")
    table, chance = dealt([ana, ben]), random.Random(5)
    asks = {account.pk: logged_in(account) for account in (ana, ben)}
    copies = set()
    for _ in range(30):
        current_table = read_table(table.pk)
        player, move = (
            mover(current_table),
            chance.choice(legal_in_position(read_position(current_table), current_table.awaited)),
        )
        call_counter.applied = call_counter.copied = 0
        path = f"tables/{table.pk}/entries"
        answer = asks[player.pk].ask("POST", path, {"ply": current_table.plies + 1, "text": move})
        assert answer.status_code == 201
        assert call_counter.applied == len(answer.json()["entries"])
        copies.add(call_counter.copied)
        if read_table(table.pk).awaited is None:
            break
    assert copies <= {0, 1}


@pytest.mark.skipif(engine.COMPILED, reason="compiled code calls what it was compiled with")
@pytest.mark.django_db(transaction=True)
def test_a_refusal_copies_nothing(call_counter: CallCounter) -> None:
    table = dealt(people("ana", "ben"))
    call_counter.applied = 0
    with pytest.raises(IllegalEntry):
        submit_entry(table.pk, mover(table), table.plies + 1, "load 9.9")
    assert call_counter.copied == 0


@pytest.mark.parametrize("sides", ["BCDAB", "CDCDC", "DABCD"])
def test_rows_say_to_each_viewer_what_the_engine_says(sides: str) -> None:
    """Over many games with every module: hidden cards, cards looked at, cards kept."""
    setup = Setup.of("black white brown gray", sides, EVERY_MODULE)
    table, current_time, hidden = Table(), timezone.now(), 0
    for seed in range(4):
        log = deal(setup, seed=seed, play="random")
        witnessed, s = WitnessedEntries(), start(setup)
        for entry in log.entries:
            witnessed.witness(s, entry)
            apply(s, *entry)
        rows, s = witnessed.rows(table, current_time), start(setup)
        for row, entry in zip(rows, log.entries, strict=True):
            for viewer in (None, 0, 1, 2, 3):
                assert row.text_for(viewer) == view_entry(s, entry, viewer)
            hidden += row.only_for is not None
            assert ("?" in row.shown) == (row.only_for is not None)
            apply(s, *entry)
        assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
    assert hidden
