"""Addresses in answers: whole ones, so that a client need not build any."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request


def link(request: Request, name: str, *args: Any, query: str = "") -> str:
    """The address `name` of the site, as the client would write it."""
    return request.build_absolute_uri(reverse(name, args=args)) + query
