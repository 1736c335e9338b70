"""The box in which one types a name."""

from __future__ import annotations

from django.http import HttpRequest

LONGEST = 80


def searched_name(request: HttpRequest) -> str:
    """The name, or part of one, that is looked for; a leading @ wants an account."""
    return request.GET.get("name", "").replace("\0", "").strip()[:LONGEST]
