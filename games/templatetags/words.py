"""Words of the vocabulary, as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from drawing.names import MODULES, computer_name, level_of
from engine.vocabulary import Module
from games.services import otherwise
from games.services.former import under_numbers

register = template.Library()
register.filter("under_numbers", under_numbers)


@register.filter
def module(word: str) -> str:
    """``pharaohs_favors`` as “Pharaoh’s favours”; an unknown word as it is."""
    known = Module.words().get(word)
    return word if known is None else str(MODULES[known])


@register.filter
def called(username: str) -> str:
    """What the account with this handle is called: ``@ana``, or a computer player by its level."""
    level = level_of(f"@{username}")
    return computer_name(level) if level else f"@{username}"


@register.filter
def plain(word: str) -> str:
    """``private_ship`` as “Private ship”."""
    return word.replace("_", " ").capitalize()


@register.filter
def in_words(differences: Iterable[otherwise.Difference] | None) -> list[str]:
    """What the log of a game that is here says otherwise (``games.services.otherwise``)."""
    return otherwise.in_words(differences or ())
