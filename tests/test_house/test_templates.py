"""Which layer a template belongs to, and that it asks nothing of one further out."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_house.source import tree

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"

# From the outermost to the innermost of the layers that have pages.
LAYERS = (
    "imhotep_site",
    "archive",
    "insights",
    "events",
    "tables",
    "ratings",
    "games",
    "web",
)

FOLDERS = {
    "account": "games",
    "games": "games",
    "mfa": "games",
    "partials": "games",
    "usersessions": "games",
    "ratings": "ratings",
    "stats": "insights",
    "releases": "archive",
    "reviews": "insights",
    "dumps": "archive",
    "events": "events",
    "tables": "tables",
    "puzzles": "insights",
    "transparency": "archive",
    "admin": "imhotep_site",
    "api": "imhotep_site",
    "site": "imhotep_site",
}
"""``account``, ``mfa`` and ``usersessions`` are the pages of ``games.accounts``; ``partials`` is
what every layer may use, and so belongs to the innermost. What lies in no folder (the frame, the
home page, the error pages) belongs to the site."""

FRAME = "base.html"
"""The one template that all extend: it has the blocks that a page fills, and each page is shown
within it. A page names no more of it than its blocks, and another site brings another."""

TAG = re.compile(r"{%-?\s*(load|url|include|extends)\s+(.*?)\s*-?%}")


def layer_of(template: str) -> str:
    folder, _, remainder = template.partition("/")
    return FOLDERS[folder] if remainder else "imhotep_site"


@cache
def libraries() -> dict[str, str]:
    """The layer of each library of tags, by the library's name."""
    libraries_by_name = {}
    for layer in LAYERS:
        for path in (ROOT / layer).glob("**/templatetags/*.py"):
            libraries_by_name[path.stem] = layer
    return libraries_by_name


PATHS = {"path", "re_path"}


@cache
def addresses() -> dict[str, str]:
    """The layer of each address, by its name; where two have it, the inner one."""
    addresses_by_name = {}
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {
                    "path",
                    "re_path",
                }:
                    named = [keyword.value for keyword in node.keywords if keyword.arg == "name"]
                    addresses_by_name |= {
                        keyword.value: layer
                        for keyword in named
                        if isinstance(keyword, ast.Constant)
                    }
    return addresses_by_name


def wants(source: str) -> Iterator[tuple[str, str]]:
    """What a template asks for: the layer that has it, and the tag."""
    tags, urls = libraries(), addresses()
    for kind, argument in TAG.findall(source):
        words = argument.split()
        name = words[0].strip("'\"")
        if kind == "load":
            yield from ((tags[word], f"load {word}") for word in words if word in tags)
        elif kind == "url":
            if name in urls:  # others are those of Django and allauth
                yield urls[name], f"url {name}"
        elif name != FRAME:
            # In the folder of the administration, a name may be that of Django's own template.
            yield layer_of(name), f"{kind} {name}"


def crossings(layer: str, source: str) -> list[str]:
    further_out = LAYERS[: LAYERS.index(layer)]
    return [tag for target, tag in wants(source) if target in further_out]


@pytest.mark.parametrize("layer", LAYERS[:-1])
def test_no_template_asks_a_layer_further_out(layer):
    of_layer = {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")}
    of_layer = {name for name in of_layer if layer_of(name) == layer}
    assert of_layer
    crossings_by_template = {
        name: crossings(layer, (TEMPLATES / name).read_text("utf-8")) for name in of_layer
    }
    assert {name: tags for name, tags in crossings_by_template.items() if tags} == {}


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("games", "{% load i18n ratings %}"),
        ("games", "{% url 'player' 1 as address %}"),
        ("games", "{% url 'home' %}"),
        ("ratings", "{%- load play -%}"),
        ("ratings", '{% include "tables/talk.html" %}'),
        ("tables", '{% extends "home.html" %}'),
    ],
)
def test_a_template_that_asks_further_out_is_found(layer, source):
    assert len(crossings(layer, source)) == 1


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("tables", "{% load i18n ratings words play %}"),
        ("tables", "{% url 'player' 1 %}{% url 'account_email' %}"),
        ("imhotep_site", '{% load play %}{% include "tables/talk.html" %}'),
        ("games", '{% extends "base.html" %}{% include "partials/form.html" with x=y %}'),
    ],
)
def test_a_template_may_ask_its_own_layer_and_those_within(layer, source):
    assert crossings(layer, source) == []


def test_every_folder_of_templates_has_its_layer():
    assert {path.name for path in TEMPLATES.iterdir() if path.is_dir()} == set(FOLDERS)


def test_no_two_layers_have_a_library_of_one_name():
    paths = [path for layer in LAYERS for path in (ROOT / layer).glob("**/templatetags/*.py")]
    names = [path.stem for path in paths if path.stem != "__init__"]
    assert sorted(names) == sorted(set(names))
