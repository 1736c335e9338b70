"""The formula: examples first, then what must hold of every game."""

from decimal import Decimal, localcontext
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.elo import (
    ADVANTAGES,
    DEVIATION_FIRST,
    DEVIATION_LEAST,
    K_PROVISIONAL,
    PROVISIONAL_GAMES,
    K,
    PlayerForm,
    aged_deviation,
    days_within,
    deviation_before,
    deviation_or_default,
    deviation_without,
    divide_rounded,
    expected_score,
    falling_k,
    is_provisional,
    k_factor,
    rate_game,
    rate_game_2,
    reversed_deviations,
)

RATINGS = st.integers(min_value=200_000, max_value=3_000_000)
FORMS = st.builds(PlayerForm, RATINGS, st.integers(min_value=0, max_value=30))
SEASONED = st.builds(PlayerForm, RATINGS, st.just(PROVISIONAL_GAMES))


def places_of(points: list[int]) -> list[int]:
    """Places as the rules give them: shared places, then a gap."""
    return [1 + sum(other > point for other in points) for point in points]


@st.composite
def tables(
    draw: st.DrawFn, forms: st.SearchStrategy[PlayerForm] = FORMS
) -> tuple[list[PlayerForm], list[int]]:
    sitting = draw(st.lists(forms, min_size=2, max_size=4))
    size = len(sitting)
    points = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    return sitting, places_of(points)


def exact_expected(advantage: int) -> Decimal:
    """In thousandths, by the formula itself."""
    with localcontext() as context:
        context.prec = 50
        return 1000 / (1 + Decimal(10) ** (Decimal(-advantage) / 400_000))


def test_two_new_players():
    winner, loser = rate_game([PlayerForm(), PlayerForm()], [1, 2])
    assert (winner.before, winner.after, loser.after) == (1_500_000, 1_520_000, 1_480_000)
    assert winner.pairs == ((1, 1000, 500, 40, 20_000),)
    assert loser.pairs == ((0, 0, 500, 40, -20_000),)


def test_an_upset_moves_more():
    weak, strong = rate_game([PlayerForm(1_500_000, 10), PlayerForm(1_700_000, 10)], [1, 2])
    assert weak.pairs == ((1, 1000, 240, 20, 15_200),)
    assert strong.after == 1_684_800


def test_a_shared_place_is_a_draw():
    changes = rate_game([PlayerForm(), PlayerForm(), PlayerForm()], [1, 1, 3])
    assert [change.after for change in changes] == [1_510_000, 1_510_000, 1_480_000]
    assert changes[0].pairs == ((1, 500, 500, 40, 0), (2, 1000, 500, 40, 10_000))


def test_four_players_move_on_the_scale_of_two():
    """Winning against three equals brings as much as winning against one."""
    [first, _, _, last] = rate_game([PlayerForm()] * 4, [1, 2, 3, 4])
    [winner, loser] = rate_game([PlayerForm()] * 2, [1, 2])
    assert abs(first.after - winner.after) <= 3
    assert abs(last.after - loser.after) <= 3


def test_only_the_newcomer_has_the_larger_k():
    newcomer, old_hand = rate_game([PlayerForm(1_500_000, 9), PlayerForm(1_500_000, 10)], [1, 2])
    assert newcomer.after - newcomer.before == 20_000
    assert old_hand.after - old_hand.before == -10_000


def test_provisional_until_ten_games():
    assert [is_provisional(games) for games in (0, 9, 10)] == [True, True, False]
    assert [k_factor(games) for games in (0, 9, 10)] == [K_PROVISIONAL, K_PROVISIONAL, K]


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_is_rated_alone(count):
    with pytest.raises(ValueError, match="two seats"):
        rate_game([PlayerForm()] * count, [1] * count)


def test_every_seat_needs_a_place():
    with pytest.raises(ValueError, match="a place for each"):
        rate_game([PlayerForm(), PlayerForm()], [1])


