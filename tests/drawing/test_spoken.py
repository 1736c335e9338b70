"""The position in words says what the engine's view says, for every side and every module."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest
from django.utils.translation import override

from drawing.cards import card_name
from drawing.language.lines import Heard, SpokenLine, block_lines
from drawing.replay.replay import Replay, ReplayWriter, replay_of
from drawing.spoken.table import Spoken
from drawing.svg import signed_points
from drawing.text.narration import Narrator
from engine import EVERYTHING, State, apply, read_log, start, view
from engine.shown import View
from engine.vocabulary import EMPTY, Card, Colour, Site
from tests.drawing import dealt

EVERY = 13
"""One position in so many is compared."""

COLOURS = [colour.word for colour in Colour]

Lists = dict[str, list[SpokenLine]]


def positions(replay: Replay, text: str) -> list[tuple[View, Lists]]:
    """Sampled positions: what the engine shows, and what the lists say."""
    log = read_log(text)
    s, found = start(log.setup), []
    for ply, entry in enumerate(log.entries):
        if not ply % EVERY:
            found.append((view(s, EVERYTHING, options=False), block_lines(replay.heard(ply))))
        apply(s, *entry)
    return [*found, (view(s, EVERYTHING, options=False), block_lines(replay.heard(replay.plies)))]


def line(lists: Lists, block: str, words: str) -> SpokenLine:
    """The one line of a list that has these words."""
    (found,) = [one for one in lists[block] if words in one.words]
    return found


@pytest.mark.parametrize(("arguments", "options"), dealt.GAMES, ids=str)
def test_the_lists_say_what_the_engine_shows(arguments, options):
    text = dealt.text(*arguments, **options)
    for shown, lists in positions(dealt.cached_replay(*arguments, **options), text):
        colours = [seat["colour"] for seat in shown["seats"]]
        the_harbour(shown, lists, colours)
        for site in (Site.PYRAMID, Site.TEMPLE, Site.BURIAL_CHAMBER, Site.OBELISKS):
            leaders(shown, lists, colours, site.word)
            LYING[site](shown["sites"][site.word], lists[site.word], colours)
        the_market(shown, lists)
        the_modules(shown, lists, colours)
        for seat, shown_seat in enumerate(shown["seats"]):
            the_seat(shown_seat, lists[f"seat{seat}"])


def stone(colours, seat):
    return "empty" if seat in (None, EMPTY) else colours[seat]


def the_harbour(shown, lists, colours):
    for ship in shown["ships"]:
        said = line(lists, "harbour", f"Ship {ship['number']}")
        if ship["spaces"] is None:
            assert ship["site"].split("_")[0] in said.words
            continue
        assert said.cells == tuple(stone(colours, seat) for seat in ship["spaces"])
        aboard = sum(seat is not None for seat in ship["spaces"])
        assert f"needs {ship['minimum']} stone" in said.words
        assert ("may sail" in said.words) == (aboard >= ship["minimum"])
    for site in shown["sites"].values():
        owner = site["private_ship"]
        if owner is not None:
            assert any(
                one.words.startswith(f"Private ship of {colours[owner].capitalize()}")
                for one in lists["harbour"]
            )


def leaders(shown, lists, colours, site):
    stones = shown["sites"][site]["stones"]
    words = lists[site][0].words
    stone = max(stones)
    if not stone:
        assert words == "No stones"
        return
    assert f"with {stone} stone" in words
    for seat, colour in enumerate(colours):
        assert (colour.capitalize() in words) == (stones[seat] == stone)


def lying(lines, *words):
    """The colours in cells of the lines that begin with one of `words`, in order."""
    return [
        cell.split(": ")[-1]
        for line in lines
        if line.words.startswith(words)
        for cell in line.cells
        if cell.split(": ")[-1] in COLOURS
    ]


def the_pyramid(site, lines, colours):
    board = site["board"]
    assert lying(lines, "Further") == [colours[seat] for seat in board["further"]]
    laid = lying(lines, "Level", "Left", "Middle", "Right", "Corridor")
    if "pyramids" in board:
        assert laid == [colours[seat] for stones in board["pyramids"] for seat in stones]
    elif "spaces" in board:
        assert laid == [colours[seat] for seat in board["spaces"] if seat != EMPTY]
        (figure,) = [line.words for line in lines if "figure" in line.words]
        assert f"space {board['figure'] + 1} " in figure
        (corridor,) = [line for line in lines if line.words.startswith("Corridor")]
        free = [seat == EMPTY for seat in board["spaces"]]
        assert [cell.startswith("free") for cell in corridor.cells] == free
    else:
        assert laid == [colours[seat] for seat in board["stones"]]


def the_temple(site, lines, colours):
    board = site["board"]
    stones = [colours[seat] for seat in board["stones"]]
    if "chariots" in board:
        assert lying(lines, "Stones") == stones
        (cells,) = [line.cells for line in lines if line.words == "Chariots"]
        for cell, colour, space in zip(cells, colours, board["chariots"], strict=True):
            assert cell.startswith(colour.capitalize())
            assert f"space {space} " in cell or "at the start" in cell or "at the finish" in cell
        return
    bays = [line for line in lines if line.words.startswith("Bay")]
    seen = next(line.cells for line in lines if line.words.startswith("Stones seen"))
    for index, bay in enumerate(bays):
        lies = stones[index :: len(bays)]
        assert bay.cells == (tuple(lies) or ("empty",))
        assert seen[index] == (lies[-1] if lies else "empty")


def the_chamber(site, lines, colours):
    board = site["board"]
    if "levels" in board:
        laid = [seat for level in board["levels"] for seat in level if seat != EMPTY]
        assert lying(lines, "Level") == [colours[seat] for seat in laid]
    elif "revealed" in board:
        niches = [cell for line in lines if line.words.startswith("Row") for cell in line.cells]
        for tile, (cell, seat) in enumerate(zip(niches, board["spaces"], strict=True), 1):
            assert cell.startswith(f"niche {tile}: ")
            if seat != EMPTY:
                assert cell.endswith(colours[seat])
            else:
                assert cell.endswith("open") == (tile in board["revealed"])
                assert cell.endswith("not open yet") == (
                    tile not in board["gone"] and tile not in board["revealed"]
                )
    else:
        rows = [line for line in lines if line.words.startswith("Row")]
        for row, line in enumerate(rows):
            lies = [colours[seat] for seat in board["stones"][row :: len(rows)]]
            assert line.cells == (tuple(lies) or ("empty",))


def the_obelisks(site, lines, colours):
    board = site["board"]
    cells = {line.words: line.cells for line in lines}
    if "heights" in board and "owners" not in board:
        for cell, colour, height in zip(
            cells["Heights of the obelisks"], colours, board["heights"], strict=True
        ):
            assert cell.startswith(f"{colour.capitalize()}: {height} stone")
    elif "towers" in board:
        assert lying(lines, "Towers") == [colours[seat] for seat in board["towers"]]
        for cell, colour, loose in zip(cells["Loose stones"], colours, board["loose"], strict=True):
            assert cell.startswith(f"{colour.capitalize()}: {loose} stone")
    elif "path" in board:
        assert lying(lines, "Path") == [colours[seat] for seat in board["path"]]
        for colour, tiles in zip(colours, board["tiles"], strict=True):
            (wall,) = [
                line for line in lines if line.words.startswith(f"{colour.capitalize()}: a ")
            ]
            columns = Counter(column for _space, laid in tiles for column, _row in laid)
            assert wall.cells == tuple(str(columns[n + 1]) for n in range(len(wall.cells)))
            assert sum(columns.values()) == sum(map(int, wall.cells))
    else:
        avenue = cells["Avenue, from the left"]
        places = zip(avenue, board["owners"], board["heights"], strict=True)
        for cell, owner, height in places:
            if owner == EMPTY:
                assert cell.startswith("free")
            else:
                assert cell.startswith(colours[owner].capitalize())
                assert f" {height} of" in cell or "finished" in cell


LYING = {
    Site.PYRAMID: the_pyramid,
    Site.TEMPLE: the_temple,
    Site.BURIAL_CHAMBER: the_chamber,
    Site.OBELISKS: the_obelisks,
}


def the_market(shown, lists):
    board = shown["sites"]["market"]["board"]
    for space, (cell, word) in enumerate(
        zip(line(lists, "market", "face up").cells, board["face_up"], strict=True), 1
    ):
        name = "empty" if word is None else card_name(Card.read(word))
        assert cell == f"space {space}: {name}"
    if board["face_down"]:
        cells = line(lists, "market", "face down").cells
        for cell, down in zip(cells, board["face_down"], strict=True):
            assert f": {down['count']} card" in cell
            assert all(card_name(Card.read(word)) in cell for word in down["known"])
    assert lists["piles"][0].words.startswith(f"{shown['pile']['draw']} card")
    assert cards(line(lists, "piles", "Discard").cells) == shown["pile"]["discard"]


def cards(cells):
    """The known cards among `cells`, by word."""
    names = {card_name(card): card.word for card in Card}
    found = {}
    for cell in cells:
        number, times, name = cell.rpartition(" × ")
        if name in names:
            found[names[name]] = int(number) if times else 1
    return found


def the_seat(seat, lines):
    said = [line.words for line in lines]
    assert any(words.startswith(f"{signed_points(seat['points'])} point") for words in said)
    assert any(words.startswith(f"Sled: {seat['sled']} ") for words in said)
    quarry = "unlimited" if seat["quarry"] is None else f"Quarry: {seat['quarry']} stone"
    assert any(quarry in words for words in said)
    (held,) = [line for line in lines if line.words == "Cards"]
    assert cards(held.cells) == seat["cards"]


def the_modules(shown, lists, colours):
    for prophecy in shown["prophecies"]:
        said = line(lists, "prophecies", prophecy["prophecy"].capitalize())
        laid = [(seat, period) for seat, period in enumerate(prophecy["scarabs"]) if period]
        expected = [f"scarab of {colours[s].capitalize()}, period {p}" for s, p in laid]
        assert list(said.cells) == (expected or ["no scarab"])
    for prophecy, seat in zip(lists.get("favours", []), shown["favors"].values(), strict=True):
        assert prophecy.words.endswith(
            "not used yet" if seat is None else f"used by {colours[seat].capitalize()}"
        )
    for name, site in shown["sites"].items():
        wagers = list(site["wagers"].values())
        if name != "market" and wagers:
            cells = line(lists, name, "wager").cells
            assert [cell.split(", ")[0] for cell in cells] == [
                stone(colours, seat) for seat in wagers[: len(cells)]
            ]
    ships = [seat["private_ship"] for seat in shown["seats"]]
    if "private_ships" in shown["modules"]:
        for number, unused in enumerate(ships):
            assert (
                any("lies here" in prophecy.words for prophecy in lists[f"seat{number}"]) == unused
            )


def test_step_by_step_the_lists_are_those_made_anew():
    """Only what changed is put into words; nothing that should have been is left out."""
    arguments, options = dealt.GAMES[-3]
    replay = dealt.cached_replay(*arguments, **options)
    log = read_log(dealt.text(*arguments, **options))
    s = start(log.setup)
    for ply, entry in enumerate(log.entries, 1):
        apply(s, *entry)
        if ply % 7 == 0:
            assert without_docks(replay.heard(ply)) == without_docks(anew(s, replay))


def test_lists_wait_until_they_are_wanted_and_are_said_once_in_their_order():
    """By the first who asks, whichever step they ask for, in the language of the recording."""
    arguments, options = dealt.GAMES[0]
    text = dealt.text(*arguments, **options)
    asked = replay_of(read_log(text))
    heards = [dict(frame.heard) for frame in asked.frames]
    replay = replay_of(read_log(text))
    with (
        patch.object(Spoken, "_say", autospec=True, side_effect=Spoken._say) as saying,
        ThreadPoolExecutor(4) as several,
    ):
        ends = [len(replay.frames) - 1 - number for number in range(8)]
        with override("de"):
            found = list(several.map(lambda end: dict(replay.frames[end].heard), ends))
    assert found == [heards[end] for end in ends]
    assert [dict(frame.heard) for frame in replay.frames] == heards
    assert saying.call_count == len(replay.frames)


def anew(s: State, replay: Replay) -> Heard:
    """The lists of a position, made at once."""
    return ReplayWriter(replay.drawing, Narrator(replay.names), s, EVERYTHING).spoken.current


def without_docks(heard: Heard) -> Heard:
    """Without the river: a position alone does not know which stones wait there."""
    return {key: words for key, words in heard.items() if not key.startswith("harbour")}


def test_hidden_cards_are_counted_and_not_named():
    arguments = ("black white", "BDACD", "hidden_market_cards")
    log = read_log(dealt.text(*arguments))
    spectator = replay_of(log, None)
    s = start(log.setup)
    hidden = 0
    for ply, entry in enumerate(log.entries, 1):
        apply(s, *entry)
        if s.over:
            break
        lists = block_lines(spectator.heard(ply))
        shown = view(s, None, options=False)
        for seat, one in enumerate(shown["seats"]):
            (held,) = [said for said in lists[f"seat{seat}"] if said.words == "Cards"]
            assert cards(held.cells) == one["cards"]
            card_count = one["card_count"] - sum(one["cards"].values())
            hidden += card_count
            assert any(f"{card_count} hidden card" in cell for cell in held.cells) == bool(
                card_count
            )
    assert hidden
