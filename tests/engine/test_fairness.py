"""The construction of ``docs/fair-dealing.md``: by the page, by the engine, and counted out."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from typing import Any

import pytest

from engine import DealMismatch, Setup, SetupError, fairness
from engine.apply import start
from engine.dealer import Dealer, DealtGame
from engine.draw_pile import RowPile, StackedPile
from engine.fairness import (
    CommittedShuffler,
    below,
    commitment,
    committed_to,
    deal_text,
    revealed,
    shuffled_seats,
)
from engine.log import Header
from engine.players import random_player
from engine.receipt import SENTENCES
from engine.vocabulary import Card, Colour, Prophecy
from tests.engine.cli.shell import ROOT, engine

PAGE = (ROOT / "docs" / "fair-dealing.md").read_text("utf-8")
SECRET = bytes(range(32))
SETUP = Setup.of("gray black", "ABCDA", "god_prophecies")
GIVEN = {Colour.BLACK: b"\xaa" * 32}
PROMISED = {Colour.BLACK: commitment(b"\xaa" * 32), Colour.GRAY: commitment(b"\xbb" * 32)}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def block(language: str) -> str:
    (block,) = blocks(language)
    return block


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What the code of the page defines."""
    names: dict[str, Any] = {}
    exec(compile(block("python"), "docs/fair-dealing.md", "exec"), names)
    return names


VECTORS: dict[int, dict[str, Any]] = {
    terms: json.loads(text) for terms, text in zip((3, 2, 1), blocks("json"), strict=True)
}
PROMISES = {1: None, 2: PROMISED, 3: PROMISED}
DISCARDS = [*[Card.STATUE] * 5, *[Card.SAIL] * 2, Card.LEVER, Card.HAMMER]


# ---------------------------------------------------------------------------- the page


def page_draws(page: dict[str, Any], key: bytes) -> dict[str, list[Any]]:
    """The cards of the vectors of terms 3, by the code of the page."""
    copies = start(SETUP).rules.copies
    deck = [(card, copy) for card in Card for copy in range(copies[card])]

    def draw(count: int, left: set[Any], pile: int, this_round: int, use: str) -> list[str]:
        cards = []
        for _ in range(count):
            copy = page["next_copy"](key, deck, left, {"row": 4}, pile, this_round, use)
            left.remove(copy)
            cards.append(copy[0].word)
        return cards

    early_pile, full_pile = set(deck), set(deck)
    first_row = draw(4, early_pile, 1, 1, "row")
    temple = draw(3, early_pile, 1, 1, "temple")
    rows = [first_row] + [draw(4, early_pile, 1, number, "row") for number in range(2, 7)]
    assert rows == [draw(4, full_pile, 1, number, "row") for number in range(1, 7)]
    pyramid = draw(10, full_pile, 1, 6, "pyramid")
    second = {(card, copy) for card in Card for copy in range(DISCARDS.count(card))}
    return {
        "rows": rows,
        "temple": temple,
        "pyramid": pyramid,
        "second pile": draw(4, second, 2, 6, "temple"),
    }


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_the_vectors_follow_from_the_code_of_the_page(page: dict[str, Any], terms: int) -> None:
    vectors = VECTORS[terms]
    secret = bytes.fromhex(vectors["secret"])
    shares = {"black": "aa" * 32, "gray": ""}
    promises = {c.word: promise for c, promise in PROMISED.items()} if terms > 1 else None
    text = page["text"](vectors["text"][1:5], shares, promises, terms)
    key = page["key"](secret, text)
    rules = start(SETUP).rules
    deck = [card for card in Card for _ in range(rules.copies[card])]
    pile = page["shuffled"](key, "pile 1", deck)
    prophecies = page["shuffled"](key, "prophecies", list(Prophecy))
    seats = page["shuffled"](key, "seats", [Colour.BLACK, Colour.GRAY])
    assert {
        "secret": secret.hex(),
        "commitment": page["commitment"](secret),
        "text": text.splitlines(),
        "key": key.hex(),
        "words": list(islice(page["words"](key, "seats"), 9)),
        "seats": [colour.word for colour in seats],
        "round cards": [
            list(ships)
            for ships in page["shuffled"](key, "round cards", rules.round_cards.elements())
        ],
        **(
            page_draws(page, key)
            if terms == 3
            else {"draw": [card.word for card in reversed(pile[-10:])]}
        ),
        "prophecies": [prophecy.word for prophecy in reversed(prophecies[-3:])],
        "tiles burial_chamber": page["shuffled"](key, "tiles burial_chamber", range(1, 25))[::-1],
    } == vectors


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_the_vectors_follow_from_the_engine(terms: int) -> None:
    vectors = VECTORS[terms]
    shuffler = CommittedShuffler(SETUP, SECRET, GIVEN, PROMISES[terms], terms)
    dealer = Dealer(start(SETUP), shuffler)
    assert bytes.fromhex(vectors["secret"]) == SECRET
    assert commitment(SECRET) == vectors["commitment"]
    text = deal_text(SETUP, GIVEN, PROMISES[terms], terms)
    assert text == "".join(f"{line}\n" for line in vectors["text"])
    seats = [colour.word for colour in shuffled_seats(SETUP.seats, shuffler)]
    assert seats == vectors["seats"]
    assert [list(ships) for ships in dealer.round_cards] == vectors["round cards"]
    if terms == 3:
        assert engine_draws(shuffler) == {
            name: vectors[name] for name in ("rows", "temple", "pyramid", "second pile")
        }
    else:
        assert [card.word for card in dealer.pile.cards[:-11:-1]] == vectors["draw"]
    prophecies = shuffler.choose("prophecies", list(Prophecy), 3)
    assert [prophecy.word for prophecy in prophecies] == vectors["prophecies"]
    tiles = shuffler.choose("tiles burial_chamber", range(1, 25), 24)
    assert tiles == vectors["tiles burial_chamber"]


