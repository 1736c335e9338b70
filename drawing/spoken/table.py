"""The whole table as lists, one for each block, as the game goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from drawing.board.background import completed_rounds
from drawing.language import (
    ENGLISH,
    get_language,
    language_looked_up_once,
    ngettext,
    once_a_language,
    override,
)
from drawing.language import gettext as _
from drawing.language.lines import Changes, Heard, SeatNames, SpokenLine, changes, heard
from drawing.language.words import at_the_site, points_of
from drawing.spoken.market import cards_by_kind, spoken_piles
from drawing.spoken.sites import site_lines
from engine.shown import SeatView, ShipView, View
from engine.vocabulary import Side, Site

if TYPE_CHECKING:
    from drawing.board.scene import Drawing, SceneBlock
    from drawing.modules.module import ModuleDrawing
    from engine import Rules


def seat_lines(rules: Rules, seat: SeatView) -> Iterator[SpokenLine]:
    """Points, sled, quarry, coins, cards: those that the viewer may know."""
    if seat["resigned"]:
        yield SpokenLine(_("Has resigned"))
    yield SpokenLine(_so_far(seat["points"]))
    yield SpokenLine(_sled(seat["sled"], seat["sled_capacity"]))
    yield SpokenLine(_quarry(seat["quarry"]))
    if rules.setup.sides[Site.MARKET] is Side.C:
        yield SpokenLine(_coins(seat["coins"]))
    cells = [*cards_by_kind(seat["cards"])]
    if hidden := seat["card_count"] - sum(seat["cards"].values()):
        words = {"cards": hidden}
        cells.append(ngettext("%(cards)s hidden card", "%(cards)s hidden cards", hidden, **words))
    yield SpokenLine(_("Cards"), tuple(cells) or (_("no cards"),))


@once_a_language
def _so_far(points: int) -> str:
    return _("%(points)s so far", points=points_of(points))


@once_a_language
def _coins(coins: int) -> str:
    return ngettext("%(coins)s coin", "%(coins)s coins", coins, coins=coins)


@once_a_language
def _sled(stones: int, room: int | None) -> str:
    words = {"stones": stones, "room": room}
    if room is None:
        return ngettext("Sled: %(stones)s stone", "Sled: %(stones)s stones", stones, **words)
    return ngettext(
        "Sled: %(stones)s of %(room)s stone", "Sled: %(stones)s of %(room)s stones", room, **words
    )


@once_a_language
def _quarry(stones: int | None) -> str:
    if stones is None:
        return _("Quarry: unlimited stones")
    return ngettext("Quarry: %(stones)s stone", "Quarry: %(stones)s stones", stones, stones=stones)


def harbour(seats: SeatNames, view: View) -> Iterator[SpokenLine]:
    """Ships in the river; the stones of a ship from its front."""
    yield SpokenLine(_round(view))
    for ship in view["ships"]:
        yield _ship(seats, ship)
    for site in Site:
        if waiting := view.get("waiting", {}).get(site.word):
            words = {"at_the_site": at_the_site(site)}
            sentence = _("Stones still to unload %(at_the_site)s, in this order", **words)
            yield SpokenLine(sentence, seats.stones(seat for seat, _ship, _space in waiting))
        owner = view["sites"][site.word]["private_ship"]
        if owner is not None:
            words = {"who": seats.title(owner), "at_the_site": at_the_site(site)}
            yield SpokenLine(_("Private ship of %(who)s, %(at_the_site)s", **words))


def _round(view: View) -> str:
    if view["over"]:
        return _("The game is over")
    if not view["round"]:
        return _("Set-up")
    if not view["ships"] and (rounds := completed_rounds(view)):
        return _("Round %(round)s is over", round=rounds)
    return _("Round %(round)s of %(rounds)s", round=view["round"], rounds=view["rounds"])


def _ship(seats: SeatNames, ship: ShipView) -> SpokenLine:
    spaces = ship["spaces"]
    if spaces is None:
        return SpokenLine(_sailed(ship["number"], ship["site"]))
    lacks = max(0, ship["minimum"] - len(spaces) + spaces.count(None))
    return SpokenLine(_berthed(ship["number"], ship["minimum"], lacks), seats.stones(spaces))


@once_a_language
def _sailed(berth: int, site: str | None) -> str:
    words = {"berth": berth, "at_the_site": at_the_site(Site.read(site)) if site else ""}
    return _("Ship %(berth)s has sailed and is %(at_the_site)s", **words)


@once_a_language
def _berthed(berth: int, needs: int, lacks: int) -> str:
    words = {"berth": berth, "needs": needs, "lacks": lacks}
    if lacks:
        return ngettext(
            "Ship %(berth)s: needs %(needs)s stone, %(lacks)s missing. Stones from front to back",
            "Ship %(berth)s: needs %(needs)s stones, %(lacks)s missing. Stones from front to back",
            needs,
            **words,
        )
    return ngettext(
        "Ship %(berth)s: needs %(needs)s stone, may sail. Stones from front to back",
        "Ship %(berth)s: needs %(needs)s stones, may sail. Stones from front to back",
        needs,
        **words,
    )


class SpokenList(NamedTuple):
    """A list: the `block` that it belongs to, what of a view it depends on, and its lines."""

    block: str
    facts: Callable[[View], object]
    lines: Callable[[View], Iterable[SpokenLine]]


class Unsaid(Mapping[str, str | None]):
    """Changes of the lists in a step, put into words on demand: most pages
    of a game need the lists of one step, or none."""

    def __init__(self, spoken: Spoken) -> None:
        self.spoken = spoken
        self.found: Changes | None = None

    @property
    def changes(self) -> Changes:
        """The changes."""
        if self.found is None:
            self.spoken.catch_up()
        assert self.found is not None, "what waits is said in its order"
        return self.found

    def __getitem__(self, key: str) -> str | None:
        return self.changes[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)


class Spoken:
    """The lists of one game. As in ``scene.Scene``, what shows the same facts is not put into words
    again. A step waits until its words are wanted; those of several threads are said by one."""

    def __init__(self, drawing: Drawing, view: View, fresh: Sequence[str]) -> None:
        self.drawing = drawing
        self.seats = SeatNames(drawing.rules.setup.seats)
        self.told = {spoken_list.block: spoken_list for spoken_list in self._spoken_lists()}
        self.facts: dict[str, object] = {}
        self.lines: dict[str, list[SpokenLine]] = {block: [] for block in self.told}
        self.language = get_language() or ENGLISH
        self.waiting = deque[tuple[Unsaid, View, Sequence[str]]]()
        self.lock = Lock()
        self._say(view, fresh)

    @property
    def current(self) -> Heard:
        """Words of all lists."""
        self.catch_up()
        lists = [heard(block, lines) for block, lines in self.lines.items()]
        return {key: words for part in lists for key, words in part.items()}

    def say(self, view: View, fresh: Sequence[str]) -> Unsaid:
        """Changes of the blocks that are `fresh` in `view` (``scene.Scene``), with the stones
        that wait at docks. Neither is changed afterwards."""
        unsaid = Unsaid(self)
        self.waiting.append((unsaid, view, fresh))
        return unsaid

    def catch_up(self) -> None:
        """Put into words what waits."""
        with self.lock, override(self.language), language_looked_up_once():
            while self.waiting:
                unsaid, view, fresh = self.waiting[0]
                unsaid.found = self._say(view, fresh)
                self.waiting.popleft()

    def _say(self, view: View, fresh: Sequence[str]) -> Changes:
        changed: dict[str, str | None] = {}
        for block in fresh:
            spoken_list = self.told.get(block)
            if spoken_list is None:
                continue
            facts = spoken_list.facts(view)
            if block in self.facts and facts == self.facts[block]:
                continue
            self.facts[block] = facts
            lines = list(spoken_list.lines(view))
            changed.update(changes(block, self.lines[block], lines))
            self.lines[block] = lines
        return changed

    def _spoken_lists(self) -> Iterator[SpokenList]:
        seats, modules = self.seats, self.drawing.modules
        river = self.drawing.harbour

        def over(view: View) -> object:
            return view["round"], view["over"], river.facts(view)

        yield SpokenList(river.name, over, lambda view: harbour(seats, view))
        for site in Site:
            yield self._site(site)
        notices = [module.line() for module in modules if module.notice]
        lines = [SpokenLine(". ".join(filter(None, notice))) for notice in notices]
        yield SpokenList(
            "piles", lambda view: view["pile"], lambda view: [*spoken_piles(view["pile"]), *lines]
        )
        for module in modules:
            for block in module.blocks():
                yield self._strip(module, block)
        for seat_drawing in self.drawing.seats:
            yield self._seat(seat_drawing.name, seat_drawing.seat)

    def _strip(self, module: ModuleDrawing, block: SceneBlock) -> SpokenList:
        return SpokenList(block.name, block.facts, lambda view: module.lines(self.seats, view))

    def _site(self, site: Site) -> SpokenList:
        name = site.word

        def lines(view: View) -> Iterator[SpokenLine]:
            site_view = view["sites"][name]
            yield from site_lines(self.drawing.rules, self.seats, site, site_view)
            for module in self.drawing.modules:
                yield from module.lines_at_site(self.seats, site_view)

        return SpokenList(name, lambda view: view["sites"][name], lines)

    def _seat(self, name: str, seat: int) -> SpokenList:
        def lines(view: View) -> Iterator[SpokenLine]:
            seat_view = view["seats"][seat]
            yield from seat_lines(self.drawing.rules, seat_view)
            for module in self.drawing.modules:
                yield from module.lines_at_seat(seat_view)

        return SpokenList(name, lambda view: view["seats"][seat], lines)
