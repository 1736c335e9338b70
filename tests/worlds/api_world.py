"""A small world for the tests of the API, and how its people ask."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

from django.test import Client
from django.utils import timezone

from games.accounts.tokens import TokenScope, make_token, revoke_own_token
from games.models import Account, ApiToken, Game, Upload
from tables.chat import post_chat_line
from tables.models import ChatLine, Table
from tests.cast import account, broken_log, finished_log, game_of, slips, submit
from tests.worlds.tables import dealt, opened

ASYNC = {"Prefer": "respond-async"}
V1 = "/api/v1/"


@dataclass
class World:
    """ana and ben played, and play again; cat is a stranger, but asked to the open table of ana;
    mo moderates; ida is an arbiter."""

    people: dict[str, Account]
    upload: Upload
    refused: Upload
    game: Game
    table: Table
    playing: Table
    line: ChatLine

    def __getitem__(self, handle: str) -> Account:
        return self.people[handle]


def make_world() -> World:
    people = {name: account(name) for name in ("ana", "ben", "cat")}
    people["mo"] = account("mo", moderator=True)
    people["ida"] = account("ida", arbiter=True)
    upload = submit(people["ana"], finished_log())
    refused = submit(people["ana"], broken_log(seed=2)[0], "broken.imh")
    ana, ben = people["ana"], people["ben"]
    table = opened([ana], seats=4, computers=("greedy",), invited=("cat",))
    playing = dealt([ana, ben])
    line = post_chat_line(playing.pk, ben, "hello")
    submit(ben, slips(finished_log())[0])
    return World(people, upload, refused, game_of(upload), table, playing, line)


def token(of: Account, *scopes: str, expired: bool = False, revoked: bool = False) -> str:
    stored_token, plain = make_token(of, "a test", scopes or tuple(TokenScope))
    if revoked:
        revoke_own_token(of, stored_token)
    if expired:
        ApiToken.objects.filter(pk=stored_token.pk).update(
            expires_at=timezone.now() - timedelta(hours=1)
        )
    return plain


class Asker(Client):
    """A client of the API: paths below ``/api/v1/``, JSON bodies, a token if there is one."""

    def __init__(self, plain: str = "", **options: Any) -> None:
        super().__init__(raise_request_exception=False, **options)
        self.plain = plain

    def ask(self, method: str, path: str, body: Any = b"", **options: Any) -> Any:
        headers = dict(options.pop("headers", {}))
        if self.plain:
            headers.setdefault("Authorization", f"Bearer {self.plain}")
        kind = options.pop("content_type", None)
        if not isinstance(body, (bytes, str)):
            body, kind = json.dumps(body), kind or "application/json"
        address = path if path.startswith("/") else V1 + path
        return self.generic(method, address, body, kind or "text/plain", headers=headers, **options)


def logged_in(account: Account, **options: Any) -> Asker:
    asker = Asker(**options)
    asker.force_login(account)
    return asker


def assert_problem(answer: Any, status: int, kind: str = "") -> dict[str, Any]:
    """The one shape of an error; gives its members."""
    assert answer.status_code == status, answer.content[:500]
    assert answer["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = json.loads(answer.content)
    assert document["status"] == status
    assert document["type"] == (f"/api/v1/problems/{kind}" if kind else "about:blank")
    assert all(isinstance(document[name], str) and document[name] for name in ("title", "detail"))
    path = answer.request["PATH_INFO"].encode("latin1").decode("utf-8", "replace")
    assert unquote(document["instance"]) == path
    return document
