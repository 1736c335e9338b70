"""Pages of the lobby, the tables and live play.

A view reads its input, calls one service, and renders. The API has its own (`api`).
"""

from tables.views.play_page import drawn_table
from tables.views.previews import exceeds_preview_limit, previews_answer, previews_limited
from tables.views.request_fields import line_number, typed_field, visitor

__all__ = [
    "drawn_table",
    "exceeds_preview_limit",
    "line_number",
    "previews_answer",
    "previews_limited",
    "typed_field",
    "visitor",
]