def test_every_bound_of_the_table_is_where_the_formula_rounds_up():
    assert len(ADVANTAGES) == 500
    for expected, bound in enumerate(ADVANTAGES, 501):
        assert exact_expected(bound - 1) < expected - Decimal("0.5") < exact_expected(bound)


@pytest.mark.parametrize(
    ("points", "expected"),
    [(0, 500), (25, 536), (50, 571), (100, 640), (200, 760), (400, 909), (735, 986), (1400, 1000)],
)
def test_expected_scores_that_can_be_looked_up(points, expected):
    assert expected_score(points * 1000) == expected
    assert expected_score(-points * 1000) == 1000 - expected


@given(st.integers(min_value=-2_000_000, max_value=2_000_000))
def test_the_expected_score_is_the_formula_rounded(advantage):
    assert expected_score(advantage) == int(exact_expected(advantage).to_integral_value())
    assert expected_score(advantage) + expected_score(-advantage) == 1000


@pytest.mark.parametrize(
    ("number", "divisor", "quotient"),
    [(7, 2, 4), (-7, 2, -4), (7, 3, 2), (-7, 3, -2), (8, 3, 3), (-8, 3, -3), (0, 3, 0)],
)
def test_halves_go_away_from_zero(number, divisor, quotient):
    assert divide_rounded(number, divisor) == quotient


@given(tables())
def test_a_rating_changes_by_its_pair_terms(table):
    forms, places = table
    for form, change in zip(forms, rate_game(forms, places), strict=True):
        assert (change.before, change.games) == form[:2]
        assert change.after == change.before + sum(pair.term for pair in change.pairs)
        assert len(change.pairs) == len(forms) - 1


@given(tables(SEASONED))
def test_among_equals_in_k_nothing_is_won_or_lost(table):
    changes = rate_game(*table)
    assert sum(change.after - change.before for change in changes) == 0


@given(tables())
def test_each_pair_is_seen_alike_from_both_sides(table):
    changes = rate_game(*table)
    pairs = {
        (seat, pair.opponent): pair for seat, change in enumerate(changes) for pair in change.pairs
    }
    for (seat, opponent), pair in pairs.items():
        other = pairs[opponent, seat]
        assert pair.score + other.score == 1000
        assert pair.expected + other.expected == 1000
        if pair.k == other.k:
            assert pair.term == -other.term


@given(tables())
def test_the_order_of_the_seats_is_irrelevant(table):
    forms, places = table
    after = [change.after for change in rate_game(forms, places)]
    for order in permutations(range(len(forms))):
        turned = rate_game([forms[seat] for seat in order], [places[seat] for seat in order])
        assert [change.after for change in turned] == [after[seat] for seat in order]


@given(tables(), st.integers(0, 3), st.integers(0, 3))
def test_a_better_place_never_brings_less(table, seat, other):
    forms, places = table
    seat, other = seat % len(forms), other % len(forms)
    swapped = places.copy()
    swapped[seat], swapped[other] = places[other], places[seat]
    as_it_was, the_other_way = rate_game(forms, places)[seat], rate_game(forms, swapped)[seat]
    if swapped[seat] <= places[seat]:
        assert the_other_way.after >= as_it_was.after


@given(FORMS, RATINGS, RATINGS)
def test_a_stronger_opponent_never_brings_less(form, seat, other):
    weak, strong = sorted((seat, other))
    against_weak, against_strong = (
        rate_game([form, PlayerForm(rating, 0)], [1, 2])[0] for rating in (weak, strong)
    )
    assert against_strong.after >= against_weak.after


@given(FORMS, FORMS, st.sampled_from([[1, 2], [2, 1], [1, 1]]))
def test_with_two_players_it_is_the_classic_formula(form, other, places):
    """To rounding: of the expected score to thousandths, and of the term."""
    change = rate_game([form, other], places)[0]
    score = {(1, 2): 1000, (2, 1): 0, (1, 1): 500}[tuple(places)]
    classic = k_factor(form.games) * (score - exact_expected(form.rating - other.rating))
    assert abs(change.after - change.before - classic) <= k_factor(form.games) / Decimal(2)


