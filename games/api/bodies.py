"""Parsers of uploads: the body of a request as it came, or a form with files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.parsers import BaseParser, MultiPartParser

from games.limits import UPLOAD
from web.api.problems import BodyTooLarge


class RawParser(BaseParser):
    """The body as it came."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw: bytes = stream.read(UPLOAD.received + 1)
        if len(raw) > UPLOAD.received:
            raise BodyTooLarge(TOO_LARGE)
        return raw


TOO_LARGE: Final = f"The body has more than {UPLOAD.received >> 20} MiB."
RAW_TYPES: Final = (
    "text/plain",
    "application/json",
    "application/x-ndjson",
    "application/gzip",
    "application/zip",
    "application/octet-stream",
)
RAW_PARSERS: Final = [
    type(f"Raw_{name.rpartition('/')[2]}", (RawParser,), {"media_type": name}) for name in RAW_TYPES
]
UPLOAD_PARSERS: Final = [MultiPartParser, *RAW_PARSERS]
