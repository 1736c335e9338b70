"""The operator's pages, for the foot of every page."""

from __future__ import annotations

from django import template

from imhotep_site.operator_pages import Link, links

register = template.Library()


@register.simple_tag
def operator_links() -> list[Link]:
    return list(links())
