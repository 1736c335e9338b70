"""The printed numbers of a board in pages of the rules."""

from __future__ import annotations

from django import template

from engine.editions import DEFAULT_EDITION
from games.editions.board_layout import CellGroup, groups_for
from games.editions.services.proposals import board_table

register = template.Library()


@register.simple_tag
def numbers_of_board(board: str, players: int) -> list[CellGroup]:
    """The numbers of a `board` of the default edition for so many players."""
    return groups_for(board, board_table(DEFAULT_EDITION, board), players)
