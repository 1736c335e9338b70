"""List pages ask the database as often for thirty rows as for three."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.models import Account, Upload
from imhotep_site import views
from insights.puzzles.services.daily import puzzle_of_day, today
from ratings import featured_games
from tables.clocks import clock
from tests.cast import account, broken_log, client_of, finished_log


def bring(uploader: Account, first: int, last: int) -> None:
    """Games of ana and ben that wait for ana, a file each, and one file with all of them."""
    logs = [finished_log(seed=seed) for seed in range(first, last)]
    for log in [*logs, "\n".join([*logs, broken_log(seed=last)[0]])]:
        upload = receive(uploader, log.encode(), "x.imh", "page")
        verify_submissions([submission.pk for submission in upload.submissions.all()])


def asked(client: Client, address: str) -> int:
    featured_games._find_featured.cache_clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


EXPECTED = {
    "/": 23,
    "visitor": 6,
    "/games/": 10,
    "/games/?player=@ana&market=A": 10,
    "/uploads/": 10,
    "/accounts/me/": 19,
    "detail": 20,
    "status": 16,
}
"""With two of them for the session and the account; on a page three for the tables, the games and
the notices that wait for the viewer, and one for invitations. On the first page one for the players
whom the viewer follows, one for the puzzle of the day, one for the ratings of computer players. On
the list of games one for saved searches. On lists of uploads one for logs that were refused or led
to a game, one for its seats. Of an upload six for what was refused, and for the players whom its
games wait for; one for the words of clubs' arbiters for its games."""


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow(monkeypatch: pytest.MonkeyPatch, ana, ben):
    monkeypatch.setattr(clock, "cached_time", timezone.now)  # else a query a second
    client = client_of(ben)
    assert puzzle_of_day(today())
    counts: list[dict[str, int]] = []
    for first, last in [(1, 4), (4, 31)]:
        bring(ben, first, last)
        monkeypatch.setattr(views, "show", views.Show())
        whole = max(Upload.objects.all(), key=lambda upload: upload.size)
        addresses = {address: address for address in EXPECTED if address.startswith("/")}
        addresses["detail"] = reverse("upload-detail", args=[whole.pk])
        addresses["status"] = reverse("upload-status", args=[whole.pk])
        counts.append({"visitor": asked(Client(), "/")})
        counts[-1].update({name: asked(client, address) for name, address in addresses.items()})
    assert ana.pk
    assert counts[0] == counts[1] == EXPECTED
    bring(ben, 31, 42)  # the game that runs on the first page is none of the latest
    assert asked(Client(), "/") == EXPECTED["visitor"] + 2


@pytest.mark.django_db
def test_a_game_of_four_asks_no_more_than_one_of_two():
    people = [account(name) for name in ("ana", "ben", "cat", "dan")]
    client = client_of(people[0])
    for seats, seed in [
        ("black=@ana white=@ben", 1),
        ("black=@ana white=@ben brown=@cat gray=@dan", 2),
    ]:
        upload = receive(people[0], finished_log(seats, seed=seed).encode(), "x.imh", "page")
        verify_submissions([submission.pk for submission in upload.submissions.all()])
        for _ in range(3 * seed):
            verify_more(upload)
    first, second = Upload.objects.order_by("received_at")
    two, four = (upload.submissions.get().game_id for upload in (first, second))
    assert asked(client, f"/games/{two}/") == asked(client, f"/games/{four}/")


def verify_more(upload: Upload) -> None:
    """Another row in the verification record."""
    row = upload.submissions.get().verifications.first()
    assert row is not None
    row.pk, row._state.adding = None, True
    row.save()
