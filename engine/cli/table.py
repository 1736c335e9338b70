"""A view of the table as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.shown import FaceDownView, View
from engine.vocabulary import Site

LETTERS: Final = {"black": "K", "white": "W", "brown": "B", "gray": "G"}
"""A stone of each colour; an empty space is a point."""


def render(view: View, names: Sequence[str], ply: int, entry_line: str) -> str:
    """The whole table; `names` by seat, `entry_line` the entry of `ply`."""
    stones = [LETTERS[seat["colour"]] for seat in view["seats"]]
    lines = [
        _headline(view, ply, entry_line),
        "",
        *_seats(view, names, stones),
        "",
        *_ships(view, stones),
        "",
        *_sites(view, stones),
        "",
        *_cards(view, stones),
    ]
    return "\n".join(lines).rstrip()


def _headline(view: View, ply: int, entry_line: str) -> str:
    after = f"after entry {ply}: {entry_line}" if ply else "before the first entry"
    return f"Round {view['round']} of {view['rounds']}, {after}. {_awaited(view)}"


def _awaited(view: View) -> str:
    decision = view["awaited"]
    if decision is None:
        return "The game has ended."
    if decision["seat"] is None:
        return "The bank writes next."
    colour = view["seats"][decision["seat"]]["colour"]
    if decision["kind"] == "turn":
        return f"{colour.capitalize()} is to play."
    return f"{colour.capitalize()} is to decide ({decision['kind']}, {decision['site']})."


def _seats(view: View, names: Sequence[str], stones: list[str]) -> Iterator[str]:
    for seat, player in enumerate(view["seats"]):
        label = f"{player['colour']} ({stones[seat]})" + (f" {names[seat]}" if names[seat] else "")
        capacity = "?" if player["sled_capacity"] is None else player["sled_capacity"]
        quarry = "endless" if player["quarry"] is None else player["quarry"]
        facts = [f"{player['points']} points", f"sled {player['sled']}/{capacity}"]
        facts += [f"quarry {quarry}", *_belongings(view, seat)]
        yield f"  {label:<22} {', '.join(facts)}"


def _belongings(view: View, seat: int) -> Iterator[str]:
    player = view["seats"][seat]
    if player["coins"]:
        yield f"coins {player['coins']}"
    if player["private_ship"]:
        yield "private ship"
    visible_count = sum(player["cards"].values())
    cards = [f"{card} x{n}" if n > 1 else card for card, n in player["cards"].items()]
    if player["card_count"] > visible_count:
        cards.append(f"{player['card_count'] - visible_count} hidden")
    if cards:
        yield "cards: " + " ".join(cards)


def _ships(view: View, stones: list[str]) -> Iterator[str]:
    yield "Ships (front first):"
    for ship in view["ships"]:
        if ship["spaces"] is None:
            place = f"at {ship['site']}" if ship["site"] else "gone"
            yield f"  {ship['number']}: {ship['capacity']} spaces, {place}"
        else:
            spaces = "".join(_stone(seat, stones) for seat in ship["spaces"])
            yield f"  {ship['number']}: [{spaces}] sails with {ship['minimum']}"


def _stone(seat: int | None, stones: list[str]) -> str:
    return "." if seat is None or seat < 0 else stones[seat]


def _sites(view: View, stones: list[str]) -> Iterator[str]:
    for site in Site:
        site_view = view["sites"][site.word]
        counts = [f"{stones[i]}{n}" for i, n in enumerate(site_view["stones"]) if n]
        doubt = " (board values provisional)" if site_view["confidence"] == "provisional" else ""
        yield f"{site.word} {site_view['side']}{doubt}" + (
            f": {' '.join(counts)}" if counts else ""
        )
        for name, value in site_view["board"].items():
            text = _value(name, value, stones)
            if text:
                yield f"  {name.replace('_', ' ')}: {text}"


SEATED: Final = frozenset(
    {"stones", "further", "spaces", "levels", "pyramids", "towers", "path", "owners"}
)
"""Facts of boards that are seats, space by space."""


def _value(name: str, value: Any, stones: list[str]) -> str:
    if name in SEATED:
        if value and isinstance(value[0], list):
            return " / ".join(
                "".join(_stone(seat, stones) for seat in part) or "-" for part in value
            )
        return "".join(_stone(seat, stones) for seat in value)
    if name == "face_down":
        return ", ".join(_face_down(pile) for pile in value)
    if name == "tiles" and value and isinstance(value[0], list):
        return " / ".join(_obelisk(tiles) for tiles in value)
    if isinstance(value, list):
        return " ".join("-" if item is None else str(item).replace(" ", "") for item in value)
    return str(value)


def _obelisk(tiles: list[tuple[int, list[tuple[int, int]]]]) -> str:
    """The tiles of one obelisk: the path space, and the cells it lies on."""
    laid = [f"{path} on {' '.join(f'{c}.{r}' for c, r in cells)}" for path, cells in tiles]
    return ", ".join(laid) or "-"


def _face_down(pile: FaceDownView) -> str:
    visible_cards = f" ({' '.join(pile['known'])})" if pile["known"] else ""
    return f"{pile['count']} face down{visible_cards}"


def _cards(view: View, stones: list[str]) -> Iterator[str]:
    pile = view["pile"]
    discard = " ".join(f"{card} x{n}" if n > 1 else card for card, n in pile["discard"].items())
    unseen = f", {pile['unseen']} unseen" if pile["unseen"] else ""
    yield f"Draw pile {pile['draw']}; discard pile: {discard or 'nothing'}{unseen}"
    for prophecy in view["prophecies"]:
        laid = [f"{stones[i]}{p}" for i, p in enumerate(prophecy["scarabs"]) if p]
        yield f"Prophecy {prophecy['prophecy']}: {' '.join(laid) or 'no scarab'}"
    for favor, seat in view["favors"].items():
        yield f"Favor {favor}: {'free' if seat is None else stones[seat]}"
    for site in Site:
        wagers = view["sites"][site.word]["wagers"]
        laid = [f"{field} {stones[seat]}" for field, seat in wagers.items() if seat is not None]
        if laid:
            yield f"Wager on {site.word}: {', '.join(laid)}"