def engine_draws(shuffler: CommittedShuffler) -> dict[str, list[Any]]:
    def draw(pile: RowPile, *draw: Any) -> list[str]:
        return [card.word for card in pile.draw(*draw)]

    rules = start(SETUP).rules
    early_pile, full_pile = RowPile(rules, shuffler), RowPile(rules, shuffler)
    first_row = draw(early_pile, 4, 1, "row")
    temple = draw(early_pile, 3, 1, "temple")
    rows = [first_row] + [draw(early_pile, 4, number, "row") for number in range(2, 7)]
    assert rows == [draw(full_pile, 4, number, "row") for number in range(1, 7)]
    pyramid = draw(full_pile, 10, 6, "pyramid")
    full_pile.discards = list(DISCARDS)
    return {
        "rows": rows,
        "temple": temple,
        "pyramid": pyramid,
        "second pile": draw(full_pile, 4, 6, "temple"),
    }


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_the_opening_of_a_game_follows_from_the_vectors(terms: int) -> None:
    vectors = VECTORS[terms]
    game = DealtGame(SETUP, CommittedShuffler(SETUP, SECRET, GIVEN, PROMISES[terms], terms))
    assert [entry.action.text for entry in game.entries] == [
        "prophecies " + " ".join(p.word for p in Prophecy if p.word in vectors["prophecies"]),
        "round " + " ".join(map(str, vectors["round cards"][-1])),
        "market " + " ".join(vectors["rows"][0] if terms == 3 else vectors["draw"][:4]),
        "crypt " + " ".join(map(str, sorted(vectors["tiles burial_chamber"][:4]))),
    ]


def test_the_page_names_every_shuffle() -> None:
    class Listening(CommittedShuffler):
        labels: set[str] = set()  # noqa: RUF012

        def shuffle(self, label: str, items: Any) -> None:
            self.labels.add(label)
            super().shuffle(label, items)

    setup = Setup.of("gray black", "ACADA", "god_prophecies")
    shuffler = Listening(setup, SECRET, {})
    shuffled_seats(setup.seats, shuffler)
    game = DealtGame(setup, shuffler)
    pile = game.dealer.pile
    pile.discards, pile.cards = pile.cards, []
    pile.draw(1, 1, "temple")
    named = re.findall(r"^\| `([a-z_]+(?: \w+)?)`[^|]*\|[^|]*\|[^|]*\|$", PAGE, re.MULTILINE)
    assert shuffler.labels == set(named)


def test_the_page_names_the_shuffle_of_every_draw_by_terms_3() -> None:
    labels: set[str] = set()

    class Listening(CommittedShuffler):
        def shuffle(self, label: str, items: Any) -> None:
            labels.add(label)
            super().shuffle(label, items)

    for sites in ("BBCAA", "CBBAA", "DBBAA"):
        setup = Setup.of("gray black", sites, "private_ships")
        for number in range(6):
            game, chance = DealtGame(setup, Listening(setup, SECRET, {}, {})), random.Random(number)
            while not game.state.over:
                game.act(random_player(game.state, chance))
    named = re.findall(r"^\| `pile 1 round 3 ([a-z]+(?: 4)?)` \|", PAGE, re.MULTILINE)
    used = [label.split(" ", 4) for label in labels if label.startswith("pile ")]
    assert {row[4].replace("space 3", "space 4") for row in used} == set(named)
    assert {"1", "2"} <= {row[1] for row in used}
    assert {row[3] for row in used} == set("123456")


