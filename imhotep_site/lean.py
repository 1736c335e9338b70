"""Scripts and style sheets without what only readers need: comments, and the space around lines.

Nothing is renamed and no line is joined with another: what is left is the file that stands in
``static/``, and a browser's tools show it so. ``tests/js`` compares what both mean.
"""

from __future__ import annotations

import re
from typing import Final

BLOCK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
CAST: Final = re.compile(r"/\*\* @(?:type|import) [^*]*\*/ ?")
"""A type within a line."""
SPACE: Final = re.compile(r"\s*([{};,>])\s*|(:) ")


def lean_script(text: str) -> str:
    """A module of ours. Text within backticks that goes over several lines stays as it is."""
    lean: list[str] = []
    within = comment = False
    for line in text.splitlines():
        bare = line.strip()
        if within:
            lean.append(line)
        elif comment or _begins_comment(bare):
            comment = "*/" not in bare
            continue
        elif bare and not bare.startswith("//"):
            lean.append(CAST.sub("", bare))
        if bare.count("`") % 2 and not bare.startswith("//"):
            within = not within
    return "\n".join(lean) + "\n"


def lean_style(text: str) -> str:
    """A style sheet of ours. A line with words in quotes keeps the space within it."""
    lines = [line.strip() for line in BLOCK.sub("", text).splitlines()]
    return "\n".join(_lean(line) for line in lines if line) + "\n"


# --- inside -------------------------------------------------------------------


def _begins_comment(bare: str) -> bool:
    """Whether a comment begins with the line and nothing follows it there."""
    return bare.startswith("/*") and ("*/" not in bare or bare.endswith("*/"))


def _lean(line: str) -> str:
    if '"' in line or "'" in line or "url(" in line:
        return line
    return SPACE.sub(lambda found: found[1] or found[2], line)
