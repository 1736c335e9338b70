"""oEmbed: game and step of an address, and the frame to show it in."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.html import escape

from drawing.language import PARAMETER
from drawing.replay import viewers
from web.languages import supported_language

WIDTH: Final = 960
HEIGHT: Final = 720
"""Pixels of a frame, unless a smaller one is asked for."""
SMALLEST: Final = 200


class Target(NamedTuple):
    """A game, the step of the address (``None``: the end), and through whose eyes."""

    game_id: str
    ply: int | None
    seat: str = viewers.ALL


def target_of(url: str, host: str) -> Target | None:
    """Target of `url`, if it is the page of a game on `host`."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower():
        return None
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    if match.url_name not in ("game", "game-at", "game-embed"):
        return None
    seat = QueryDict(parts.query).get(viewers.PARAMETER) or viewers.ALL
    return Target(match.kwargs["game_id"], match.kwargs.get("ply"), str(seat))


def language_of(url: str) -> str | None:
    """The language that `url` names, if the site speaks it."""
    return supported_language(str(QueryDict(urlsplit(url).query).get(PARAMETER) or ""))


def size(max_width: str, max_height: str) -> tuple[int, int]:
    """Width and height of a frame that fits. Raises ``ValueError`` for what is no size."""
    return _fitting(max_width, WIDTH), _fitting(max_height, HEIGHT)


def _fitting(limit: str, default: int) -> int:
    if not limit:
        return default
    if not (limit.isascii() and limit.isdecimal() and len(limit) < 7):
        raise ValueError(limit)
    return max(SMALLEST, min(int(limit), default))


def frame(url: str, title: str, width: int | str = "100%", height: int = HEIGHT) -> str:
    """The snippet that shows `url` in a page of another site."""
    return (
        f'<iframe src="{escape(url)}" title="{escape(title)}" width="{width}" height="{height}" '
        'loading="lazy" style="border:0;max-width:100%" allow="fullscreen"></iframe>'
    )
