"""Words of the vocabulary, as people read them."""

from __future__ import annotations

from django import template

from games.filters import in_words

register = template.Library()
register.filter("words", in_words)
