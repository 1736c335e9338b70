"""Cells of the admin's lists with their columns' names, for cards on phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import template
from django.contrib.admin.templatetags.admin_list import result_list
from django.contrib.admin.views.main import ChangeList
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()


@register.inclusion_tag("admin/result_cards.html")
def result_cards(changes: ChangeList) -> dict[str, object]:
    """The list of rows as Django's ``result_list`` makes it, with the name of its column in each
    cell."""
    context: dict[str, Any] = result_list(changes)
    headers = context["result_headers"]
    rows = [list(with_column_names(cells, headers)) for cells in context["results"]]
    return {**context, "results": rows}


def with_column_names(
    cells: Iterable[SafeString], headers: Iterable[Mapping[str, object]]
) -> Iterator[SafeString]:
    """The cells of a row, each with ``data-label``: the title of its column. The cell of the
    checkbox has none."""
    for cell, header in zip(cells, headers, strict=False):
        tag, space, attributes = cell.partition(" ")
        if "action-checkbox" in attributes.partition(">")[0] or not space:
            yield cell
            continue
        label = format_html('{} data-label="{}" ', mark_safe(tag), capfirst(str(header["text"])))
        yield label + mark_safe(attributes)
