"""Words of the vocabulary, as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _

from drawing.language.words import colour_called, stones_on_sled
from drawing.text.names import MODULES, computer_level, computer_name, named_title, verb_title
from drawing.text.refusals import in_language
from engine.vocabulary import Module, Profile
from games import times
from games.intake import badges
from games.intake.refusal_page import in_short
from games.judging import diff
from games.models import Seat
from games.models.game import decided_by_sled
from games.pseudonyms import pseudonymise, public_seating
from games.standing.badges import standing_badge

register = template.Library()
register.filter("moment", times.moment_element)
register.filter("moment_utc", times.in_utc)
register.filter("day", times.day_element)
register.filter("colour", colour_called)
register.filter("verb", verb_title)
register.filter("named", named_title)
register.filter("under_numbers", pseudonymise)
register.filter("public_seating", public_seating)
register.filter("refused_as", in_short)
register.filter("in_language", in_language)
register.filter("verdict_badge", badges.badge_of)
register.filter("tally_badges", badges.badges_of)
register.filter("standing_badge", standing_badge)


@register.filter
def rules_of(profile: str) -> str:
    """Whose rules a game kept to: ``official`` as “the publisher”."""
    return _("the publisher") if profile == Profile.OFFICIAL else profile.capitalize()


@register.filter
def deciding_stones(seat: Seat, seats: Iterable[Seat]) -> str:
    """“4 stones on the sled” where they decided the place of `seat` among `seats`; else empty."""
    return stones_on_sled(seat.sled) if decided_by_sled(seat, seats) else ""


@register.filter
def module(word: str) -> str:
    """``pharaohs_favors`` as “Pharaoh’s favours”; an unknown word as it is."""
    member = Module.words().get(word)
    return word if member is None else str(MODULES[member])


@register.filter
def called(username: str) -> str:
    """Name of the account with this handle: ``@ana``, or a computer player by its level."""
    level = computer_level(f"@{username}")
    return computer_name(level) if level else f"@{username}"


@register.filter
def in_words(differences: Iterable[diff.LogDifference] | None) -> list[str]:
    """Differences of a log from the stored game (``games.judging.diff``)."""
    return diff.difference_sentences(differences or ())
