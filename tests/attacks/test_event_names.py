"""Insulting names at events: reported by readers, hidden by moderators who have no part in them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from events.announcing import announce
from events.limits import NAME_REPORTS_A_DAY
from events.models import NameReport
from events.moderation import (
    conflict_over_name,
    hide_name_or_text,
    report_name,
    settle_name_report,
    unhide_name,
)
from events.results.recorded import attach_game
from events.round_tables.codes import recorder_fragment
from games.models import ModeratorAction
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.api_world import Asker
from tests.worlds.evenings import Evening, evening
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db

INSULT = "Insult"


@pytest.fixture
def world() -> Evening:
    return evening("@ana", INSULT, "Mia", name="Evening of Insults")


def everywhere(world: Evening) -> str:
    """The event as everybody reads it: pages, the wall, the list, the API."""
    key, client = world.event.pk, client_of(None)
    pages = [reverse(name, args=[key]) for name in ("event", "event-wall", "event-live")]
    texts = [client.get(address).content for address in [*pages, reverse("events")]]
    texts += [Asker().ask("GET", path).content for path in (f"events/{key}", "events")]
    return b"".join(texts).decode()


def test_a_hidden_event_has_a_number(world: Evening) -> None:
    cat, mo = account("cat"), account("mo", moderator=True)
    report = report_name(cat, world.event, "an insult")
    with pytest.raises(Conflict):
        report_name(cat, world.event, "again")
    settle_name_report(mo, report, True, "It is one.")
    assert "Evening of Insults" not in everywhere(world)
    assert f"Event {world.event.pk}" in everywhere(world)
    with pytest.raises(Conflict):
        settle_name_report(mo, NameReport.objects.get(), True, "again")
    world.event.refresh_from_db()
    unhide_name(mo, world.event, "It was none.")
    assert "Evening of Insults" in everywhere(world)
    kinds = ModeratorAction.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["event_report", "show_event"]


def test_a_hidden_guest_is_a_number_and_the_standings_stay(world: Evening) -> None:
    mo = account("mo", moderator=True)
    table = world.seat(INSULT, "Mia")
    world.report(table, 40, 30)
    guest = world.entrant(INSULT)
    hide_name_or_text(mo, guest, "an insult")
    text = everywhere(world)
    assert INSULT not in text.replace("Evening of Insults", "")
    assert f"player-{guest.number}" in text
    with pytest.raises(Conflict):
        world.enter(INSULT)  # nobody brings it back as another guest
    with pytest.raises(Conflict):
        world.enter("lnsult")


def test_a_game_with_the_number_of_a_hidden_guest_is_the_result_of_the_table() -> None:
    world = evening("@ana", INSULT, points2="5 1")
    table, mo = world.seat("@ana", INSULT), account("mo", moderator=True)
    hide_name_or_text(mo, world.entrant(INSULT), "an insult")
    fragment = recorder_fragment(table)
    assert INSULT not in fragment
    assert "player-2" in fragment
    log = finished_log("black=@ana white=player-2", played=None)
    game = game_of(submit(world.people["ana"], log))
    assert attach_game(world.event.pk, table.pk, world.ida, game.pk).outcome == "taken"


def test_an_announcement_is_hidden_for_good(world: Evening) -> None:
    mo = account("mo", moderator=True)
    words = announce(world.event.pk, world.ida, "All of you are fools")
    assert "fools" in everywhere(world)
    hide_name_or_text(mo, words, "an insult")
    assert "fools" not in everywhere(world)


def test_a_moderator_who_plays_or_organises_does_not_decide(world: Evening) -> None:
    player = account("mo", moderator=True)
    world.enter("@mo")
    guest, words = world.entrant(INSULT), announce(world.event.pk, world.ida, "Tea.")
    for subject in (world.event, guest, words):
        assert conflict_over_name(player, subject)
        report = report_name(account(f"cat{subject.pk}x{type(subject).__name__}"), subject, "odd")
        for attempt in (
            lambda subject=subject: hide_name_or_text(player, subject, "mine"),
            lambda report=report: settle_name_report(player, report, False, "mine"),
        ):
            with pytest.raises(NotAllowed):
                attempt()
    with pytest.raises(NotAllowed):
        hide_name_or_text(world.ida, guest, "I am an arbiter, and no moderator")
    assert not ModeratorAction.objects.exists()


def test_readers_report_by_a_form_and_not_for_ever(world: Evening) -> None:
    cat = account("cat")
    address = reverse("event-report", args=[world.event.pk])
    guest = world.entrant(INSULT)
    assert client_of(None).get(address).status_code == 302
    form = client_of(cat).get(address).content.decode()
    assert INSULT in form
    assert "@ana" not in form  # an account is reported as a player
    fields = {"subject": f"guest-{guest.number}", "reason": "an insult"}
    assert client_of(cat).post(address, fields).status_code == 302
    assert NameReport.objects.get().subject == guest
    assert client_of(cat).post(address, fields | {"subject": "guest-1"}).status_code != 302
    settled = {"upheld": False, "settled_at": guest.entered_at}
    for _ in range(NAME_REPORTS_A_DAY - 1):
        NameReport.objects.create(account=cat, event=world.event, reason="odd", **settled)
    with pytest.raises(Conflict):
        report_name(cat, world.event, "one more")
