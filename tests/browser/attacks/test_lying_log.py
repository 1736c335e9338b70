"""A server that shows a browser another transparency log than before: the page says so.

The program is the site's; the checkpoints and proofs are the test's.
"""

from __future__ import annotations

from base64 import b64encode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Page, Route, expect

from audit.merkle import TreeEdge, consistency_proof, hash_of_row, leaf_hash
from audit.signed import Checkpoint, VerifierKey, signed_note

PRIVATE = Ed25519PrivateKey.generate()
KEY = VerifierKey("example.org/log", PRIVATE.public_key().public_bytes_raw())


class ServedLog:
    """A log of so many leaves, as the addresses below `/log/` show it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.key = KEY
        self.show(5)
        page.route("**/log/checkpoint", self.answer)
        page.route("**/log/key", self.answer)
        page.route("**/log/consistency/*", self.answer)

    def show(self, size: int, changed: int = -1) -> None:
        self.hashes = [leaf_hash(b"%d %d" % (i, i == changed)) for i in range(size)]

    def note(self) -> str:
        edge = TreeEdge()
        for hashed in self.hashes:
            list(edge.add(hashed))
        text = Checkpoint(self.key.name, edge.size, edge.root()).text
        return signed_note(text, self.key, PRIVATE.sign(text.encode()))

    def answer(self, route: Route) -> None:
        address = route.request.url.rpartition("/")[2]
        if address == "checkpoint":
            route.fulfill(body=self.note())
        elif address == "key":
            route.fulfill(body=f"{self.key.text}\n")
        else:
            old, size = map(int, address.split("-"))
            proof = consistency_proof(old, size, self.node)
            route.fulfill(body="".join(f"{b64encode(node).decode()}\n" for node in proof))

    def node(self, level: int, number: int) -> bytes:
        return hash_of_row(self.hashes[number << level : (number + 1) << level])

    def visit(self, site: str) -> str:
        self.page.goto("/log/")
        notice = self.page.locator("[data-checkpoint] .notice")
        expect(notice).to_be_visible()
        return notice.inner_text()


def test_a_browser_that_comes_back_says_whether_the_log_goes_on(page: Page, site: str) -> None:
    log = ServedLog(page)
    assert "keeps this checkpoint" in log.visit(site)
    log.show(12)
    assert "5 entries then, 12 now. No earlier entry was changed." in log.visit(site)
    log.show(14, changed=3)
    for _ in range(2):  # the old checkpoint stays: the lie is told at each visit
        assert "This is not the log your browser saw before." in log.visit(site)
    expect(page.locator("[data-checkpoint] a[download]")).to_be_visible()
    log.show(11)
    assert "fewer entries than your browser saw before: 12 then, 11 now" in log.visit(site)
    log.show(14)
    assert "12 entries then, 14 now" in log.visit(site)
    log.key = VerifierKey("example.org/log-2", KEY.public)
    assert "The name or key that signs this log has changed" in log.visit(site)


def test_a_checkpoint_that_its_key_did_not_sign_is_not_believed(page: Page, site: str) -> None:
    log = ServedLog(page)
    log.visit(site)
    log.show(9)
    note = log.note()
    page.route(
        "**/log/checkpoint", lambda route: route.fulfill(body=note.replace("\n9\n", "\n8\n"))
    )
    assert "This is not the log your browser saw" in log.visit(site)
