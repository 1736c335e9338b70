"""Texts that are written once, as people read them."""

from __future__ import annotations

from django import template

from games.services.former import under_numbers

register = template.Library()
register.filter("under_numbers", under_numbers)
