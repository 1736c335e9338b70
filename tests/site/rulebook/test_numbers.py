"""The numbers in the tables of ``docs/rules`` are those of the edition."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine.editions import DEFAULT_EDITION, load_edition

DOCS = Path(__file__).resolve().parents[3] / "docs" / "rules"
EDITION: dict[str, Any] = load_edition(DEFAULT_EDITION)

Rows = list[list[str]]


def tables(page: str, section: str) -> list[Rows]:
    """The tables below a heading of level 2 (empty: above the first), header rows included."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    parts = re.split(r"^## (.*)$", text, flags=re.M)
    body = dict(zip(["", *parts[1::2]], parts[0::2], strict=True))[section]
    rowses: list[Rows] = []
    inside = False
    for line in body.splitlines():
        if line.startswith("|"):
            if not inside:
                rowses.append([])
            cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
            if not set(cells[0]) <= set("-") or not cells[0]:
                rowses[-1].append(cells)
        inside = line.startswith("|")
    return rowses


def numbers(cell: str) -> list[int]:
    """The numbers in a cell; a fraction of a sentence has none."""
    return [int(number.replace("–", "-")) for number in re.findall(r"(?<!\d)-?\d+", cell)]


def values(page: str, section: str) -> dict[str, list[int]]:
    """``number | value`` tables of a section as one."""
    return {
        row[0]: numbers(row[1])
        for rows in tables(page, section)
        if rows[0][:2] == ["number", "value"]
        for row in rows[1:]
    }


def reward(cell: str) -> dict[str, int]:
    """What a space gives, as the edition writes it: ``1 + card``, ``2 points or 4 stones``."""
    if match := re.fullmatch(r"(\d+) points? or (\d+) stones", cell):
        return {"points": int(match[1]), "or_stones": int(match[2])}
    if cell == "best of three cards":
        return {"best_of": 3}
    words = {"card": ("cards", 1), "three stones": ("stones", 3), "place a stone": ("load", 1)}
    amounts: dict[str, int] = {}
    for part in cell.split(" + "):
        if part in words:
            amounts |= [words[part]]
        else:
            amounts["points"] = numbers(part)[0]
    return amounts


PLAYERS, SHIPS, CARDS = EDITION["players"], EDITION["ships"], EDITION["card_values"]
TEMPLE, CHAMBER, OBELISKS = EDITION["temple"], EDITION["burial_chamber"], EDITION["obelisks"]
PYRAMID, MARKET, GODS = EDITION["pyramid"], EDITION["market"], EDITION["god_prophecies"]

