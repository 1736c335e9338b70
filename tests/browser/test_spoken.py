"""The position as a screen reader meets it: Chromium's accessibility tree, keys, what is read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from drawing.language.lines import block_lines
from drawing.replay.page import cached_replay
from tests.browser.replaying import at, game, opened, step_to
from tests.browser.visit import serious
from tests.drawing.dealt import EVERYTHING_ADDED

Node = dict[str, Any]
Lists = dict[str, list[tuple[str, tuple[str, ...]]]]


class Tree:
    """The accessibility tree of a page."""

    def __init__(self, page: Page) -> None:
        session = page.context.new_cdp_session(page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        self.root = nodes[0]
        self.nodes: dict[str, Node] = {node["nodeId"]: node for node in nodes}

    def below(self, node: Node, role: str) -> list[Node]:
        """The nearest nodes of `role` below `node`."""
        found = []
        for key in node.get("childIds", []):
            child = self.nodes[key]
            if not child["ignored"] and child["role"]["value"] == role:
                found.append(child)
            else:
                found += self.below(child, role)
        return found

    def all(self, node: Node, role: str) -> list[Node]:
        """All nodes of `role` below `node`."""
        near = self.below(node, role)
        return [one for found in near for one in [found, *self.all(found, role)]]

    def words(self, node: Node) -> str:
        """What is read there, without the lists in it."""
        found = ""
        for key in node.get("childIds", []):
            child = self.nodes[key]
            role = child["role"]["value"]
            if role == "StaticText":
                found += child["name"]["value"]
            elif role != "list":
                found += self.words(child)
        return found

    def lists(self) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
        """The lists by their names: lines, each with its cells."""
        return {
            node["name"]["value"]: [
                (self.words(line), tuple(self.words(cell) for cell in self.all(line, "listitem")))
                for line in self.below(node, "listitem")
            ]
            for node in self.all(self.root, "list")
            if node.get("name", {}).get("value")
        }


def expected(log: str, ply: int) -> Lists:
    """What the lists of a step say, by the names of the parts of the table."""
    found = cached_replay(log)
    lists = block_lines(found.heard(ply))
    titles = {block.name: block.label for block in found.drawing.blocks}
    return {titles[name]: [tuple(line) for line in lines] for name, lines in lists.items()}


@pytest.mark.parametrize(
    ("sites", "modules", "seats"),
    [
        ("CBDAC", EVERYTHING_ADDED, "black=@ana white=Ben gray=Cat brown=Dan"),
        ("BDACD", "", "black=@ana white=Ben"),
    ],
)
def test_the_tree_says_what_the_position_is(page: Page, sites: str, modules: str, seats: str):
    shown = opened(page, found := game(sites, modules, seats), 20)
    for ply in (20, found.entries // 2, found.entries, 33):
        step_to(shown, ply)
        wanted = expected(found.log, ply)
        last = wanted["Harbour"][-1][0]
        expect(shown.locator("[data-spoken=harbour] > li > span").last).to_have_text(last)
        tree = Tree(shown)
        lists = tree.lists()
        assert {name: lists.get(name) for name in wanted} == wanted
    pictures = {node["name"]["value"] for node in tree.all(tree.root, "image")}
    assert pictures.isdisjoint(wanted)
    assert serious(shown, "[data-table]") == []


def test_arrows_walk_a_list_that_has_the_focus_and_step_elsewhere(page: Page):
    shown = opened(page, found := game(), 30)
    ships = shown.locator("[data-spoken=harbour]")
    line = shown.locator("[data-spoken=obelisks] > li").first
    shown.keyboard.press("Tab")  # the scripts come with the first key
    expect(line).to_have_attribute("tabindex", "0")
    line.focus()
    shown.keyboard.press("Tab")
    expect(ships.locator("> li").first).to_be_focused()
    shown.keyboard.press("ArrowDown")
    expect(ships.locator("> li").nth(1)).to_be_focused()
    box = ships.locator("> li").nth(1).bounding_box()
    assert box is not None
    assert box["width"] > 100  # it is seen
    shown.keyboard.press("End")
    expect(ships.locator("> li").last).to_be_focused()
    shown.keyboard.press("p")
    lines = [words for words, _cells in expected(found.log, 30)["Harbour"]]
    read = shown.locator("[data-live]")
    for words in lines:
        expect(read).to_contain_text(words)
    expect(read).not_to_contain_text("Quarry")
    at(shown, 30)
    shown.keyboard.press("Tab")
    shown.evaluate("document.activeElement.blur()")
    shown.keyboard.press("p")
    expect(read).to_contain_text("Quarry")
    worth = shown.request.get(f"/games/{found.pk}/30/hints.json").json()
    sites = [words for key, words in worth.items() if key.startswith("site-")]
    assert sites
    for words in sites:  # what the stones there are worth now
        expect(read).to_contain_text(words)
    shown.keyboard.press("ArrowRight")
    at(shown, 31)
