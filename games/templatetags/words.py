"""Words of the vocabulary, as people read them."""

from __future__ import annotations

from django import template

from engine.vocabulary import Module
from games.replay.words import MODULES

register = template.Library()


@register.filter
def module(word: str) -> str:
    """``pharaohs_favors`` as “Pharaoh’s favours”; a word that nobody knows as it is."""
    known = Module.words().get(word)
    return word if known is None else str(MODULES[known])


@register.filter
def plain(word: str) -> str:
    """``private_ship`` as “Private ship”."""
    return word.replace("_", " ").capitalize()