VALUES = {
    ("game", "Set-up"): {
        "stones per colour, one of them on the score track": [PLAYERS["stones_per_colour"]],
        "playable stones": [PLAYERS["stones_per_colour"] - PLAYERS["stones_on_score_track"]],
        "starting stones of seats 0, 1, 2, 3": PLAYERS["starting_stones"],
        "spaces on the sled": [PLAYERS["sled_capacity"]],
        "stones for one taking": [PLAYERS["stones_per_take"]],
        "rounds": [PLAYERS["rounds"]],
        "ship tokens with 4, 3, 2, 1 spaces": [SHIPS["tokens"][n] for n in "4321"],
        "minimum of a ship with 4, 3, 2, 1 spaces": [SHIPS["minimum_load"][n] for n in "4321"],
    },
    ("cards", ""): {
        "stones per point of a decoration": [CARDS["decoration_stones_per_point"]],
        "points for 1, 2, 3, 4, 5 statues": CARDS["statue_points"],
        "each further statue": [CARDS["statue_further"]],
        "unused blue card": [CARDS["unused_blue_points"]],
        "Private Stone Quarry": [
            CARDS["private_stone_quarry_points"],
            CARDS["private_stone_quarry_stones"],
        ],
        "Stone Ornament, per stone on the sled": [CARDS["stone_ornament_points_per_stone"]],
        "Cargo Sled": [CARDS["cargo_sled_spaces"]],
    },
    ("market", "A"): {"face-up cards": [MARKET["A"]["face_up"]]},
    ("market", "B"): {
        "face-up cards, spaces 1 to 3": [MARKET["B"]["face_up"]],
        "face-down cards on space 4": MARKET["B"]["face_down"],
    },
    ("market", "C"): {
        "face-up cards": [MARKET["C"]["face_up"]],
        "coins a player": [MARKET["C"]["coins"]],
        "neighbours": [n for pair in MARKET["C"]["neighbours"] for n in pair],
    },
    ("market", "D"): {
        "face-up cards, spaces 1 and 2": [MARKET["D"]["face_up"]],
        "face-down piles, spaces 3 and 4": [len(MARKET["D"]["face_down"])],
        "cards in a full pile": [MARKET["D"]["face_down"][0]],
    },
    ("pyramids", "C"): {
        "most stones on a tile, alone": [PYRAMID["C"]["majority"]],
        "most stones on a tile, tied": [PYRAMID["C"]["majority_tied"]],
        "each stone after the fifth tile": [PYRAMID["C"]["further"]],
    },
    ("pyramids", "D"): {
        "the figure starts on": [],
        "each stone after the last space": [PYRAMID["D"]["further"]],
    },
    ("temple", ""): {
        "spaces with 3 or 4 players (A, B, C)": [TEMPLE["A"]["spaces"]["4"]],
        "spaces with 2 players (A, B, C)": [TEMPLE["A"]["spaces"]["2"]],
    },
    ("temple", "A"): {"visible stone": [TEMPLE["A"]["rewards"][0]["points"]]},
    ("temple", "D"): {
        "foremost chariot, end of a round": [TEMPLE["D"]["round_points"]["4"][0]],
        "second chariot, end of a round, 3 or 4 players": [TEMPLE["D"]["round_points"]["3"][1]],
        "second chariot, end of a round, 2 players": [TEMPLE["D"]["round_points"]["2"][1]],
        "steps for a stone when the stone spaces are full": [TEMPLE["D"]["further_steps"]],
        "a stone of a player on the goal": [TEMPLE["D"]["on_goal"]],
    },
    ("burial-chamber", "C"): {
        "levels": [CHAMBER["C"]["base"]],
        "spaces of the levels, from below": [5, 4, 3, 2, 1, 15],
        "most points a stone": [CHAMBER["C"]["most_points_per_stone"]],
        "each stone after the pile is full": [CHAMBER["C"]["further"]],
    },
    ("burial-chamber", "D"): {
        "tiles and spaces": [CHAMBER["D"]["rows"] * CHAMBER["D"]["columns"]],
        "tiles revealed in a round": [CHAMBER["D"]["revealed"]],
        "rows and columns": [CHAMBER["D"]["rows"], CHAMBER["D"]["columns"]],
        "numbering": [1, CHAMBER["D"]["rows"] * CHAMBER["D"]["columns"]],
        "areas": [],
        "each stone without a tile": [CHAMBER["D"]["further"]],
        "no stone delivered": [CHAMBER["D"]["nothing_delivered"]],
    },
    ("obelisks", "B"): {
        "stones in a tower": [OBELISKS["B"]["tower_height"]],
        "spaces, highest first": OBELISKS["B"]["tower_points"],
        "loose stone at the end": [OBELISKS["B"]["loose_points"]],
    },
    ("obelisks", "C"): {
        "tiles and path spaces": [len(OBELISKS["C"]["path"])],
        "columns": [OBELISKS["C"]["width"]],
        "complete row": [OBELISKS["C"]["row_points"]],
        "bonus, 2 players": OBELISKS["C"]["bonus"]["2"],
        "bonus, 3 players": OBELISKS["C"]["bonus"]["3"],
        "bonus, 4 players": OBELISKS["C"]["bonus"]["4"],
        "each stone after the path is full": [OBELISKS["C"]["further"]],
    },
    ("obelisks", "D"): {
        "stone of an unfinished obelisk": [OBELISKS["D"]["unfinished"]],
        "stone when no place is left": [OBELISKS["D"]["further"]],
    },
    ("modules", "Private Ships"): {"unused at the end": [EDITION["private_ships"]["unused"]]},
    ("modules", "Wrath of the Pharaoh"): {"penalty": [EDITION["wrath_of_the_pharaoh"]["points"]]},
}


@pytest.mark.parametrize(("page", "section"), list(VALUES))
def test_the_values_of_a_section(page: str, section: str):
    assert values(page, section) == VALUES[page, section]


def test_no_table_of_values_is_left_out():
    covered = set()
    for path in DOCS.glob("*.md"):
        headings = ["", *re.findall(r"^## (.*)$", path.read_text("utf-8"), re.M)]
        covered |= {(path.stem, heading) for heading in headings if values(path.stem, heading)}
    assert covered == set(VALUES)


def rows_of(page: str, section: str, first: str) -> Rows:
    """The one table of a section that begins with the cell `first`."""
    (row,) = [rows for rows in tables(page, section) if rows[0][0] == first]
    return row


def test_the_copies_and_colours_of_cards():
    copies = {
        row[0]: {
            "colour": row[3],
            **{
                box: int(cell)
                for box, cell in zip(("base", "new_dynasty"), row[1:3], strict=True)
                if cell
            },
        }
        for row in rows_of("cards", "", "card")[1:]
    }
    fields = ("colour", "base", "new_dynasty")
    assert copies == {
        word: {key: table[key] for key in fields if key in table}
        for word, table in EDITION["cards"].items()
    }


