"""``{% kept key %}…{% endkept %}``: a part of a page that a process renders once a language."""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


class CachedFragment(template.Node):
    """A part of a page that is rendered once for each `key` and language. `key`: few values, which
    no visitor chooses; empty: render again. Nothing in the part may depend on the visitor, or on
    what can change."""

    def __init__(self, key: FilterExpression, nodelist: NodeList) -> None:
        self.key, self.nodelist = key, nodelist
        self._parts: dict[tuple[str, str], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = str(self.key.resolve(context))
        if not key:
            return self.nodelist.render(context)
        place = key, get_language() or ""
        if place not in self._parts:
            self._parts[place] = self.nodelist.render(context)
        return self._parts[place]


@register.tag("kept")
def cached_fragment(parser: Parser, token: Token) -> CachedFragment:
    """See ``CachedFragment``."""
    _name, key = token.split_contents()
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return CachedFragment(parser.compile_filter(key), nodelist)
