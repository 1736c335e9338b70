"""What a seat knows of a pile of market D: all that must still lie there, and nothing it has not
seen (R12.2, R14.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from engine.apply import apply
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.log import parse_entry
from engine.sites.market import market_board
from engine.sites.market_cards import remaining_knowledge
from engine.state import Ship, State
from engine.view import view, view_entry, view_events
from engine.vocabulary import Card, Site
from tests.table import Table

BLACK, WHITE, GRAY = 0, 1, 2
PILE = 3
HIDDEN = "hidden_market_cards"
KINDS = ("statue", "sail", "entrance")
"""Two that are taken in secret where cards are hidden, and a red one, which never is."""


def waiting(modules: str = "") -> State:
    """Nobody has looked; all that happens here is at the first pile of market D. Red cards are kept
    (P2), and a stone that one places asks for nothing."""
    return Table("black white gray", "DAAAA", modules).opened(market="lever hammer").state


def arrival(s: State, seat: int) -> tuple[str, str]:
    """The entries by which a stone of `seat` comes to the market and looks into the first pile."""
    s.turn = seat
    s.harbour = {1: Ship(1, 1), 2: Ship(1, 1)}
    s.harbour[1].spaces[0] = seat
    s.players[seat].quarry -= 1
    s.docks[Site.MARKET] = []
    return f"{colour(s, seat)} sail 1 market", f"{colour(s, seat)} card {PILE}"


def colour(s: State, seat: int) -> str:
    return s.rules.setup.seats[seat].word


def write(s: State, text: str) -> None:
    apply(s, *parse_entry(s.rules.setup, text))


def refill(s: State) -> None:
    market_board(s).lay_face_down(s, (PILE,))


def lying(s: State) -> Counter[str]:
    """The named cards of the pile."""
    return Counter(card.word for card, _ in s.sites[Site.MARKET].down[0].known)


def knowledge_of(s: State, viewer: int | None) -> Counter[str]:
    return Counter(view(s, viewer)["sites"]["market"]["board"]["face_down"][0]["known"])


def take(s: State, seat: int, look: str, keep: str) -> None:
    """A stone of `seat` finds the cards of `look`, beside those that the log has named, and keeps
    one."""
    for text in arrival(s, seat):
        write(s, text)
    if look:
        write(s, f"look {look}")
    if s.agenda:
        write(s, f"{colour(s, seat)} keep {keep}")


def test_one_of_two_seen_must_be_there_when_an_equal_third_was_added():
    """[R12.2, R14.4, market D] Black saw two statues; a third is added; white takes one openly."""
    s = waiting()
    take(s, BLACK, "statue statue sail", "sail")
    refill(s)
    take(s, WHITE, "statue", "statue")
    assert (knowledge_of(s, BLACK), knowledge_of(s, WHITE)) == ({"statue": 1}, {"statue": 2})
    assert knowledge_of(s, GRAY) == knowledge_of(s, None) == {}


def test_the_same_holds_where_white_takes_it_in_secret():
    """[R12.2, R12.4, R14.4, module hidden_market_cards, market D] Whatever white took, one of two
    statues is there; of a single card nobody can say so."""
    for keep, left in (("statue", "sail"), ("sail", "statue")):
        s = waiting(HIDDEN)
        take(s, BLACK, "statue statue sail", "sail")
        refill(s)
        take(s, WHITE, "sail", keep)
        assert knowledge_of(s, BLACK) == {"statue": 1}
        assert knowledge_of(s, WHITE) == Counter(["statue", left])


def test_a_red_card_was_not_the_one_taken_in_secret():
    """[R12.2, R12.4, R14.4, module hidden_market_cards, card entrance, market D] So it lies there
    still; if white takes it, everybody sees it."""
    s = waiting(HIDDEN)
    take(s, BLACK, "entrance sail hammer", "hammer")
    refill(s)
    take(s, WHITE, "chisel", "chisel")
    assert knowledge_of(s, BLACK) == {"entrance": 1}
    take(s, WHITE, "", "entrance")
    assert knowledge_of(s, BLACK) == {}


def test_a_card_seen_once_is_lost_from_sight_with_an_equal_one():
    """[R12.2, R14.4, market D] Black saw one of the two statues, white took one."""
    s = waiting()
    take(s, BLACK, "statue sail hammer", "hammer")
    refill(s)
    take(s, WHITE, "statue", "statue")
    assert knowledge_of(s, BLACK) == {"sail": 1}


def test_what_is_known_falls_copy_by_copy():
    """[R12.2, R14.4] By seat one copy fewer, never below none; the taker knows what is left."""
    statue = Card.STATUE
    pile = [(statue, 0b101), (statue, 0b101), (statue, 0b001), (Card.SAIL, 0b111)]
    assert remaining_knowledge(pile, statue, 0, gone=True) == [(statue, 0b101), (statue, 0b001)]
    assert remaining_knowledge(pile, statue, 0, gone=False) == [
        (statue, 0b101),
        (statue, 0b001),
        (statue, 0b001),
    ]
    assert remaining_knowledge(pile, Card.SAIL, 0, gone=True) == []
    assert remaining_knowledge(pile, Card.SAIL, 0, gone=False) == [(Card.SAIL, 0b001)]


# ---------------------------------------------------------------------------------- no leak

Story = tuple[tuple[str, ...], State]

STORIES = (
    ((BLACK, True), (WHITE, True), (WHITE, False)),
    ((BLACK, True), (GRAY, True), (WHITE, False)),
    ((BLACK, False), (WHITE, True), (WHITE, False)),
    ((WHITE, True), (BLACK, True), (WHITE, False)),
)
"""Who takes from the pile, and whether it is filled up again afterwards."""


def text_for(s: State, text: str, viewer: int | None) -> str:
    """Apply `text`; what `viewer` reads of it, and of what happened."""
    entry = parse_entry(s.rules.setup, text)
    line = view_entry(s, entry, viewer)
    s.events = []
    apply(s, *entry)
    return f"{line}: {view_events(s, s.events, viewer)}"


def worlds(
    s: State, lines_read: tuple[str, ...], viewer: int | None, taker: int
) -> Iterator[Story]:
    """Every way in which a stone of `taker` can find the pile and keep a card of it, with what
    `viewer` reads of it."""
    lines_read = (*lines_read, *(text_for(s, text, viewer) for text in arrival(s, taker)))
    unknown = s.sites[Site.MARKET].down[0].unknown
    for look in combinations_with_replacement(KINDS, unknown):
        world, lines_read_by_seat = s.copy(), lines_read
        if look:
            try:
                lines_read_by_seat = (
                    *lines_read_by_seat,
                    text_for(world, f"look {' '.join(look)}", viewer),
                )
            except IllegalAction:  # more copies than the deck has
                continue
        if not world.agenda:
            yield lines_read_by_seat, world
            continue
        for keep in legal_actions(world):
            branch = world.copy()
            text = text_for(branch, f"{colour(s, taker)} {keep.text}", viewer)
            yield (*lines_read_by_seat, text), branch


def all_worlds(modules: str, story: tuple[tuple[int, bool], ...], viewer: int) -> list[Story]:
    s = waiting(modules)
    stories: list[Story] = [((), s)]
    for taker, filled in story:
        following = []
        for lines_read, before in stories:
            for reading_after, after in worlds(before.copy(), lines_read, viewer, taker):
                if filled:
                    refill(after)
                following.append((reading_after, after))
        stories = following
    return stories


@pytest.mark.parametrize("modules", ["", HIDDEN])
@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("viewer", [BLACK, GRAY, None])
def test_who_read_the_same_knows_the_same_and_it_is_true(modules, story, viewer):
    """[R12.2, R12.4, R14.4, market D] Over all that the pile can hold: games that a seat reads
    alike look alike to it, and what it is shown lies there in each of them."""
    alike: dict[tuple[str, ...], list[State]] = {}
    for lines_read, s in all_worlds(modules, story, viewer):
        alike.setdefault(lines_read, []).append(s)
    assert max(map(len, alike.values())) > 1
    for states in alike.values():
        knowledge = knowledge_of(states[0], viewer)
        for s in states:
            assert knowledge_of(s, viewer) == knowledge
            assert knowledge <= lying(s)
            assert view(s, viewer) == view(states[0], viewer)