def test_the_round_cards():
    rows = rows_of("game", "Set-up", "players")
    assert {row[0]: sizes(row[1]) for row in rows[1:]} == {
        seats: EDITION["round_cards"][seats] for seats in ("2", "3", "4")
    }


def sizes(cell: str) -> list[list[int]]:
    return [[int(size) for size in card.split("-")] for card in cell.split(", ")]


def test_the_spaces_of_the_pyramids():
    steps = rows_of("pyramids", "A", "spaces")[1:]
    assert [n for row in steps[:-1] for n in numbers(row[1])] == PYRAMID["A"]["points"]
    assert numbers(steps[-1][1]) == [PYRAMID["A"]["further"]]
    for row in rows_of("pyramids", "B", "pyramid")[1:]:
        assert [reward(cell) for cell in row[1:6]] == PYRAMID["B"][row[0]]
    tiles = rows_of("pyramids", "C", "tile")[1:]
    assert [[reward(cell) for cell in row[1:5]] for row in tiles] == PYRAMID["C"]["tiles"]
    corridor = rows_of("pyramids", "D", "0")
    assert list(map(int, corridor[1])) == PYRAMID["D"]["corridor"]


@pytest.mark.parametrize("side", ["B", "C"])
def test_the_rewards_of_the_temple(side: str):
    rows = rows_of("temple", side, "space")
    assert [reward(cell) for cell in rows[1][1:]] == TEMPLE[side]["rewards"]


def test_the_arena():
    arrows, track = (rows for rows in tables("temple", "D") if rows[0][0] in ("1", "start"))
    assert list(map(int, arrows[1])) == TEMPLE["D"]["arrows"]
    assert list(map(int, track[1])) == TEMPLE["D"]["track"]


def test_the_areas_and_rows_of_the_burial_chamber():
    points = numbers(" ".join(rows_of("burial-chamber", "A", "stones in the area")[1][1:]))
    assert points == [*CHAMBER["A"]["area_points"], CHAMBER["A"]["area_further"]]
    assert CHAMBER["D"]["area_points"] == CHAMBER["A"]["area_points"]
    assert CHAMBER["D"]["area_further"] == CHAMBER["A"]["area_further"]
    rows = rows_of("burial-chamber", "B", "players")[1:]
    assert {row[0]: numbers(" ".join(row[1:5])) for row in rows} == CHAMBER["B"]["row_points"]


def test_the_obelisks():
    rows = rows_of("obelisks", "A", "players")[1:]
    assert {row[0]: numbers(" ".join(row[1:5])) for row in rows} == OBELISKS["A"]["points"]
    path = rows_of("obelisks", "C", "1")
    assert path[1] == OBELISKS["C"]["path"]
    shapes = rows_of("obelisks", "C", "shape")[1:]
    assert {row[0]: pairs(row[1]) for row in shapes} == OBELISKS["C"]["shapes"]
    heights, points = rows_of("obelisks", "D", "place")[1:]
    places = [[int(step), int(two)] for step, two in zip(heights[1:9], points[1:9], strict=True)]
    assert places == OBELISKS["D"]["places"]


def pairs(cell: str) -> list[list[int]]:
    return [[int(count), int(two)] for count, two in re.findall(r"\((\d),(\d)\)", cell)]


def test_the_wager():
    table = EDITION["stonemasons_wager"]
    rows = [row[1:3] for row in rows_of("modules", "Stonemason's Wager", "result of the site")[1:]]
    results = ("most", "most_tied", "second")
    expected = [[str(table[outcome][field]) for field in ("left", "right")] for outcome in results]
    assert rows[:3] == expected
    assert rows[3:] == [["0", "0"]] * 2


def test_the_favours_and_prophecies():
    favors = [row[0] for row in rows_of("modules", "Pharaoh's Favors", "favour")[1:]]
    assert favors == EDITION["pharaohs_favors"]["favors"]
    wants = {row[0]: numbers(row[1]) for row in rows_of("modules", "God Prophecies", "prophecy")}
    assert wants["amun"] == [GODS["amun_red_cards"]]
    assert wants["thoth"] == [GODS["thoth_statues"]]
    assert wants["ptah"] == [GODS["ptah_stones"]]
    scarabs = rows_of("modules", "God Prophecies", "scarab laid in")[1:]
    assert [numbers(row[0]) for row in scarabs] == GODS["periods"]
    assert [[int(row[1]), int(row[2])] for row in scarabs] == GODS["points"]
