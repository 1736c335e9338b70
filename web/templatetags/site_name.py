"""The site's name: in the head and the title of every page, without ``load``."""

from __future__ import annotations

from django import template

from web.site_name import site_name, site_name_short

register = template.Library()
register.simple_tag(site_name)
register.simple_tag(site_name_short)
