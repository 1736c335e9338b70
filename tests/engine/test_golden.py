"""Finished games that have to stay what they are: each board side, module and kind of ending."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import DealMismatch, Proof, read_log, verify, write_text
from engine.vocabulary import Module, Side, Site
from tests.golden.make import FOLDER, summary

RESULTS: dict[str, Any] = json.loads(
    (FOLDER.parent / "golden_results.json").read_text(encoding="utf-8")
)
LOGS: list[Path] = sorted(FOLDER.glob("*.imh"))
ENDINGS = ("clear winner", "sled breaks the tie", "shared first place", "stuck last round")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_game_is_judged_as_ever(path: Path) -> None:
    game = verify(read_log(path.read_bytes()))
    assert summary(game) == RESULTS[path.stem]


def test_every_golden_game_has_its_result_written_down() -> None:
    assert sorted(RESULTS) == [path.stem for path in LOGS]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_game_survives_its_text(path: Path) -> None:
    log = verify(read_log(path.read_bytes())).canonical
    assert read_log(write_text(log)) == log


def test_a_golden_committed_deal_is_proved_as_ever() -> None:
    text = (FOLDER / "committed-deal.imh").read_text(encoding="utf-8")
    assert verify(read_log(text)).deal is Proof.PROVED
    with pytest.raises(DealMismatch):
        verify(read_log(text.replace("secret: 00", "secret: 10")))


@pytest.mark.parametrize("site", list(Site), ids=lambda site: site.word)
@pytest.mark.parametrize("side", list(Side), ids=lambda side: side.word)
def test_each_board_side_is_in_a_golden_game(site: Site, side: Side) -> None:
    setups = [read_log(path.read_bytes()).setup for path in LOGS]
    assert any(setup.sides[site] is side for setup in setups)


@pytest.mark.parametrize("module", list(Module), ids=lambda module: module.word)
def test_each_module_is_in_a_golden_game(module: Module) -> None:
    setups = [read_log(path.read_bytes()).setup for path in LOGS]
    assert any(module in setup.modules for setup in setups)


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_kind_of_ending_is_in_a_golden_game(ending: str) -> None:
    """[R2.6, R10.1, R10.2] A score below zero and a stuck round that is not the last have one
    too, or stand in the rules' own tests."""
    assert any(ending in result["endings"] for result in RESULTS.values())
