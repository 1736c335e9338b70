"""The two profiles, row by row (P1–P6)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from engine.vocabulary import Profile


class RedCards(Enum):
    """When red cards stay in front of their owner (P2)."""

    KEPT_WITH_NEW_DYNASTY = auto()
    KEPT_WITH_AMUN = auto()


class ProfileRules(NamedTuple):
    """A profile's answer to each point; the field order is P1 to P5.

    P6, and the option of P5, are refusals at set-up: ``engine.setup.module_refusal``.
    """

    towers_score_at_once: bool
    red_cards: RedCards
    favor_ship_may_stay: bool
    single_card_allowed: bool
    second_colour: bool


PROFILES: Final[Mapping[Profile, ProfileRules]] = {
    Profile.OFFICIAL: ProfileRules(
        towers_score_at_once=True,
        red_cards=RedCards.KEPT_WITH_NEW_DYNASTY,
        favor_ship_may_stay=True,
        single_card_allowed=False,
        second_colour=True,
    ),
    Profile.YUCATA: ProfileRules(
        towers_score_at_once=False,
        red_cards=RedCards.KEPT_WITH_AMUN,
        favor_ship_may_stay=False,
        single_card_allowed=True,
        second_colour=False,
    ),
}
