"""Tables in a living room: the link is where the page was opened, and nothing is said to have been
added to a shuffle that no browser added to."""

import re

import pytest
from django.urls import reverse

from games.intake.verify import verify_submissions as judge
from tests.cast import client_of
from tests.worlds.tables import dealt, opened, people, play_out

pytestmark = pytest.mark.django_db
SHARED = "from random numbers of the players’ browsers"
ALONE = "The players’ browsers added nothing to the shuffle."


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "testserver"])
def test_the_link_of_a_table_begins_with_the_address_by_which_its_page_was_opened(settings, host):
    settings.ALLOWED_HOSTS = ["192.168.1.5", "testserver"]
    (ana,) = people("ana")
    table = opened([ana], seats=2)
    client = client_of(ana, headers={"Host": host})
    text = client.get(reverse("table", args=[table.pk])).content.decode()
    assert re.search(
        rf'id="table-link" readonly value="http://{host}{reverse("table", args=[table.pk])}"', text
    )


@pytest.mark.parametrize(
    ("site", "begins"),
    [
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000/tables/"),
        ("http://localhost:8000", "http://127.0.0.1:8123/tables/"),
    ],
)
def test_opened_on_the_sites_own_machine_the_link_leads_there_from_others(settings, site, begins):
    settings.SITE_URL = site
    (ana,) = people("ana")
    table = opened([ana], seats=2)
    client = client_of(ana, headers={"Host": "127.0.0.1:8123"})
    text = client.get(reverse("table", args=[table.pk])).content.decode()
    assert f'readonly value="{begins}' in text


@pytest.mark.parametrize(
    ("shares", "phrase", "unsaid"), [(True, SHARED, ALONE), (False, ALONE, SHARED)]
)
def test_what_the_deck_was_shuffled_from(shares, phrase, unsaid, ana, ben):
    table = dealt([ana, ben], shares=shares)
    client = client_of(ana)
    text = client.get(reverse("table", args=[table.pk])).content.decode()
    assert phrase in text
    assert unsaid not in text


def test_where_the_deal_is_checked_the_log_can_be_saved(ana, ben):
    table = play_out(dealt([ana, ben]).pk)
    assert table.upload
    judge([submission.pk for submission in table.upload.submissions.all()])
    client = client_of(ana)
    text = client.get(reverse("table", args=[table.pk])).content.decode()
    proof = re.search(r"<details[^>]*data-proof>(.*?)</details>", text, re.DOTALL)
    assert proof
    assert re.search(r'<a href="/games/\w+/log/?[^"]*" download="imhotep-\w+\.imh">', proof[1])
