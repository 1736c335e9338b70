"""The lowest versions of browsers that the README names: scripts, style sheets and templates use
nothing that these lack, by the data of MDN, but for what goes on without it."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from tinycss2 import parse_stylesheet
from tinycss2.ast import Node

from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

ROOT = Path(__file__).resolve().parents[2]
DATA: Final = "@mdn/browser-compat-data/data.json"
BROWSERS: Final = {"firefox": "Firefox", "safari": "Safari", "chrome": "Chrome"}
NEVER: Final = (999, 0)

GOES_ON: Final = {
    # CSS: what is left out where it is not known
    "forced-color-adjust": "colours of forced colours",
    "content-visibility": "a folded chapter stays folded when it is linked to",
    "details-content": "a folded chapter stays folded when it is linked to",
    "scrollbar-gutter": "the page may be a scrollbar wider",
    "scrollbar-color": "scroll bars in the colours of the browser",
    "scrollbar-width": "a wider scrollbar",
    "text-size-adjust": "phones that enlarge text by themselves",
    "user-select": "Safari knows it by its prefix",
    "property": "a table that goes on sideways has no fade at its edge",
}
"""Features above the floor, and what a browser without them shows."""

MEMBER: Final = re.compile(r"(?<!\?)\.([a-z]\w*)\s*\(")
"""Methods that are called without ``?.``: a browser without one would throw."""
SITE_NAMES: Final = re.compile(
    r"^\s+(?:(?:async|static|get) |\*)*([a-z]\w*)(?:\(.*\{$|[:,]| = )", re.M
)
"""Names that our scripts give to methods, properties and callbacks."""
COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.S)
PSEUDO: Final = re.compile(r"(::?)(-?[a-z][\w-]*)")

Version = tuple[int, ...]


def version_of(text: object) -> Version:
    """A version of the data; a feature that is not there at all is never there."""
    if isinstance(text, bool) or text is None:
        return (0, 0) if text is True else NEVER
    digits = re.findall(r"\d+", str(text))
    return tuple(map(int, digits)) if digits else (0, 0)


def first_version(support: Any) -> Version:
    """The first version with a feature, or most of it, under its own name and without a switch."""
    entries = support if isinstance(support, list) else [support]
    plain = [
        entry
        for entry in entries
        if not {"prefix", "alternative_name", "flags"} & entry.keys()
        and ("version_removed" not in entry or entry.get("partial_implementation"))
    ]
    return min((version_of(entry.get("version_added")) for entry in plain), default=NEVER)


def floor() -> dict[str, Version]:
    """The versions that the README promises."""
    readme = (ROOT / "README.md").read_text("utf-8")
    return {
        key: version_of(match[1])
        for key, name in BROWSERS.items()
        if (match := re.search(rf"{name} (\d[\d.]*)", readme))
    }


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    try:
        modules = node.find().packages(ROOT)
    except ServiceMissing as missing:
        cannot_run(missing)
    content: dict[str, Any] = json.loads((modules / DATA).read_text("utf-8"))
    return content


def members(data: dict[str, Any]) -> dict[str, list[Any]]:
    """Members of all interfaces of the web and of JavaScript, by name."""
    named = defaultdict[str, list[Any]](list)
    builtins = data["javascript"]["builtins"]
    for owners in (data["api"], builtins, builtins["Intl"]):
        for owner in owners.values():
            for name, feature in owner.items():
                if name != "__compat" and "__compat" in feature:
                    named[name.removesuffix("_static")].append(feature["__compat"]["support"])
    return named


def missing_in(supports: list[Any], versions: dict[str, Version]) -> list[str]:
    """Browsers whose floor is below the first version that any of `supports` names."""
    return [
        f"{browser} {'.'.join(map(str, first))}"
        for browser, lowest in versions.items()
        if (first := min(first_version(support[browser]) for support in supports)) > lowest
    ]


def method_calls() -> Iterator[tuple[str, str]]:
    """Methods that scripts call, without the names that are our own somewhere."""
    paths = sorted(p for p in (ROOT / "static/js").rglob("*.js") if "vendor" not in p.parts)
    texts = {path: COMMENT.sub(" ", path.read_text("utf-8")) for path in paths}
    site_names = {name for text in texts.values() for name in SITE_NAMES.findall(text)}
    for path, text in texts.items():
        for name in set(MEMBER.findall(text)) - site_names:
            yield name, str(path.relative_to(ROOT))


def declarations(nodes: list[Node]) -> Iterator[tuple[str, str]]:
    """(kind, name) of the properties, at-rules and pseudo-classes below `nodes`."""
    for index, item in enumerate(nodes):
        following = nodes[index + 1] if index + 1 < len(nodes) else None
        if item.type == "ident" and following is not None and following == ":":
            yield "properties", item.lower_value
        if item.type in ("qualified-rule", "at-rule"):
            prelude = "".join(part.serialize() for part in item.prelude)
            if item.type == "at-rule":
                yield "at-rules", item.lower_at_keyword
            else:
                yield from (("selectors", name) for _, name in PSEUDO.findall(prelude))
            if item.type == "at-rule" and item.lower_at_keyword == "supports":
                continue  # whatever it asks for first
            content = item.content or []
            if item.type == "at-rule" and item.lower_at_keyword in ("media", "container", "layer"):
                text = "".join(part.serialize() for part in content)
                content = parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
            else:
                content = [part for part in content if part.type not in ("whitespace", "comment")]
            yield from declarations(content)
        elif item.type == "function":
            yield "types", item.lower_name


def styles_used() -> Iterator[tuple[str, str, str]]:
    for path in sorted((ROOT / "static/css").glob("*.css")):
        rules = parse_stylesheet(path.read_text("utf-8"), skip_comments=True, skip_whitespace=True)
        for kind, name in set(declarations(rules)):
            if not name.startswith("-"):
                yield kind, name, path.name


def style_supports(data: dict[str, Any]) -> dict[tuple[str, str], list[Any]]:
    """Support of style features by kind and name; functions are found at any depth of types."""
    supports = defaultdict[tuple[str, str], list[Any]](list)

    def enter(kind: str, features: dict[str, Any], *, deep: bool) -> None:
        for name, feature in features.items():
            if name != "__compat" and "__compat" in feature:
                supports[kind, name].append(feature["__compat"]["support"])
            if name != "__compat" and deep:
                enter(kind, feature, deep=True)

    for kind in ("properties", "at-rules", "selectors"):
        enter(kind, data["css"][kind], deep=False)
    enter("types", data["css"]["types"], deep=True)
    return supports


def test_the_readme_names_the_lowest_versions() -> None:
    assert floor().keys() == BROWSERS.keys()


def test_scripts_call_nothing_newer(data: dict[str, Any]) -> None:
    named, versions = members(data), floor()
    calls = list(method_calls())
    assert {"querySelector", "toSorted", "closest"} <= {name for name, _ in calls}
    newer = [
        f"{path}: .{name}(): {', '.join(missing)}"
        for name, path in calls
        if name in named and (missing := missing_in(named[name], versions))
    ]
    assert not newer, "\n".join(newer)


def test_style_sheets_use_nothing_newer(data: dict[str, Any]) -> None:
    supports, versions = style_supports(data), floor()
    styles = list(styles_used())
    features = {(kind, name) for kind, name, _ in styles}
    assert {("selectors", "has"), ("at-rules", "container"), ("types", "color-mix")} <= features
    newer = [
        f"{path}: {name}: {', '.join(missing)}"
        for kind, name, path in styles
        if name not in GOES_ON
        and (kind, name) in supports
        and (missing := missing_in(supports[kind, name], versions))
    ]
    assert not newer, "\n".join(newer)


def test_every_exception_is_above_the_floor(data: dict[str, Any]) -> None:
    supports, versions = style_supports(data), floor()
    newer = {
        name
        for kind, name, _ in styles_used()
        if (kind, name) in supports and missing_in(supports[kind, name], versions)
    }
    assert GOES_ON.keys() == newer


def test_a_newer_feature_is_named(data: dict[str, Any]) -> None:
    versions = {"firefox": (100,), "safari": (15, 6), "chrome": (100,)}
    assert missing_in(members(data)["toSorted"], versions) == [
        "firefox 115",
        "safari 16",
        "chrome 110",
    ]
    assert missing_in(style_supports(data)["types", "color-mix"], versions)
