"""Template slots and outside links, by which inner packages show outer ones.

A page names a place or a slot in its own words; the settings say what is there. A page of `games`
so never names an address or a template of `ratings`, `tables` or the site.
"""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context, Engine
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def outside(place: str, *args: object) -> str:
    """The address of a page further out: `settings.OUTSIDE_PAGES` has the name of its URL.

    Empty where the settings name no such page, and where an argument is missing (a player that
    there is not): write ``{% outside 'player' player.pk as address %}{% if address %}…``.
    """
    name = settings.OUTSIDE_PAGES.get(place)
    if name is None or any(arg in (None, "") for arg in args):
        return ""
    return reverse(name, args=args)


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """The templates that `settings.SLOTS` puts there, in their order, with the page's context."""
    rendered = []
    for path in settings.SLOTS.get(name, ()):
        with context.push():
            rendered.append(Engine.get_default().get_template(path).render(context))
    # Each is a template that escaped for itself.
    return mark_safe("".join(rendered))
