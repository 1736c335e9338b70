"""Rows of small cards and of their numbers."""

from itertools import pairwise

from drawing.cards.faces import SMALL_WIDTH, place_small_cards


def test_cards_without_numbers_are_covered_first() -> None:
    counts = [1, 1, 1, 2, 1]
    places = place_small_cards(counts, 100)
    assert places[-1].card <= 100
    assert all(place.has_room for place in places)
    numbered, after = places[3], places[4]
    assert numbered.card + SMALL_WIDTH / 2 < numbered.number < after.card - SMALL_WIDTH / 2
    assert [place.card for place in place_small_cards(counts, 300)][1] == SMALL_WIDTH + 4


def test_a_number_stands_on_its_own_card_where_cards_cover_each_other() -> None:
    places = place_small_cards([2, 3, 2], 36)
    for place, after in pairwise(places):
        assert not place.has_room
        assert place.card - SMALL_WIDTH / 2 < place.number < after.card - SMALL_WIDTH / 2
