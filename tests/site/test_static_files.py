"""Style sheets without comments and spare space say the same; what is collected."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from imhotep_site.policy import ContentSecurityPolicy, ShortHeads
from imhotep_site.static_files import collect_static, minified_style, minify

SHEETS = sorted((Path(__file__).resolve().parents[2] / "static/css").glob("*.css"))


def meaning(nodes: Any) -> list[object]:
    """What a parser reads: without comments, with space only where it parts words, and without a
    semicolon that nothing follows."""
    tokens: list[object] = [" "]
    for node in nodes:
        value = getattr(node, "value", "")
        parts = value in list(":;,>!") or node.type == "{} block"
        # the space in ".a :is(.b)" says that one is within the other
        alone = (parts and value != ":") or node.type in ("comment", "whitespace")
        if alone and tokens[-1] == " ":
            tokens.pop()
        if node.type not in ("comment", "whitespace"):
            inner = [meaning(getattr(node, part) or []) for part in INSIDE if hasattr(node, part)]
            words = "" if inner else node.serialize()
            tokens.append((node.type, getattr(node, "name", ""), words, *inner))
        if parts or node.type in ("comment", "whitespace"):
            tokens.append(" ")
    while tokens and tokens[-1] in (" ", ("literal", "", ";")):
        tokens.pop()
    return tokens


INSIDE = ("prelude", "content", "arguments")


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])
def test_a_lean_style_sheet_means_the_same(sheet: Path):
    text = sheet.read_text("utf-8")
    lean = minified_style(text)
    read = [tinycss2.parse_stylesheet(one, True, True) for one in (text, lean)]
    assert meaning(read[0]) == meaning(read[1])
    assert "/*" not in lean
    assert len(lean) < len(text)


@pytest.mark.parametrize("name", ["quay", "replay", "scene", "spoken", "stage"])
def test_no_rule_of_a_table_asks_what_an_element_holds(name: str):
    """A rule with ``:has`` is tried again for every piece that comes or goes and for every number
    that changes; what is checked or has the focus changes rarely."""
    text = (SHEETS[0].parent / f"{name}.css").read_text("utf-8")
    matches = re.findall(r":has\(.*?\)", text)
    assert [
        selector
        for selector in matches
        if ":checked" not in selector and ":focus-visible" not in selector
    ] == []


TABLE_SELECTOR = (
    r"(?:body|\.(?:is-table|is-recording|is-coached|replay|play|stage|stage-scene)"
    r"|\[data-(?:first|lesson|play|puzzle|recorder)\])"
)
HOLDING = re.compile(
    rf"(?<![\w-]){TABLE_SELECTOR}(?![\w-])(?:[.\[][^\s:,>~+]*|:not\([^(]*\))*:(?:not\(:)?has\("
)


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])
def test_no_rule_asks_what_a_whole_table_holds(sheet: Path):
    """The styles of every element on the page would be computed anew at every move and every tick
    of a clock. A class of the table says it instead."""
    assert HOLDING.findall(sheet.read_text("utf-8")) == []


def test_rules_that_ask_what_a_table_holds_are_found():
    for selector in (
        ".play:has(.a .b) .c",
        "body:has(> .a)",
        ".stage:not(:has(.a)) {",
        ".x .play.is-live:has(.a)",
        "[data-lesson]:has(.a)",
        ".play:not(.a):has(.b)",
    ):
        assert HOLDING.search(selector), selector
    for selector in (
        ".play .bar:has(.b)",
        ".play-bar:has(.b)",
        ".play > a:has(b)",
        ".stage .a:not(:has(.b))",
    ):
        assert not HOLDING.search(selector), selector


def test_a_space_that_says_something_is_missed():
    within, attached = (tinycss2.parse_stylesheet(f".a{space}:is(.b) {{}}") for space in (" ", ""))
    assert meaning(within) != meaning(attached)


def test_only_files_of_ours_are_made_lean(tmp_path: Path):
    file = tmp_path / "a.js"
    for name, expected in (("js/a.js", "go();"), ("admin/js/a.js", "// why\ngo();\n")):
        file.write_text("// why\ngo();\n")
        minify(name, file)
        assert file.read_text() == expected
    picture = tmp_path / "a.svg"
    picture.write_text("<!-- why -->")
    minify("css/a.svg", picture)
    assert picture.read_text() == "<!-- why -->"


def test_a_sheet_that_imports_others_is_one_file(tmp_path: Path):
    for sheet in SHEETS:
        (tmp_path / "css").mkdir(exist_ok=True)
        (tmp_path / "css" / sheet.name).write_bytes(sheet.read_bytes())
    shutil.copytree(SHEETS[0].parents[1] / "img", tmp_path / "img")
    for name, parts in (("every", ("tokens", "base", "site")), ("tables", ("scene", "stage"))):
        bundle = tmp_path / f"css/{name}.css"
        minify(f"css/{name}.css", bundle)
        text = bundle.read_text("utf-8")
        assert "@import" not in text
        assert ("data:image/svg+xml,%3Csvg" in text) is (name == "every")
        assert "/img/" not in text
        for part in parts:
            lean = minified_style((SHEETS[0].parent / f"{part}.css").read_text("utf-8"))
            assert all(rule in text for rule in lean.splitlines() if "/img/" not in rule)


@pytest.mark.parametrize(
    ("kind", "cache_control", "short"),
    [
        ("text/css", "public, immutable", True),
        ("text/css", "public", False),
        ("text/html", "public, immutable", False),
    ],
)
def test_a_file_that_never_changes_has_few_headers(kind: str, cache_control: str, short: bool):
    headers = {"Cache-Control": cache_control, "ETag": '"1"', "Referrer-Policy": "same-origin"}
    answers = ShortHeads(lambda request: HttpResponse(content_type=kind, headers=headers))
    left = answers(RequestFactory().get("/")).headers
    assert ("ETag" not in left) is ("Referrer-Policy" not in left) is short
    assert left["Cache-Control"] == cache_control


def test_what_a_browser_shows_as_a_page_has_a_policy():
    def header(kind: str) -> str | None:
        answers = ContentSecurityPolicy(lambda request: HttpResponse(content_type=kind))
        return answers(RequestFactory().get("/")).headers.get("Content-Security-Policy")

    for kind in ("text/html; charset=utf-8", "image/svg+xml", "application/json", "text/plain"):
        assert header(kind)
    for kind in ('text/javascript; charset="utf-8"', "text/css", "font/woff2"):
        assert header(kind) is None


def collected(source: Path, out: Path) -> set[str]:
    """Collect the folder `source` as a site does; the names of what is there then."""
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    named = {"BACKEND": "imhotep_site.static_files.NamedByContent"}
    with override_settings(
        STATICFILES_DIRS=[source],
        STATICFILES_FINDERS=finders,
        STATIC_ROOT=str(out),
        STORAGES=settings.STORAGES | {"staticfiles": named},
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    return {path.name for path in out.rglob("*.*")}


@pytest.mark.parametrize(
    ("mode", "packed"), [("embedded", {".gz"}), ("production", {".gz", ".br"})]
)
def test_what_pages_name_is_packed_and_by_brotli_in_production_alone(
    tmp_path: Path, mode: str, packed: set[str]
):
    source, out = tmp_path / "given", tmp_path / "out"
    (source / "css").mkdir(parents=True)
    (out / "css").mkdir(parents=True)
    (source / "css/long.css").write_text(".a { color: red; }\n" * 100)
    for old in (".gz", ".br"):
        (out / f"css/long.css{old}").write_text("of the version before")
    with override_settings(MODE=mode):
        file_names = collected(source, out)
    (named,) = (name for name in file_names if re.fullmatch(r"long\.\w{12}\.css", name))
    assert {name for name in file_names if name.startswith("long.")} == {
        *("long.css", named),
        *(named + ending for ending in packed),
    }


def test_a_sheet_is_collected_anew_when_one_that_it_imports_changes(tmp_path: Path):
    """An upgrade may change a part alone: the whole has the time that it had."""
    source, out = tmp_path / "given", tmp_path / "out"
    (source / "css").mkdir(parents=True)
    (source / "css/whole.css").write_text('@import "part.css";')
    part = source / "css/part.css"
    for colour in ("red", "blue"):
        part.write_text(f".a {{ color: {colour}; }}")
        collected(source, out)
        assert colour in (out / "css/whole.css").read_text()


def test_what_is_collected_is_collected_again_only_when_a_file_has_changed(tmp_path, settings):
    source = tmp_path / "source"
    (source / "img").mkdir(parents=True)
    (source / "img/a.svg").write_text("<svg/>")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "imhotep_site.static_files.NamedByContent"}
    }
    digest = tmp_path / "static.digest"
    assert [collect_static(digest), collect_static(digest)] == [True, False]
    (source / "img/a.svg").write_text("<svg></svg>")
    assert [collect_static(digest), collect_static(digest)] == [True, False]
    assert (tmp_path / "static/img/a.svg").read_text() == "<svg></svg>"
    (tmp_path / "static/staticfiles.json").unlink()
    assert collect_static(digest)
