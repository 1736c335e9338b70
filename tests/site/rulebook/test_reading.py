"""Markdown becomes sections with addresses; nothing in it becomes markup of its own."""

from games.rulebook.rules_markdown import Links, anchors_of, sections

NOWHERE = Links(lambda target: "", lambda number: "", lambda word: "")
EVERYWHERE = Links(
    lambda target: f"/at/{target}", lambda number: f"/r#{number}", lambda word: f"/w/{word}"
)


def test_headings_have_addresses():
    source = "# Title\n\n## A\n\n### Worked examples\n\n## R13 Order\n\n## Stonemason's Wager\n"
    assert anchors_of(source) == ["A", "A-worked-examples", "R13", "stonemasons-wager"]


def test_rulings_examples_and_rows_have_addresses():
    source = (
        "# T\n\n## Some\n\n- **R1.1** One. [text]\n- **P2** Two.\n- **Bold** words.\n"
        "* `pyramids-A-1` (here): three.\n\n| a | b |\n|---|---|\n| `two_cards` | c |\n"
    )
    assert anchors_of(source) == ["some", "R1.1", "P2", "pyramids-A-1", "two-cards"]


def test_an_address_is_given_once():
    source = "# T\n\n| a |\n|---|\n| `raft` |\n| `lever` |\n| `lever` |\n\n## Sail\n"
    assert anchors_of(source, {"raft", "sail"}) == ["lever", "sail-in-full"]


def test_what_each_address_says():
    source = "# T\n\n## R5 Cards\n\nAll.\n\n- **R5.5** Lever: the\n  `order`.\n- plain\n\nEnd.\n"
    section = sections(source, NOWHERE)[1]
    assert section.words == {"R5": "All. plain End.", "R5.5": "R5.5 Lever: the order."}


def test_raw_html_is_text():
    html = sections("# T\n\n<script>x</script> and <b onclick=x>y</b>\n", EVERYWHERE)[0].html
    assert "<script" not in html
    assert "<b " not in html
    assert "&lt;script&gt;" in html


def test_no_link_runs_a_script():
    html = sections("# T\n\n[x](javascript:alert(1)) ![y](javascript:z)\n", NOWHERE)[0].html
    assert "<a" not in html
    assert "<img" not in html


def test_a_link_that_leads_nowhere_is_its_words():
    html = sections("# T\n\nSee [the `file` of R1.1](../x.toml), [y](z.md).\n", NOWHERE)[0].html
    assert html == "<p>See the <code>file</code> of R1.1, y.</p>\n"


def test_rulings_become_links_but_in_links():
    html = sections("# T\n\nSo R1.1, (R13) and P2; [R1.2](z.md) XR1.1 R1.1.1 P21\n", EVERYWHERE)
    assert html[0].html == (
        '<p>So <a href="/r#R1.1" class="ruling">R1.1</a>, (<a href="/r#R13" class="ruling">R13</a>)'
        ' and <a href="/r#P2" class="ruling">P2</a>; <a href="/at/z.md">R1.2</a> XR1.1 R1.1.1 P21'
        "</p>\n"
    )


def test_a_ruling_leads_to_itself():
    html = sections("# T\n\n- **R1.1** See R1.2.\n", EVERYWHERE)[0].html
    assert '<li id="R1.1"><strong><a href="#R1.1" class="ruling">R1.1</a></strong>' in html
    assert '<a href="/r#R1.2" class="ruling">R1.2</a>' in html


def test_words_of_code_become_links():
    html = sections("# T\n\nThe `lever` is.\n", EVERYWHERE)[0].html
    assert '<a href="/w/lever"><code>lever</code></a>' in html


def test_a_table_can_be_scrolled_and_reached():
    html = sections("# T\n\n## A & B\n\n| a |\n|---|\n| b |\n", NOWHERE)[1].html
    assert '<div class="table-wrap" tabindex="0" role="region" aria-label="A &amp; B">' in html
    assert html.count("<div") == html.count("</div>") == 1
