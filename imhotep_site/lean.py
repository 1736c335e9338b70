"""Style sheets without what only readers need: comments, and the space around lines.

Scripts are left to ``rjsmin``. ``rcssmin`` takes the space out of ``.a :is(.b)`` within
``@container``, which says something else then.
"""

from __future__ import annotations

import re
from typing import Final

BLOCK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACE: Final = re.compile(r"\s*([{};,>])\s*|(:) ")


def lean_style(text: str) -> str:
    """A style sheet of ours. A line with words in quotes keeps the space within it."""
    lines = [line.strip() for line in BLOCK.sub("", text).splitlines()]
    return "\n".join(_lean(line) for line in lines if line) + "\n"


def _lean(line: str) -> str:
    if '"' in line or "'" in line or "url(" in line:
        return line
    return SPACE.sub(lambda found: found[1] or found[2], line)
