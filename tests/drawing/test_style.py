"""The style sheets as a picture has them."""

from __future__ import annotations

from drawing.export.style import parsed_rules

ROOT = ":root { --ink: #111; --line: 1px solid var(--ink); --font: 600 2rem/1.5 Serif, serif }"


def declared(sheet: str) -> dict[str, str]:
    """What the one rule of `sheet` declares."""
    (rule,) = parsed_rules(ROOT, sheet)
    return dict(rule.declarations)


def test_custom_properties_are_put_in():
    assert declared(".a { fill: var(--ink); border: var(--line) }") == {
        "fill": "#111",
        "border": "1px solid #111",
    }
    assert declared(".a { width: calc(2 * var( --none,3px)) }") == {"width": "calc(2 * 3px)"}
    assert declared(".a { stroke: var(--none, var(--ink, red)) }") == {"stroke": "#111"}
    assert declared(".a { fill: var(--none) }") == {"fill": ""}


def test_a_property_that_names_itself_has_no_value():
    assert parsed_rules(":root { --a: var(--b, 1); --b: var(--a, 2) }", ".a { x: var(--a) }")[
        0
    ] == (
        (".a",),
        (("x", "2"),),
    )


def test_a_font_is_its_weight_size_and_family():
    assert declared(".a { font: var(--font) }") == {
        "font-weight": "600",
        "font-size": "2rem",
        "font-family": "Serif, serif",
    }
    assert declared(".a { font: inherit }") == {"font": "inherit"}


def test_lists_of_selectors_are_written_out():
    (rule,) = parsed_rules(".a,\n.b:is(.c, .d)  .e:is(.f, .g) /* , .h */ { fill: red }")
    assert rule.selectors == (".a", ".b.c .e.f", ".b.c .e.g", ".b.d .e.f", ".b.d .e.g")


def test_signs_in_words_and_comments_are_no_rules():
    assert declared(".a { content: '}.b{'; /* fill: red; } */ fill: var(--ink) }") == {
        "content": '"}.b{"',
        "fill": "#111",
    }


def test_rules_of_the_page_are_left_out():
    assert (
        parsed_rules("@media print { .a { fill: red } }", "@layer x;", ".a { &:hover { x: y } }")
        == ()
    )
