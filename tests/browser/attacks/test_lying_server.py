"""The server deals what it likes, and the browser's own program finds it out, and says so.

The program is the site's; what it asks the server, the test answers. Black is honest.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from engine import write_text
from engine.fairness import commitment
from engine.receipt import read_receipt
from engine.vocabulary import Colour
from tables.words import receipt_messages
from tests.attacks.lying import HONEST, LyingServer, best_of, tried
from tests.attacks.test_lying_server import other_end
from tests.browser.visit import log_in
from tests.cast import account

TABLE = "table1234567"
OTHER = commitment(tried(1))

SIT = """async ([promise, share, commitment]) => {
  window.fair = await import(document.querySelector("script[src*='/fair.']").src);
  window.receipts = await import("/static/js/receipt.js");
  localStorage.clear();
  fair.keep({ promise, share, at: 1, table: "table1234567", commitment });
}"""
TAKE_PART = "(seen) => fair.takePart(seen)"
SHOW = """async (words) => {
  const root = document.createElement("div");
  Object.assign(root.dataset, { receipt: "table1234567", log: "/lying/log.imh" });
  Object.assign(root.dataset, { receiptWords: words, none: "no receipt" });
  root.append(document.createElement("div"));
  root.firstChild.dataset.receiptLine = "";
  document.querySelector("main").replaceChildren(root);
  await fair.showReceipt(root);
}"""


@pytest.fixture
def sent(page: Page, context: BrowserContext, site: str, complaints: list[str]) -> list[str]:
    """The shares that the browser sent. It has promised one, at a table with an honest digest."""
    log_in(context, site, account("ana"))
    page.goto("/play/new/")
    shares: list[str] = []

    def take(route: Route) -> None:
        shares.append(json.loads(route.request.post_data or "{}")["share"])
        route.fulfill(status=200, json={})

    page.route(f"**/api/v1/tables/{TABLE}/share", take)
    honest = LyingServer().seen()
    page.evaluate(SIT, [honest["mine"], HONEST.hex(), honest["commitment"]])
    return shares


def after(page: Page, server: LyingServer, text: str = "") -> str:
    """What the page says of a log that the server tells."""
    page.route("**/lying/log.imh", lambda route: route.fulfill(body=text or server.text))
    page.evaluate(SHOW, json.dumps(receipt_messages()))
    receipt_text = page.locator("[data-receipt-line]").inner_text()
    page.unroute("**/lying/log.imh")
    return receipt_text


def share_sent(page: Page, server: LyingServer, sent: list[str]) -> None:
    assert page.evaluate(TAKE_PART, server.seen()) == "opened"
    assert sent == [HONEST.hex()]


def refused(text: str, *sentences: str) -> None:
    assert "Do not trust it." in text
    assert "Your receipt matches" not in text
    for sentence in sentences:
        assert sentence in text


def test_an_honest_server_is_believed(page: Page, sent: list[str]) -> None:
    server = LyingServer()
    share_sent(page, server, sent)
    assert "Your receipt matches" in after(page, server)
    receipt = page.evaluate("() => fair.frozenReceipt('table1234567')")
    assert read_receipt(json.dumps(receipt)) == read_receipt(server.receipt)


def test_a_stone_is_put_elsewhere_after_the_game(page: Page, sent: list[str]) -> None:
    """The browser wrote down the fingerprint at the end, and compares with it from then on."""
    server = LyingServer()
    share_sent(page, server, sent)
    text = after(page, server)
    assert (
        "Each of these players could show or withhold their share of the shuffle: white. "
        "So there were at most 2" in text
    )
    moved = write_text(other_end(server.log).log)
    refused(after(page, server, moved), "The moves differ from those your browser saved")
    assert "Your receipt matches" in after(page, server)


def test_a_share_is_invented_for_a_seat_that_promised_nothing(page: Page, sent: list[str]) -> None:
    server = LyingServer()
    share_sent(page, server, sent)
    for number in range(120):
        share = tried(number)
        shares = server.shares | {Colour.BROWN: share}
        logged = server.shown | {Colour.BROWN: commitment(share)}
        seats = page.evaluate(
            """async ([log]) => {
              const receipt = fair.frozenReceipt('table1234567');
              return (await receipts.compareReceipt(log, receipt)).problems;
            }""",
            [replace(server, shares=shares, logged=logged).text if number < 2 else _patched(share)],
        )
        assert ["promise", ["brown"]] in seats, number
    cheat = best_of(server, Colour.BROWN, 6)
    refused(after(page, cheat), "A promise is not the one you were shown (brown).")
    cheat.logged = {}
    refused(after(page, cheat), "There is a share for a seat that promised none (brown).")
    cheat.terms = 1
    refused(
        after(page, cheat),
        "The dealing terms in the log differ from those in your receipt.",
        "There is a share for a seat that promised none (brown).",
    )


def _patched(share: bytes) -> str:
    """The header alone, as the server would tell it: a whole game each time would take long."""
    text = LyingServer().text
    promise = commitment(share)
    lines = [
        line.replace("brown=", f"brown={promise if line.startswith('promises') else share.hex()}")
        if line.startswith(("promises:", "entropy:"))
        else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def test_another_promise_is_shown_once_the_honest_share_is_known(
    page: Page, sent: list[str]
) -> None:
    """On the page as well as in the log: the receipt is not written again."""
    server = LyingServer()
    share_sent(page, server, sent)
    cheat = best_of(server, Colour.WHITE, 6)
    cheat.shown = cheat.logged
    assert page.evaluate(TAKE_PART, cheat.seen() | {"opened": "yes"}) == "changed"
    assert page.evaluate(TAKE_PART, cheat.seen()) == "changed"
    assert sent == [HONEST.hex()]
    refused(
        after(page, cheat),
        "A promise is not the one you were shown (white).",
        "Before the deal, the table no longer matched your receipt.",
    )


def test_the_honest_share_is_taken_answered_with_500_and_dropped(
    page: Page, sent: list[str], complaints: list[str]
) -> None:
    def drop(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["share"])
        route.fulfill(status=500, json={})

    page.route(f"**/api/v1/tables/{TABLE}/share", drop)
    server = LyingServer()
    assert page.evaluate(TAKE_PART, server.seen()) == ""
    assert page.evaluate(TAKE_PART, server.seen()) == ""
    assert sent == [HONEST.hex()] * 2
    server.shares.pop(Colour.BLACK)
    refused(after(page, server), "You sent your share, but it is not in the deal (black).")
    server.logged = {Colour.WHITE: server.shown[Colour.WHITE]}
    refused(after(page, server), "A promise is not the one you were shown (black).")
    assert all("500" in complaint for complaint in complaints)
    complaints.clear()


Lie = Callable[[dict[str, Any]], dict[str, Any]]
LIES: dict[str, tuple[str, Lie]] = {
    "an accomplice copies the promise": (
        "twins",
        lambda server_answers: {
            "promises": server_answers["promises"] | {"white": server_answers["mine"]}
        },
    ),
    "two others promise the same": (
        "twins",
        lambda server_answers: {
            "promises": server_answers["promises"] | {"brown": server_answers["promises"]["white"]}
        },
    ),
    "the promise stands at another seat": (
        "mine",
        lambda server_answers: {
            "promises": server_answers["promises"]
            | {"black": OTHER, "white": server_answers["mine"]}
        },
    ),
    "the seat is another one": ("mine", lambda server_answers: {"colour": "white"}),
    "the promise is missing": (
        "mine",
        lambda server_answers: {"promises": server_answers["promises"] | {"black": ""}},
    ),
    "the promise was never made": ("mine", lambda server_answers: {"mine": ""}),
    "the promise is another one": ("mine", lambda server_answers: {"mine": OTHER}),
    "a computer player promises": (
        "computer",
        lambda server_answers: {"promises": server_answers["promises"] | {"brown": OTHER}},
    ),
    "the terms are unknown to the page": ("terms", lambda server_answers: {"terms": "4"}),
    "the terms are missing": ("terms", lambda server_answers: {"terms": ""}),
    "the digest is another one": ("digest", lambda server_answers: {"commitment": OTHER}),
}


@pytest.mark.parametrize("lie", LIES)
def test_no_share_is_sent_to_a_table_that_is_shown_wrongly(
    page: Page, sent: list[str], lie: str
) -> None:
    reason, changes = LIES[lie]
    answers = LyingServer().seen()
    assert page.evaluate(TAKE_PART, answers | changes(answers)) == reason
    assert sent == []
    assert page.evaluate("() => fair.frozenReceipt('table1234567')") is None


def test_an_accomplice_copies_the_promise_in_the_log(page: Page, sent: list[str]) -> None:
    server = LyingServer()
    share_sent(page, server, sent)
    server.logged = server.shown | {Colour.WHITE: commitment(HONEST)}
    server.shares[Colour.WHITE] = HONEST
    receipt_text = after(page, server)
    refused(receipt_text, "A promise is not the one you were shown (white).")
    twins = (Colour.BLACK, Colour.WHITE)
    named = ", ".join(seat.word for seat in server.log.setup.seats if seat in twins)
    refused(receipt_text, f"Two players promised the same share ({named}).")


def test_another_secret_game_or_turn_order_is_shown(page: Page, sent: list[str]) -> None:
    server = LyingServer()
    share_sent(page, server, sent)
    refused(
        after(page, LyingServer(secret=tried(7))),
        "The digest in the log is not the one you were shown.",
        "The secret does not match the digest you were shown.",
    )
    text = server.text
    other = text.replace("market=A", "market=B", 1)
    refused(after(page, server, other), "The agreed options are not the ones you were shown.")
    seats = next(line for line in text.splitlines() if line.startswith("seats: "))
    turned = " ".join(["seats:", *reversed(seats.split()[1:])])
    refused(
        after(page, server, text.replace(seats, turned)),
        "The turn order differs from the drawn one.",
    )
    bare = "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith(("secret:", "entropy:", "promises:", "dealing:"))
    )
    refused(after(page, server, bare), "The log does not reveal the secret of its shuffle.")


def test_the_server_chooses_the_terms_once_it_knows_the_shares(page: Page, sent: list[str]) -> None:
    """A receipt that any script froze names the terms that the table showed."""
    server = LyingServer()
    share_sent(page, server, sent)
    wrong = "The dealing terms in the log differ from those in your receipt."
    refused(after(page, replace(server, terms=2)), wrong)
    refused(after(page, server, server.text.replace("dealing: 3\n", "")), wrong)
    refused(after(page, server, server.text.replace("dealing: 3", "dealing: 4")), wrong)
    assert "Your receipt matches" in after(page, server)


def test_who_sent_no_share_is_promised_nothing(page: Page, sent: list[str]) -> None:
    assert after(page, LyingServer()) == "no receipt"
    expect(page.locator(".notice--good")).to_have_count(0)