def test_the_text_has_a_line_for_the_modules_only_if_there_are_some() -> None:
    agreed = [
        "edition: 2026.1",
        "profile: official",
        "sites: market=A pyramid=A temple=A burial_chamber=A obelisks=A",
    ]
    none = ["white=", "brown=", "gray="]
    setup = Setup.of("white brown gray")
    assert deal_text(setup, {}).splitlines() == ["imhotep-deal-1", *agreed, *none]
    assert deal_text(setup, {}, {}).splitlines() == [
        "imhotep-deal-3",
        *agreed,
        *(f"promise {line}" for line in none),
        *(f"share {line}" for line in none),
    ]


def test_the_command_says_what_the_page_shows() -> None:
    lines = block("console").splitlines()
    assert len(lines) == 6
    for command, output in zip(lines[::2], lines[1::2], strict=True):
        assert engine(*command.removeprefix("$ python3 -m engine ").split()).lines == [output]


def test_the_page_names_all_that_can_be_wrong() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|$", PAGE, re.MULTILINE)
    listed = [(name, words.partition(";")[0]) for name, words in rows]
    for kind, sentence in [*DealMismatch.SENTENCES.items(), *SENTENCES.items()]:
        assert (kind, sentence) in listed


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, anchor = target.partition("#")
        text = (ROOT / "docs" / path).read_text("utf-8") if path else PAGE
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
        assert anchor in anchors, target


# --------------------------------------------------------------------- what it depends on


def order(
    setup: Setup,
    secret: bytes,
    entropy: dict[Colour, bytes],
    label: str = "x",
    promises: dict[Colour, str] | None = None,
) -> list[int]:
    return CommittedShuffler(setup, secret, entropy, promises).choose(label, range(40), 40)


def test_every_share_and_every_term_counts() -> None:
    """Secret, each share, whose it is, and all that was agreed."""
    black, gray = GIVEN[Colour.BLACK], bytes(32)
    shares = {Colour.BLACK: black, Colour.GRAY: gray}
    orders = [
        order(SETUP, SECRET, GIVEN),
        order(SETUP, SECRET, GIVEN, "y"),
        order(SETUP, SECRET[::-1], GIVEN),
        order(SETUP, SECRET, {}),
        order(SETUP, SECRET, shares),
        order(SETUP, SECRET, {Colour.BLACK: gray, Colour.GRAY: black}),
        order(Setup.of("white black", "ABCDA", "god_prophecies"), SECRET, GIVEN),
        order(Setup.of("white gray black", "ABCDA", "god_prophecies"), SECRET, GIVEN),
        order(Setup.of("gray black", "ABCDB", "god_prophecies"), SECRET, GIVEN),
        order(Setup.of("gray black", "ABCDA"), SECRET, GIVEN),
        order(Setup.of("gray black", "ABCDA", "god_prophecies", "yucata"), SECRET, GIVEN),
    ]
    assert len({tuple(draw_order) for draw_order in orders}) == len(orders)


def test_every_promise_counts() -> None:
    """Whose it is, and whether there is one; and it is another deal than by terms 1."""
    black, gray = PROMISED[Colour.BLACK], PROMISED[Colour.GRAY]
    orders = [
        order(SETUP, SECRET, GIVEN, promises=promises)
        for promises in (
            None,
            {},
            PROMISED,
            {Colour.BLACK: black},
            {Colour.GRAY: gray},
            {Colour.BLACK: gray, Colour.GRAY: black},
        )
    ]
    assert len({tuple(draw_order) for draw_order in orders}) == len(orders)


def test_a_promise_has_64_digits_and_belongs_to_a_seat() -> None:
    with pytest.raises(SetupError, match="expected 64 digits") as refusal:
        CommittedShuffler(SETUP, SECRET, GIVEN, {Colour.GRAY: "aa"})
    assert refusal.value.field == "promises"
    with pytest.raises(SetupError, match="white has no seat in this game") as refusal:
        CommittedShuffler(SETUP, SECRET, GIVEN, {Colour.WHITE: ""})
    assert refusal.value.field == "promises"


def test_the_order_of_seats_counts_for_nothing() -> None:
    """It is drawn from the shuffle, so the shuffle cannot depend on it."""
    turned = Setup.of("black gray", "ABCDA", "god_prophecies")
    assert order(turned, SECRET, GIVEN) == order(SETUP, SECRET, GIVEN)
    shuffler = CommittedShuffler(SETUP, SECRET, GIVEN)
    assert shuffled_seats(turned.seats, shuffler) == shuffled_seats(SETUP.seats, shuffler)


def test_nothing_is_as_good_as_no_share() -> None:
    empty = GIVEN | {Colour.GRAY: b""}
    assert order(SETUP, SECRET, empty) == order(SETUP, SECRET, GIVEN)


