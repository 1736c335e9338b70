"""What an edition of a site says and what the engine plays are one."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from engine.editions import (
    DEFAULT_EDITION,
    ManyShapes,
    RewardShape,
    edition_name,
    faults_of,
    load,
    load_edition,
    registered,
    shape_of,
    tables_to_toml,
    unplayed,
)
from engine.editions.edition import Registry
from engine.events import StonesTaken
from tests.table import Table, close, scored

SHIPPED: dict[str, Any] = load_edition(DEFAULT_EDITION)
SLED = 5
PILE = ["lever", "hammer", "chisel", "sail", "statue", "pyramid_decoration"]
PILE += ["temple_decoration", "obelisk_decoration", "burial_chamber_decoration"]

Reward = dict[str, int]
Path = tuple[str | int, ...]

SPACES: list[Path] = [
    *(("pyramid", "B", name, space) for name in ("left", "middle", "right") for space in range(5)),
    *(("pyramid", "C", "tiles", 0, space) for space in range(3)),
    *(("temple", side, "rewards", space) for side in "ABC" for space in range(4)),
]


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The registry of this process, empty."""
    process: Registry = registered.__self__  # type: ignore[attr-defined]
    monkeypatch.setattr(process, "_known", {})
    return process


def with_value(path: Path, value: object) -> Any:
    """The tables of the shipped edition with another value, and the name that fits them."""
    tables = copy.deepcopy(SHIPPED)
    parent: Any = tables
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    tables["edition"] = edition_name(DEFAULT_EDITION, "box", tables)
    return tables


def shape_at(path: Path) -> RewardShape:
    shape: Any = shape_of(f"{path[0]}.{path[1]}").shapes[str(path[2])]
    while isinstance(shape, ManyShapes):
        shape = shape.inner
    assert isinstance(shape, RewardShape)
    return shape


def rewards_at(path: Path, numbers: Iterable[int]) -> Iterator[Reward]:
    """The rewards that the schema accepts there: kinds, with `numbers`, points or none."""
    shape = shape_at(path)
    kinds = [{}, *({kind: number} for kind in shape.kinds for number in numbers)]
    for reward in (kind | points for kind in kinds for points in ({}, {"points": 3})):
        if not [*shape.faults(reward, "")]:
            yield reward


def table_before(path: Path, edition: str) -> Table:
    """A round in which white's next stone, or the only one seen, is on the space."""
    site, side = path[:2]
    sides = f"A{side}AAA" if site == "pyramid" else f"AA{side}AA"
    table = Table("black white", sides, edition=edition)
    if (site, side) == ("pyramid", "C"):
        table.play("scaffold 1")
    table.open()
    space = int(path[-1])
    if site == "temple":
        table.site("temple").stones = [0] * space + [1]
    elif side == "B":
        table.site("pyramid").pyramids[["left", "middle", "right"].index(str(path[2]))][:] = [
            0
        ] * space
    else:
        table.site("pyramid").stones = [0] * space
    return table.stock("white", sled=1, quarry=20)


def received(path: Path, table: Table, choice: str) -> Reward:
    """All that white has of the space, by the words of a reward; `choice` instead of points."""
    white = table.player("white")
    happened = close(table) if path[0] == "temple" else table.sail("pyramid", "white")
    gained: Counter[str] = Counter()
    while (options := table.options) or table.actor == "bank":
        kind = options[0].split()[0] if options else table.legal[0].split()[0]
        if kind in ("pyramid", "keep"):
            answer = f"{kind} {path[2]}" if kind == "pyramid" else options[0]
            happened += table.play(f"{table.actor} {answer}")
        elif kind == "points":
            is_white = table.actor == "white"
            sled = white.sled
            happened += table.play(f"{table.actor} {choice if is_white else 'points'}")
            gained["or_stones"] += white.sled - sled if is_white else 0
        elif "decline" in options:
            gained["load"] += 1
            happened += table.play(f"white {options[0]}")
        elif kind in ("draw", "look"):
            chance: Any = table.state.agenda[-1]
            count = chance.count
            gained["cards" if kind == "draw" else "best_of"] += count * chance.info[0]
            happened += table.play(" ".join([kind, *PILE[:count]]))
        else:
            break
    gained["points"] = sum(points for seat, points in scored(happened, path[0]) if seat)
    stones = sum(
        event.number for event in happened if isinstance(event, StonesTaken) and event.seat
    )
    gained["stones"] = stones - gained["or_stones"]
    return {word: count for word, count in gained.items() if count}


def fitting(reward: Reward, sled: int) -> Reward:
    """The reward as far as a sled has space."""
    fits = {
        word: min(reward[word], SLED - sled) for word in ("stones", "or_stones") if word in reward
    }
    return {word: count for word, count in (reward | fits).items() if count}


@pytest.mark.parametrize("path", SPACES, ids=lambda path: "-".join(map(str, path)))
@pytest.mark.parametrize(
    "numbers",
    [(1, 2, 4, 9), pytest.param(range(1, 10), marks=pytest.mark.prove)],
    ids=["some numbers", "all numbers"],
)
def test_a_space_gives_what_an_edition_says(
    path: Path, numbers: Iterable[int], registry: Registry
) -> None:
    """[R6.2, R6.3, R7.2, R7.4] Or an edition that is made now may not say it."""
    played = 0
    for reward in rewards_at(path, numbers):
        tables = with_value(path, reward)
        assert faults_of(tables, SHIPPED) == []
        registry.add(edition := load(tables_to_toml(tables)))
        sled = 3 if "load" in reward else 0
        due = fitting(reward, sled)
        choices = [due]
        if "or_stones" in reward:
            choices = [{"or_stones": due["or_stones"]}, {"points": reward.get("points", 0)}]
        for choice, follows in zip(("stones", "points"), choices, strict=False):
            table = table_before(path, edition.name).stock("white", sled=sled)
            gained = received(path, table, choice)
            is_played = gained == {word: count for word, count in follows.items() if count}
            assert is_played == (not unplayed(tables)), (reward, gained, unplayed(tables))
        played += not unplayed(tables)
    assert played > 1


def test_a_card_on_the_last_space_of_a_scaffold_may_not_be_said() -> None:
    """[R6.3, R13.13] It would come after the majority and the next tile."""
    tables = with_value(("pyramid", "C", "tiles", 2, 3), {"points": 1, "cards": 1})
    assert [place for place, _rule in unplayed(tables)] == ["pyramid.C.tiles.3.4"]


@pytest.mark.parametrize(
    ("path", "value"),
    [(("temple", "D", "further_steps"), 0), (("pyramid", "D", "figure"), 5)],
)
def test_a_number_that_is_not_played_may_not_be_said(path: Path, value: int) -> None:
    """[R7.5, R6.4] A chariot always moves; a log without ``figure:`` means space 0."""
    place = ".".join(map(str, path))
    assert [key for key, _rule in unplayed(with_value(path, value))] == [place]
    assert unplayed(SHIPPED) == []
