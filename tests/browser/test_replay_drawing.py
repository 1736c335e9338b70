"""No words lie on others, whatever is in play: measured where the letters are set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from drawing.board.scene import placed_piece
from drawing.modules.pharaohs_favors import Favours
from drawing.svg.pieces import STRIDE
from engine.shown import View
from engine.vocabulary import Card, Prophecy
from tests.drawing import dealt
from tests.drawing.test_supply import drawing, setups

FULL = [game for game in dealt.GAMES if len(game[0]) == 3 and game[0][0] == dealt.SEATS[-1]][1::2]
"""Four players with everything, on each side of the boards."""

OVERLAPS = """(blocks) => {
  const found = [];
  const root = document.querySelector(".replay-table");
  for (const [name, markup] of blocks) {
    root.innerHTML = `<div class="replay-block">${markup}</div>`;
    const svg = root.querySelector("svg");
    svg.style.width = `${svg.viewBox.baseVal.width}px`;
    const frame = svg.getBoundingClientRect();
    const words = [...svg.querySelectorAll("text")].map((one) => [one.textContent, box(one)]);
    words.forEach(([said, one], index) => {
      const tab = said === "to move"; // stands on the edge of its panel
      if (!tab && outside(one, frame)) found.push(`${name}: ${said} leaves its block`);
      for (const [other, there] of words.slice(index + 1)) {
        if (meet(one, there)) found.push(`${name}: ${said} / ${other}`);
      }
    });
  }
  return [...new Set(found)];

  // what letters fill of the line's height
  function box(text) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const blank = (bottom - top) * 0.12;
    return { left, right, top: top + blank, bottom: bottom - blank };
  }
  function meet(one, other) {
    return one.left < other.right && other.left < one.right
      && one.top < other.bottom && other.top < one.bottom;
  }
  function outside(one, frame) {
    return one.left < frame.left || one.right > frame.right
      || one.top < frame.top || one.bottom > frame.bottom;
  }
}"""


@pytest.fixture
def sheet(browser: Browser) -> Iterator[Page]:
    """An empty page with the styles of the replay; a block is as wide as it is drawn."""
    page = browser.new_page()
    css = Path(settings.BASE_DIR) / "static/css"
    styles = "".join((css / name).read_text() for name in ("tokens.css", "base.css", "scene.css"))
    page.set_content(
        f'<style>{styles}</style><div class="replay"><div class="replay-table"></div></div>'
    )
    yield page
    page.close()


def fullest(seats: int) -> list[View]:
    """Views in which all that a supply block can show is there; every prophecy is in one."""
    discard = {card.word: 3 for card in Card}
    gods = [one.word for one in Prophecy]
    return [
        {
            "pile": {"draw": 40, "discard": discard, "unseen": 2},
            "prophecies": [
                {"prophecy": word, "scarabs": [3] * seats} for word in (gods + gods)[first:][:3]
            ],
        }
        for first in range(len(gods))
    ]


def supply() -> Iterator[tuple[str, str]]:
    """The name and the markup of everything that can lie beside the boards, in every set-up."""
    known = set()
    for setup in setups():
        made, seats = drawing(setup), len(setup.seats)
        for index, block in enumerate(made.blocks):
            if block not in made.supply or (seats, block.backdrop()) in known:
                continue
            known.add((seats, block.backdrop()))
            for view in [{}] if isinstance(block, Favours) else fullest(seats):
                pieces = [piece for part in block.parts for piece in part.pieces(view)]
                table = {key: placed_piece(STRIDE * index, piece) for key, piece in pieces}
                yield block.name, made.block_markup(index, table)


def test_nothing_beside_the_boards_overlaps_in_any_set_up(sheet: Page):
    blocks = list(supply())
    assert {name for name, _markup in blocks} == {"piles", "prophecies", "favours"}
    assert sheet.evaluate(OVERLAPS, blocks) == []


@pytest.mark.parametrize("options", FULL, ids=lambda game: game[0][1])
def test_nothing_overlaps_when_a_game_is_over(sheet: Page, options: tuple[Any, Any]):
    found = dealt.cached_replay(*options[0], **options[1])
    table = found.table(found.plies)
    drawing = found.drawing
    blocks = [
        (block.name, drawing.block_markup(i, table)) for i, block in enumerate(drawing.blocks)
    ]
    assert sheet.evaluate(OVERLAPS, blocks) == []
