"""The pages of the rules: every promised address is there, every link leads somewhere."""

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.test import Client

from drawing.text.rules import addresses
from engine.errors import Rule
from engine.vocabulary import Card, Favor, Module, Prophecy, Side, Site
from games.rulebook.book import PAGES, book, search_rules

ROOT = Path(__file__).resolve().parents[3]
RULINGS = re.findall(
    r"\*\*([RP]\d+(?:\.\d+)?)\*\*", (ROOT / "docs/rules/rulings.md").read_text("utf-8")
)

pytestmark = pytest.mark.django_db


NUMBERS = f"{addresses.ROOT}numbers/"
"""Pages of the printed numbers, which have tests of their own."""


class Seen(HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("id"):
            self.ids.append(attributes["id"] or "")
        if tag == "a":
            self.links.append(attributes.get("href") or "")


def shown(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.fixture(scope="module")
def pages(django_db_setup: None, django_db_blocker) -> dict[str, Seen]:
    """Every page of the rules by its address."""
    with django_db_blocker.unblock():
        all_of_them = [addresses.ROOT, *map(addresses.of_page, PAGES)]
        return {address: Seen(shown(address)) for address in all_of_them}


def promised() -> Iterator[str]:
    yield from (addresses.of_ruling(number) for number in RULINGS)
    yield from (addresses.card_address(card) for card in Card)
    yield from (addresses.side_address(site, side) for site in Site for side in Side)
    yield from (addresses.of_site(site) for site in Site)
    yield from (addresses.module_address(module) for module in Module)
    yield from (addresses.of_detail(favor.word) for favor in Favor)
    yield from (addresses.of_detail(prophecy.word) for prophecy in Prophecy)


@pytest.mark.parametrize("address", list(promised()))
def test_what_has_an_address_is_there_once(address: str, pages: dict[str, Seen]):
    page, _, anchor = address.partition("#")
    assert page in pages
    if anchor:
        assert pages[page].ids.count(anchor) == 1


@pytest.mark.parametrize("rule", Rule)
def test_every_refusal_has_the_address_of_its_ruling(rule: Rule, pages: dict[str, Seen]):
    page, _, anchor = addresses.of_ruling(rule.place).partition("#")
    assert anchor == rule.place
    assert anchor in pages[page].ids


def test_no_anchor_is_there_twice(pages: dict[str, Seen]):
    for address, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), address


def test_every_link_inside_the_rules_leads_somewhere(pages: dict[str, Seen]):
    looked_at = 0
    for address, page in pages.items():
        for link in page.links:
            to, _, anchor = link.partition("#")
            to = to or address
            if not to.startswith(addresses.ROOT) or to.startswith(NUMBERS):
                continue
            looked_at += 1
            assert to in pages, f"{address} links to {link}"
            if anchor:
                assert anchor in pages[to].ids, f"{address} links to {link}"
    assert looked_at > 500


def test_a_page_links_to_no_file(pages: dict[str, Seen]):
    for address, page in pages.items():
        assert [link for link in page.links if ".md" in link or ".." in link] == [], address


def test_the_numbers_of_rulings_are_links():
    text = shown(addresses.of_site(Site.TEMPLE))
    assert '<a href="/rules/rulings/#R7.5" class="ruling">R7.5</a>' in text
    left = re.sub(r"<a [^>]*>.*?</a>|<[^>]*>", "", text)
    assert re.findall(r"\bR\d+\.\d+", left) == []


def test_a_tile_is_no_ruling():
    text = shown(addresses.of_site(Site.OBELISKS))
    assert "<td>P5</td>" in text
    assert 'href="/rules/rulings/#P1"' in text


def test_the_first_page_has_the_numbers_of_the_edition():
    text = re.sub(r"\s+", " ", shown("/rules/"))
    assert "after 6 rounds" in text
    assert "3 stones from your quarry" in text
    for name in ("aim", "turn", "take", "load", "sail", "play", "sites", "round", "end"):
        assert f'id="{name}"' in text


def test_a_page_that_is_not_there():
    assert Client().get("/rules/settings/").status_code == 404
    assert Client().get("/rules/README/").status_code == 404


def test_pages_need_no_script():
    for address in (addresses.ROOT, *map(addresses.of_page, PAGES)):
        assert "<script" not in shown(address)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("site", Site)
def test_every_side_has_its_picture(site: Site, side: Side):
    page = addresses.of_site(site)
    address = f"{page}{side.word}.svg"
    assert f'src="{page}{side.word}/example.svg?players=2&amp;look=day"' in shown(page)
    answer = Client().get(address)
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert "script-src 'none'" in answer["Content-Security-Policy"]
    drawing = ElementTree.fromstring(answer.content)
    assert drawing.tag.endswith("svg")
    text = answer.content.decode()
    defined = set(re.findall(r"[{;](--[\w-]+):", text))
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= defined


def test_a_picture_is_packed_for_who_accepts_it():
    plain = Client().get("/rules/temple/A.svg")
    packed = Client().get("/rules/temple/A.svg", headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert 3 * len(packed.content) < 2 * len(plain.content), "fonts in it are packed already"


def test_there_is_no_other_picture():
    for address in ("/rules/temple/E.svg", "/rules/cards/A.svg", "/rules/none/A.svg"):
        assert Client().get(address).status_code == 404


def test_head_and_foot_lead_here():
    assert shown("/about/").count('href="/rules/"') == 2


def test_the_search_finds_a_ruling_by_its_number():
    assert search_rules("R5.5")[0].address == "/rules/rulings/#R5.5"


def test_the_search_finds_words_of_the_vocabulary_and_of_people():
    for query in ("loading_plank", "Loading Plank", "PLANK loading"):
        assert "/rules/rulings/#R5.10" in [entry.address for entry in search_rules(query)]


def test_what_is_called_so_comes_first():
    assert search_rules("temple d")[0].address == "/rules/temple/#D"
    assert search_rules("plank")[0].address == "/rules/cards/#loading-plank"
    assert search_rules("private ships")[0].address == "/rules/modules/#private-ships"


def test_the_search_asks_for_all_words():
    assert search_rules("plank zzz") == []
    assert search_rules("   ") == []


def test_what_was_searched_for_is_shown_as_text():
    text = shown("/rules/search/?q=%3Cscript%3Ealert(1)%3C/script%3E%22%27")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;" in text


def test_a_search_of_any_length_is_answered():
    assert "Nothing in the rules has all the words" in shown(f"/rules/search/?q={'x' * 5000}")
    assert "Enter a word" in shown("/rules/search/")
    assert "Nothing" in shown("/rules/search/?q=%00")


def test_every_section_can_be_found_by_its_title():
    for name, page in book().items():
        for section in page.sections:
            if section.level == 2:
                address = [
                    entry.address for entry in search_rules(f"{PAGES[name][0]} {section.title}")
                ]
                assert addresses.of_page(name, section.id) in address, section.title
