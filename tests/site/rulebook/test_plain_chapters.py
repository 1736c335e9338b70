"""The rules for players: plain sentences and pictures; exact text is folded."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from drawing.text.rules import addresses
from engine import Rules, Setup, start
from engine.vocabulary import Card, Module, Side, Site
from games.rulebook.book import PAGES
from games.rulebook.chapters import plain_chapters
from games.rulebook.examples import plain_setup
from games.rulebook.summaries import edition_numbers
from games.rulebook.views import EXACT_PAGES
from games.templatetags.board_numbers import numbers_of_board

pytestmark = pytest.mark.django_db

FOLDED = re.compile(r"<details.*?</details>", re.DOTALL)
ARTICLE = re.compile(r"<article.*?</article>", re.DOTALL)
PLAIN_PAGES = sorted(PAGES.keys() - EXACT_PAGES)
SIDES_WITHOUT_POINTS = {"market": 0, "pyramids": 3, "temple": 2, "burial-chamber": 1, "modules": 1}

PICTURED = (
    Module.PRIVATE_SHIPS,
    Module.STONEMASONS_WAGER,
    Module.PHARAOHS_FAVORS,
    Module.GOD_PROPHECIES,
    Module.WRATH_OF_THE_PHARAOH,
    Module.HIDDEN_MARKET_CARDS,
    Module.UNLIMITED_STONES,
)


def article(address: str) -> str:
    match = ARTICLE.search(Client().get(address).content.decode())
    assert match is not None
    return match[0]


@pytest.mark.parametrize("name", PLAIN_PAGES)
def test_what_is_open_is_in_the_words_of_players(name: str):
    text = article(addresses.of_page(name))
    unfolded = FOLDED.sub("", text)
    for word in ("<code", "<table", "confidence", ".md", "seat 0", "provisional", "is lost"):
        assert word not in unfolded, word
    assert not re.search(r"[a-z]_[a-z]", re.sub(r"<[^>]*>", "", unfolded))
    assert text.count("<h2") == unfolded.count("<h2")
    assert len(re.findall("<h2", text)) == text.count('<details class="rules-exact">')


@pytest.mark.parametrize("name", PLAIN_PAGES)
def test_pictures_are_answered(name: str):
    pictures = re.findall(r'<img[^>]* src="([^"]+)"', article(addresses.of_page(name)))
    for address in pictures:
        answer = Client().get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address
        assert b"<svg" in answer.content, address
    assert len(pictures) >= {"cards": 0, "modules": 3}.get(name, 4)


@pytest.mark.parametrize("name", SIDES_WITHOUT_POINTS)
def test_stand_ins_are_told_once(name: str):
    text = article(addresses.of_page(name))
    assert text.count("stand-ins") - folded_stand_ins(text) == bool(SIDES_WITHOUT_POINTS[name])
    assert text.count('href="/rules/numbers/') == SIDES_WITHOUT_POINTS[name]


def folded_stand_ins(text: str) -> int:
    return sum(fold.count("stand-ins") for fold in FOLDED.findall(text))


def test_a_page_has_each_card_once_under_its_colour():
    text = article(addresses.of_page("cards"))
    for card in Card:
        assert text.count(f'id="{addresses.anchor(card.word)}"') == 1
    assert text.index('id="red-cards"') < text.index('id="entrance"') < text.index('id="lever"')


def test_folded_text_calls_things_by_their_names():
    text = article(addresses.of_page("cards"))
    assert "Private Stone Quarry" in text
    assert not any(f"<code>{word}</code>" in text for word in (*Card.words(), *Module.words()))
    about = article(addresses.of_page("about"))
    assert "<code>provisional</code>" in about


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_are_those_of_the_players(players: int):
    chapters = plain_chapters("game", players)
    assert "6 rounds" in chapters["final-scoring"].sentence
    for picture in chapters["set-up"].pictures:
        assert picture.address.endswith(f"?players={players}")


def test_there_is_no_other_part_of_the_table():
    assert Client().get(reverse("rules-turn", args=["stuck"])).status_code == 404


@pytest.mark.parametrize("module", PICTURED, ids=lambda module: module.word)
def test_a_module_has_a_picture(module: Module):
    page = Client().get(reverse("rules-page", args=["modules"])).content.decode()
    address = reverse("rules-turn", args=[addresses.anchor(module.word)])
    assert address in page
    assert b"<svg" in Client().get(address).content


@pytest.mark.parametrize(("language", "files"), [("en", 2), ("pl", 3)])
def test_pictures_of_the_rules_bring_their_fonts_and_the_night(language: str, files: int):
    client = Client(headers={"accept-language": language})
    address = reverse("rules-turn", args=["take"])
    day, night = (client.get(address, {"look": look}).content.decode() for look in ("day", "night"))
    assert day.count("@font-face{") == night.count("@font-face{") == files
    assert "font-family:var(--font-text)" in day
    assert "prefers-color-scheme" not in day + night
    assert day != night


def test_the_printed_numbers_begin_with_side_a_of_each_site():
    text = article(reverse("numbers"))
    unfolded = re.findall(r'class="numbers-board" id="([\w.]+)"', FOLDED.sub("", text))
    assert unfolded == [f"{site.word}.A" for site in Site]
    assert text.index('class="numbers-board"') < text.index("numbers-sites")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_quarry_and_sled_are_those_of_the_base_game(players: int) -> None:
    numbers = edition_numbers(players)
    first = start(plain_setup(Side.A, players)).players[0]
    assert (numbers["stones"], numbers["first"]) == (first.quarry + first.sled, first.sled)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", "ABC")
def test_a_temple_shows_the_rewards_of_the_spaces_in_use(side: str, players: int) -> None:
    """[R7.1]"""
    setup = Setup.of(" ".join(["black", "white", "brown", "gray"][:players]), f"AA{side}AA")
    (rewards,) = numbers_of_board(f"temple.{side}", players)
    assert len(rewards.rows[0].cells) == Rules(setup).boards[Site.TEMPLE].spaces
