"""Everybody against every page: who may, who has to log in, who finds no such page."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, reverse

import games.urls
from archive.releases.models import Impact, Release
from tests.cast import PASSWORD, client_of, finished_log
from tests.worlds.pages_world import ANONYMOUS, CAST, World

Statuses = dict[str, int]

PUBLIC = dict.fromkeys(CAST, 200)
LOGIN_FIRST = {**PUBLIC, ANONYMOUS: 302}
GETS_NOTHING = dict.fromkeys(CAST, 405)
OWNER_OR_MODERATOR = {**dict.fromkeys(CAST, 404), "ana": 200, "mo": 200}
DONE = dict.fromkeys(CAST, 302)
BOX = {"box": "English", "year": "2018"}
FORBIDDEN = {**dict.fromkeys(CAST, 403), ANONYMOUS: 302}
NONE_SUCH = {**dict.fromkeys(CAST, 404), ANONYMOUS: 302}
UNKNOWN = dict.fromkeys(CAST, 404)
BY_MODERATOR = FORBIDDEN | {"mo": 302}
BY_PLAYERS = FORBIDDEN | {"ana": 302, "ben": 302}


@dataclass
class Row:
    """One address: what each of the cast gets by GET, and by POST with `data`. `args`: how the
    world fills the address; `words`: what the page shows of what it is about."""

    get: Statuses
    post: Statuses = field(default_factory=lambda: GETS_NOTHING)
    args: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    words: str = ""


TABLE = {
    "home": Row(PUBLIC, words="@ana"),
    "about": Row(PUBLIC, words="verified"),
    "about-record": Row(PUBLIC, words="in use now"),
    "releases": Row(PUBLIC, words="What the release would change"),
    "release": Row(PUBLIC, args="release", words="the first release noted"),
    "impact": Row(PUBLIC, args="impact", words="games checked"),
    "impact-begin": Row(GETS_NOTHING, BY_MODERATOR),
    "impact-cancel": Row(GETS_NOTHING, BY_MODERATOR, "impact"),
    "impact-decide": Row(
        GETS_NOTHING, BY_MODERATOR, "impact", {"what": "adopt", "reason": "The box says so."}
    ),
    "moderation": Row(PUBLIC, words="@mo"),
    "log-format": Row(PUBLIC, words="round 4 3 2 2"),
    "log-schema": Row(PUBLIC, words="A game of Imhotep as JSON"),
    "rules": Row(PUBLIC, words="one of four actions"),
    "rules-page": Row(PUBLIC, args="temple", words="arena"),
    "rules-board": Row(PUBLIC, args="temple C", words="<svg"),
    "rules-example": Row(PUBLIC, args="temple C", words="<svg"),
    "rules-turn": Row(PUBLIC, args="load", words="<svg"),
    "game-counted": Row(UNKNOWN, args="game 2099.1"),
    "numbers": Row(PUBLIC, words="Compare with your box"),
    "numbers-board": Row(
        PUBLIC,
        {**dict.fromkeys(CAST, 400), ANONYMOUS: 302},
        "pyramid.D",
        BOX,
        words="Read off the board.",
    ),
    "licences": Row(PUBLIC, words="<td>MPL-2.0; PSF-2.0</td>"),
    "numbers-toml": Row(PUBLIC, args="2026.1", words="[pyramid.D]"),
    "numbers-picture": Row(PUBLIC, args="2026.1 pyramid.D", words="<svg"),
    "numbers-make": Row(
        FORBIDDEN | {"mo": 200},
        FORBIDDEN | {"mo": 400},
        data={"base": "2026.1", "word": "box", "reason": "why"},
        words="Make an edition",
    ),
    "numbers-confirm": Row(GETS_NOTHING, DONE | {"ana": 403}, "numbers", BOX),
    "numbers-withdraw": Row(GETS_NOTHING, DONE, "numbers"),
    "numbers-hide": Row(GETS_NOTHING, BY_MODERATOR, "numbers"),
    "numbers-wrong": Row(GETS_NOTHING, BY_MODERATOR, "2026.1", {"reason": "why"}),
    "rules-search": Row(PUBLIC, words="Enter a word"),
    "imprint": Row(UNKNOWN),  # until the operator has written one
    "privacy": Row(UNKNOWN),
    "record-worker": Row(PUBLIC, words="tables.recorder.engine.bridge"),
    "record-kept": Row(PUBLIC, words="/static/js/recorder/engine.js"),
    "record-pyodide": Row(UNKNOWN, args="1.0 pyodide.mjs"),
    "record-python": Row(UNKNOWN, args="0123456789abcdef en"),
    "games": Row(PUBLIC, words="@ana"),
    "games-feed": Row(PUBLIC, words="<feed"),
    "saved-searches": Row(
        LOGIN_FIRST, DONE, data={"search": "q=won", "name": "wins"}, words="Only you see"
    ),
    "saved-search": Row(GETS_NOTHING, NONE_SUCH | {"ana": 302}, "search", {"delete": "yes"}),
    "search-words": Row(PUBLIC, words="sail-empty"),
    "game-found": Row(dict.fromkeys(CAST, 302), args="game"),
    "game": Row(PUBLIC, args="game", words="@ben"),
    "game-at": Row(PUBLIC, args="game ply", words="@ben"),
    "game-replay": Row(PUBLIC, args="game"),
    "game-graph": Row(PUBLIC, args="game", words="plot-line"),
    "game-ships": Row(PUBLIC, args="game ply", words="If a ship sailed now"),
    "game-hints": Row(PUBLIC, args="game ply"),
    "game-picture": Row(PUBLIC, args="game ply", words="<svg"),
    "quay": Row(PUBLIC, words="<svg"),
    "game-small": Row(PUBLIC, args="game", words="<svg"),
    "game-thumbnails": Row(UNKNOWN),  # it names no games
    "game-card": Row(PUBLIC, args="game ply"),
    "game-embed": Row(PUBLIC, args="game ply", words="@ben"),
    "game-offline": Row(PUBLIC, args="game", words="@ben"),
    "oembed": Row(dict.fromkeys(CAST, 400)),
    "log": Row(PUBLIC, words="RFC 6962"),
    "log-checkpoint": Row(UNKNOWN),  # nothing is signed without a key
    "log-key": Row(UNKNOWN),
    "log-consistency": Row(UNKNOWN, args="1 99"),
    "log-tile": Row(UNKNOWN, args="0/000.p/1"),
    "log-game": Row(UNKNOWN, args="game"),
    "what-if": Row(PUBLIC, args="game ply", words="If the game ended now"),
    "what-if-answer": Row(GETS_NOTHING, DONE, "game ply", {"level": "random"}),
    "what-if-shares": Row(GETS_NOTHING, PUBLIC, "game ply"),
    "note-new": Row(
        GETS_NOTHING, DONE, "game ply", {"kind": "idea", "text": "Sail!", "public": "on"}
    ),
    "note": Row(
        NONE_SUCH | {"ana": 200},
        NONE_SUCH | {"ana": 302},
        "note",
        {"kind": "mistake", "text": "No!"},
        "Why this?",
    ),
    "note-delete": Row(GETS_NOTHING, NONE_SUCH | {"ana": 302}, "note"),
    "note-hide": Row(GETS_NOTHING, BY_MODERATOR, "note", {"reason": "Rude."}),
    "game-log": Row(PUBLIC, args="game", words="imhotep 1"),
    "game-log-json": Row(PUBLIC, args="game", words='"imhotep":1'),
    "game-attest": Row(GETS_NOTHING, BY_PLAYERS, "game"),
    "game-dispute": Row(GETS_NOTHING, BY_PLAYERS, "game", {"reason": "It was another evening."}),
    "game-withdraw": Row(GETS_NOTHING, DONE, "game"),
    "game-reseat": Row(
        GETS_NOTHING,
        FORBIDDEN | {"ana": 302},
        "game",
        {"seat_0": "@ana", "seat_1": "@cat", "reason": "It was Cat."},
    ),
    "discrepancy": Row(PUBLIC, args="game 1", words="The first difference"),
    "discrepancy-choose": Row(GETS_NOTHING, BY_PLAYERS, "game 1", {"which": "second"}),
    "discrepancy-decide": Row(
        GETS_NOTHING, BY_MODERATOR, "game 1", {"which": "first", "reason": "A slip."}
    ),
    "moderation-reports": Row(
        FORBIDDEN | {"mo": 200},
        FORBIDDEN | {"mo": 404},
        data={"report": "0", "upheld": "no", "answer": "No."},
    ),
    "moderation-patterns": Row(
        FORBIDDEN | {"mo": 200}, FORBIDDEN | {"mo": 404}, data={"pattern": "0"}, words="Nothing"
    ),
    "reports": Row(LOGIN_FIRST),
    "game-report": Row(LOGIN_FIRST, DONE, "game", {"reason": "Never played."}, "Report"),
    "player-report": Row(LOGIN_FIRST, DONE, "guest", {"reason": "Not real."}, "Zoe"),
    "game-unclaim": Row(GETS_NOTHING, DONE, "game"),
    "upload": Row(
        PUBLIC,
        {**DONE, ANONYMOUS: 403},
        data={"log": finished_log("black=@ana white=@cat", seed=9)},
        words="Check only",
    ),
    "dry-run": Row(DONE, PUBLIC, data={"log": finished_log(seed=9)}),
    "dry-run-replay": Row(
        GETS_NOTHING, PUBLIC, data={"log": finished_log(seed=9), "seat": "white"}
    ),
    "uploads": Row(LOGIN_FIRST),
    "upload-detail": Row(OWNER_OR_MODERATOR, args="upload", words="verified"),
    "upload-status": Row(OWNER_OR_MODERATOR, args="upload", words='"done": true'),
    "submission": Row(OWNER_OR_MODERATOR, args="refused 1", words="was refused"),
    "player-claim": Row(
        LOGIN_FIRST,
        {ANONYMOUS: 302, "ana": 200, "ben": 302, "cat": 200, "mo": 302, "ida": 302},
        "guest",
        {"note": "Me!"},
        "Zoe",
    ),
    "claims": Row(
        LOGIN_FIRST,
        {ANONYMOUS: 302, "ana": 302, "ben": 404, "cat": 404, "mo": 302, "ida": 404},
        data={"claim": "CLAIM", "decision": "refuse"},
    ),
    "notice-list": Row(LOGIN_FIRST, DONE, data={"until": "1"}, words="By e-mail"),
    "notices-mail": Row(GETS_NOTHING, DONE, data={"category": ["games"]}),
    "notices-stop": Row(UNKNOWN, UNKNOWN, args="unknown"),
    "confirm": Row(LOGIN_FIRST, DONE, data={"all": "ana"}, words="Always confirm"),
    "confirm-agree": Row(GETS_NOTHING, DONE, data={"handle": "ana"}),
    "confirm-by-mail": Row(dict.fromkeys(CAST, 410), dict.fromkeys(CAST, 410), args="unknown"),
    "account": Row(LOGIN_FIRST),
    "account-pattern": Row(LOGIN_FIRST, LOGIN_FIRST, data={"answer": "why"}, words="Leaderboards"),
    "account-language": Row(GETS_NOTHING, DONE, data={"language": "en"}),
    "language": Row(GETS_NOTHING, dict.fromkeys(CAST, 403), data={"language": "en"}),
    "account-reminders": Row(GETS_NOTHING, DONE, data={"wanted": "no"}),
    "account-previews": Row(GETS_NOTHING, DONE, data={"wanted": "no"}),
    "account-open-data": Row(GETS_NOTHING, DONE),
    "account-tokens": Row(LOGIN_FIRST, DONE, data={"name": "laptop", "scopes": ["read"]}),
}

SIGN_UP = Row(
    {**DONE, ANONYMOUS: 200}, DONE, data={"handle": "dora", "email": "", "password": PASSWORD}
)
LOG_IN = Row(PUBLIC, DONE, data={"username": "ana", "password": PASSWORD})
LOG_OUT = Row(GETS_NOTHING, DONE)
CHANGE = Row(LOGIN_FIRST, LOGIN_FIRST, data={"oldpassword": "wrong"})
FORGOTTEN = Row(PUBLIC, DONE, data={"email": "ana@example.org"})
ELSEWHERE = Row(DONE, DONE)
"""First the password once more; or there is nothing to do here."""

TABLE |= {
    "signup": SIGN_UP,
    "account_signup": SIGN_UP,
    "sign-up-invitation": Row(DONE, args="unknown"),
    "login": LOG_IN,
    "account_login": LOG_IN,
    "logout": LOG_OUT,
    "account_logout": LOG_OUT,
    "account_inactive": Row(PUBLIC),
    "account-data": ELSEWHERE,
    "account-bot": Row(DONE, DONE, data={"handle": "ana"}),
    "account-close": Row(DONE, DONE, data={"handle": "ana"}),
    "account_reauthenticate": Row(LOGIN_FIRST, LOGIN_FIRST, data={"password": "wrong"}),
    "usersessions_list": Row(LOGIN_FIRST, DONE),
    "password_change": CHANGE,
    "account_change_password": CHANGE,
    "password_change_done": Row(LOGIN_FIRST),
    "account_set_password": ELSEWHERE,
    "password_reset": FORGOTTEN,
    "account_reset_password": FORGOTTEN,
    "password_reset_done": Row(PUBLIC),
    "account_reset_password_done": Row(PUBLIC),
    "password_reset_complete": Row(PUBLIC),
    "account_reset_password_from_key_done": Row(PUBLIC),
    "account_reset_password_from_key": Row(PUBLIC, PUBLIC, "2 x-y", words="has expired"),
    "password_reset_confirm": Row(PUBLIC, args="Mg x-y", words="has expired"),
    "account_email": Row(LOGIN_FIRST, DONE, data={"email": "a@example.org", "action_add": "1"}),
    "account_email_verification_sent": Row(PUBLIC),
    "account_confirm_email": Row(PUBLIC, UNKNOWN, "unknown", words="has expired"),
    "mfa_index": Row(LOGIN_FIRST),
    "mfa_authenticate": ELSEWHERE,
    "mfa_reauthenticate": ELSEWHERE,
    "mfa_activate_totp": ELSEWHERE,
    "mfa_deactivate_totp": Row(NONE_SUCH, NONE_SUCH),
    "mfa_view_recovery_codes": Row(NONE_SUCH),
    "mfa_generate_recovery_codes": ELSEWHERE,
    "mfa_list_webauthn": Row(LOGIN_FIRST),
    "mfa_add_webauthn": ELSEWHERE,
    "mfa_reauthenticate_webauthn": ELSEWHERE,
    "mfa_login_webauthn": Row(PUBLIC, DONE),
    "mfa_remove_webauthn": Row(DONE, DONE, "1"),
    "mfa_edit_webauthn": Row(DONE, DONE, "1"),
}


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.name)
        else:
            yield from names(pattern.url_patterns)


def address(name: str, world: World) -> str:
    filled = {
        "game": world.game.pk,
        "ply": "3",
        "upload": world.upload.pk,
        "refused": world.refused.pk,
        "guest": world.guest.pk,
        "note": world.note.pk,
        "search": world.search.pk,
        "numbers": world.numbers.pk,
        "release": Release.objects.get().pk,
        "impact": Impact.objects.get().pk,
    }
    return reverse(name, args=[filled.get(word, word) for word in TABLE[name].args.split()])


@pytest.mark.parametrize("name", [*sorted(names(games.urls.urlpatterns)), "home"])
def test_every_address_has_a_row(name: str):
    assert name in TABLE


def test_every_row_names_everybody():
    for name, row in TABLE.items():
        assert set(row.get) == set(row.post) == set(CAST), name


@pytest.mark.parametrize("name", sorted(TABLE))
def test_who_may_look(name: str, world: World):
    row = TABLE[name]
    for viewer in CAST:
        answer = client_of(world.people.get(viewer)).get(address(name, world))
        assert answer.status_code == row.get[viewer], f"{name} as {viewer or 'anonymous'}"
        if answer.status_code == 200 and row.words:
            assert row.words in answer.content.decode(), f"{name} as {viewer or 'anonymous'}"


@pytest.mark.parametrize("name", sorted(name for name in TABLE if TABLE[name].post != GETS_NOTHING))
def test_who_may_send(name: str, world: World):
    row = TABLE[name]
    data = {key: world.claim.pk if value == "CLAIM" else value for key, value in row.data.items()}
    for viewer in CAST:
        with transaction.atomic():
            answer = client_of(world.people.get(viewer)).post(address(name, world), data)
            transaction.set_rollback(True)  # the next one finds the world as it was
        assert answer.status_code == row.post[viewer], f"{name} as {viewer or 'anonymous'}"


@pytest.mark.parametrize("name", sorted(name for name in TABLE if TABLE[name].post == GETS_NOTHING))
def test_what_cannot_be_sent(name: str, world: World):
    for viewer in CAST:
        answer = client_of(world.people.get(viewer)).post(address(name, world))
        assert answer.status_code in (302, 405), f"{name} as {viewer or 'anonymous'}"


BY_MAIL_PROGRAMS = {"notices-stop"}
"""What a mail program sends by itself (RFC 8058): the secret in the address is what it has."""


@pytest.mark.parametrize(
    "name",
    sorted(name for name in TABLE.keys() - BY_MAIL_PROGRAMS if TABLE[name].post != GETS_NOTHING),
)
def test_nothing_can_be_sent_from_another_site(name: str, world: World):
    client = client_of(world.people["ana"])
    client.handler.enforce_csrf_checks = True
    assert client.post(address(name, world), TABLE[name].data).status_code == 403
