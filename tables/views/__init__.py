"""Pages of the lobby, the tables and live play.

A view reads its input, calls one service, and renders. The API has its own (`api`).
"""

from tables.views.play_page import table_drawing
from tables.views.previews import exceeds_preview_limit, previews_answer, previews_limited
from tables.views.request_fields import line_number, typed_field, visitor

__all__ = [
    "exceeds_preview_limit",
    "line_number",
    "previews_answer",
    "previews_limited",
    "table_drawing",
    "typed_field",
    "visitor",
]
