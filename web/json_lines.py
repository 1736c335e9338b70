"""Log lines as JSON, one object a line: whatever a text holds, it stays in its string."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from web.request_id import current_request_id


class JsonLines(logging.Formatter):
    """Members: ``time``, ``level``, ``logger``, ``message``; ``request`` and ``exception`` where
    there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := current_request_id():
            line["request"] = request_id
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)