def test_a_shuffle_is_the_same_whatever_was_asked_for_before_and_however_things_lay() -> None:
    shuffler = CommittedShuffler(SETUP, SECRET, GIVEN)
    first = shuffler.choose("pile 2", range(20), 20)
    shuffler.choose("pile 1", range(20), 20)
    assert shuffler.choose("pile 2", reversed(range(20)), 20) == first
    assert shuffler.choose("pile 2", range(20), 3) == first[:3]


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_share_has_32_bytes(length: int) -> None:
    for refused in (
        lambda: commitment(bytes(length)),
        lambda: CommittedShuffler(SETUP, bytes(length), GIVEN),
    ):
        with pytest.raises(SetupError, match=f"expected 32 bytes, not {length}") as refusal:
            refused()
        assert refusal.value.field == "secret"
    if length:
        with pytest.raises(SetupError, match=f"expected 32 bytes, not {length}") as refusal:
            CommittedShuffler(SETUP, SECRET, {Colour.GRAY: bytes(length)})
        assert refusal.value.field == "entropy"


def test_who_does_not_sit_has_no_share() -> None:
    with pytest.raises(SetupError, match="white has no seat in this game") as refusal:
        CommittedShuffler(SETUP, SECRET, {Colour.WHITE: b""})
    assert refusal.value.field == "entropy"


def test_what_is_revealed_gives_the_same_shuffler() -> None:
    header = revealed(Header(SETUP, ("Ana", "Ben")), SECRET, GIVEN)
    assert header.chance == committed_to(SECRET) == f"committed sha256:{commitment(SECRET)}"
    assert (header.secret, header.entropy) == (SECRET.hex(), ("", "aa" * 32))
    assert header.names == ("Ana", "Ben")
    assert header.promises == ()
    shuffler = CommittedShuffler.from_header(header)
    assert shuffler.choose("x", range(40), 40) == order(SETUP, SECRET, GIVEN)
    header = revealed(header, SECRET, GIVEN, PROMISED)
    assert header.promises == (PROMISED[Colour.GRAY], PROMISED[Colour.BLACK])
    shuffler = CommittedShuffler.from_header(header)
    assert shuffler.choose("x", range(40), 40) == order(SETUP, SECRET, GIVEN, promises=PROMISED)
    assert revealed(header, SECRET, GIVEN, {}).promises == ("", "")


# --------------------------------------------------------------------------- counted out


@pytest.mark.parametrize("count", range(1, 18))
def test_every_number_is_drawn_by_as_many_words_as_the_next(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All words that there are, if there were seventeen."""
    monkeypatch.setattr(fairness, "WORDS", 17)
    counter = Counter(below(count, iter([word, 0])) for word in range(17 - 17 % count))
    assert counter == dict.fromkeys(range(count), 17 // count)
    for passed_over in range(17 - 17 % count, 17):
        assert below(count, iter([passed_over, passed_over, count - 1])) == count - 1


def test_only_the_words_above_the_last_whole_run_are_passed_over() -> None:
    assert below(3, iter([2**32 - 1, 5])) == 2
    assert below(3, iter([2**32 - 2, 5])) == 2
    assert below(3, iter([2**32 - 4, 5])) == 0
    assert below(2**16, iter([2**32 - 1])) == 2**16 - 1


@pytest.mark.parametrize("size", range(6))
def test_each_order_comes_from_exactly_one_row_of_choices(size: int) -> None:
    class Chosen(CommittedShuffler):
        row: tuple[int, ...] = ()

        def _words(self, label: str) -> Iterator[int]:
            return iter(self.row)

    shuffler = Chosen(SETUP, SECRET, GIVEN)
    orders = []
    for shuffler.row in product(*(range(count) for count in range(size, 1, -1))):
        items = list(range(size))
        shuffler.shuffle("any", items)
        orders.append(tuple(items))
    assert len(orders) == math.factorial(size)
    assert sorted(orders) == sorted(permutations(range(size)))


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_other_terms_are_another_deal(terms: int) -> None:
    """A server that could choose the terms afterwards would have two deals to choose from."""
    texts = {number: deal_text(SETUP, GIVEN, PROMISES[number], number) for number in (1, 2, 3)}
    assert list(texts.values()).count(texts[terms]) == 1


def test_a_committed_dealer_shuffles_the_pile_anew_each_time() -> None:
    pile = StackedPile(start(SETUP).rules, CommittedShuffler(SETUP, SECRET, GIVEN))
    first = list(pile.cards)
    pile.discards, pile.cards = list(reversed(first)), []
    (card,) = pile.draw(1, 1, "temple")
    assert [*pile.cards, card] != first
    assert sorted([*pile.cards, card]) == sorted(first)
