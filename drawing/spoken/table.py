"""The whole table as lists, one for each block, as the game goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from drawing.language import ENGLISH, get_language, language_looked_up_once, override
from drawing.language.lines import Changes, Heard, SeatNames, SpokenLine, changes, heard
from drawing.spoken.harbour import harbour
from drawing.spoken.market import spoken_piles
from drawing.spoken.seat import seat_lines
from drawing.spoken.sites import site_lines
from engine.shown import View
from engine.vocabulary import Site

if TYPE_CHECKING:
    from drawing.board.scene import Drawing, SceneBlock
    from drawing.modules.module import ModuleDrawing


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
    def said(self) -> Changes:
        """The changes."""
        if self.found is None:
            self.spoken.catch_up()
        assert self.found is not None, "what waits is said in its order"
        return self.found

    def __getitem__(self, key: str) -> str | None:
        return self.said[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.said)

    def __len__(self) -> int:
        return len(self.said)


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
    def now(self) -> Heard:
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