@given(tables())
def test_nobody_moves_by_more_than_k(table):
    """But for the rounding of three thirds."""
    for change in rate_game(*table):
        assert abs(change.after - change.before) <= k_factor(change.games) * 1000 + 1


@given(tables())
def test_a_change_is_what_score_expected_score_and_division_say(
    table: tuple[list[PlayerForm], list[int]],
):
    forms, places = table
    for seat, change in enumerate(rate_game(forms, places)):
        assert (change.before, change.games) == forms[seat][:2]
        opponents = [other for other in range(len(forms)) if other != seat]
        assert [pair.opponent for pair in change.pairs] == opponents
        for pair in change.pairs:
            other = pair.opponent
            assert pair.k == k_factor(change.games)
            place, place_of_other = places[seat], places[other]
            assert pair.score == 500 * ((place < place_of_other) + (place <= place_of_other))
            assert pair.expected == expected_score(change.before - forms[other].rating)
            gain = pair.k * (pair.score - pair.expected)
            assert pair.term == divide_rounded(gain, len(opponents))
        assert change.after == change.before + sum(pair.term for pair in change.pairs)


# --- terms 2 ------------------------------------------------------------------


def test_two_new_players_by_terms_2():
    changes = rate_game_2([PlayerForm(), PlayerForm()], [1, 2])
    assert [change.after for change in changes] == [1_560_000, 1_440_000]
    assert {change.deviation_before for change in changes} == {DEVIATION_FIRST}
    assert {change.deviation for change in changes} == {217_812}


@pytest.mark.parametrize("places", [[1, 1], [1, 2, 2], [1, 1, 3, 4]])
def test_by_terms_2_nothing_is_won_or_lost_among_equals(places: list[int]):
    changes = rate_game_2([PlayerForm(games=65, deviation=90_000)] * len(places), places)
    assert sum(change.after - change.before for change in changes) == 0
    assert all((change.deviation or 0) < 90_000 for change in changes)


def test_a_deviation_never_falls_below_the_least():
    sure = PlayerForm(games=500, deviation=DEVIATION_LEAST)
    assert rate_game_2([sure] * 4, [1, 2, 3, 4])[0].deviation == DEVIATION_LEAST


@pytest.mark.parametrize("places", [[1], [1, 2, 3, 4, 5], [1, 2, 3]])
def test_terms_2_rate_two_to_four_with_a_place_each(places: list[int]):
    number = 2 if len(places) == 3 else len(places)
    with pytest.raises(ValueError, match="two to four"):
        rate_game_2([PlayerForm()] * number, places)


def test_deviations_grow_with_idle_days_and_are_provisional_while_large():
    assert aged_deviation(50_000, 365) == 150_249
    assert days_within(50_000, DEVIATION_FIRST) is None
    days = days_within(50_000, 150_000)
    assert days is not None
    assert aged_deviation(50_000, days) <= 150_000 < aged_deviation(50_000, days + 1)
    assert deviation_before(None, 5, 0) > deviation_or_default(None, 5) == 180_000
    assert deviation_before(None, 0, 0) == DEVIATION_FIRST == deviation_or_default(None, 0)
    assert deviation_before(100_000, 5, 0) == 100_099
    assert is_provisional(99, 120_001)
    assert not is_provisional(1, 120_000)
    assert [falling_k(games) for games in (0, 10, 65, 1000)] == [120, 60, 16, 16]


def test_what_a_game_told_is_taken_back():
    assert abs(deviation_without(90_000, 120_000, 90_000) - 120_000) <= 1
    assert deviation_without(200_000, 250_000, 90_000) == DEVIATION_FIRST


def test_a_reversal_takes_back_what_was_told_and_nothing_where_nothing_was():
    before, after = reversed_deviations(90_000, 12, 120_000, 90_000)
    assert (before, after) == (90_000, deviation_without(90_000, 120_000, 90_000))
    assert reversed_deviations(90_000, 12, None, None) == (90_000, 90_000)
    assert reversed_deviations(None, 5, None, None) == (180_000, 180_000)
    assert reversed_deviations(None, 5, 200_000, None) == (180_000, 180_000)
