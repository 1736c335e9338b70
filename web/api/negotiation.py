"""Content negotiation of the API: renderers, and JSON bodies."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from web.api.problems import BodyTooLarge


class Negotiation(DefaultContentNegotiation):
    """An unknown ``?format=`` is not acceptable (406), like an unknown Accept."""

    def filter_renderers(
        self, renderers: Iterable[BaseRenderer], format: str
    ) -> list[BaseRenderer]:
        matching = [renderer for renderer in renderers if renderer.format == format]
        if not matching:
            raise exceptions.NotAcceptable()
        return matching


class _Bytes(BaseRenderer):
    """Sends the view's bytes unchanged."""

    def render(
        self,
        data: object,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, object] | None = None,
    ) -> Any:
        return data


class TextLog(_Bytes):
    media_type = "text/plain"
    format = "text"
    charset = "utf-8"


class JsonLog(_Bytes):
    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"


class LinesOfJson(_Bytes):
    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = "utf-8"


class EventStream(_Bytes):
    media_type = "text/event-stream"
    format = "events"
    charset = "utf-8"


class RawBytes(_Bytes):
    media_type = "application/octet-stream"
    format = "raw"
    charset = None
    render_style = "binary"


# --- bodies -------------------------------------------------------------------


LONGEST_JSON: Final = 64 << 10


class JsonBody(BaseParser):
    """JSON in UTF-8, as strict as the standard, of at most ``LONGEST_JSON`` bytes."""

    media_type = "application/json"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw = stream.read(LONGEST_JSON + 1)
        if len(raw) > LONGEST_JSON:
            raise BodyTooLarge(f"The body has more than {LONGEST_JSON >> 10} KiB.")
        try:
            return json.loads(raw.removeprefix(codecs.BOM_UTF8), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise exceptions.ParseError("The body is not JSON in UTF-8.") from None


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
