"""The rules as pages, in our words: chapters, boards, a search.

The texts are ``docs/rules``, the numbers an edition's. It never judges.
"""

from games.rulebook.rules_markdown import READER

__all__ = [
    "READER",
]
