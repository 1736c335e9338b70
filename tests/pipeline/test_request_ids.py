"""One id from an upload to its rating, in the logs of the web process and of the worker."""

import http.client
import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from games.accounts.tokens import make_token
from games.models import Upload
from ratings.models import RatingChange
from tests.cast import account, finished_log
from tests.services.ending import Child
from tests.services.processes import wait_until, web, worker

REQUEST_ID = "proxy-4711.of_this-upload"


def upload(address: str, token: str, text: str, **headers: str) -> str:
    """The id that the answer names."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    authorization = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
    connection.request("POST", "/api/v1/uploads", text.encode(), authorization | headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status in (201, 202)
    return answer.headers["X-Request-ID"]


def lines(process: Child) -> Iterator[dict[str, str]]:
    """Those that are JSON: Celery prints a banner before any line."""
    for line in process.log.splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def messages(process: Child, request_id: str) -> list[str]:
    return [line["message"] for line in lines(process) if line.get("request") == request_id]


def test_one_id_from_an_upload_to_its_rating(transactional_db):
    for handle in ("ana", "ben"):
        account(handle)
    token = make_token(account("judge", arbiter=True), "t", ["upload"])[1]
    in_json = {"LOG_FORMAT": "json"}
    with web(PROXIES="1", **in_json) as (address, site), worker(**in_json) as judge:
        headers = {"X-Request-ID": REQUEST_ID, "X-Forwarded-For": "192.0.2.7"}
        assert upload(address, token, finished_log(seed=1), **headers) == REQUEST_ID
        new_id = upload(address, token, finished_log(seed=2), **{"X-Request-ID": "no proxy's"})
        assert re.fullmatch(r"[0-9a-f]{32}", new_id)
        wait_until(lambda: RatingChange.objects.values("game").distinct().count() == 2, judge)
        wait_until(lambda: messages(judge, new_id)[1:], site, judge, what="the fold's line")
    keys = {str(key) for key in Upload.objects.values_list("pk", flat=True)}
    for request_id in (REQUEST_ID, new_id):
        web_lines = messages(site, request_id)
        (web_line,) = (message for message in web_lines if " received: " in message)
        (key,) = (key for key in keys if key in web_line)
        judge_lines = messages(judge, request_id)
        (verdict_line,) = (message for message in judge_lines if key in message)
        (game,) = re.findall(r": game (\w+)", verdict_line)
        assert any(game in message and "fold" in message for message in judge_lines)
